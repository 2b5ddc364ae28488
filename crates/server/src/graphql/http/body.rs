//! Reading a request's body: of the right type, not too large. The edge of the server sets the time.

use super::answer::Refusal;
use apollo_compiler::response::JsonMap;
use axum::body::Body;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use bytes::{Bytes, BytesMut};
use http_body_util::{BodyExt, Limited};
use serde::Deserialize;
use serde::de::Error as _;
use std::time::Duration;
use tokio::time::timeout;

/// How much of a body that is too large is read and thrown away: a client that is still sending would otherwise see a
/// broken connection instead of the answer.
const DRAINED_BYTES: usize = 16 * 1024 * 1024;
/// How long that may take.
const DRAIN_TIME: Duration = Duration::from_secs(5);

/// A GraphQL request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GraphqlRequest {
    /// The document.
    pub(super) query: String,
    /// Which of its operations.
    pub(super) operation_name: Option<String>,
    /// Its variables.
    #[serde(default, deserialize_with = "map_or_null")]
    pub(super) variables: JsonMap,
}

fn map_or_null<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<JsonMap, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Reads the body.
pub(super) async fn read(
    headers: &HeaderMap,
    body: Body,
    limit: usize,
) -> Result<GraphqlRequest, Refusal> {
    if !is_json(headers) {
        let message = "the content type must be application/json";
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(Refusal::new(status, "UNSUPPORTED_MEDIA_TYPE", message));
    }
    parse(&collect(headers, body, limit).await?)
}

fn is_json(headers: &HeaderMap) -> bool {
    let media_type = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = media_type.map(|media_type| media_type.split(';').next().unwrap_or_default());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

async fn collect(headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes, Refusal> {
    let announced = headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok());
    let announced: Option<usize> = announced.and_then(|length| length.parse().ok());
    if announced.is_some_and(|length| length > limit) {
        drain(body).await;
        return Err(too_large(limit));
    }
    let mut body = body;
    let mut read = BytesMut::with_capacity(announced.unwrap_or_default());
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else {
            let message = "the body could not be read";
            return Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                "BAD_REQUEST",
                message,
            ));
        };
        // Trailers say nothing here.
        let Ok(data) = frame.into_data() else {
            continue;
        };
        if read.len() + data.len() > limit {
            drain(body).await;
            return Err(too_large(limit));
        }
        read.extend_from_slice(&data);
    }
    Ok(read.freeze())
}

/// Reads what the client goes on sending, without keeping it.
async fn drain(body: Body) {
    let mut body = Limited::new(body, DRAINED_BYTES);
    let reading = async { while let Some(Ok(_frame)) = body.frame().await {} };
    // Whoever sends more, or too slowly, is cut off.
    let _ended = timeout(DRAIN_TIME, reading).await;
}

fn too_large(limit: usize) -> Refusal {
    let message = format!("the body is larger than {limit} bytes");
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE", message)
}

fn parse(body: &[u8]) -> Result<GraphqlRequest, Refusal> {
    let request = match body.iter().find(|byte| !byte.is_ascii_whitespace()) {
        // Read as an array it would be a request whose fields are in order.
        Some(b'[') => Err(serde_json::Error::custom("batches are not supported")),
        _ => serde_json::from_slice(body),
    };
    request.map_err(|error| {
        // The parser's message names places and expectations, never what was sent.
        let message = format!(
            "the body is not a GraphQL request: {error}; expected an object with `query` and, where needed, `variables` and `operationName`"
        );
        Refusal::new(StatusCode::BAD_REQUEST, "BAD_REQUEST", message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_may_leave_out_all_but_the_document() {
        for body in [
            r#"{"query":"{shop{name}}"}"#,
            r#"{"query":"{shop{name}}","variables":null,"operationName":null,"extensions":{}}"#,
        ] {
            let request = parse(body.as_bytes()).unwrap();
            assert_eq!(request.query, "{shop{name}}");
            assert!(request.variables.is_empty());
            assert_eq!(request.operation_name, None);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for body in [
            "",
            "{",
            "[]",
            "null",
            "\"query\"",
            "{}",
            r#"{"query":5}"#,
            r#"{"query":"{shop{name}}","variables":[1]}"#,
            r#"[{"query":"{shop{name}}"}]"#,
        ] {
            let refused = parse(body.as_bytes()).unwrap_err();
            assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{body}");
        }
    }
}
