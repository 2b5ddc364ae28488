//! Responses in parts, `multipart/mixed`. Each part is a JSON object with its own headers, sent as soon as it is ready.

use crate::graphql::execute::Later;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::fmt::Write;
use std::pin::Pin;
use std::task::{Context, Poll};

/// The format of parts that public clients read, from the `@defer` proposal of August 2022.
const MEDIA_TYPE: &str = "multipart/mixed; boundary=\"graphql\"; deferSpec=20220824";
/// The boundary between parts.
const BOUNDARY: &str = "--graphql";

/// Responds with these JSON objects in order.
pub(super) fn in_parts(parts: &[Vec<u8>]) -> Response<Body> {
    let last = parts.len().saturating_sub(1);
    let parts = parts.iter().enumerate();
    let chunks = parts.map(|(position, part)| chunk(part, position == 0, position == last));
    answer(Chunks {
        ready: chunks.collect(),
        later: None,
    })
}

/// Responds with one JSON object at once, and with a second one when it is ready.
pub(super) fn in_parts_with(first: &[u8], later: Later) -> Response<Body> {
    answer(Chunks {
        ready: VecDeque::from([chunk(first, true, false)]),
        later: Some(later),
    })
}

fn answer(chunks: Chunks) -> Response<Body> {
    let mut response = Response::new(Body::new(chunks));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// One part with the boundary after it. The first part also has a boundary before it.
fn chunk(part: &[u8], is_first: bool, is_last: bool) -> Bytes {
    let mut text = String::new();
    if is_first {
        text.push_str(BOUNDARY);
    }
    text.push_str("\r\nContent-Type: application/json; charset=utf-8\r\n\r\n");
    push_safely(&mut text, &String::from_utf8_lossy(part));
    // Send the boundary that ends a part together with the part: clients do not process the part before they see it.
    text.push_str("\r\n");
    text.push_str(BOUNDARY);
    if is_last {
        text.push_str("--\r\n");
    }
    Bytes::from(text)
}

/// Appends JSON as ASCII, and without the boundary. The public client decodes each network chunk by itself, so a
/// two-byte character could be split. It also searches for the boundary everywhere, even in a buyer's note.
fn push_safely(text: &mut String, json: &str) {
    for letter in json.chars() {
        if letter.is_ascii() {
            text.push(letter);
            if text.ends_with(BOUNDARY) {
                // Consecutive dashes occur only in JSON strings, in which any character can be escaped.
                text.pop();
                escape(text, letter);
            }
        } else {
            escape(text, letter);
        }
    }
}

fn escape(text: &mut String, letter: char) {
    for unit in letter.encode_utf16(&mut [0; 2]) {
        // Writing into a string cannot fail.
        let _complete = write!(text, "\\u{unit:04x}");
    }
}

struct Chunks {
    ready: VecDeque<Bytes>,
    /// The last chunk, if it is not ready yet.
    later: Option<Later>,
}

impl HttpBody for Chunks {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let chunks = self.get_mut();
        if let Some(ready) = chunks.ready.pop_front() {
            return Poll::Ready(Some(Ok(Frame::data(ready))));
        }
        let Some(later) = &mut chunks.later else {
            return Poll::Ready(None);
        };
        later.as_mut().poll(context).map(|part| {
            chunks.later = None;
            Some(Ok(Frame::data(chunk(&part, false, true))))
        })
    }

    fn is_end_stream(&self) -> bool {
        self.ready.is_empty() && self.later.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;

    async fn body(parts: &[&str]) -> String {
        let parts: Vec<_> = parts.iter().map(|part| part.as_bytes().to_vec()).collect();
        let bytes = in_parts(&parts)
            .into_body()
            .collect()
            .await
            .unwrap()
            .to_bytes();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn parts_stand_between_boundaries() {
        let head = "Content-Type: application/json; charset=utf-8";
        assert_eq!(
            body(&["{\"a\":1}", "{}"]).await,
            format!(
                "--graphql\r\n{head}\r\n\r\n{{\"a\":1}}\r\n--graphql\r\n{head}\r\n\r\n{{}}\r\n--graphql--\r\n"
            ),
        );
    }

    /// Characters that clients would split or misread are escaped, and the JSON keeps its meaning.
    #[tokio::test]
    async fn parts_are_plain_and_have_no_boundary() {
        let json = r#"{"note":"kůň 🔔 --graphql--","b":"----graphql"}"#;
        let whole = body(&[json]).await;
        assert!(whole.is_ascii());
        assert_eq!(whole.matches("--graphql").count(), 2, "{whole}");
        let (_, rest) = whole.split_once("\r\n\r\n").unwrap();
        let (part, _) = rest.split_once("\r\n--graphql").unwrap();
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(part), read(json));
    }
}
