//! Collections: the published products with the same tag.

use super::Product;
use std::collections::HashMap;
use std::sync::Arc;

/// The products with one tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// The tag as used in URLs: `zimni-bundy`.
    pub handle: String,
    pub title: String,
    /// Indices of its products in the catalogue.
    pub(super) products: Vec<usize>,
}

impl Collection {
    /// The number of its products.
    #[must_use]
    pub fn size(&self) -> usize {
        self.products.len()
    }
}

/// Every collection, sorted by title, with an index by handle.
#[derive(Debug, Default)]
pub(super) struct Collections {
    pub(super) all: Vec<Collection>,
    pub(super) by_handle: HashMap<String, usize>,
}

impl Collections {
    /// Makes a collection for each tag of published products. Tags with the same handle become one collection.
    pub(super) fn of(products: &[Arc<Product>]) -> Self {
        let mut found: HashMap<String, Collection> = HashMap::new();
        for (place, product) in products.iter().enumerate() {
            for tag in product.tags.iter().filter(|_| product.published) {
                let handle = handle_of(tag);
                if handle.is_empty() {
                    continue;
                }
                let collection = found.entry(handle).or_insert_with_key(|handle| Collection {
                    handle: handle.clone(),
                    title: tag.clone(),
                    products: Vec::new(),
                });
                if collection.products.last() != Some(&place) {
                    collection.products.push(place);
                }
            }
        }
        let mut all: Vec<_> = found.into_values().collect();
        all.sort_by(|a, b| (&a.title, &a.handle).cmp(&(&b.title, &b.handle)));
        let by_handle = all.iter().enumerate();
        let by_handle = by_handle.map(|(place, collection)| (collection.handle.clone(), place));
        Self {
            by_handle: by_handle.collect(),
            all,
        }
    }
}

/// The handle of a tag, for URLs: lower-case letters without diacritics, digits, and hyphens for everything else.
#[must_use]
pub fn handle_of(tag: &str) -> String {
    let mut handle = String::with_capacity(tag.len());
    for letter in tag.chars().flat_map(char::to_lowercase) {
        let plain = without_mark(letter);
        if plain.is_ascii_alphanumeric() {
            handle.push(plain);
        } else if !handle.is_empty() && !handle.ends_with('-') {
            handle.push('-');
        }
    }
    if handle.ends_with('-') {
        handle.pop();
    }
    handle
}

/// Removes the diacritic from a letter of Czech or a neighbouring language; other letters stay unchanged.
fn without_mark(letter: char) -> char {
    match letter {
        'á' | 'ä' | 'à' | 'â' | 'ą' => 'a',
        'č' | 'ć' | 'ç' => 'c',
        'ď' => 'd',
        'é' | 'ě' | 'ë' | 'è' | 'ê' | 'ę' => 'e',
        'í' | 'î' | 'ï' => 'i',
        'ľ' | 'ĺ' | 'ł' => 'l',
        'ň' | 'ń' | 'ñ' => 'n',
        'ó' | 'ö' | 'ô' | 'ő' => 'o',
        'ř' | 'ŕ' => 'r',
        'š' | 'ś' => 's',
        'ť' => 't',
        'ú' | 'ů' | 'ü' | 'ű' | 'ù' => 'u',
        'ý' => 'y',
        'ž' | 'ź' | 'ż' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;
    use crate::fixtures::catalogue;

    #[test]
    fn a_tag_is_written_as_addresses_are() {
        for (tag, handle) in [
            ("Zimní bundy", "zimni-bundy"),
            ("  100% vlna! ", "100-vlna"),
            ("ŽLUŤOUČKÝ kůň", "zlutoucky-kun"),
            ("…", ""),
        ] {
            assert_eq!(handle_of(tag), handle);
        }
    }

    #[test]
    fn each_tag_of_published_products_is_a_collection() {
        let mut products: Vec<Product> = catalogue()
            .products()
            .iter()
            .map(|product| Product::clone(product))
            .collect();
        for product in &mut products {
            product.tags = vec!["Novinky".to_owned(), "novinky!".to_owned()];
        }
        let hidden = products.iter().filter(|product| !product.published).count();
        assert!(hidden > 0, "the fixtures have something unpublished");
        let all = products.len();
        let catalogue = Catalogue::new(products);
        let [collection] = catalogue.collections() else {
            panic!("{:?}", catalogue.collections());
        };
        assert_eq!(collection.handle, "novinky");
        assert_eq!(catalogue.collection("novinky"), Some(collection));
        assert_eq!(catalogue.products_of(collection).count(), all - hidden);
        assert_eq!(collection.size(), all - hidden);
    }
}
