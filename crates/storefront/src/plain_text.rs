//! The text of HTML.

/// Characters of a summary. Search engines show about as many.
const SUMMARY: usize = 155;

/// Sanitised HTML without its tags. The sanitiser leaves few character references; those that can occur are decoded.
pub(crate) fn plain_text(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut in_tag = false;
    for character in html.chars() {
        match character {
            '<' => in_tag = true,
            '>' => {
                in_tag = false;
                text.push(' ');
            }
            character if !in_tag => text.push(character),
            _ => {}
        }
    }
    text.replace("&nbsp;", "\u{a0}")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// The beginning of a description, without tags.
#[must_use]
pub fn summary(html: &str) -> String {
    let text = plain_text(html);
    let mut short = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        length += word.chars().count() + 1;
        if length > SUMMARY {
            return short + "…";
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_and_references_are_decoded() {
        let html = "<p>Hrnek &amp; <b>talíř</b></p><p>za&nbsp;5 &lt; 6</p>";
        assert_eq!(summary(html), "Hrnek & talíř za 5 < 6");
    }

    #[test]
    fn a_summary_ends_at_a_word() {
        let short = summary(&"slovo ".repeat(100));
        assert!(short.ends_with("slovo…"), "{short}");
        assert!(short.chars().count() <= SUMMARY + 1, "{short}");
        assert_eq!(summary(""), "");
    }
}
