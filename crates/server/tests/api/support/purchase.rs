//! The steps of a purchase.

use super::Shop;
use serde_json::{Value, json};

const SUBMIT: &str = "mutation ($cartId: ID!, $attemptToken: String!) {
  cartSubmitForCompletion(cartId: $cartId, attemptToken: $attemptToken) {
    result {
      __typename
      ... on SubmitSuccess { attemptId redirectUrl }
      ... on SubmitFailed { checkoutUrl errors { code message } }
      ... on SubmitAlreadyAccepted { attemptId }
      ... on SubmitThrottled { pollAfter }
    }
    userErrors { code field message }
  }
}";

const PREPARE: &str = "mutation ($cartId: ID!) {
  cartPrepareForCompletion(cartId: $cartId) {
    result {
      __typename
      ... on CartStatusReady { cart { id } }
      ... on CartStatusNotReady { cart { id } errors { code message } }
      ... on CartThrottled { pollAfter }
    }
    userErrors { code field message }
  }
}";

const STATUS: &str = "__typename
    ... on CartCompletionProcessing { id pollDelay underReview }
    ... on CartCompletionActionRequired { id action { ... on CompletePaymentChallenge { redirectUrl } } }
    ... on CartCompletionFailed { id errors { code message } }
    ... on CartCompletionSuccess { id completedAt orderId orderUrl }";

/// A billing address.
pub(crate) fn billing() -> Value {
    json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 1", "city": "Praha",
        "zip": "11000", "country": "CZ",
    })
}

impl Shop {
    /// A cart of these lines that lacks only its payment; with one book it costs 518.00.
    pub(crate) async fn ready_cart(&self, lines: &[(&str, usize, i64)]) -> Value {
        let cart = self.cart(lines).await;
        let identity = json!({ "email": "jana@example.cz", "phone": "777123456", "countryCode": "CZ",
            "deliveryAddressPreferences": [{
                "deliveryAddress": billing(),
                "deliveryAddressValidationStrategy": "STRICT",
            }],
        });
        let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
        let cart = self.mutate("cartBuyerIdentityUpdate", variables).await["cart"].clone();
        let Some(group) = cart["deliveryGroups"]["nodes"].get(0) else {
            return cart;
        };
        let option = json!({ "deliveryGroupId": group["id"], "deliveryOptionHandle": "ppl" });
        let variables = json!({ "cartId": cart["id"], "selectedDeliveryOptions": [option] });
        let payload = self
            .mutate("cartSelectedDeliveryOptionsUpdate", variables)
            .await;
        assert_eq!(payload["userErrors"], json!([]));
        payload["cart"].clone()
    }

    /// Binds a payment of this amount; `method` is the rest of the input. Returns the payload.
    pub(crate) async fn pay(&self, cart: &Value, amount: &str, method: Value) -> Value {
        let mut payment = method;
        payment["amount"] = json!({ "amount": amount, "currencyCode": "CZK" });
        let variables = json!({ "cartId": cart["id"], "payment": payment });
        self.mutate("cartPaymentUpdate", variables).await
    }

    /// Binds dobírka for the amount due.
    pub(crate) async fn pay_on_delivery(&self, cart: &Value) {
        let method = json!({ "manualPaymentMethod": { "handle": "cash_on_delivery", "billingAddress": billing() } });
        let amount = &cart["cost"]["cashOnDeliveryAmount"]["amount"];
        self.pay_whole(cart, amount, method).await;
    }

    /// Binds a card for the amount due.
    /// Returns the gateway's session of the card.
    pub(crate) async fn pay_by_card(&self, cart: &Value, number: &str) -> String {
        let session = self.card_session(number).await;
        let method =
            json!({ "directPaymentMethod": { "sessionId": session, "billingAddress": billing() } });
        self.pay_all(cart, method).await;
        session
    }

    pub(crate) async fn pay_all(&self, cart: &Value, method: Value) {
        let amount = &cart["cost"]["totalAmount"]["amount"];
        self.pay_whole(cart, amount, method).await;
    }

    async fn pay_whole(&self, cart: &Value, amount: &Value, method: Value) {
        let payload = self.pay(cart, amount.as_str().unwrap(), method).await;
        assert_eq!(payload["userErrors"], json!([]));
    }

    /// Enters a card in the gateway's hosted fields; returns the session.
    pub(crate) async fn card_session(&self, number: &str) -> String {
        let url = format!("{}/sandbox/gateway/sessions", self.server.base_url);
        let form = format!("number={number}&expiry=12%2F40&cvc=123&name=Jana");
        let request = self.client.post(url).body(form);
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        answer["session"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned()
    }

    pub(crate) async fn prepare(&self, cart: &Value) -> Value {
        let answer = self.run(PREPARE, json!({ "cartId": cart["id"] })).await;
        answer.field("cartPrepareForCompletion")
    }

    pub(crate) async fn submit(&self, cart: &Value, token: &str) -> Value {
        let variables = json!({ "cartId": cart["id"], "attemptToken": token });
        self.run(SUBMIT, variables)
            .await
            .field("cartSubmitForCompletion")
    }

    /// Queries an attempt.
    pub(crate) async fn attempt(&self, id: &Value) -> Value {
        self.of_attempt("query", "cartCompletionAttempt", id).await
    }

    /// Gives up the challenge of an attempt.
    pub(crate) async fn give_up(&self, id: &Value) -> Value {
        self.of_attempt("mutation", "cartCompletionAttemptGiveUp", id)
            .await
    }

    async fn of_attempt(&self, operation: &str, field: &str, id: &Value) -> Value {
        let query = format!(
            "{operation} ($attemptId: String!) {{ {field}(attemptId: $attemptId) {{ {STATUS} }} }}"
        );
        let answer = self.run(&query, json!({ "attemptId": id })).await;
        answer.field(field)
    }

    /// All orders, newest first.
    pub(crate) async fn orders(&self) -> Vec<zkratka_commerce::order::Order> {
        let page = zkratka_store::OrderPage {
            before: None,
            limit: 100,
        };
        let records = self.server.app().store.orders(page).await.unwrap();
        records.into_iter().map(|record| record.order).collect()
    }

    /// The stock of a product's variant.
    pub(crate) async fn left(&self, handle: &str, position: usize) -> Option<u64> {
        self.product(handle).await.variants[position].stock.left()
    }
}
