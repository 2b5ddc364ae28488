//! Reads the keys `countries` and `zips`, which several sections have.

use super::reader::Reader;
use zkratka_commerce::address::country_name;
use zkratka_commerce::delivery::{ZoneCountry, zip_prefix};

/// Longest postal code of any country, in characters.
const MAX_ZIP: usize = 10;

/// Countries, and prefixes of postal codes in them.
pub(super) struct Places {
    pub(super) countries: Vec<String>,
    pub(super) zips: Vec<String>,
}

impl Places {
    /// Reads both keys before returning, so that faults of both are reported.
    pub(super) fn read(reader: &Reader<'_>) -> Option<Self> {
        let countries = reader.parsed_list("countries", |text| {
            country_name(text).map(|_| text.to_owned()).ok_or(())
        });
        let zips = reader.parsed_list("zips", |text| match zip_prefix(text) {
            zip if zip.is_empty() || zip.len() > MAX_ZIP => Err(()),
            zip => Ok(zip),
        });
        Some(Self {
            countries: countries?,
            zips: zips?,
        })
    }

    /// Returns the first country that is not in `served`. `served` is `None` if its section is faulty; then there is no
    /// such country.
    pub(super) fn unserved(&self, served: Option<&[String]>) -> Option<&str> {
        let served = served?;
        let unserved = self
            .countries
            .iter()
            .find(|country| !served.contains(country));
        unserved.map(String::as_str)
    }

    /// Returns every country with these postal codes.
    pub(super) fn into_zone_countries(self) -> Vec<ZoneCountry> {
        let zips = self.zips;
        let part = |country| ZoneCountry {
            country,
            zips: zips.clone(),
        };
        self.countries.into_iter().map(part).collect()
    }
}
