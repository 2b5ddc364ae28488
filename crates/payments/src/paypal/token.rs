//! The access token: fetched once for all concurrent callers, and renewed before it expires.

use super::PayPalError;
use super::http::{Body, Call, Http};
use super::settings::PayPalSettings;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::Method;
use serde::Deserialize;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;
use zeroize::Zeroizing;

/// A token is renewed this long before it expires, so that it cannot expire during a call.
const MARGIN: Duration = Duration::from_mins(1);
/// A token is renewed after this time at the latest, whatever PayPal announces.
const LONGEST_LIFE: Duration = Duration::from_hours(24);

pub(super) struct Tokens {
    basic: Zeroizing<String>,
    /// Locked during a fetch, so that concurrent callers wait instead of each fetching a token.
    current: Mutex<Option<Token>>,
}

struct Token {
    text: Zeroizing<String>,
    renew_at: Instant,
}

impl Token {
    /// A token that was asked for at this moment.
    fn read(answer: Answer, asked_at: Instant) -> Self {
        let life = Duration::from_secs(answer.expires_in).min(LONGEST_LIFE);
        Self {
            text: Zeroizing::new(answer.access_token),
            renew_at: asked_at + life.saturating_sub(MARGIN),
        }
    }

    fn is_valid_at(&self, now: Instant) -> bool {
        now < self.renew_at
    }
}

#[derive(Deserialize)]
struct Answer {
    access_token: String,
    /// In seconds.
    expires_in: u64,
}

impl Tokens {
    pub(super) fn new(settings: &PayPalSettings) -> Self {
        let pair = format!("{}:{}", settings.client_id, settings.secret.as_str());
        Self {
            basic: Zeroizing::new(format!("Basic {}", STANDARD.encode(pair))),
            current: Mutex::new(None),
        }
    }

    /// A token that is valid for the duration of a call.
    pub(super) async fn get(&self, http: &Http) -> Result<Zeroizing<String>, PayPalError> {
        let mut current = self.current.lock().await;
        if let Some(token) = &*current
            && token.is_valid_at(Instant::now())
        {
            return Ok(token.text.clone());
        }
        let token = self.fetch(http).await?;
        let text = token.text.clone();
        *current = Some(token);
        Ok(text)
    }

    /// Drops a token that PayPal no longer accepts, unless another was fetched since.
    pub(super) async fn forget(&self, refused: &str) {
        let mut current = self.current.lock().await;
        if current
            .as_ref()
            .is_some_and(|token| token.text.as_str() == refused)
        {
            *current = None;
        }
    }

    async fn fetch(&self, http: &Http) -> Result<Token, PayPalError> {
        // Measured before the fetch, so that the token's lifetime includes the time of the fetch.
        let asked_at = Instant::now();
        let call = Call {
            method: Method::POST,
            path: "/v1/oauth2/token",
            authorization: self.basic.to_string(),
            request_id: None,
            body: Body::Form("grant_type=client_credentials"),
        };
        let answer = http.send(call).await?;
        if !answer.is_success() {
            // Wrong credentials are no decision about a payment.
            let status = answer.status;
            let debug_id = &answer.debug_id;
            let problem = format!("no access token: status {status} (debug id {debug_id})");
            return Err(PayPalError::NoAnswer(problem));
        }
        Ok(Token::read(answer.read()?, asked_at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A token is used until a minute before its end, for a day at most.
    #[test]
    fn a_token_is_renewed_a_minute_before_its_end() {
        let asked_at = Instant::now();
        let day = 24 * 60 * 60;
        for (expires_in, valid_for) in [
            (0, 0),
            (60, 0),
            (61, 1),
            (day, day - 60),
            (day + 1, day - 60),
            (u64::MAX, day - 60),
        ] {
            let answer = Answer {
                access_token: "T".to_owned(),
                expires_in,
            };
            let token = Token::read(answer, asked_at);
            let end = asked_at + Duration::from_secs(valid_for);
            assert!(!token.is_valid_at(end), "{expires_in}");
            let just_before = end.checked_sub(Duration::from_nanos(1)).expect("a time");
            assert!(token.is_valid_at(just_before), "{expires_in}");
        }
    }
}
