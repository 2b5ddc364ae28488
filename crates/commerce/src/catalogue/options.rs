//! Selects a variant by its options.

use super::{Product, Variant};

/// Options selected by a storefront's visitor, and how to match them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Pairs of name and value.
    pub options: Vec<(String, String)>,
    /// Whether to ignore case.
    pub any_case: bool,
    /// Whether to ignore options that the product does not have. If false, such an option means that no variant
    /// matches.
    pub unknown_aside: bool,
}

impl Selection {
    /// The selected value for each option of the product, if any; `None` if nothing can match.
    fn wanted<'s>(&'s self, product: &Product) -> Option<Vec<Option<&'s str>>> {
        let mut wanted = vec![None; product.options.len()];
        for (name, value) in &self.options {
            let same = |known: &String| self.same(known, name);
            match product.options.iter().position(same) {
                Some(place) => wanted[place] = Some(value.as_str()),
                None if self.unknown_aside => {}
                None => return None,
            }
        }
        Some(wanted)
    }

    fn same(&self, one: &str, other: &str) -> bool {
        one == other || (self.any_case && one.to_lowercase() == other.to_lowercase())
    }
}

impl Product {
    /// The variant that matches the selection in every option. A product without options has only one.
    #[must_use]
    pub fn variant_by_options(&self, selection: &Selection) -> Option<&Variant> {
        let wanted = selection.wanted(self)?;
        if wanted.iter().any(Option::is_none) {
            return None;
        }
        self.variants.iter().find(|variant| {
            let mut pairs = variant.option_values.iter().zip(&wanted);
            pairs.all(|(value, wanted)| wanted.is_some_and(|wanted| selection.same(value, wanted)))
        })
    }

    /// The selected variant; otherwise the first one that can be bought; otherwise the first one.
    #[must_use]
    pub fn selected_or_first(&self, selection: &Selection) -> Option<&Variant> {
        let selected = Some(selection)
            .filter(|selection| !selection.options.is_empty())
            .and_then(|selection| self.variant_by_options(selection));
        let available = || {
            self.variants
                .iter()
                .find(|variant| variant.stock.is_available())
        };
        selected.or_else(available).or(self.variants.first())
    }

    /// Variants that differ in exactly one option from the one that [`Self::selected_or_first`] returns, sorted by id.
    #[must_use]
    pub fn adjacent_variants(&self, selection: &Selection) -> Vec<&Variant> {
        let Some(chosen) = self.selected_or_first(selection) else {
            return Vec::new();
        };
        let differences = |variant: &Variant| {
            let pairs = variant.option_values.iter().zip(&chosen.option_values);
            pairs.filter(|(one, other)| one != other).count()
        };
        let mut adjacent: Vec<_> = self
            .variants
            .iter()
            .filter(|variant| differences(variant) == 1)
            .collect();
        adjacent.sort_by_key(|variant| variant.id.0);
        adjacent
    }

    /// The distinct values of an option, in the order of the variants.
    #[must_use]
    pub fn option_values(&self, option: usize) -> Vec<&str> {
        let mut values: Vec<&str> = Vec::new();
        for variant in &self.variants {
            if let Some(value) = variant.option_values.get(option)
                && !values.contains(&value.as_str())
            {
                values.push(value);
            }
        }
        values
    }

    /// The combinations of option values of the variants that satisfy `is_meant`, in the encoding that storefronts
    /// decode. It is a tree of value indices: `:` enters the next option, `,` leaves it, a space separates values, `-`
    /// marks a range. `None` for a product without options.
    #[must_use]
    pub fn encoded_variants(&self, is_meant: impl Fn(&Variant) -> bool) -> Option<String> {
        if self.options.is_empty() {
            return None;
        }
        let values: Vec<_> = (0..self.options.len())
            .map(|option| self.option_values(option))
            .collect();
        let place = |(value, known): (&String, &Vec<&str>)| {
            known
                .iter()
                .position(|known| known == value)
                .unwrap_or_default()
        };
        let variants = self.variants.iter().filter(|variant| is_meant(variant));
        let mut rows: Vec<Vec<usize>> = variants
            .map(|variant| {
                variant
                    .option_values
                    .iter()
                    .zip(&values)
                    .map(place)
                    .collect()
            })
            .collect();
        rows.sort();
        rows.dedup();
        let mut encoded = String::from("v1_");
        encode(&rows, 0, self.options.len(), &mut encoded);
        Some(encoded)
    }
}

/// Encodes the rows. They are sorted, and equal up to `depth`.
fn encode(rows: &[Vec<usize>], depth: usize, options: usize, out: &mut String) {
    let at = |row: &Vec<usize>| row.get(depth).copied().unwrap_or_default();
    if depth + 1 == options {
        let places: Vec<usize> = rows.iter().map(at).collect();
        let runs = places.chunk_by(|one, next| one + 1 == *next);
        let runs: Vec<String> = runs.map(run).collect();
        out.push_str(&runs.join(" "));
    } else {
        for group in rows.chunk_by(|one, next| at(one) == at(next)) {
            let first = group.first().map(at).unwrap_or_default();
            out.push_str(&first.to_string());
            out.push(':');
            encode(group, depth + 1, options, out);
        }
    }
    // The first level has no outer level to return to.
    if depth > 0 {
        out.push(',');
    }
}

