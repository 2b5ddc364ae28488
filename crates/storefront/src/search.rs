//! Finds products by words. Every word must begin a word of the product; where it does decides the order.

use crate::folding::words;
use crate::plain_text::plain_text;
use std::sync::{Arc, Mutex, PoisonError};
use zkratka_commerce::catalogue::{Catalogue, Product};

/// Characters of a search that count.
const MAX_CHARACTERS: usize = 100;
/// Words of a search that count.
const MAX_WORDS: usize = 8;
/// Products that a search finds at most.
const MAX_FOUND: usize = 240;
/// Characters of a description that can be found.
const MAX_DESCRIPTION: usize = 5_000;

/// What a buyer searches for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchText {
    /// As it was written, as far as it counts.
    pub text: String,
    words: Vec<String>,
}

impl SearchText {
    /// Reads a search. What is too long is cut off.
    #[must_use]
    pub fn read(typed: &str) -> Self {
        let visible = typed.chars().map(|letter| {
            if letter.is_control() || letter.is_whitespace() {
                ' '
            } else {
                letter
            }
        });
        let text: String = visible.take(MAX_CHARACTERS).collect();
        let mut words = words(&text);
        words.truncate(MAX_WORDS);
        Self {
            text: text.trim().to_owned(),
            words,
        }
    }

    /// Whether there is nothing to search for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// The products that a search has found, the best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Their indices in [`Catalogue::products`].
    pub products: Vec<usize>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// The folded texts of a catalogue's products.
#[derive(Debug)]
struct SearchIndex {
    entries: Vec<Entry>,
}

/// The texts of a product. Each begins with a space, and has one between words.
#[derive(Debug)]
struct Entry {
    product: usize,
    title: String,
    facts: String,
    description: String,
}

impl SearchIndex {
    fn new(catalogue: &Catalogue) -> Self {
        let products = catalogue.products().iter().enumerate();
        let published = products.filter(|(_, product)| product.published);
        Self {
            entries: published
                .map(|(index, product)| Entry::new(index, product))
                .collect(),
        }
    }

    fn find(&self, search: &SearchText) -> Found {
        if search.is_empty() {
            return Found::default();
        }
        let starts: Vec<String> = search.words.iter().map(|word| format!(" {word}")).collect();
        let entries = self.entries.iter();
        let mut ranked: Vec<(usize, usize)> = entries
            .filter_map(|entry| Some((entry.rank(&starts)?, entry.product)))
            .collect();
        // The sort is stable: equally good products keep the merchant's order.
        ranked.sort_by_key(|&(rank, _)| rank);
        let is_cut = ranked.len() > MAX_FOUND;
        ranked.truncate(MAX_FOUND);
        Found {
            products: ranked.into_iter().map(|(_, product)| product).collect(),
            is_cut,
        }
    }
}

impl Entry {
    fn new(index: usize, product: &Product) -> Self {
        let variants = product.variants.iter();
        let skus = variants.map(|variant| variant.sku.as_str());
        let facts = [product.vendor.as_str(), &product.product_type];
        let facts = facts
            .into_iter()
            .chain(product.tags.iter().map(String::as_str));
        let facts: Vec<&str> = facts.chain(skus).collect();
        let description = plain_text(&product.description_html);
        let description: String = description.chars().take(MAX_DESCRIPTION).collect();
        Self {
            product: index,
            title: spaced(&product.title),
            facts: spaced(&facts.join(" ")),
            description: spaced(&description),
        }
    }

    /// How far the words are from the title, together; `None` if one is missing.
    fn rank(&self, starts: &[String]) -> Option<usize> {
        let texts = [&self.title, &self.facts, &self.description];
        let place = |start: &String| texts.iter().position(|text| text.contains(start.as_str()));
        starts.iter().map(place).sum()
    }
}

fn spaced(text: &str) -> String {
    words(text).iter().fold(String::new(), |mut all, word| {
        all.push(' ');
        all.push_str(word);
        all
    })
}

/// The index of the present catalogue. Making it costs much more than a search, so it is kept while goods stay the same.
#[derive(Debug, Default)]
pub struct SearchIndexes {
    present: Mutex<Option<(Arc<Catalogue>, Arc<SearchIndex>)>>,
}

impl SearchIndexes {
    /// Searches a catalogue.
    #[must_use]
    pub fn find(&self, catalogue: &Arc<Catalogue>, search: &SearchText) -> Found {
        self.index_of(catalogue).find(search)
    }

