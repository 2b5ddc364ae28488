//! A cache of another server's answers.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Answers by what was asked. All of them have the same lifetime. When the cache is full, the oldest answer is dropped.
pub struct AnswerCache<Question, Answer, Time> {
    most: usize,
    entries: HashMap<Question, (Answer, Time)>,
    /// Questions in the order of insertion, each once. The first answer also expires first.
    order: VecDeque<Question>,
}

impl<Question, Answer, Time> AnswerCache<Question, Answer, Time>
where
    Question: Clone + Eq + Hash,
    Answer: Clone,
    Time: Copy + PartialOrd,
{
    /// A cache of at most `most` answers.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            most,
            entries: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    /// Returns the answer, unless it has expired.
    pub fn get(&self, question: &Question, now: Time) -> Option<Answer> {
        let (answer, until) = self.entries.get(question)?;
        (now < *until).then(|| answer.clone())
    }

    /// Remembers an answer, which replaces an earlier one to the same question.
    pub fn put(&mut self, question: Question, answer: Answer, until: Time) {
        let before = self.entries.insert(question.clone(), (answer, until));
        if before.is_some() {
            self.order.retain(|known| *known != question);
        }
        self.order.push_back(question);
        while self.entries.len() > self.most {
            let Some(oldest) = self.order.pop_front() else {
                return;
            };
            self.entries.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [7.12] Answers expire, and the oldest is dropped when the cache is full.
    #[test]
    fn answers_are_remembered_for_a_while_and_not_without_bound() {
        let mut cache = AnswerCache::new(2);
        cache.put(1, 10, 100);
        assert_eq!(cache.get(&1, 99), Some(10));
        assert_eq!(cache.get(&1, 100), None);
        assert_eq!(cache.get(&2, 0), None);
        cache.put(2, 20, 200);
        // The second answer to the same question replaces the first.
        cache.put(1, 11, 300);
        cache.put(3, 30, 300);
        assert_eq!(cache.get(&2, 0), None);
        assert_eq!(cache.get(&1, 0), Some(11));
        assert_eq!(cache.get(&3, 0), Some(30));
        assert_eq!((cache.entries.len(), cache.order.len()), (2, 2));
    }
}
