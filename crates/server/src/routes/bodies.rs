//! Bodies are read before anything is done: a client that sends slowly holds its connection and nothing else.

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

/// What every body may take besides the memory for all: an ordinary request needs no more, so that whoever fills that
/// memory keeps no shopper out. Bounded by the number of connections.
const FREE_BYTES: usize = 16 * 1024;
/// The memory is given out in pieces of this size.
const PIECE: usize = 1024;
/// How much of a body that is refused is read and thrown away: a client that is still sending would otherwise see a
/// broken connection instead of the answer.
const DRAINED_BYTES: usize = 16 * 1024 * 1024;
/// How long that may take.
const DRAIN_TIME: Duration = Duration::from_secs(5);

/// Reads bodies within their limits.
pub(super) struct Bodies {
    limit: usize,
    patience: Duration,
    memory: Arc<Semaphore>,
}

/// The memory that a body takes while its request is answered.
pub(super) type Held = Option<OwnedSemaphorePermit>;

impl Bodies {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            limit: limits.body_bytes,
            patience: limits.body_timeout,
            memory: Arc::new(Semaphore::new(limits.body_memory / PIECE)),
        }
    }

    /// The request with all of its body; or 408 when that came too slowly, 413 when it is too large, 429 when there is
    /// no memory for it, 400 when it broke off.
    pub(super) async fn receive(&self, request: Request) -> Result<(Request, Held), StatusCode> {
        let (parts, body) = request.into_parts();
        if body.is_end_stream() {
            return Ok((Request::from_parts(parts, body), None));
        }
        let announced = parts.headers.get(CONTENT_LENGTH);
        let announced = announced.and_then(|value| value.to_str().ok()?.parse().ok());
        let (bytes, held) = self.collect(body, announced).await?;
        Ok((Request::from_parts(parts, Body::from(bytes)), held))
    }

    async fn collect(
        &self,
        mut body: Body,
        announced: Option<usize>,
    ) -> Result<(Bytes, Held), StatusCode> {
        let late = Instant::now() + self.patience;
        if announced.is_some_and(|length| length > self.limit) {
            drain(body).await;
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        // What is announced is believed as far as it costs nobody anything.
        let mut read = BytesMut::with_capacity(announced.unwrap_or_default().min(FREE_BYTES));
        let mut held: Held = None;
        loop {
            let frame = match timeout_at(late, body.frame()).await {
                Ok(Some(Ok(frame))) => frame,
                Ok(None) => return Ok((read.freeze(), held)),
                Ok(Some(Err(_broken))) => return Err(StatusCode::BAD_REQUEST),
                Err(_elapsed) => return Err(StatusCode::REQUEST_TIMEOUT),
            };
            // Trailers say nothing here.
            let Ok(data) = frame.into_data() else {
                continue;
            };
            let length = read.len() + data.len();
            if length > self.limit {
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

    /// Takes memory for a body that has come to this length; false when there is none left.
    fn grow(&self, held: &mut Held, length: usize) -> bool {
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

/// Reads what the client goes on sending, without keeping it.
async fn drain(body: Body) {
    let mut body = Limited::new(body, DRAINED_BYTES);
    let reading = async { while let Some(Ok(_frame)) = body.frame().await {} };
    // Whoever sends more, or too slowly, is cut off.
    let _ended = timeout(DRAIN_TIME, reading).await;
}
