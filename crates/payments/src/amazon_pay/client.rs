//! Amazon Pay's REST resources.

use super::AmazonPayError;
use super::amount::price;
use super::charge::{Charge, ChargePermission, Refund};
use super::currency::is_ledger;
use super::dispute::Dispute;
use super::http::{Answer, Call, Http};
use super::requests::{self, NewCharge, SessionUpdate};
use super::session::Session;
use super::settings::{AmazonPaySettings, AmazonPaySetupError, Clock};
use hyper::Method;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::money::Money;
use zkratka_wallets::amazon_pay::is_plain_id;

const SESSIONS: &str = "/checkoutSessions";
const PERMISSIONS: &str = "/chargePermissions";
const CHARGES: &str = "/charges";
const REFUNDS: &str = "/refunds";
const DISPUTES: &str = "/disputes";

/// Amazon Pay's API, as one application.
pub struct AmazonPayClient {
    http: Http,
    deadline: Duration,
    clock: Clock,
}

impl AmazonPayClient {
    /// A client with these settings. It makes no call yet.
    pub fn new(settings: &AmazonPaySettings) -> Result<Self, AmazonPaySetupError> {
        if !is_ledger(settings.ledger) {
            return Err(AmazonPaySetupError::Ledger(settings.ledger));
        }
        Ok(Self {
            http: Http::new(settings)?,
            deadline: settings.deadline,
            clock: Arc::clone(&settings.clock),
        })
    }

    /// Whether Amazon is reached by HTTPS. An emulation need not be.
    pub(super) fn is_secure(&self) -> bool {
        self.http.is_secure()
    }

    /// Creates a session from the payload of the button. Repeating the same `key` and payload returns the same session.
    pub async fn create_session(
        &self,
        key: &str,
        payload: &Value,
    ) -> Result<Session, AmazonPayError> {
        let answer = self.post(SESSIONS, Some(key), payload).await?;
        understood(&answer, Session::read)
    }

    /// Fetches a session. Amazon keeps it for 30 days.
    pub async fn session(&self, id: &str) -> Result<Session, AmazonPayError> {
        let answer = self.get(&path(SESSIONS, id, "")).await?;
        understood(&answer, Session::read)
    }

    /// Sets the amount and the way back in an open session.
    pub async fn update_session(
        &self,
        id: &str,
        update: &SessionUpdate<'_>,
    ) -> Result<Session, AmazonPayError> {
        self.patch_session(id, &update.body().ok_or_else(unwritable)?)
            .await
    }

    /// Writes the shop's own note into an open session, and nothing else.
    pub(super) async fn set_note(&self, id: &str, note: &str) -> Result<Session, AmazonPayError> {
        let body = json!({ "merchantMetadata": { "customInformation": note } });
        self.patch_session(id, &body).await
    }

    async fn patch_session(&self, id: &str, body: &Value) -> Result<Session, AmazonPayError> {
        let path = path(SESSIONS, id, "");
        let answer = self.call(Method::PATCH, &path, None, Some(body)).await?;
        understood(&answer, Session::read)
    }

    /// Completes a session that the buyer has confirmed. The amount must be the session's. Amazon does not say what it
    /// answers to a repetition: read the session before one.
    pub async fn complete_session(
        &self,
        id: &str,
        amount: Money,
    ) -> Result<Session, AmazonPayError> {
        let body = json!({ "chargeAmount": price(amount).ok_or_else(unwritable)? });
        let path = path(SESSIONS, id, "/complete");
        let answer = self.post(&path, None, &body).await?;
        understood(&answer, Session::read)
    }

    pub async fn charge_permission(&self, id: &str) -> Result<ChargePermission, AmazonPayError> {
        let answer = self.get(&path(PERMISSIONS, id, "")).await?;
        understood(&answer, ChargePermission::read)
    }

    /// Closes a permission and cancels its charges that are not captured. The buyer may see the reason.
    pub async fn close_charge_permission(
        &self,
        id: &str,
        reason: &str,
    ) -> Result<ChargePermission, AmazonPayError> {
        let body = requests::closure(reason);
        let path = path(PERMISSIONS, id, "/close");
        let answer = self.call(Method::DELETE, &path, None, Some(&body)).await?;
        understood(&answer, ChargePermission::read)
    }

    /// Charges a permission. Repeating the same `key` and charge charges nothing twice.
    pub async fn create_charge(
        &self,
        key: &str,
        charge: &NewCharge<'_>,
    ) -> Result<Charge, AmazonPayError> {
        let body = charge.body().ok_or_else(unwritable)?;
        let answer = self.post(CHARGES, Some(key), &body).await?;
        understood(&answer, Charge::read)
    }

