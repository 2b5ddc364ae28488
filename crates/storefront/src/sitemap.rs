//! The list of pages for search engines, in the format of sitemaps.org.

use std::fmt::Write;
use std::num::NonZeroUsize;
use zkratka_assets::theme::escape;
use zkratka_commerce::catalogue::Catalogue;

/// Addresses in one file. The format allows as many.
const PER_FILE: usize = 50_000;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// The paths of the shop's pages that search engines may show, policies aside.
#[must_use]
pub fn shop_paths(catalogue: &Catalogue) -> Vec<String> {
    let fixed = ["/", "/collections"].map(str::to_owned);
    let collections = catalogue.collections().iter();
    let collections = collections.map(|one| format!("/collections/{}", one.handle));
    let products = catalogue.published();
    let products = products.map(|product| format!("/products/{}", product.handle));
    fixed
        .into_iter()
        .chain(collections)
        .chain(products)
        .collect()
}

/// The files that list the pages at these paths.
#[derive(Debug)]
pub struct Sitemap<'a> {
    origin: &'a str,
    paths: Vec<String>,
    per_file: usize,
}

impl<'a> Sitemap<'a> {
    #[must_use]
    pub fn new(origin: &'a str, paths: Vec<String>) -> Self {
        Self {
            origin,
            paths,
            per_file: PER_FILE,
        }
    }

    /// The file at `/sitemap.xml`: the list itself, or the names of its parts if it is too long for one file.
    #[must_use]
    pub fn main_file(&self) -> String {
        let parts = self.paths.len().div_ceil(self.per_file);
        if parts <= 1 {
            return self.list(&self.paths);
        }
        let names = (1..=parts).map(|number| format!("/sitemap.xml?part={number}"));
        self.file("sitemapindex", "sitemap", names)
    }

    /// One part of a long list; `None` if there is no such part.
    #[must_use]
    pub fn part(&self, number: NonZeroUsize) -> Option<String> {
        let mut parts = self.paths.chunks(self.per_file);
        parts.nth(number.get() - 1).map(|paths| self.list(paths))
    }

    fn list(&self, paths: &[String]) -> String {
        self.file("urlset", "url", paths.iter().cloned())
    }

    fn file(&self, root: &str, item: &str, paths: impl Iterator<Item = String>) -> String {
        let mut xml = format!("{HEAD}<{root} xmlns=\"{NAMESPACE}\">\n");
        for path in paths {
            let address = escape(&format!("{}{path}", self.origin));
            // Writing to a string cannot fail.
            let _ = writeln!(xml, "<{item}><loc>{address}</loc></{item}>");
        }
        let _ = writeln!(xml, "</{root}>");
        xml
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{catalogue, product};

    const ORIGIN: &str = "https://shop.example";

    #[test]
    fn published_goods_and_their_collections_are_listed() {
        let mut mug = product("hrnek", "Hrnek");
        mug.tags = vec!["Do kuchyně".to_owned()];
        let mut hidden = product("tajny", "Tajný");
        hidden.published = false;
        hidden.tags = vec!["tajné".to_owned()];
        assert_eq!(
            shop_paths(&catalogue(vec![mug, hidden])),
            [
                "/",
                "/collections",
                "/collections/do-kuchyne",
                "/products/hrnek"
            ]
        );
    }

    #[test]
    fn addresses_are_escaped() {
        let xml = Sitemap::new(ORIGIN, vec!["/a?b&c<d>".to_owned()]).main_file();
        assert_eq!(
            xml,
            format!(
                "{HEAD}<urlset xmlns=\"{NAMESPACE}\">\n<url><loc>{ORIGIN}/a?b&amp;c&lt;d&gt;</loc></url>\n</urlset>\n"
            )
        );
    }

    #[test]
    fn a_long_list_has_parts_with_every_address_once() {
        let paths: Vec<String> = (0..5).map(|number| format!("/page-{number}")).collect();
        let sitemap = Sitemap {
            per_file: 2,
            ..Sitemap::new(ORIGIN, paths.clone())
        };
        let index = sitemap.main_file();
        assert_eq!(index.matches("<sitemap>").count(), 3, "{index}");
        assert!(index.contains("/sitemap.xml?part=3</loc>"), "{index}");
        let part = |number| sitemap.part(NonZeroUsize::new(number).expect("a number"));
        let all: String = (1..=3)
            .map(|number| part(number).expect("a part"))
            .collect();
        for path in paths {
            assert_eq!(all.matches(&path).count(), 1, "{path}");
        }
        assert_eq!(part(4), None);
    }
}
