//! PayPal's REST resources.

use super::agreement::{Agreement, NewAgreement, StoredAccount};
use super::breakdown::Breakdown;
use super::certificates::Certificates;
use super::error::is_not_permitted;
use super::http::{Answer, Body, Call, Http};
use super::note::Note;
use super::order::{NewOrder, Order, unpaid};
use super::settings::{PayPalSettings, PayPalSetupError};
use super::token::Tokens;
use super::trail::Trail;
use super::wire::{
    AuthorizationWire, CaptureWire, DisputeWire, DisputesWire, OrderWire, RefundWire, SetupWire,
};
use super::{PayPalError, decimal};
use crate::{CaptureRequest, RefundRequest};
use hyper::Method;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::time::Duration;
use zkratka_commerce::money::Money;

const ORDERS: &str = "/v2/checkout/orders";
const AGREEMENTS: &str = "/v3/vault/setup-tokens";
const CAPTURES: &str = "/v2/payments/captures";
const DISPUTES: &str = "/v1/customer/disputes";
/// PayPal's largest page.
const DISPUTES_PAGE: u32 = 50;
const MOST_DISPUTES_PAGES: u32 = 200;
const ACCOUNTS: &str = "/v3/vault/payment-tokens";

/// PayPal's API, as one application.
pub struct PayPalClient {
    http: Http,
    tokens: Tokens,
    deadline: Duration,
    pub(super) certificates: Certificates,
}

impl PayPalClient {
    /// A client with these settings. It makes no call yet.
    pub fn new(settings: &PayPalSettings) -> Result<Self, PayPalSetupError> {
        Ok(Self {
            http: Http::new(&settings.api)?,
            tokens: Tokens::new(settings),
            deadline: settings.deadline,
            certificates: Certificates::new(settings)?,
        })
    }

    /// Creates an order. Repeating the same `request_id` and order returns the same order.
    pub(super) async fn create(
        &self,
        request_id: &str,
        order: &NewOrder,
    ) -> Result<Order, PayPalError> {
        let body = order.body().ok_or_else(unwritable)?;
        read_order(&self.post(ORDERS, request_id, Some(&body)).await?)
    }

    /// Creates an order for a later charge of a stored account, without the buyer's approval. Repeating the same
    /// `request_id` and order returns the same order.
    pub(super) async fn create_unpaid(
        &self,
        request_id: &str,
        reference: &str,
        due: &Breakdown,
    ) -> Result<Order, PayPalError> {
        let body = unpaid(reference, due).ok_or_else(unwritable)?;
        read_order(&self.post(ORDERS, request_id, Some(&body)).await?)
    }

    /// Creates an agreement. Repeating the same `request_id` and content returns the same agreement.
    pub async fn create_agreement(
        &self,
        request_id: &str,
        wish: &NewAgreement,
    ) -> Result<Agreement, PayPalError> {
        let answer = self.post(AGREEMENTS, request_id, Some(&wish.body())).await;
        Ok(Agreement::read(answer?.read()?))
    }

    /// Fetches an agreement.
    pub async fn agreement(&self, id: &str) -> Result<Agreement, PayPalError> {
        let path = format!("{AGREEMENTS}/{}", segment(id));
        let answer = self.call(Method::GET, &path, None, None).await?;
        Ok(Agreement::read(answer.read()?))
    }

    /// Stores the account of an agreement, once for each key. The request id differs from that of the charge, because
    /// PayPal demands a unique one for every call.
    pub(super) async fn store_account(
        &self,
        id: &str,
        key: &str,
    ) -> Result<StoredAccount, PayPalError> {
        let token = json!({ "id": segment(id), "type": "SETUP_TOKEN" });
        let body = json!({ "payment_source": { "token": token } });
        let stored: SetupWire = self
            .post(ACCOUNTS, &format!("{key}-keep"), Some(&body))
            .await?
            .read()?;
        Ok(StoredAccount {
            id: stored.id,
            funding: stored.payment_source.funding(),
        })
    }

