//! A cache of another server's answers.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::time::Duration;

/// Answers by what was asked. Moments are milliseconds of the caller's clock. When the cache is full, the oldest answer is dropped.
pub struct AnswerCache<Question, Answer> {
    most: usize,
    /// How long an answer is kept, in milliseconds.
    lifetime: i64,
    /// Answers, and when they expire.
    entries: HashMap<Question, (Answer, i64)>,
    /// Questions in the order of insertion, each once. All answers have the same lifetime, so the first one also expires first.
    order: VecDeque<Question>,
}

impl<Question, Answer> AnswerCache<Question, Answer>
where
    Question: Clone + Eq + Hash,
    Answer: Clone,
{
    /// A cache of at most `most` answers.
    #[must_use]
    pub fn new(most: usize, lifetime: Duration) -> Self {
        Self {
            most,
            lifetime: i64::try_from(lifetime.as_millis()).unwrap_or(i64::MAX),
            entries: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    /// Returns the answer, unless it has expired.
    pub fn get(&self, question: &Question, now: i64) -> Option<Answer> {
        let (answer, until) = self.entries.get(question)?;
        (now < *until).then(|| answer.clone())
    }

    /// Remembers an answer given at `now`, which replaces an earlier one to the same question, and forgets expired ones.
    pub fn put(&mut self, question: Question, answer: Answer, now: i64) {
        let until = now.saturating_add(self.lifetime);
        let before = self.entries.insert(question.clone(), (answer, until));
        if before.is_some() {
            self.order.retain(|known| *known != question);
        }
        self.order.push_back(question);
        while self.entries.len() > self.most || self.first_has_expired(now) {
            let Some(oldest) = self.order.pop_front() else {
                return;
            };
            self.entries.remove(&oldest);
        }
    }

    fn first_has_expired(&self, now: i64) -> bool {
        let first = self.order.front().and_then(|one| self.entries.get(one));
        first.is_some_and(|(_, until)| *until <= now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [7.12] Answers expire, and the oldest is dropped when the cache is full.
    #[test]
    fn answers_are_remembered_for_a_while_and_not_without_bound() {
        let mut cache = AnswerCache::new(2, Duration::from_millis(100));
        cache.put(1, 10, 0);
        assert_eq!(cache.get(&1, 99), Some(10));
        assert_eq!(cache.get(&1, 100), None);
        assert_eq!(cache.get(&2, 0), None);
        cache.put(2, 20, 10);
        // The second answer to the same question replaces the first.
        cache.put(1, 11, 20);
        cache.put(3, 30, 20);
        assert_eq!(cache.get(&2, 0), None);
        assert_eq!(cache.get(&1, 0), Some(11));
        assert_eq!(cache.get(&3, 0), Some(30));
        assert_eq!((cache.entries.len(), cache.order.len()), (2, 2));
    }

    /// [7.12] Expired answers take no memory once another answer comes, however much room is left.
    #[test]
    fn expired_answers_are_forgotten() {
        let mut cache = AnswerCache::new(100, Duration::from_millis(100));
        for number in 0..10 {
            cache.put(number, number, i64::from(number));
        }
        cache.put(99, 99, 104);
        let mut left: Vec<_> = cache.entries.keys().copied().collect();
        left.sort_unstable();
        assert_eq!(left, [5, 6, 7, 8, 9, 99]);
        assert_eq!(cache.order.len(), 6);
        cache.put(98, 98, 1_000);
        assert_eq!((cache.entries.len(), cache.order.len()), (1, 1));
        let mut forgetful = AnswerCache::new(100, Duration::ZERO);
        forgetful.put(1, 1, 0);
        assert_eq!((forgetful.entries.len(), forgetful.order.len()), (0, 0));
    }
}
