//! A question for whoever's device cannot work: a sum in words, which needs neither eyes nor ears, only Czech.

/// Numbers in words, from 2.
const WORDS: [&str; 8] = ["dvě", "tři", "čtyři", "pět", "šest", "sedm", "osm", "devět"];
/// Longest answer that is looked at, in bytes.
const MAX_ANSWER: usize = 16;

/// A sum of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    first: usize,
    second: usize,
}

impl Question {
    /// The question that two bytes stand for.
    pub(super) const fn of(first: u8, second: u8) -> Self {
        Self {
            first: first as usize % WORDS.len(),
            second: second as usize % WORDS.len(),
        }
    }

    /// The question in Czech.
    pub(super) fn text(self) -> String {
        let (first, second) = (WORDS[self.first], WORDS[self.second]);
        format!("Kolik je {first} plus {second}? Napište výsledek číslicemi.")
    }

    /// Whether this answers it: the sum in digits, with whatever space around.
    pub(super) fn is_answer(self, text: &str) -> bool {
        let text = text.trim();
        let given = (text.len() <= MAX_ANSWER).then(|| text.parse::<usize>().ok());
        given.flatten() == Some(self.first + self.second + 4)
    }
}
