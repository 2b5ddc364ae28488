//! Parses a request's body. The server's edge has already received the body within its limits of time and size.

use super::answer::Refusal;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde::de::Error as _;
use serde_json::value::RawValue;
use zkratka_graphql_engine::plan::RawVariables;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GraphqlRequest<'b> {
    #[serde(borrow)]
    pub(super) query: Query<'b>,
    pub(super) operation_name: Option<String>,
    #[serde(borrow, default, deserialize_with = "map_or_null")]
    pub(super) variables: RawVariables<'b>,
}

/// A document as a JSON string, exactly as sent. Clients send the same few documents again and again, so the string
/// serves as the cache key.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Query<'b>(#[serde(borrow, deserialize_with = "string")] &'b str);

impl<'b> Query<'b> {
    /// The JSON string as sent, including its quotes.
    pub(super) const fn sent(self) -> &'b str {
        self.0
    }
}

fn string<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<&'de str, D::Error> {
    let sent = <&RawValue>::deserialize(deserializer)?.get();
    if sent.starts_with('"') {
        Ok(sent)
    } else {
        Err(D::Error::custom("`query` must be a string"))
    }
}

fn map_or_null<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<RawVariables<'de>, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Reads the body, which must be JSON.
pub(super) async fn receive(
    headers: &HeaderMap,
    body: Body,
    limit: usize,
) -> Result<Bytes, Refusal> {
    if !is_json(headers) {
        let message = "the content type must be application/json";
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(Refusal::new(status, "UNSUPPORTED_MEDIA_TYPE", message));
    }
    to_bytes(body, limit).await.map_err(|_| {
        let message = "the body could not be read";
        Refusal::new(StatusCode::BAD_REQUEST, "BAD_REQUEST", message)
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let media_type = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = media_type.map(|media_type| media_type.split(';').next().unwrap_or_default());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

/// Parses the body. The values of variables are parsed later.
pub(super) fn parse(body: &[u8]) -> Result<GraphqlRequest<'_>, Refusal> {
    let request = match body.iter().find(|byte| !byte.is_ascii_whitespace()) {
        // serde would read an array as a struct whose fields are in order.
        Some(b'[') => Err(serde_json::Error::custom("batches are not supported")),
        _ => serde_json::from_slice(body),
    };
    request.map_err(|error| malformed(&error))
}

/// Refuses a malformed body. The parser's message contains positions and expected types, never the client's data.
pub(super) fn malformed(error: &serde_json::Error) -> Refusal {
    let message = format!(
        "the body is not a GraphQL request: {error}; expected an object with `query` and, where needed, `variables` and `operationName`"
    );
    Refusal::new(StatusCode::BAD_REQUEST, "BAD_REQUEST", message)
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
            assert_eq!(request.query.sent(), "\"{shop{name}}\"");
            assert_eq!(request.variables.into_iter().count(), 0);
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
