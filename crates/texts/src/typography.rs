//! Czech typography, as one rule for every text that the server shows.

use crate::date::MONTHS;

const HARD_SPACE: char = '\u{a0}';
const EN_DASH: char = '–';
const DAYS: [&str; 7] = ["po", "út", "st", "čt", "pá", "so", "ne"];

/// Writes a text as Czech typesetting wants it:
///
/// - a preposition or conjunction of one letter stays with the word after it: `v krámě`
/// - a number stays with what it counts, and groups of digits stay together: `1 500 Kč`, `24. 11.`, `3 kusy`
/// - ranges have an en dash: `8–17`, `po–pá`
/// - times have no leading zero: `9:02`
///
/// A text that is written so already stays as it is. Words with letters and digits (codes, links) are not touched.
#[must_use]
pub fn typographic(text: &str) -> String {
    let mut set = String::with_capacity(text.len() + 8);
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        set.push_str(&set_word(word));
        if let Some(next) = words.peek() {
            set.push(if stay_together(word, next) {
                HARD_SPACE
            } else {
                ' '
            });
        }
    }
    set
}

/// Whether no line may end between two words.
fn stay_together(word: &str, next: &str) -> bool {
    // A hard space inside a word joins what was two words.
    let last = word.rsplit(HARD_SPACE).next().unwrap_or(word);
    is_short_word(last) || counts(last, next)
}

/// Whether the word is a preposition or conjunction of one letter, perhaps after an opening bracket or quotation mark.
fn is_short_word(word: &str) -> bool {
    let letters = word.trim_start_matches(['(', '„', '‚']);
    matches!(
        letters.to_lowercase().as_str(),
        "k" | "s" | "v" | "z" | "o" | "u" | "a" | "i"
    )
}

/// Whether the word is a number that belongs to the next word.
fn counts(word: &str, next: &str) -> bool {
    let number = word.trim_start_matches(['(', '„', '−', '+']);
    let (digits, is_ordinal) = match number.strip_suffix('.') {
        Some(digits) => (digits, true),
        None => (number, false),
    };
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit())
        && digits
            .chars()
            .all(|each| each.is_ascii_digit() || matches!(each, ',' | HARD_SPACE));
    let follows = next.chars().next().is_some_and(|first| {
        let is_counted = first.is_alphabetic() || matches!(first, '%' | '€' | '$' | '£');
        first.is_ascii_digit() || (!is_ordinal && is_counted)
    });
    let is_dated = is_ordinal && MONTHS.contains(&next.trim_end_matches([',', '.']));
    // A comma after the number ends its clause.
    is_number && !digits.ends_with(',') && (follows || is_dated)
}

/// A word with its range or time as they should be.
fn set_word(word: &str) -> String {
    let core =
        word.trim_matches(|edge: char| matches!(edge, '(' | ')' | ',' | ';' | '.' | '„' | '“'));
    let set = range(core).or_else(|| time(core));
    set.map_or_else(|| word.to_owned(), |set| word.replacen(core, &set, 1))
}

/// `8–17` for `8-17`, `po–pá` for `po-pá`. Longer numbers may be a telephone's or an account's.
fn range(word: &str) -> Option<String> {
    let (from, to) = word.split_once('-')?;
    let is_short = |text: &str| {
        (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_day = |text: &str| DAYS.contains(&text);
    let is_range = (is_short(from) && is_short(to)) || (is_day(from) && is_day(to));
    is_range.then(|| format!("{from}{EN_DASH}{to}"))
}

/// `9:02` for `09:02`
fn time(word: &str) -> Option<String> {
    let (hours, minutes) = word.split_once(':')?;
    let is_pair = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let shorter = hours.strip_prefix('0')?;
    (is_pair(hours) && is_pair(minutes)).then(|| format!("{shorter}:{minutes}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each text with `_` for hard spaces.
    fn shown(text: &str) -> String {
        typographic(text).replace(HARD_SPACE, "_")
    }

    /// [3.19] Short words and numbers stay with what follows them; ranges and times are written as in print.
    #[test]
    fn texts_are_set_as_in_czech_print() {
        for (text, expected) in [
            ("Osobně u nás v krámě", "Osobně u_nás v_krámě"),
            ("V krámě (i v sobotu)", "V_krámě (i_v_sobotu)"),
            ("sleva 20 % a 1 500 Kč", "sleva 20_% a_1_500_Kč"),
            (
                "od 24. 11. do 3. prosince 2026",
                "od 24._11. do 3._prosince 2026",
            ),
            ("Zbývají 2 kusy, potom 3.", "Zbývají 2_kusy, potom 3."),
            ("po-pá 8-17, so 8-11", "po–pá 8–17, so 8–11"),
            ("v 09:02 nebo (00:30)", "v_9:02 nebo (0:30)"),
            ("Objednávka 1001. Děkujeme.", "Objednávka 1001. Děkujeme."),
            ("mezi 17. a 20. hodinou", "mezi 17. a_20. hodinou"),
            ("do 5 kg", "do 5_kg"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }

    /// [3.19] Accounts, telephone numbers, codes, dates for machines and links stay as they are.
    #[test]
    fn numbers_of_other_kinds_are_not_touched() {
        for text in [
            "19-2000145399/0800",
            "2026-11-24",
            "DAREK-SOJKA-2026",
            "+420-777-123-456",
            "e-mail",
            "10:30:05",
            "https://obchod.example/a-b",
            "Z-BOX",
            "",
        ] {
            assert_eq!(typographic(text), text);
        }
    }

    /// [3.19] A text that is set already stays so.
    #[test]
    fn the_rule_changes_nothing_twice() {
        for text in ["u nás 1 500 Kč v 09:02, po-pá 8-17", "20 % z 3. ceny"] {
            let once = typographic(text);
            assert_eq!(typographic(&once), once);
        }
    }
}
