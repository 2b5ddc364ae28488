//! How values of a feed are repeated in its report.

/// No more of a value than this is repeated in a report.
const SHOWN: usize = 80;

/// A value from the feed in quotes, cut where it would fill the screen.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => format!("\"{text}\""),
        Some((end, _)) => format!("\"{}…\"", &text[..end]),
    }
}
