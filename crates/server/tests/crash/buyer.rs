//! A buyer who does not give up: every request is repeated under the same token until it is answered.

use crate::setting::ACCESS_TOKEN;
use crate::shop::Shop;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A buyer gives up a request that nobody has answered for so long.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);
/// Pause before a request is repeated.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);

/// Where a buyer goes.
#[derive(Clone)]
pub(crate) struct Door {
    pub(crate) http: reqwest::Client,
    origins: Vec<String>,
    /// Which of them comes next: as a proxy does it, one after the other.
    turn: Arc<AtomicUsize>,
    gateway: String,
}

/// A cart that was paid for, or tried to be.
#[derive(Clone, Debug)]
pub(crate) struct Purchase {
    /// The cart's global id.
    pub(crate) cart: String,
    /// The amount shown to the buyer, in minor units.
    pub(crate) shown: i64,
    pub(crate) quantity: i64,
    /// The token it was submitted with last.
    pub(crate) token: Option<String>,
    /// How it ended as far as the buyer was told.
    pub(crate) ended: Ended,
}

/// How a buyer pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// A card, for goods that are not shipped.
    Card,
    /// A wallet's token, for goods that are.
    GooglePay,
}

impl Purchase {
    /// What is about to be paid for this cart as it was answered; none if it is sold out, or was lowered to what is left.
    pub(crate) fn of(id: &str, cart: &Value, quantity: i64) -> Option<Self> {
        let amount = cart["cost"]["totalAmount"]["amount"].as_str()?;
        let held = cart["lines"]["nodes"][0]["quantity"].as_i64();
        (held == Some(quantity)).then(|| Self {
            cart: id.to_owned(),
            shown: minor(amount),
            quantity,
            token: None,
            ended: Ended::Unknown,
        })
    }
}

/// What a buyer was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Ordered,
    Failed,
    Refused,
    /// The buyer left, or was never told.
    Unknown,
}

/// Nobody answered in time, or the buyer left.
pub(crate) struct Unanswered;

impl Door {
    pub(crate) fn of(shop: &Shop) -> Self {
        Self {
            http: shop.http.clone(),
            origins: shop.origins(),
            turn: Arc::default(),
            gateway: shop.gateway.clone(),
        }
    }

    /// The server that is asked next.
    pub(crate) fn origin(&self) -> &str {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        &self.origins[turn % self.origins.len()]
    }