/// A range of consecutive values.
fn run(places: &[usize]) -> String {
    match places {
        [first, .., last] => format!("{first}-{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Stock;
    use crate::fixtures::{BOOK, SHIRT_M, catalogue};
    use crate::ids::VariantId;

    fn selection(options: &[(&str, &str)]) -> Selection {
        let pair = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        Selection {
            options: options.iter().map(pair).collect(),
            ..Selection::default()
        }
    }

    /// A product with these combinations of size and colour, given as value indices.
    fn product(combinations: &[[usize; 2]]) -> Product {
        let base = Product::clone(catalogue().locate(SHIRT_M).unwrap().0);
        let template = base.variants[0].clone();
        let variants = combinations.iter().enumerate().map(|(number, places)| {
            let mut variant = template.clone();
            variant.id = VariantId(number as u64 + 1);
            variant.option_values = vec![format!("S{}", places[0]), format!("C{}", places[1])];
            variant.stock = Stock::Tracked {
                available: i64::from(number > 0),
                oversell: false,
            };
            variant
        });
        Product {
            options: vec!["Velikost".to_owned(), "Barva".to_owned()],
            variants: variants.collect(),
            ..base.clone()
        }
    }

    const GRID: [[usize; 2]; 5] = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 2]];

    #[test]
    fn a_variant_is_found_by_all_its_options() {
        let shirt = product(&GRID);
        let find = |selection: &Selection| {
            shirt
                .variant_by_options(selection)
                .map(|variant| variant.option_values.join(" "))
        };
        let both = [("Velikost", "S1"), ("Barva", "C2")];
        assert_eq!(find(&selection(&both)).as_deref(), Some("S1 C2"));
        assert_eq!(find(&selection(&both[..1])), None);
        assert_eq!(
            find(&selection(&[("Velikost", "S1"), ("Barva", "C1")])),
            None
        );
        let loud = [("velikost", "s1"), ("BARVA", "c2")];
        assert_eq!(find(&selection(&loud)), None);
        let any_case = Selection {
            any_case: true,
            ..selection(&loud)
        };
        assert_eq!(find(&any_case).as_deref(), Some("S1 C2"));
        let more = [both[0], both[1], ("Střih", "volný")];
        assert_eq!(find(&selection(&more)), None);
        let aside = Selection {
            unknown_aside: true,
            ..selection(&more)
        };
        assert_eq!(find(&aside).as_deref(), Some("S1 C2"));
    }

    #[test]
    fn without_a_selection_the_first_that_can_be_bought_is_meant() {
        let shirt = product(&GRID);
        let selected = |options: &[(&str, &str)]| {
            shirt
                .selected_or_first(&selection(options))
                .map(|variant| variant.id.0)
        };
        assert_eq!(selected(&[]), Some(2));
        assert_eq!(selected(&[("Velikost", "S1"), ("Barva", "C2")]), Some(5));
        assert_eq!(selected(&[("Velikost", "S9"), ("Barva", "C2")]), Some(2));
        let sold_out = product(&GRID[..1]);
        assert_eq!(
            sold_out
                .selected_or_first(&Selection::default())
                .map(|variant| variant.id.0),
            Some(1)
        );
        let catalogue = catalogue();
        let (book, _) = catalogue.locate(BOOK).unwrap();
        assert_eq!(
            book.variant_by_options(&Selection::default())
                .map(|variant| variant.id),
            Some(BOOK)
        );
    }

    #[test]
    fn neighbours_differ_in_one_option() {
        let shirt = product(&GRID);
        let neighbours = |options: &[(&str, &str)]| {
            let found = shirt.adjacent_variants(&selection(options));
            found.iter().map(|variant| variant.id.0).collect::<Vec<_>>()
        };
        assert_eq!(
            neighbours(&[("Velikost", "S0"), ("Barva", "C0")]),
            [2, 3, 4]
        );
        assert_eq!(neighbours(&[]), [1, 3]);
    }

    /// Off-the-shelf storefronts decode this; a browser test checks it with one of them.
    #[test]
    fn combinations_are_written_as_a_tree() {
        let encoded =
            |combinations: &[[usize; 2]]| product(combinations).encoded_variants(|_| true);
        assert_eq!(encoded(&GRID).as_deref(), Some("v1_0:0-2,1:0 2,"));
        assert_eq!(encoded(&[[0, 0]]).as_deref(), Some("v1_0:0,"));
        let available = product(&GRID).encoded_variants(|variant| variant.stock.is_available());
        assert_eq!(available.as_deref(), Some("v1_0:1-2,1:0 2,"));
        let catalogue = catalogue();
        let (book, _) = catalogue.locate(BOOK).unwrap();
        assert_eq!(book.encoded_variants(|_| true), None);
    }
}
