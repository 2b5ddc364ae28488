//! Answers: always `application/json`, never kept.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, Response, StatusCode};
use serde::Serialize;
use std::borrow::Cow;
use zkratka_commerce::time::Timestamp;
use zkratka_graphql_engine::document::Rejection;

/// `{"errors": [...]}` of our own: nothing was executed.
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

/// A request that is not a GraphQL request we answer: a status, a code, and what to do instead.
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

/// Answers that there is no room now, and when there should be. Without `Retry-After`: the public client takes its seconds
/// for milliseconds and would be back at once; without, it waits a second, as ours does.
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

/// Answers why a document is not executed. Clients read bodies of status 200 only.
pub(super) fn reject(rejected: &Rejection) -> Response<Body> {
    let errors = &rejected.0;
    json(StatusCode::OK, &RejectedAnswer { errors })
}

/// Answers JSON.
fn json(status: StatusCode, value: &impl Serialize) -> Response<Body> {
    match serde_json::to_vec(value) {
        Ok(body) => written(status, body),
        Err(error) => {
            tracing::error!(%error, "an answer could not be serialised");
            written(StatusCode::INTERNAL_SERVER_ERROR, Vec::new())
        }
    }
}

/// Answers JSON that is already written.
pub(super) fn written(status: StatusCode, body: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let media_type = HeaderValue::from_static("application/json; charset=utf-8");
    headers.insert(CONTENT_TYPE, media_type);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