    /// Runs a document until it is answered, by whichever server.
    pub(crate) async fn run(&self, query: &str, variables: &Value) -> Result<Value, Unanswered> {
        let body = json!({ "query": query, "variables": variables });
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let url = format!("{}/api/2026-04/graphql.json", self.origin());
            let sent = self
                .http
                .post(url)
                .header("X-Shopify-Storefront-Access-Token", ACCESS_TOKEN)
                .json(&body)
                .send()
                .await;
            // A connection that breaks off says nothing about what was done.
            if let Ok(response) = sent
                && response.status().is_success()
                && let Ok(answer) = response.json::<Value>().await
                && answer.get("errors").is_none()
            {
                return Ok(answer["data"].clone());
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(Unanswered)
    }

    /// Enters a card in the gateway's fields.
    pub(crate) async fn session(&self, number: &str) -> Result<String, Unanswered> {
        let form = format!("number={number}&expiry=12%2F34&cvc=123&name=Jana");
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let sent = self
                .http
                .post(format!("{}/sessions", self.gateway))
                .header("content-type", "application/x-www-form-urlencoded")
                .body(form.clone())
                .send()
                .await;
            if let Ok(response) = sent
                && let Ok(answer) = response.json::<Value>().await
                && let Some(session) = answer["session"].as_str()
            {
                return Ok(session.to_owned());
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(Unanswered)
    }

    /// Decides a challenge on the bank's page and comes back to the shop.
    pub(crate) async fn pass_challenge(&self, url: &str, decision: &str) {
        let decided = self
            .http
            .post(url)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!("decision={decision}"))
            .send()
            .await;
        let back = decided.ok().and_then(|response| {
            let location = response.headers().get("location")?;
            location.to_str().ok().map(str::to_owned)
        });
        if let Some(back) = back {
            // The shop may be down; it learns of the decision all the same.
            let _ = self.http.get(back).send().await;
        }
    }

    /// A cart with one line and an e-mail address: nothing is shipped.
    pub(crate) async fn cart(
        &self,
        variant: &str,
        quantity: i64,
    ) -> Result<Option<Purchase>, Unanswered> {
        let line = json!({ "merchandiseId": variant, "quantity": quantity });
        self.cart_of(line, quantity).await
    }

    /// The same with one piece under this plan.
    #[cfg(feature = "fail-points")]
    pub(crate) async fn planned_cart(
        &self,
        variant: &str,
        plan: &str,
    ) -> Result<Option<Purchase>, Unanswered> {
        let line = json!({ "merchandiseId": variant, "quantity": 1, "sellingPlanId": plan });
        self.cart_of(line, 1).await
    }

    async fn cart_of(&self, line: Value, quantity: i64) -> Result<Option<Purchase>, Unanswered> {
        let input = json!({ "input": {
            "lines": [line],
            "buyerIdentity": { "email": "jana@example.cz", "countryCode": "CZ" },
        }});
        let answer = self.run(CREATE, &input).await?;
        let cart = &answer["cartCreate"]["cart"];
        let purchase = cart["id"]
            .as_str()
            .and_then(|id| Purchase::of(id, cart, quantity));
        Ok(purchase)
    }

    /// Binds a card for the amount shown; whether it was bound.
    pub(crate) async fn bind(&self, purchase: &Purchase, number: &str) -> Result<bool, Unanswered> {
        let session = self.session(number).await?;
        let method =
            json!({ "directPaymentMethod": { "sessionId": session, "billingAddress": address() } });
        self.bind_method(purchase, method).await
    }

    /// Binds a method of payment for the amount shown; whether it was bound.
    pub(crate) async fn bind_method(
        &self,
        purchase: &Purchase,
        method: Value,
    ) -> Result<bool, Unanswered> {
        let amount = format!("{}.{:02}", purchase.shown / 100, purchase.shown % 100);
        let mut payment = method;
        payment["amount"] = json!({ "amount": amount, "currencyCode": "CZK" });
        let variables = json!({ "cartId": purchase.cart, "payment": payment });
        let answer = self.run(BIND, &variables).await?;
        Ok(answer["cartPaymentUpdate"]["userErrors"] == json!([]))
    }

    /// Submits, and follows the attempt to its end for so long.
    pub(crate) async fn submit(
        &self,
        purchase: &Purchase,
        token: &str,
        decision: Option<&str>,
        follow: Duration,
    ) -> Result<Ended, Unanswered> {
        let variables = json!({ "cartId": purchase.cart, "attemptToken": token });
        let until = Instant::now() + follow;
        loop {
            let answer = self.run(SUBMIT, &variables).await?;
            let result = &answer["cartSubmitForCompletion"]["result"];
            match result["__typename"].as_str() {
                Some("SubmitSuccess" | "SubmitAlreadyAccepted") => {
                    let id = result["attemptId"].as_str().expect("an id").to_owned();
                    return self.follow(&id, decision, until).await;
                }
                Some("SubmitFailed") => {
                    let code = result["errors"][0]["code"].as_str().unwrap_or_default();
                    let stock = code.starts_with("MERCHANDISE");
                    return Ok(if stock { Ended::Refused } else { Ended::Failed });
                }
                Some("SubmitThrottled") => tokio::time::sleep(PAUSE).await,
                _ => return Ok(Ended::Refused),
            }
        }
    }

    async fn follow(
        &self,
        id: &str,
        decision: Option<&str>,
        until: Instant,
    ) -> Result<Ended, Unanswered> {
        while Instant::now() < until {
            let answer = self.run(ATTEMPT, &json!({ "attemptId": id })).await?;
            let attempt = &answer["cartCompletionAttempt"];
            match attempt["__typename"].as_str() {
                Some("CartCompletionSuccess") => return Ok(Ended::Ordered),
                Some("CartCompletionFailed") => return Ok(Ended::Failed),
                Some("CartCompletionActionRequired") => {
                    let url = attempt["action"]["redirectUrl"].as_str().expect("a URL");
                    match decision {
                        Some(decision) => self.pass_challenge(url, decision).await,
                        None => return Ok(Ended::Unknown),
                    }
                }
                _ => {}
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(Ended::Unknown)
    }
}

/// Where the buyer lives.
pub(crate) fn address() -> Value {
    json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 1",
        "city": "Praha", "zip": "11000", "country": "CZ",
    })
}

/// An amount in minor units.
fn minor(decimal: &str) -> i64 {
    let (whole, rest) = decimal.split_once('.').expect("two places");
    let parse = |text: &str| text.parse::<i64>().expect("digits");
    parse(whole) * 100 + parse(rest)
}

const CREATE: &str = "mutation ($input: CartInput) {
  cartCreate(input: $input) {
    cart { id cost { totalAmount { amount } } lines(first: 1) { nodes { quantity } } }
    userErrors { code }
  }
}";

const BIND: &str = "mutation ($cartId: ID!, $payment: CartPaymentInput!) {
  cartPaymentUpdate(cartId: $cartId, payment: $payment) { cart { id } userErrors { code } }
}";

const SUBMIT: &str = "mutation ($cartId: ID!, $attemptToken: String!) {
  cartSubmitForCompletion(cartId: $cartId, attemptToken: $attemptToken) {
    result {
      __typename
      ... on SubmitSuccess { attemptId }
      ... on SubmitAlreadyAccepted { attemptId }
      ... on SubmitFailed { errors { code } }
    }
    userErrors { code }
  }
}";

const ATTEMPT: &str = "query ($attemptId: String!) {
  cartCompletionAttempt(attemptId: $attemptId) {
    __typename
    ... on CartCompletionActionRequired { action { ... on CompletePaymentChallenge { redirectUrl } } }
  }
}";
