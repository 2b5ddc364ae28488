//! What search engines may visit.

use std::fmt::Write;

/// The text of `robots.txt`: the paths that programs should leave alone, and where the list of pages is.
#[must_use]
pub fn robots_txt(origin: &str, private: &[&str]) -> String {
    let mut text = String::from("User-agent: *\n");
    for path in private {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Disallow: {path}");
    }
    let _ = writeln!(text, "\nSitemap: {origin}/sitemap.xml");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_paths_and_the_sitemap_are_named() {
        assert_eq!(
            robots_txt("https://shop.example", &["/cart", "/checkout/"]),
            "User-agent: *\nDisallow: /cart\nDisallow: /checkout/\n\nSitemap: https://shop.example/sitemap.xml\n"
        );
    }
}
