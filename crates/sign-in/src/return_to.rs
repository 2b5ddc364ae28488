//! Where a browser goes after its owner has signed in.

use url::Url;

/// The longest path that is followed.
const LONGEST: usize = 2_000;

/// The path, if it leads nowhere but to this host. Browsers read a backslash as a slash and skip control characters, so such paths can
/// lead elsewhere.
#[must_use]
pub fn own_path(path: &str) -> Option<&str> {
    let is_plain = path.len() <= LONGEST
        && path.starts_with('/')
        && !path.contains(|letter: char| letter == '\\' || letter.is_control());
    let here = Url::parse("https://here.invalid/").ok()?;
    let there = here.join(path).ok().filter(|_| is_plain)?;
    (there.origin() == here.origin()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::own_path;

    /// [7.16] Nobody is sent to another host after signing in.
    #[test]
    fn nobody_is_sent_elsewhere() {
        for path in [
            "/",
            "/account",
            "/checkout/Z1?key=0a&payment=shop_pay",
            "/a?b=//c",
        ] {
            assert_eq!(own_path(path), Some(path));
        }
        for path in [
            "",
            "account",
            "https://evil.example/",
            "//evil.example/",
            "/\\evil.example/",
            "\\\\evil.example/",
            "/\t/evil.example/",
            "/\n/evil.example/",
            "javascript:alert(1)",
            "@evil.example",
        ] {
            assert_eq!(own_path(path), None, "{path:?}");
        }
        assert_eq!(own_path(&format!("/{}", "a".repeat(2_000))), None);
    }
}
