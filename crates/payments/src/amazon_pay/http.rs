//! Signed requests to Amazon.

use super::AmazonPayError;
use super::settings::{AmazonPaySettings, AmazonPaySetupError};
use bytes::Bytes;
use http_body_util::Full;
use hyper::header::AUTHORIZATION;
use hyper::{Method, Request, Uri};
use serde::de::IgnoredAny;
use zkratka_commerce::time::Timestamp;
use zkratka_outbound::{HttpClient, SetupError, whole};
use zkratka_wallets::amazon_pay::{ApiRequest, Signer};

/// Limit of a response's body, in bytes.
const LONGEST_ANSWER: usize = 256 * 1_024;
const REQUEST_ID: &str = "x-amz-pay-request-id";
const JSON: &str = "application/json";

/// A client for Amazon's host.
pub(super) struct Http {
    origin: String,
    host: String,
    base_path: &'static str,
    region: &'static str,
    signer: Signer,
    client: HttpClient,
}

pub(super) struct Call<'a> {
    pub(super) method: Method,
    /// Below the API's version; begins with a slash.
    pub(super) path: &'a str,
    pub(super) idempotency_key: Option<&'a str>,
    pub(super) body: String,
}

pub(super) struct Answer {
    pub(super) status: u16,
    request_id: String,
    body: Bytes,
}

impl Http {
    pub(super) fn new(settings: &AmazonPaySettings) -> Result<Self, AmazonPaySetupError> {
        let fault = || AmazonPaySetupError::Address(settings.api.clone());
        let uri: Uri = settings.api.parse().map_err(|_| fault())?;
        let host = uri.authority().ok_or_else(fault)?.to_string();
        if host.contains('@') || !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return Err(fault());
        }
        let client =
            HttpClient::by(uri.scheme_str().unwrap_or_default()).map_err(
                |reason| match reason {
                    SetupError::Scheme => fault(),
                    SetupError::Tls(reason) => AmazonPaySetupError::Tls(reason),
                },
            )?;
        Ok(Self {
            origin: settings.api.trim_end_matches('/').to_owned(),
            host,
            base_path: settings.base_path()?,
            region: settings.region.code(),
            signer: settings.signer.clone(),
            client,
        })
    }

    /// Whether Amazon is reached by HTTPS. An emulation need not be.
    pub(super) fn is_secure(&self) -> bool {
        self.origin.starts_with("https://")
    }

    /// Signs and sends a call, and reads the response, whatever its status. The caller sets the deadline.
    pub(super) async fn send(
        &self,
        call: Call<'_>,
        now: Timestamp,
    ) -> Result<Answer, AmazonPayError> {
        let response = self.client.send(self.signed(call, now)?).await;
        let response = response.map_err(|error| AmazonPayError::NoAnswer(error.to_string()))?;
        let status = response.status().as_u16();
        let request_id = response.headers().get(REQUEST_ID);
        let request_id = request_id.and_then(|id| id.to_str().ok());
        let request_id = request_id.unwrap_or_default().to_owned();
        let body = whole(response.into_body(), LONGEST_ANSWER).await;
        let body = body
            .map_err(|_| AmazonPayError::NoAnswer(format!("status {status}, and a broken body")))?;
        Ok(Answer {
            status,
            request_id,
            body,
        })
    }

    fn signed(
        &self,
        call: Call<'_>,
        now: Timestamp,
    ) -> Result<Request<Full<Bytes>>, AmazonPayError> {
        let unwritable = || AmazonPayError::NoAnswer("the call cannot be written".to_owned());
        let path = format!("{}{}", self.base_path, call.path);
        let date = compact(now).ok_or_else(unwritable)?;
        let mut headers = vec![
            ("accept", JSON),
            ("content-type", JSON),
            ("x-amz-pay-date", date.as_str()),
            ("x-amz-pay-host", self.host.as_str()),
            ("x-amz-pay-region", self.region),
        ];
        headers.extend(
            call.idempotency_key
                .map(|key| ("x-amz-pay-idempotency-key", key)),
        );
        let request = ApiRequest {
            method: call.method.as_str(),
            path: &path,
            query: &[],
            headers: &headers,
            body: &call.body,
        };
        let authorization = self.signer.authorization(&request);
        let authorization = authorization.map_err(|_| unwritable())?;
        let mut request = Request::builder()
            .method(call.method)
            .uri(format!("{}{path}", self.origin))
            .header(AUTHORIZATION, authorization);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let body = Full::new(Bytes::from(call.body));
        request.body(body).map_err(|_| unwritable())
    }
}

/// `20200412T101414Z`
fn compact(now: Timestamp) -> Option<String> {
    let moment = jiff::Timestamp::from_millisecond(now.0).ok()?;
    Some(moment.strftime("%Y%m%dT%H%M%SZ").to_string())
}

impl Answer {
    /// Parses the body.
    pub(super) fn read<T: serde::de::DeserializeOwned>(&self) -> Result<T, AmazonPayError> {
        serde_json::from_slice(&self.body).map_err(|_| self.not_understood())
    }

    pub(super) fn not_understood(&self) -> AmazonPayError {
        let (status, id) = (self.status, &self.request_id);
        let id: String = id.chars().take(80).collect();
        let what =
            format!("status {status} and a body that cannot be understood (request id {id})");
        // A page of a proxy is no answer of Amazon's.
        match serde_json::from_slice::<IgnoredAny>(&self.body) {
            Ok(_) => AmazonPayError::Unreadable(what),
            Err(_) => AmazonPayError::NoAnswer(what),
        }
    }

    pub(super) const fn is_success(&self) -> bool {
        matches!(self.status, 200..=299)
    }

    pub(super) fn error(&self) -> AmazonPayError {
        AmazonPayError::of_answer(self.status, &self.body, &self.request_id)
    }
}