    /// Deletes a stored account. An account that does not exist is not an error.
    pub(super) async fn delete_account(&self, account: &str) -> Result<(), PayPalError> {
        let path = format!("{ACCOUNTS}/{}", segment(account));
        match self.call(Method::DELETE, &path, None, None).await {
            Err(PayPalError::Refused(refusal)) if refusal.status != 404 => {
                Err(PayPalError::Refused(refusal))
            }
            Ok(_) | Err(PayPalError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Fetches an order.
    pub async fn order(&self, id: &str) -> Result<Order, PayPalError> {
        let answer = self
            .call(Method::GET, &order_path(id, ""), None, None)
            .await?;
        read_order(&answer)
    }

    /// An order with its captures and refunds, as they are at one moment.
    pub(super) async fn order_with_trail(&self, id: &str) -> Result<(Order, Trail), PayPalError> {
        let answer = self
            .call(Method::GET, &order_path(id, ""), None, None)
            .await?;
        Ok((read_order(&answer)?, Trail::read(answer.read()?)))
    }

    /// Changes the amount due of an order that is not authorised yet.
    pub async fn set_amount(&self, order: &Order, new: &Breakdown) -> Result<(), PayPalError> {
        let amount = new.amount().ok_or_else(unwritable)?;
        let items = new.items().ok_or_else(unwritable)?;
        let changes = json!([
            { "op": "replace", "path": unit_path(order, "amount"), "value": amount },
            { "op": "replace", "path": unit_path(order, "items"), "value": items },
        ]);
        self.patch(&order.id, &changes).await
    }

    /// Writes the key of the attempt that will authorise the order.
    pub(super) async fn set_note(&self, order: &Order, note: &Note) -> Result<(), PayPalError> {
        let path = unit_path(order, "custom_id");
        // PayPal refuses `replace` without a value and `add` with one.
        let op = if order.note.is_some() {
            "replace"
        } else {
            "add"
        };
        let changes = json!([{ "op": op, "path": path, "value": note.text() }]);
        self.patch(&order.id, &changes).await
    }

    /// Authorises an approved order.
    pub(super) async fn authorize(&self, id: &str, key: &str) -> Result<Order, PayPalError> {
        let path = order_path(id, "/authorize");
        read_order(&self.post(&path, key, Some(&json!({}))).await?)
    }

    /// Authorises an order with a stored account.
    pub(super) async fn authorize_from(
        &self,
        id: &str,
        key: &str,
        account: &StoredAccount,
    ) -> Result<Order, PayPalError> {
        let name = account.funding.name();
        let body = json!({ "payment_source": { name: { "vault_id": account.id } } });
        let path = order_path(id, "/authorize");
        read_order(&self.post(&path, key, Some(&body)).await?)
    }

    pub(super) async fn authorization(&self, id: &str) -> Result<AuthorizationWire, PayPalError> {
        let path = authorization_path(id, "");
        self.call(Method::GET, &path, None, None).await?.read()
    }

    /// Captures an authorised amount or a part of it.
    pub(super) async fn capture(
        &self,
        id: &str,
        request: &CaptureRequest,
    ) -> Result<CaptureWire, PayPalError> {
        let amount = money(request.amount)?;
        let body = json!({ "amount": amount, "final_capture": request.is_last });
        let path = authorization_path(id, "/capture");
        // The first capture's id has no number, as servers of older versions send it.
        let request_id = match request.number {
            1 => format!("{id}-capture"),
            number => format!("{id}-capture-{number}"),
        };
        self.post(&path, &request_id, Some(&body)).await?.read()
    }

    pub(super) async fn capture_details(&self, id: &str) -> Result<CaptureWire, PayPalError> {
        self.get(&format!("{CAPTURES}/{}", segment(id))).await
    }

    /// The captures and refunds of an order.
    pub(super) async fn trail(&self, order: &str) -> Result<Trail, PayPalError> {
        let wire = self.get(&order_path(order, "")).await?;
        Ok(Trail::read(wire))
    }

    /// Refunds a capture, whole or in part.
    pub(super) async fn refund(
        &self,
        capture: &str,
        request_id: &str,
        request: &RefundRequest,
    ) -> Result<RefundWire, PayPalError> {
        let body = json!({ "amount": money(request.amount)?, "custom_id": request.key });
        let path = format!("{CAPTURES}/{}/refund", segment(capture));
        self.post(&path, request_id, Some(&body)).await?.read()
    }

    pub(super) async fn refund_details(&self, id: &str) -> Result<RefundWire, PayPalError> {
        self.get(&format!("/v2/payments/refunds/{}", segment(id)))
            .await
    }

    pub(super) async fn dispute(&self, id: &str) -> Result<DisputeWire, PayPalError> {
        self.get(&format!("{DISPUTES}/{}", segment(id))).await
    }

    /// Whether the buyer has ever disputed a capture.
    pub(super) async fn is_disputed(&self, capture: &str) -> Result<bool, PayPalError> {
        Ok(!self.disputes(capture).await?.items.is_empty())
    }

    /// The disputes of a capture.
    pub(super) async fn disputes(&self, capture: &str) -> Result<DisputesWire, PayPalError> {
        self.get(&disputes_path(capture)).await
    }

    /// The disputes of a capture; `None` if the application may not read disputes.
    pub(super) async fn permitted_disputes(
        &self,
        capture: &str,
    ) -> Result<Option<DisputesWire>, PayPalError> {
        self.permitted(&disputes_path(capture)).await
    }

    /// The ids of all disputes that are not resolved; `None` if the application may not read disputes. Without a beginning
    /// PayPal lists those of the last 180 days, which is longer than one can stay open.
    pub(super) async fn open_disputes(&self) -> Result<Option<Vec<String>>, PayPalError> {
        let mut path = format!("{DISPUTES}?page_size={DISPUTES_PAGE}");
        let mut ids = Vec::new();
        for _ in 0..MOST_DISPUTES_PAGES {
            let Some(page) = self.permitted(&path).await? else {
                return Ok(None);
            };
            let next = page.next().map(|query| format!("{DISPUTES}?{query}"));
            let open = page.items.into_iter().filter(|item| !item.is_resolved());
            ids.extend(open.map(|item| item.dispute_id));
            match next {
                Some(next) => path = next,
                None => return Ok(Some(ids)),
            }
        }
        Err(PayPalError::NoAnswer(
            "a listing of disputes without an end".to_owned(),
        ))
    }

    async fn permitted(&self, path: &str) -> Result<Option<DisputesWire>, PayPalError> {
        let answer = self.look(path).await?;
        if is_not_permitted(answer.status, &answer.body) {
            return Ok(None);
        }
        if answer.is_success() {
            return Ok(Some(answer.read()?));
        }
        Err(answer.error())
    }

    /// Reads a resource; the answer may have any status.
    pub(super) async fn look(&self, path: &str) -> Result<Answer, PayPalError> {
        self.answer(Method::GET, path, None, Body::None).await
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, PayPalError> {
        self.call(Method::GET, path, None, None).await?.read()
    }

    /// Voids an authorisation.
    pub(super) async fn void(&self, id: &str) -> Result<(), PayPalError> {
        let path = authorization_path(id, "/void");
        let request_id = format!("{id}-void");
        self.post(&path, &request_id, None).await.map(|_done| ())
    }

    async fn patch(&self, id: &str, changes: &Value) -> Result<(), PayPalError> {
        let path = order_path(id, "");
        let answer = self.call(Method::PATCH, &path, None, Some(changes)).await;
        answer.map(|_done| ())
    }

    async fn post(
        &self,
        path: &str,
        request_id: &str,
        body: Option<&Value>,
    ) -> Result<Answer, PayPalError> {
        self.call(Method::POST, path, Some(request_id), body).await
    }

    /// Sends a call within the deadline; an error unless it succeeded.
    async fn call(
        &self,
        method: Method,
        path: &str,
        request_id: Option<&str>,
        body: Option<&Value>,
    ) -> Result<Answer, PayPalError> {
        let body = match body {
            Some(json) => Body::Json(serde_json::to_vec(json).map_err(|_| unwritable())?),
            None => Body::None,
        };
        let answer = self.answer(method, path, request_id, body).await?;
        if answer.is_success() {
            return Ok(answer);
        }
        let error = answer.error();
        tracing::info!(%error, "PayPal answered a request with an error");
        Err(error)
    }

    /// Sends a call within the deadline.
    async fn answer(
        &self,
        method: Method,
        path: &str,
        request_id: Option<&str>,
        body: Body,
    ) -> Result<Answer, PayPalError> {
        let exchange = self.exchange(method, path, request_id, body);
        tokio::time::timeout(self.deadline, exchange)
            .await
            .map_err(|_| PayPalError::NoAnswer("the deadline passed".to_owned()))?
    }

    /// Sends a call; fetches a new access token and repeats it, once, if PayPal no longer accepts the cached token.
    async fn exchange(
        &self,
        method: Method,
        path: &str,
        request_id: Option<&str>,
        body: Body,
    ) -> Result<Answer, PayPalError> {
        let mut fresh = false;
        loop {
            let token = self.tokens.get(&self.http).await?;
            let call = Call {
                method: method.clone(),
                path,
                authorization: format!("Bearer {}", token.as_str()),
                request_id,
                body: body.clone(),
            };
            let answer = self.http.send(call).await?;
            if answer.status != 401 || fresh {
                return Ok(answer);
            }
            self.tokens.forget(&token).await;
            fresh = true;
        }
    }
}

fn unwritable() -> PayPalError {
    PayPalError::NoAnswer("the amount cannot be expressed for PayPal".to_owned())
}

fn money(amount: Money) -> Result<Value, PayPalError> {
    let value = decimal(amount).ok_or_else(unwritable)?;
    Ok(json!({ "currency_code": amount.currency.as_str(), "value": value }))
}

fn read_order(answer: &Answer) -> Result<Order, PayPalError> {
    let wire: OrderWire = answer.read()?;
    Order::read(wire)
        .ok_or_else(|| PayPalError::NoAnswer("an order that cannot be understood".to_owned()))
}

fn order_path(id: &str, rest: &str) -> String {
    format!("{ORDERS}/{}{rest}", segment(id))
}

fn disputes_path(capture: &str) -> String {
    format!("{DISPUTES}?disputed_transaction_id={}", segment(capture))
}

fn authorization_path(id: &str, rest: &str) -> String {
    format!("/v2/payments/authorizations/{}{rest}", segment(id))
}

/// Escapes an id, so that a client cannot select another resource with it.
fn segment(id: &str) -> String {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if !id.is_empty() && id.len() <= 64 && id.bytes().all(fits) {
        id.to_owned()
    } else {
        "-".to_owned()
    }
}

fn unit_path(order: &Order, member: &str) -> String {
    format!(
        "/purchase_units/@reference_id=='{}'/{member}",
        order.reference
    )
}
