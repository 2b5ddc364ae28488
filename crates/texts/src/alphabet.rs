//! The Czech alphabet, by which lists for buyers are sorted.

/// The letters in their order. Other marks than these do not change a letter's place, e.g. `á` and `ú`.
const LETTERS: &str = "abcčdefghĥijklmnopqrřsštuvwxyzž";
/// Stands for `ch`, which follows `h`.
const CH: char = 'ĥ';

/// The key by which names sort as a Czech dictionary sorts them: `ch` after `h`, `č`, `ř`, `š` and `ž` after their plain
/// letters. Case does not matter; other accents count only between names that are otherwise equal.
#[must_use]
pub fn czech_order(name: &str) -> (Vec<usize>, String) {
    let lower = name.to_lowercase();
    let key = lower.replace("ch", &CH.to_string());
    let place = |letter| match LETTERS.chars().position(|known| known == plain(letter)) {
        Some(place) => place + 1,
        // Spaces and hyphens come before letters.
        None => 0,
    };
    (key.chars().map(place).collect(), lower)
}

/// A letter without a mark that does not change its place.
const fn plain(letter: char) -> char {
    match letter {
        'á' | 'ä' => 'a',
        'ď' => 'd',
        'é' | 'ě' | 'ë' => 'e',
        'í' => 'i',
        'ĺ' | 'ľ' => 'l',
        'ň' => 'n',
        'ó' | 'ô' | 'ö' => 'o',
        'ť' => 't',
        'ú' | 'ů' | 'ü' => 'u',
        'ý' => 'y',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [5.09] Lists are in Czech order, which is not the order of code points.
    #[test]
    fn names_sort_as_in_a_czech_dictionary() {
        let sorted = [
            "Aljaška",
            "Arizona",
            "Cibule",
            "Colorado",
            "Čáslav",
            "Havaj",
            "Chrudim",
            "Idaho",
            "Illinois",
            "Jižní Dakota",
            "Jižní Karolína",
            "Řím",
            "Sever",
            "Severní Dakota",
            "Šumava",
            "Západní Virginie",
            "Žatec",
        ];
        let mut names = sorted.to_vec();
        names.reverse();
        names.sort_by_cached_key(|name| czech_order(name));
        assert_eq!(names, sorted);
    }
}
