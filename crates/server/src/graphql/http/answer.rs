//! Builds responses. They are always `application/json`, and caches must not store them.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, Response, StatusCode};
use serde::Serialize;
use std::borrow::Cow;
use zkratka_commerce::time::Timestamp;
use zkratka_graphql_engine::document::Rejection;

/// The body of a refusal by the server itself, `{"errors": [...]}`. Nothing was executed.
#[derive(Serialize)]
struct Complaint<'c> {
    errors: [ComplaintError<'c>; 1],
}

#[derive(Serialize)]
struct ComplaintError<'c> {
    message: &'c str,
    extensions: Extensions<'c>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Extensions<'c> {
    code: &'c str,
    #[serde(skip_serializing_if = "Option::is_none")]
    poll_after: Option<String>,
}

#[derive(Serialize)]
struct RejectedAnswer<'r> {
    errors: &'r [apollo_compiler::response::GraphQLError],
}

/// A request that the endpoint refuses: the status, the code, and a message that says what to do instead.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
}

impl Refusal {
    pub(super) fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            status,
            code,
            message: message.into(),
        }
    }

    pub(super) fn answer(&self) -> Response<Body> {
        let complaint = Complaint {
            errors: [ComplaintError {
                message: &self.message,
                extensions: Extensions {
                    code: self.code,
                    poll_after: None,
                },
            }],
        };
        json(self.status, &complaint)
    }
}

/// Responds that the shop is busy, and when to try again. Sends no `Retry-After`: the public client reads its seconds
/// as milliseconds and would retry at once. Without the header, that client and ours wait a second.
pub(super) fn busy(poll_after: Timestamp) -> Response<Body> {
    let poll_after = jiff::Timestamp::from_millisecond(poll_after.0).ok();
    let complaint = Complaint {
        errors: [ComplaintError {
            message: "the shop is busy, try again shortly",
            extensions: Extensions {
                code: "THROTTLED",
                poll_after: poll_after.map(|moment| format!("{moment:.3}")),
            },
        }],
    };
    json(StatusCode::TOO_MANY_REQUESTS, &complaint)
}

/// Responds why a document was not executed. The status is 200, because clients ignore the body of any other status.
pub(super) fn reject(rejected: &Rejection) -> Response<Body> {
    let errors = &rejected.0;
    json(StatusCode::OK, &RejectedAnswer { errors })
}

fn json(status: StatusCode, value: &impl Serialize) -> Response<Body> {
    match serde_json::to_vec(value) {
        Ok(body) => written(status, body),
        Err(error) => {
            tracing::error!(%error, "an answer could not be serialised");
            written(StatusCode::INTERNAL_SERVER_ERROR, Vec::new())
        }
    }
}

/// Responds with serialised JSON.
pub(super) fn written(status: StatusCode, body: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let media_type = HeaderValue::from_static("application/json; charset=utf-8");
    headers.insert(CONTENT_TYPE, media_type);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