    fn index_of(&self, catalogue: &Arc<Catalogue>) -> Arc<SearchIndex> {
        // A poisoned lock is safe to use: the pair is replaced as a whole.
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        match &*present {
            Some((known, index)) if known.has_goods_of(catalogue) => Arc::clone(index),
            _ => {
                let index = Arc::new(SearchIndex::new(catalogue));
                *present = Some((Arc::clone(catalogue), Arc::clone(&index)));
                index
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{catalogue, product};
    use zkratka_commerce::catalogue::Stock;

    fn handles(goods: &Arc<Catalogue>, typed: &str) -> Vec<String> {
        let found = SearchIndexes::default().find(goods, &SearchText::read(typed));
        let handle = |&index: &usize| goods.products()[index].handle.clone();
        found.products.iter().map(handle).collect()
    }

    fn kitchen() -> Arc<Catalogue> {
        let mut pan = product("panev", "Litinová pánev 26 cm");
        pan.description_html = "<p>Na <b>smažení</b> i jako hrnek na med.</p>".to_owned();
        let mut mug = product("hrnek", "Smaltovaný hrnek");
        mug.vendor = "Dílna U Lípy".to_owned();
        mug.tags = vec!["do kuchyně".to_owned()];
        let mut hidden = product("tajny", "Tajný hrnek");
        hidden.published = false;
        let mut honey = product("med", "Lipový med");
        honey.tags = vec!["do kuchyně".to_owned()];
        catalogue(vec![pan, hidden, mug, honey])
    }

    #[test]
    fn all_words_must_begin_a_word_of_the_product() {
        let goods = kitchen();
        for (typed, expected) in [
            ("LITINOVA panev", vec!["panev"]),
            ("pánev hrnek", vec!["panev"]),
            ("smalt hrn", vec!["hrnek"]),
            ("kuchyne", vec!["hrnek", "med"]),
            ("dílna lípy", vec!["hrnek"]),
            ("SKU", vec!["panev", "hrnek", "med"]),
            // Inside a word is no match, and neither is a tag.
            ("nek", vec![]),
            ("b", vec![]),
            ("pánev slon", vec![]),
            ("tajny", vec![]),
        ] {
            assert_eq!(handles(&goods, typed), expected, "{typed}");
        }
    }

    #[test]
    fn a_title_goes_before_a_fact_and_a_fact_before_a_description() {
        let goods = kitchen();
        // The pan says it in its description, and comes first in the catalogue.
        assert_eq!(handles(&goods, "hrnek"), ["hrnek", "panev"]);
        assert_eq!(handles(&goods, "med"), ["med", "panev"]);
        let mut mentioned = product("a", "Utěrka");
        mentioned.description_html = "do kuchyně".to_owned();
        let mut tagged = product("b", "Nůž");
        tagged.tags = vec!["do kuchyně".to_owned()];
        let goods = catalogue(vec![mentioned, tagged]);
        assert_eq!(handles(&goods, "kuchyn"), ["b", "a"]);
    }

    #[test]
    fn a_search_is_bounded() {
        let long = SearchText::read(&"á".repeat(10_000));
        assert_eq!(long.text.chars().count(), MAX_CHARACTERS);
        let many = SearchText::read(&"a ".repeat(40));
        assert_eq!(many.words.len(), MAX_WORDS);
        let products = (0..=MAX_FOUND).map(|number| product(&format!("hrnek-{number}"), "Hrnek"));
        let goods = catalogue(products.collect());
        let found = SearchIndexes::default().find(&goods, &SearchText::read("hrnek"));
        assert_eq!(found.products.len(), MAX_FOUND);
        assert!(found.is_cut);
    }

    #[test]
    fn without_a_word_nothing_is_searched() {
        for typed in ["", "   ", "\u{0}", "☕🦆", "… !", "\u{301}"] {
            assert!(SearchText::read(typed).is_empty(), "{typed:?}");
            assert_eq!(handles(&kitchen(), typed), Vec::<String>::new());
        }
        assert_eq!(SearchText::read(" a\u{0}b\n").text, "a b");
    }

    #[test]
    fn the_index_lasts_while_only_stock_changes() {
        let indexes = SearchIndexes::default();
        let goods = kitchen();
        let first = indexes.index_of(&goods);
        let variant = goods.products()[0].variants[0].id;
        let sold = Arc::new(goods.with_stock([(
            variant,
            Stock::Tracked {
                available: 0,
                oversell: false,
            },
        )]));
        assert!(Arc::ptr_eq(&first, &indexes.index_of(&sold)));
        assert!(!Arc::ptr_eq(&first, &indexes.index_of(&kitchen())));
    }
}
