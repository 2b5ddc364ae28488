use super::PayPalError;
use super::settings::PayPalSetupError;
use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use hyper::{Method, Request, Uri};
use serde::de::IgnoredAny;
use zkratka_outbound::{HttpClient, SetupError, whole};

/// Limit of a response's body, in bytes.
const LONGEST_ANSWER: usize = 256 * 1_024;
const DEBUG_ID: &str = "paypal-debug-id";
/// PayPal's idempotency header.
const REQUEST_ID: &str = "paypal-request-id";

/// A client for one origin.
pub(super) struct Http {
    origin: String,
    client: HttpClient,
}

pub(super) struct Call<'a> {
    pub(super) method: Method,
    /// Begins with a slash.
    pub(super) path: &'a str,
    pub(super) authorization: String,
    pub(super) request_id: Option<&'a str>,
    pub(super) body: Body,
}

#[derive(Clone)]
pub(super) enum Body {
    None,
    Json(Vec<u8>),
    Form(&'static str),
}

pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) debug_id: String,
    pub(super) body: Bytes,
}

impl Http {
    pub(super) fn new(origin: &str) -> Result<Self, PayPalSetupError> {
        let fault = || PayPalSetupError::Address(origin.to_owned());
        let uri: Uri = origin.parse().map_err(|_| fault())?;
        if uri.host().is_none() || !matches!(uri.path(), "" | "/") {
            return Err(fault());
        }
        let client =
            HttpClient::by(uri.scheme_str().unwrap_or_default()).map_err(
                |reason| match reason {
                    SetupError::Scheme => fault(),
                    SetupError::Tls(reason) => PayPalSetupError::Tls(reason),
                },
            )?;
        Ok(Self {
            origin: origin.trim_end_matches('/').to_owned(),
            client,
        })
    }

    /// Sends a call and reads the response, whatever its status. The caller sets the deadline.
    pub(super) async fn send(&self, call: Call<'_>) -> Result<Answer, PayPalError> {
        let mut request = Request::builder()
            .method(call.method)
            .uri(format!("{}{}", self.origin, call.path))
            .header(ACCEPT, "application/json");
        if !call.authorization.is_empty() {
            request = request.header(AUTHORIZATION, call.authorization);
        }
        if let Some(id) = call.request_id {
            request = request.header(REQUEST_ID, id);
        }
        let (kind, body) = match call.body {
            Body::None => (None, Vec::new()),
            Body::Json(json) => (Some("application/json"), json),
            Body::Form(form) => (
                Some("application/x-www-form-urlencoded"),
                form.as_bytes().to_vec(),
            ),
        };
        if let Some(kind) = kind {
            request = request
                .header(CONTENT_TYPE, kind)
                .header("prefer", "return=representation");
        }
        let request = request
            .body(Full::new(Bytes::from(body)))
            .map_err(|_| PayPalError::NoAnswer("the call cannot be written".to_owned()))?;
        let response = self.client.send(request).await;
        let response = response.map_err(|error| PayPalError::NoAnswer(error.to_string()))?;
        let status = response.status().as_u16();
        let debug_id = response.headers().get(DEBUG_ID);
        let debug_id = debug_id.and_then(|id| id.to_str().ok());
        let debug_id = debug_id.unwrap_or_default().to_owned();
        let body = whole(response.into_body(), LONGEST_ANSWER).await;
        let body =
            body.map_err(|_| PayPalError::NoAnswer(format!("status {status}, and a broken body")))?;
        Ok(Answer {
            status,
            debug_id,
            body,
        })
    }
}

impl Answer {
    /// Parses the body.
    pub(super) fn read<T: serde::de::DeserializeOwned>(&self) -> Result<T, PayPalError> {
        serde_json::from_slice(&self.body).map_err(|_| {
            let Self {
                status, debug_id, ..
            } = self;
            let what =
                format!("status {status} and a body that cannot be read (debug id {debug_id})");
            // A page of a proxy is no answer of PayPal's.
            match serde_json::from_slice::<IgnoredAny>(&self.body) {
                Ok(_) => PayPalError::Unreadable(what),
                Err(_) => PayPalError::NoAnswer(what),
            }
        })
    }

    pub(super) const fn is_success(&self) -> bool {
        matches!(self.status, 200..=299)
    }

    pub(super) fn error(&self) -> PayPalError {
        PayPalError::of_answer(self.status, &self.body, &self.debug_id)
    }
}
