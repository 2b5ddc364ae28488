//! Collections as templates see them.

use serde::Serialize;
use std::cmp::Reverse;
use zkratka_commerce::catalogue::{Catalogue, Collection};
use zkratka_texts::{czech_order, typographic};

/// Links in the menu. More would not fit on a line.
const MENU: usize = 5;

/// A link to a collection.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct CollectionView {
    pub handle: String,
    pub title: String,
    pub url: String,
    /// The number of its products.
    pub count: usize,
}

impl From<&Collection> for CollectionView {
    fn from(collection: &Collection) -> Self {
        Self {
            handle: collection.handle.clone(),
            title: collection_title(&collection.title),
            url: format!("/collections/{}", collection.handle),
            count: collection.size(),
        }
    }
}

/// All collections, as a Czech dictionary sorts them.
#[must_use]
pub fn collection_views(catalogue: &Catalogue) -> Vec<CollectionView> {
    let collections = catalogue.collections().iter();
    let mut views: Vec<CollectionView> = collections.map(CollectionView::from).collect();
    views.sort_by_cached_key(|view| czech_order(&view.title));
    views
}

/// The collections with the most products, the largest first.
#[must_use]
pub fn menu(catalogue: &Catalogue) -> Vec<CollectionView> {
    let mut collections: Vec<&Collection> = catalogue.collections().iter().collect();
    collections.sort_by_key(|collection| Reverse(collection.size()));
    let largest = collections.into_iter().take(MENU);
    largest.map(CollectionView::from).collect()
}

/// A tag as a heading: merchants write tags in lower case.
#[must_use]
pub fn collection_title(tag: &str) -> String {
    let mut letters = tag.trim().chars();
    let first = letters.next().map(char::to_uppercase);
    let title: String = first.into_iter().flatten().chain(letters).collect();
    typographic(&title)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{catalogue, product};

    #[test]
    fn a_tag_becomes_a_heading() {
        assert_eq!(collection_title(" z okolí"), "Z\u{a0}okolí");
        assert_eq!(collection_title("čaj"), "Čaj");
        assert_eq!(collection_title(""), "");
    }

    #[test]
    fn the_menu_has_the_largest_collections() {
        let tagged = |handle: &str, tags: &[&str]| {
            let mut one = product(handle, handle);
            one.tags = tags.iter().map(|&tag| tag.to_owned()).collect();
            one
        };
        let catalogue = catalogue(vec![
            tagged("a", &["č", "dvě", "b", "ch", "d", "e", "f"]),
            tagged("b", &["dvě"]),
        ]);
        let menu = menu(&catalogue);
        assert_eq!(menu.len(), MENU);
        assert_eq!(menu[0].title, "Dvě");
        assert_eq!(menu[0].url, "/collections/dve");
        assert_eq!(menu[0].count, 2);
        let views = collection_views(&catalogue);
        let titles: Vec<&str> = views.iter().map(|view| view.title.as_str()).collect();
        assert_eq!(titles, ["B", "Č", "D", "Dvě", "E", "F", "Ch"]);
    }
}