    pub async fn charge(&self, id: &str) -> Result<Charge, AmazonPayError> {
        let answer = self.get(&path(CHARGES, id, "")).await?;
        understood(&answer, Charge::read)
    }

    /// Captures a charge, whole or in part; Amazon releases the rest. Repeating the same `key` captures nothing twice.
    pub async fn capture(
        &self,
        key: &str,
        id: &str,
        amount: Money,
    ) -> Result<Charge, AmazonPayError> {
        let body = json!({ "captureAmount": price(amount).ok_or_else(unwritable)? });
        let answer = self
            .post(&path(CHARGES, id, "/capture"), Some(key), &body)
            .await?;
        understood(&answer, Charge::read)
    }

    /// Cancels a charge that is not captured. The buyer may see the reason.
    pub async fn cancel_charge(&self, id: &str, reason: &str) -> Result<Charge, AmazonPayError> {
        let body = requests::cancellation(reason);
        let path = path(CHARGES, id, "/cancel");
        let answer = self.call(Method::DELETE, &path, None, Some(&body)).await?;
        understood(&answer, Charge::read)
    }

    /// Refunds a captured charge, whole or in part. Repeating the same `key` refunds nothing twice.
    pub async fn create_refund(
        &self,
        key: &str,
        charge: &str,
        amount: Money,
    ) -> Result<Refund, AmazonPayError> {
        let body = requests::refund(charge, amount).ok_or_else(unwritable)?;
        let answer = self.post(REFUNDS, Some(key), &body).await?;
        understood(&answer, Refund::read)
    }

    pub async fn refund(&self, id: &str) -> Result<Refund, AmazonPayError> {
        let answer = self.get(&path(REFUNDS, id, "")).await?;
        understood(&answer, Refund::read)
    }

    /// Fetches a dispute.
    pub async fn dispute(&self, id: &str) -> Result<Dispute, AmazonPayError> {
        let answer = self.get(&path(DISPUTES, id, "")).await?;
        understood(&answer, Dispute::read)
    }

    async fn get(&self, path: &str) -> Result<Answer, AmazonPayError> {
        self.call(Method::GET, path, None, None).await
    }

    async fn post(
        &self,
        path: &str,
        key: Option<&str>,
        body: &Value,
    ) -> Result<Answer, AmazonPayError> {
        self.call(Method::POST, path, key, Some(body)).await
    }

    /// Sends a call within the deadline; an error unless it succeeded.
    async fn call(
        &self,
        method: Method,
        path: &str,
        idempotency_key: Option<&str>,
        body: Option<&Value>,
    ) -> Result<Answer, AmazonPayError> {
        let call = Call {
            method,
            path,
            idempotency_key,
            body: body.map(Value::to_string).unwrap_or_default(),
        };
        let sending = self.http.send(call, (self.clock)());
        let answer = tokio::time::timeout(self.deadline, sending)
            .await
            .map_err(|_| AmazonPayError::NoAnswer("the deadline passed".to_owned()))??;
        if answer.is_success() {
            return Ok(answer);
        }
        let error = answer.error();
        if matches!(error, AmazonPayError::Account(_)) {
            tracing::error!(%error, "no payment by Amazon Pay works");
        } else {
            tracing::info!(%error, "Amazon Pay answered a request with an error");
        }
        Err(error)
    }
}

fn understood<W: DeserializeOwned, T>(
    answer: &Answer,
    read: impl FnOnce(W) -> Option<T>,
) -> Result<T, AmazonPayError> {
    read(answer.read()?).ok_or_else(|| answer.not_understood())
}

fn unwritable() -> AmazonPayError {
    AmazonPayError::NoAnswer("the amount cannot be expressed for Amazon Pay".to_owned())
}

/// An id that cannot be Amazon's selects nothing.
fn path(resource: &str, id: &str, rest: &str) -> String {
    let id = if is_plain_id(id) { id } else { "-" };
    format!("{resource}/{id}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::amazon_pay::Environment;
    use crate::amazon_pay::settings::tests::settings;

    /// [B.02] Buyers of a client of Amazon's own host are sent to HTTPS only; an emulation may do without.
    #[test]
    fn only_a_client_by_https_is_secure() {
        for (api, is_secure) in [
            ("https://pay-api.amazon.eu", true),
            ("http://127.0.0.1:8090", false),
        ] {
            let settings = settings(api, Environment::Sandbox, "A1");
            let client = AmazonPayClient::new(&settings).expect("a client");
            assert_eq!(client.is_secure(), is_secure, "{api}");
        }
    }
}
