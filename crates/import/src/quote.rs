//! Quotes values of a feed in its report.

/// How many characters of a value a report shows.
const SHOWN: usize = 80;

/// The value in quotes, shortened if it is too long.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => format!("\"{text}\""),
        Some((end, _)) => format!("\"{}…\"", &text[..end]),
    }
}
