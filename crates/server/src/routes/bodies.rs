//! Receives a request's whole body before any other work, so that a client that sends slowly occupies only its
//! connection.

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use bytes::{Bytes, BytesMut};
use http_body_util::{BodyExt, Limited};
use hyper::body::Body as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};
use zkratka_config::Limits;

/// Memory that every body may use in addition to the shared memory. An ordinary request needs no more, so a client that
/// fills the shared memory blocks no shopper. The number of connections limits the total.
const FREE_BYTES: usize = 16 * 1024;
/// The shared memory is allocated in units of this size.
const PIECE: usize = 1024;
/// How much of a refused body is read and discarded. Otherwise a client that is still sending would see a broken
/// connection instead of the response.
const DRAINED_BYTES: usize = 16 * 1024 * 1024;
/// The deadline of that reading.
const DRAIN_TIME: Duration = Duration::from_secs(5);

pub(super) struct Bodies {
    limit: usize,
    patience: Duration,
    memory: Arc<Semaphore>,
}

/// The shared memory that a body occupies while its request is handled.
pub(super) type MemoryPermit = Option<OwnedSemaphorePermit>;

impl Bodies {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            limit: limits.body_bytes,
            patience: limits.body_timeout,
            memory: Arc::new(Semaphore::new(limits.body_memory / PIECE)),
        }
    }

    /// Receives the whole body of a request, of at most `limit` bytes if the configured limit is larger. The error is 408 if the body arrives too slowly, 413 if it is too large,
    /// 429 if there is no memory for it, and 400 if the connection breaks off.
    pub(super) async fn receive(
        &self,
        request: Request,
        limit: usize,
    ) -> Result<(Request, MemoryPermit), StatusCode> {
        let (parts, body) = request.into_parts();
        if body.is_end_stream() {
            return Ok((Request::from_parts(parts, body), None));
        }
        let announced = parts.headers.get(CONTENT_LENGTH);
        let announced = announced.and_then(|value| value.to_str().ok()?.parse().ok());
        let (bytes, held) = self.collect(body, announced, limit).await?;
        Ok((Request::from_parts(parts, Body::from(bytes)), held))
    }

    async fn collect(
        &self,
        mut body: Body,
        announced: Option<usize>,
        limit: usize,
    ) -> Result<(Bytes, MemoryPermit), StatusCode> {
        let limit = limit.min(self.limit);
        let late = Instant::now() + self.patience;
        if announced.is_some_and(|length| length > limit) {
            drain(body).await;
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        // Trust the announced length only up to the memory that every body may use.
        let mut read = BytesMut::with_capacity(announced.unwrap_or_default().min(FREE_BYTES));
        let mut held: MemoryPermit = None;
        loop {
            let frame = match timeout_at(late, body.frame()).await {
                Ok(Some(Ok(frame))) => frame,
                Ok(None) => return Ok((read.freeze(), held)),
                Ok(Some(Err(_broken))) => return Err(StatusCode::BAD_REQUEST),
                Err(_elapsed) => return Err(StatusCode::REQUEST_TIMEOUT),
            };
            // Ignore trailers.
            let Ok(data) = frame.into_data() else {
                continue;
            };
            let length = read.len() + data.len();
            if length > limit {
                drain(body).await;
                return Err(StatusCode::PAYLOAD_TOO_LARGE);
            }
            if !self.grow(&mut held, length) {
                drop((read, held));
                drain(body).await;
                return Err(StatusCode::TOO_MANY_REQUESTS);
            }
            read.extend_from_slice(&data);
        }
    }

    /// Allocates shared memory for a body of this length. Returns `false` if there is not enough.
    fn grow(&self, held: &mut MemoryPermit, length: usize) -> bool {
        let needed = length.saturating_sub(FREE_BYTES).div_ceil(PIECE);
        let has = held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let more = u32::try_from(needed.saturating_sub(has)).unwrap_or(u32::MAX);
        if more == 0 {
            return true;
        }
        let Ok(permit) = Arc::clone(&self.memory).try_acquire_many_owned(more) else {
            return false;
        };
        match held {
            Some(held) => held.merge(permit),
            None => *held = Some(permit),
        }
        true
    }
}

/// Reads and discards the rest of a body.
async fn drain(body: Body) {
    let mut body = Limited::new(body, DRAINED_BYTES);
    let reading = async { while let Some(Ok(_frame)) = body.frame().await {} };
    // The connection of a client that sends more, or more slowly, is closed.
    let _ended = timeout(DRAIN_TIME, reading).await;
}
