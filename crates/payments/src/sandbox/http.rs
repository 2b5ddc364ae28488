//! The calls' HTTP: to the configured address only, without a redirect.

use super::settings::{SandboxError, SandboxSettings};
use crate::NoAnswer;
use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;
use url::Url;
use zkratka_outbound::{HttpClient, SetupError, whole};

/// Limit of a response's body, in bytes.
const LONGEST_ANSWER: usize = 64 * 1_024;
/// A gateway that does not accept a connection within this time is down.
const CONNECT_DEADLINE: Duration = Duration::from_secs(3);
const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// A client for one gateway.
pub(super) struct Http {
    client: HttpClient,
    base: Url,
    secret: String,
    deadline: Duration,
}

pub(super) struct Answer {
    pub(super) status: StatusCode,
    body: Bytes,
}

impl Http {
    pub(super) fn new(settings: SandboxSettings) -> Result<Self, SandboxError> {
        let fault = || SandboxError::Address(settings.base_url.clone());
        let base = Url::parse(&settings.base_url).ok();
        let base = base.filter(|url| !url.cannot_be_a_base() && url.has_host());
        let base = base.ok_or_else(fault)?;
        let client = HttpClient::connecting_within(CONNECT_DEADLINE, base.scheme());
        let client = client.map_err(|error| match error {
            SetupError::Scheme => fault(),
            SetupError::Tls(reason) => SandboxError::Client(reason),
        })?;
        Ok(Self {
            client,
            base,
            secret: settings.secret,
            deadline: settings.deadline,
        })
    }

    /// Reads the resource of these path segments.
    pub(super) async fn get(&self, path: &[&str]) -> Result<Answer, NoAnswer> {
        self.get_with(path, &[]).await
    }

    /// Reads the resource of these path segments, with these query parameters.
    pub(super) async fn get_with(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<Answer, NoAnswer> {
        let mut url = self.url(path)?;
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let request = self.request(Method::GET, &url, Vec::new())?;
        self.send(request).await
    }

    /// Posts JSON to the resource of these path segments.
    pub(super) async fn post(
        &self,
        path: &[&str],
        body: &impl Serialize,
    ) -> Result<Answer, NoAnswer> {
        let request = self.request(Method::POST, &self.url(path)?, json(body)?)?;
        self.send(request).await
    }

    /// Posts JSON under an idempotency key.
    pub(super) async fn post_once(
        &self,
        path: &[&str],
        key: &str,
        body: &impl Serialize,
    ) -> Result<Answer, NoAnswer> {
        let mut request = self.request(Method::POST, &self.url(path)?, json(body)?)?;
        request.headers_mut().insert(IDEMPOTENCY_KEY, header(key)?);
        self.send(request).await
    }

    /// Posts an empty body.
    pub(super) async fn post_empty(&self, path: &[&str]) -> Result<Answer, NoAnswer> {
        let request = self.request(Method::POST, &self.url(path)?, Vec::new())?;
        self.send(request).await
    }

    fn request(
        &self,
        method: Method,
        url: &Url,
        body: Vec<u8>,
    ) -> Result<Request<Full<Bytes>>, NoAnswer> {
        let mut authorization = header(&format!("Bearer {}", self.secret))?;
        authorization.set_sensitive(true);
        let mut request = Request::builder()
            .method(method)
            .uri(url.as_str())
            .header(AUTHORIZATION, authorization);
        if !body.is_empty() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        request
            .body(Full::from(body))
            .map_err(|_| NoAnswer("the call cannot be written".to_owned()))
    }

    /// The URL of a resource. Every segment is escaped, so that a reference cannot select another resource.
    fn url(&self, path: &[&str]) -> Result<Url, NoAnswer> {
        let mut url = self.base.clone();
        url.path_segments_mut()
            .map_err(|()| NoAnswer("the gateway's URL must not have a path".to_owned()))?
            .pop_if_empty()
            .extend(path);
        Ok(url)
    }

    /// Sends a request and reads the whole response before the deadline.
    async fn send(&self, request: Request<Full<Bytes>>) -> Result<Answer, NoAnswer> {
        let answer = tokio::time::timeout(self.deadline, self.exchange(request)).await;
        answer.map_err(|_| NoAnswer("no answer in time".to_owned()))?
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> Result<Answer, NoAnswer> {
        let response = self.client.send(request).await;
        let response = response.map_err(|error| NoAnswer(error.to_string()))?;
        let status = response.status();
        let body = whole(response.into_body(), LONGEST_ANSWER).await;
        let body = body.map_err(|error| NoAnswer(format!("status {status}: {error}")))?;
        Ok(Answer { status, body })
    }
}

impl Answer {
    /// Parses the body.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, NoAnswer> {
        serde_json::from_slice(&self.body)
            .map_err(|_| NoAnswer(format!("status {} without an outcome", self.status)))
    }

    /// The answer is no decision.
    pub(super) fn undecided(&self) -> NoAnswer {
        NoAnswer(format!("status {}", self.status))
    }
}

fn json(body: &impl Serialize) -> Result<Vec<u8>, NoAnswer> {
    serde_json::to_vec(body).map_err(|_| NoAnswer("the call cannot be written".to_owned()))
}

fn header(text: &str) -> Result<HeaderValue, NoAnswer> {
    HeaderValue::from_bytes(text.as_bytes())
        .map_err(|_| NoAnswer("the call cannot be written".to_owned()))
}
