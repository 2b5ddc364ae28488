//! A question for buyers whose device cannot compute the proof of work: a sum in words. It requires neither sight nor
//! hearing, only Czech.

/// Numbers in words, from 2.
const WORDS: [&str; 8] = ["dvě", "tři", "čtyři", "pět", "šest", "sedm", "osm", "devět"];
/// Longest accepted answer, in bytes.
const MAX_ANSWER: usize = 16;

/// A sum of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    first: usize,
    second: usize,
}

impl Question {
    /// Derives a question from two bytes.
    pub(super) const fn of(first: u8, second: u8) -> Self {
        Self {
            first: first as usize % WORDS.len(),
            second: second as usize % WORDS.len(),
        }
    }

    /// Returns the question in Czech.
    pub(super) fn text(self) -> String {
        let (first, second) = (WORDS[self.first], WORDS[self.second]);
        format!("Kolik je {first} plus {second}? Napište výsledek číslicemi.")
    }

    /// Whether the text is the sum in digits; spaces around it are allowed.
    pub(super) fn is_answer(self, text: &str) -> bool {
        let text = text.trim();
        let given = (text.len() <= MAX_ANSWER).then(|| text.parse::<usize>().ok());
        given.flatten() == Some(self.first + self.second + 4)
    }
}
