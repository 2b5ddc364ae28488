//! Texts without what a hurried buyer leaves out: diacritics, capitals, punctuation.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The words of a text: letters and digits, in lower case, without diacritics.
pub(crate) fn words(text: &str) -> Vec<String> {
    let folded: String = text
        .nfkd()
        .filter(|&letter| !is_combining_mark(letter))
        .flat_map(char::to_lowercase)
        .map(plain)
        .collect();
    folded
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Letters whose mark is no combining one.
const fn plain(letter: char) -> char {
    match letter {
        'ł' => 'l',
        'đ' => 'd',
        'ø' => 'o',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lose_marks_capitals_and_punctuation() {
        for (text, expected) in [
            ("Žluťoučký KŮŇ, prý!", vec!["zlutoucky", "kun", "pry"]),
            // The same letter, written as two characters.
            ("e\u{30c}", vec!["e"]),
            ("Złoty 26 cm", vec!["zloty", "26", "cm"]),
            ("☕ \u{0} …", vec![]),
            ("чай", vec!["чаи"]),
        ] {
            assert_eq!(words(text), expected, "{text:?}");
        }
    }
}
