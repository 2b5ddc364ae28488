//! A whole purchase with Google Pay: the requests of the sheet, in order, until the order exists.

use crate::Failure;
use crate::answer::{Created, Followed, Identified, Paid, Selected, SubmitResult, Submitted};
use crate::client::Client;
use crate::document::Documents;
use crate::load::{Errand, Outcome};
use async_trait::async_trait;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use zkratka_commerce::time::Timestamp;
use zkratka_sandbox::google_pay::{MERCHANT_ID, Minter, TokenRequest, merchant_public_key};

/// Requests of a purchase whose order exists when the submission is answered.
pub(crate) const REQUESTS: usize = 7;
/// Polling interval of an unfinished attempt.
const PAUSE: Duration = Duration::from_millis(5);

/// The buyers, with tokens ready to use.
pub(crate) struct Checkout {
    documents: Documents,
    minter: Minter,
    token_request: Value,
    tokens: Mutex<Vec<Value>>,
    /// Number of purchases so far; selects the goods and the attempt token.
    count: AtomicUsize,
    products: usize,
}

impl Checkout {
    pub(crate) fn new(products: usize) -> Self {
        Self {
            documents: Documents::new(),
            minter: Minter {
                clock: Arc::new(now),
                message_lifetime: Duration::from_hours(1),
                intermediate_lifetime: Duration::from_hours(24),
            },
            token_request: json!({
                "tokenizationSpecification": { "type": "DIRECT", "parameters": {
                    "protocolVersion": "ECv2", "publicKey": merchant_public_key(),
                }},
                "merchantInfo": { "merchantId": MERCHANT_ID },
                "card": {
                    "number": "4111111111111111", "expirationMonth": 12, "expirationYear": 2034,
                    "authMethod": "PAN_ONLY",
                },
            }),
            tokens: Mutex::default(),
            count: AtomicUsize::new(0),
            products,
        }
    }

    /// Issues `count` tokens in advance: buyers' phones issue them in reality, so the time must not be measured.
    pub(crate) fn make_ready(&self, count: usize) -> Result<(), Failure> {
        let missing = count.saturating_sub(self.stored().len());
        for _ in 0..missing {
            let token = self.mint()?;
            self.stored().push(token);
        }
        Ok(())
    }

    fn mint(&self) -> Result<Value, Failure> {
        let token_request: TokenRequest = serde_json::from_value(self.token_request.clone())?;
        let token = self.minter.mint(token_request, None)?;
        Ok(serde_json::from_str(&token)?)
    }

    fn token(&self) -> Result<Value, Failure> {
        let ready = self.stored().pop();
        ready.map_or_else(|| self.mint(), Ok)
    }

    fn stored(&self) -> std::sync::MutexGuard<'_, Vec<Value>> {
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn buy(&self, client: &mut Client) -> Result<(), Failure> {
        let documents = &self.documents;
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let variant = 1 + number % self.products;
        let created: Created = client.run(&documents.create(&[variant])).await?;
        let id = &created.payload.cart.id;
        let identified: Identified = client.run(&documents.identify(id)).await?;
        let groups = identified.payload.cart.delivery_groups.edges;
        let group = groups.first().ok_or("the cart has no delivery group")?;
        let selected: Selected = client.run(&documents.select(id, &group.node.id)).await?;
        client.run::<IgnoredAny>(&documents.prepare(id)).await?;
        let amount = &selected.payload.cart.cost.total_amount;
        let paid: Paid = client
            .run(&documents.pay(id, amount, self.token()?))
            .await?;
        if let Some(error) = paid.payload.user_errors.first() {
            let code = error.code.as_deref().unwrap_or("without a code");
            return Err(format!("the payment was refused: {code}").into());
        }
        let token = format!("mereni-{}-{number}", std::process::id());
        let submitted: Submitted = client.run(&documents.submit(id, &token)).await?;
        match submitted.payload.result {
            Some(SubmitResult {
                attempt_id: Some(attempt),
                ..
            }) => self.follow(client, &attempt).await,
            refused => {
                let kind = refused.map(|result| result.kind);
                Err(format!("the cart was not taken: {kind:?}").into())
            }
        }
    }

    async fn follow(&self, client: &mut Client, attempt: &str) -> Result<(), Failure> {
        loop {
            let followed: Followed = client.run(&self.documents.follow(attempt)).await?;
            match followed.attempt.kind.as_str() {
                "CartCompletionSuccess" => return Ok(()),
                "CartCompletionProcessing" => tokio::time::sleep(PAUSE).await,
                other => return Err(format!("no order: {other}").into()),
            }
        }
    }
}

#[async_trait]
impl Errand for Checkout {
    async fn run(&self, client: &mut Client) -> Result<Outcome, Failure> {
        self.buy(client).await?;
        Ok(Outcome::Served)
    }
}

pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let milliseconds = since.map_or(0, |since| since.as_millis());
    Timestamp(i64::try_from(milliseconds).unwrap_or(i64::MAX))
}
