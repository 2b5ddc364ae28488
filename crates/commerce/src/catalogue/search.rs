//! Searches and sorts products.

use super::Product;
use crate::money::MinorUnits;

/// A search. A product must satisfy every condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    conditions: Vec<Condition>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    /// A word of title, vendor, type or tags. All texts are lower case.
    Word(String),
    Tag(String),
    Type(String),
    Vendor(String),
    Title(String),
    Available(bool),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProductOrder {
    /// The catalogue's own order.
    #[default]
    Given,
    Id,
    Title,
    /// By the lowest price of a product.
    Price,
    Type,
    Vendor,
}

impl Search {
    /// Parses words and `field:value` terms, with quotes around values that contain spaces. `None` for any other
    /// syntax.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let words = words(text)?;
        let meant = words.iter().filter(|word| *word != "AND");
        let conditions = meant
            .map(|word| Condition::read(word))
            .collect::<Option<_>>()?;
        Some(Self { conditions })
    }

    #[must_use]
    pub fn fits(&self, product: &Product) -> bool {
        self.conditions
            .iter()
            .all(|condition| condition.fits(product))
    }
}

/// Splits at spaces outside quotes and removes the quotes; `None` if a quote is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for letter in text.chars() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            ('"' | '\'', None) => quote = Some(letter),
            (letter, None) if letter.is_whitespace() => words.push(std::mem::take(&mut word)),
            (letter, _) => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    quote.is_none().then_some(words)
}

impl Condition {
    fn read(word: &str) -> Option<Self> {
        // `OR`, `NOT`, a leading `-` and parentheses are not supported, and must not be treated as words.
        if matches!(word, "OR" | "NOT") || word.starts_with(['-', '(']) || word.ends_with(')') {
            return None;
        }
        let Some((field, value)) = word.split_once(':') else {
            return Some(Self::Word(word.to_lowercase()));
        };
        let value = value.to_lowercase();
        Some(match field {
            "tag" => Self::Tag(value),
            "product_type" => Self::Type(value),
            "vendor" => Self::Vendor(value),
            "title" => Self::Title(value),
            "available_for_sale" => Self::Available(value.parse().ok()?),
            _ => return None,
        })
    }

    fn fits(&self, product: &Product) -> bool {
        let has = |text: &str, part: &str| text.to_lowercase().contains(part);
        match self {
            Self::Word(word) => {
                let texts = [&product.title, &product.vendor, &product.product_type];
                texts
                    .into_iter()
                    .chain(&product.tags)
                    .any(|text| has(text, word))
            }
            Self::Tag(tag) => product
                .tags
                .iter()
                .any(|known| known.to_lowercase() == *tag),
            Self::Type(kind) => product.product_type.to_lowercase() == *kind,
            Self::Vendor(vendor) => product.vendor.to_lowercase() == *vendor,
            Self::Title(part) => has(&product.title, part),
            Self::Available(wanted) => product.is_available() == *wanted,
        }
    }
}

impl Product {
    /// Whether any variant can be bought.
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.published
            && self
                .variants
                .iter()
                .any(|variant| variant.stock.is_available())
    }

    fn least_price(&self) -> MinorUnits {
        self.variants
            .iter()
            .map(|variant| variant.price)
            .min()
            .unwrap_or_default()
    }
}

impl ProductOrder {
    /// A stable sort.
    pub fn sort<P: AsRef<Product>>(self, products: &mut [P]) {
        let of = |product: &P, text: fn(&Product) -> &str| text(product.as_ref()).to_lowercase();
        match self {
            Self::Given => {}
            Self::Id => products.sort_by_key(|product| product.as_ref().id.0),
            Self::Price => products.sort_by_key(|product| product.as_ref().least_price()),
            Self::Title => products.sort_by_cached_key(|product| of(product, |each| &each.title)),
            Self::Type => {
                products.sort_by_cached_key(|product| of(product, |each| &each.product_type));
            }
            Self::Vendor => products.sort_by_cached_key(|product| of(product, |each| &each.vendor)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{SHIRT_M, catalogue};

    fn shirt() -> Product {
        let product = Product::clone(catalogue().locate(SHIRT_M).unwrap().0);
        Product {
            title: "Lněná košile".to_owned(),
            vendor: "Dílna u lípy".to_owned(),
            product_type: "Oblečení".to_owned(),
            tags: vec!["Letní výběr".to_owned()],
            ..product
        }
    }

    #[test]
    fn a_search_is_words_and_fields() {
        for (text, fits) in [
            ("", true),
            ("košile", true),
            ("KOŠILE lněná", true),
            ("košile AND výběr", true),
            ("kalhoty", false),
            ("tag:'letní výběr'", true),
            ("tag:\"Letní výběr\" vendor:'dílna u lípy'", true),
            ("tag:letní", false),
            ("product_type:Oblečení", true),
            ("product_type:Obuv", false),
            ("title:koši", true),
            ("available_for_sale:true", true),
            ("available_for_sale:false", false),
        ] {
            let search = Search::read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(search.fits(&shirt()), fits, "{text}");
        }
    }

    /// Unsupported syntax is refused, because a result that ignores it would be wrong.
    #[test]
    fn anything_else_is_no_search() {
        for text in [
            "a OR b",
            "NOT a",
            "-tag:a",
            "(a b)",
            "tag:'a",
            "variants.price:>5",
            "created_at:2026",
            "available_for_sale:perhaps",
        ] {
            assert_eq!(Search::read(text), None, "{text}");
        }
    }

    #[test]
    fn products_are_put_in_order() {
        let named = |title: &str, id: u64, price: MinorUnits| {
            let mut product = shirt();
            product.title = title.to_owned();
            product.id = crate::ids::ProductId(id);
            product.variants.truncate(1);
            product.variants[0].price = price;
            Box::new(product)
        };
        let given = || {
            vec![
                named("b", 3, MinorUnits::new(10)),
                named("A", 2, MinorUnits::new(30)),
                named("c", 1, MinorUnits::new(20)),
            ]
        };
        for (order, wanted) in [
            (ProductOrder::Given, "bAc"),
            (ProductOrder::Id, "cAb"),
            (ProductOrder::Title, "Abc"),
            (ProductOrder::Price, "bcA"),
            (ProductOrder::Vendor, "bAc"),
            (ProductOrder::Type, "bAc"),
        ] {
            let mut products = given();
            order.sort(&mut products);
            let titles: String = products
                .iter()
                .map(|product| product.title.as_str())
                .collect();
            assert_eq!(titles, wanted, "{order:?}");
        }
    }
}
