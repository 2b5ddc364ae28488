//! Identifiers of Amazon's objects.

const LONGEST: usize = 64;

/// Whether an id consists of letters, digits and hyphens only, so that it can be one segment of an address at Amazon.
#[must_use]
pub fn is_plain_id(id: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=LONGEST).contains(&id.len()) && id.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_one_segment_of_an_address() {
        for good in ["S02-1-C1", "a", &"a".repeat(LONGEST)] {
            assert!(is_plain_id(good), "{good}");
        }
        for bad in [
            "",
            "../x",
            "a/b",
            "a?b",
            "a b",
            "ä",
            &"a".repeat(LONGEST + 1),
        ] {
            assert!(!is_plain_id(bad), "{bad}");
        }
    }
}
