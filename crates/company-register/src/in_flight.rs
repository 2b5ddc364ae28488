//! Joins equal questions that are under way.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::OnceCell;

/// Questions under way. If the first asker goes away, the next one asks.
#[derive(Debug)]
pub(crate) struct InFlight<Question, Answer> {
    questions: Mutex<HashMap<Question, Weak<OnceCell<Answer>>>>,
}

impl<Question, Answer> Default for InFlight<Question, Answer> {
    fn default() -> Self {
        Self {
            questions: Mutex::default(),
        }
    }
}

impl<Question, Answer> InFlight<Question, Answer>
where
    Question: Clone + Eq + Hash,
    Answer: Clone,
{
    /// The answer to an equal question that is under way, or else the one that `asking` gets.
    pub(crate) async fn joined(
        &self,
        question: &Question,
        asking: impl Future<Output = Answer>,
    ) -> Answer {
        let place = self.place(question);
        place.get_or_init(|| asking).await.clone()
    }

    fn place(&self, question: &Question) -> Arc<OnceCell<Answer>> {
        // Every single change leaves the table consistent.
        let mut questions = self
            .questions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = questions.get(question).and_then(Weak::upgrade)
            && !place.initialized()
        {
            return place;
        }
        // Nobody waits for the others any more.
        questions.retain(|_, place| place.strong_count() > 0);
        let place = Arc::new(OnceCell::new());
        questions.insert(question.clone(), Arc::downgrade(&place));
        place
    }
}
