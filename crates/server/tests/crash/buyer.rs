//! A buyer who does not give up: repeats every request with the same token until a server responds.

use crate::setting::ACCESS_TOKEN;
use crate::shop::Shop;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The buyer abandons a request that gets no response for this long.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);
/// The pause before a request is repeated.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);

/// The servers and the gateway, as a buyer reaches them.
#[derive(Clone)]
pub(crate) struct ShopClient {
    pub(crate) http: reqwest::Client,
    origins: Vec<String>,
    /// Counts requests: they go to the servers in turn, as behind a proxy.
    turn: Arc<AtomicUsize>,
    gateway: String,
}

/// A cart that a buyer has paid or tried to pay.
#[derive(Clone, Debug)]
pub(crate) struct Purchase {
    /// The cart's global id.
    pub(crate) cart: String,
    /// The amount shown to the buyer, in minor units.
    pub(crate) shown: i64,
    pub(crate) quantity: i64,
    /// The attempt token of the last submit.
    pub(crate) token: Option<String>,
    /// The outcome that the buyer got.
    pub(crate) ended: Ended,
}

/// How a buyer pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// By card, for goods that are not shipped.
    Card,
    /// By a wallet's token, for goods that are shipped.
    GooglePay,
}

impl Purchase {
    /// The purchase of this cart; none if the goods are sold out or the quantity was reduced to the stock.
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

/// The outcome of a purchase, as the buyer got it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Ordered,
    Failed,
    Refused,
    /// The buyer left, or got no outcome.
    Unknown,
}

/// No server responded in time, or the buyer left.
pub(crate) struct Unanswered;

impl ShopClient {
    pub(crate) fn of(shop: &Shop) -> Self {
        Self {
            http: shop.http.clone(),
            origins: shop.origins(),
            turn: Arc::default(),
            gateway: shop.gateway.clone(),
        }
    }

    /// The origin of the next server in turn.
    pub(crate) fn origin(&self) -> &str {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        &self.origins[turn % self.origins.len()]
    }

    /// Sends a document to the servers in turn until one responds.
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
            // After a broken connection it is unknown whether the request was executed.
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

    /// Enters a card in the gateway's hosted fields; returns the session.
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

    /// Decides a challenge on the bank's page and returns to the shop.
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
            // The shop may be down; it gets the decision anyway.
            let _ = self.http.get(back).send().await;
        }
    }

    /// Creates a cart with one line and an e-mail address, with nothing to ship.
    pub(crate) async fn cart(
        &self,
        variant: &str,
        quantity: i64,
    ) -> Result<Option<Purchase>, Unanswered> {
        let line = json!({ "merchandiseId": variant, "quantity": quantity });
        self.cart_of(line, quantity).await
    }

    /// The same with one unit under this plan.
    #[cfg(feature = "fail-points")]
    pub(crate) async fn planned_cart(
        &self,
        variant: &str,
        plan: &str,
    ) -> Result<Option<Purchase>, Unanswered> {
        let line = json!({ "merchandiseId": variant, "quantity": 1, "sellingPlanId": plan });
        self.cart_of(line, 1).await
    }

    /// The same for a buyer in another country.
    #[cfg(feature = "fail-points")]
    pub(crate) async fn cart_in(
        &self,
        variant: &str,
        country: &str,
    ) -> Result<Option<Purchase>, Unanswered> {
        let line = json!({ "merchandiseId": variant, "quantity": 1 });
        self.cart_for(line, 1, country).await
    }

    async fn cart_of(&self, line: Value, quantity: i64) -> Result<Option<Purchase>, Unanswered> {
        self.cart_for(line, quantity, "CZ").await
    }

    async fn cart_for(
        &self,
        line: Value,
        quantity: i64,
        country: &str,
    ) -> Result<Option<Purchase>, Unanswered> {
        let input = json!({ "input": {
            "lines": [line],
            "buyerIdentity": { "email": "jana@example.cz", "countryCode": country },
        }});
        let answer = self.run(CREATE, &input).await?;
        let cart = &answer["cartCreate"]["cart"];
        let purchase = cart["id"]
            .as_str()
            .and_then(|id| Purchase::of(id, cart, quantity));
        Ok(purchase)
    }

    /// Binds a card for the amount shown; returns whether it was bound.
    pub(crate) async fn bind(&self, purchase: &Purchase, number: &str) -> Result<bool, Unanswered> {
        let session = self.session(number).await?;
        let method =
            json!({ "directPaymentMethod": { "sessionId": session, "billingAddress": address() } });
        self.bind_method(purchase, method).await
    }

    /// Binds a payment method for the amount shown; returns whether it was bound.
    pub(crate) async fn bind_method(
        &self,
        purchase: &Purchase,
        method: Value,
    ) -> Result<bool, Unanswered> {
        self.bind_in(purchase, method, "CZK").await
    }

    /// The same for an amount in this currency.
    pub(crate) async fn bind_in(
        &self,
        purchase: &Purchase,
        method: Value,
        currency: &str,
    ) -> Result<bool, Unanswered> {
        let amount = format!("{}.{:02}", purchase.shown / 100, purchase.shown % 100);
        let mut payment = method;
        payment["amount"] = json!({ "amount": amount, "currencyCode": currency });
        let variables = json!({ "cartId": purchase.cart, "payment": payment });
        let answer = self.run(BIND, &variables).await?;
        Ok(answer["cartPaymentUpdate"]["userErrors"] == json!([]))
    }

    /// Submits, and follows the attempt for at most `follow`.
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

/// The buyer's address.
pub(crate) fn address() -> Value {
    json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 1",
        "city": "Praha", "zip": "11000", "country": "CZ",
    })
}

/// Converts a decimal amount to minor units.
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
