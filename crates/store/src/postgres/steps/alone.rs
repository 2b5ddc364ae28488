//! Requests that are written one by one.

use super::Request;
use super::together::{Answer, answer_all};
use crate::StoreError;
use crate::postgres::error::Failure;
use crate::postgres::session::{PATIENT, PROMPT, Session};
use crate::postgres::work::Work;
use async_trait::async_trait;
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};

/// One request in a transaction of its own. Its first run waits for a lock no longer than a shared transaction does.
pub(super) struct Alone {
    request: Request,
    has_run: AtomicBool,
}

impl Alone {
    pub(super) const fn new(request: Request) -> Self {
        Self {
            request,
            has_run: AtomicBool::new(false),
        }
    }
}

#[async_trait]
impl Work for Alone {
    type Answer = Answer;

    async fn run(&self, session: &Session) -> Result<Answer, Failure> {
        let has_run = self.has_run.swap(true, Ordering::Relaxed);
        let how = if has_run { PATIENT } else { PROMPT };
        if let Request::Begin(begin) = &self.request {
            // Boxed, because the future is large.
            let begun = Box::pin(begin.run(session, how));
            return begun.await.map(Answer::Begun);
        }
        let answers = answer_all(slice::from_ref(&self.request), session, how).await?;
        let answer = answers.into_iter().flatten().next();
        Ok(answer.ok_or(StoreError::Inconsistent("a step has no answer"))?)
    }
}
