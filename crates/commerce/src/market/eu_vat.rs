//! The VAT rates of the European Union shipped with the program.

use crate::tax::TaxRate;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Country, standard rate, reduced rate; the file names its date and source.
const TABLE: &str = include_str!("eu_vat.csv");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EuRates {
    pub standard: TaxRate,
    /// The highest reduced rate; the standard rate if there is none.
    pub reduced: TaxRate,
}

static RATES: LazyLock<BTreeMap<&'static str, EuRates>> =
    LazyLock::new(|| TABLE.lines().filter_map(row).collect());

/// The rates of an EU country; `None` for other countries.
#[must_use]
pub fn eu_rates(country: &str) -> Option<EuRates> {
    RATES.get(country).copied()
}

/// Returns `None` for comments and the header.
fn row(line: &'static str) -> Option<(&'static str, EuRates)> {
    let mut cells = line.split(',');
    let country = cells.next().filter(|code| code.len() == 2)?;
    let standard = TaxRate::parse_per_cent(cells.next()?)?;
    let reduced = TaxRate::parse_per_cent(cells.next()?)?;
    Some((country, EuRates { standard, reduced }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::is_country;

    #[test]
    fn all_27_countries_have_rates() {
        let rows = TABLE.lines().filter(|line| !line.starts_with('#')).skip(1);
        assert_eq!(rows.clone().count(), 27);
        assert_eq!(rows.clone().filter_map(row).count(), 27);
        for (country, rates) in RATES.iter() {
            assert!(is_country(country), "{country}");
            let allowed = rates.standard >= TaxRate::of::<1_500>()
                && rates.standard <= TaxRate::of::<2_700>();
            assert!(
                allowed && rates.reduced <= rates.standard && rates.reduced >= TaxRate::of::<500>()
            );
        }
    }

    #[test]
    fn rates_are_what_the_table_says() {
        let rates = |country| {
            eu_rates(country)
                .map(|rates| (rates.standard.basis_points(), rates.reduced.basis_points()))
        };
        assert_eq!(rates("CZ"), Some((2_100, 1_200)));
        assert_eq!(rates("SK"), Some((2_300, 1_900)));
        assert_eq!(rates("FI"), Some((2_550, 1_350)));
        assert_eq!(rates("DK"), Some((2_500, 2_500)));
        assert_eq!(rates("US"), None);
        assert_eq!(rates("country"), None);
    }

    #[test]
    fn the_table_says_when_and_from_where() {
        assert!(
            TABLE.starts_with("# ") && TABLE.contains("as of 20") && TABLE.contains("Source: ")
        );
    }
}
