//! A buyer who pays with the emulated Google Pay, with all requests of a sheet in their order.

use crate::buyer::{PATIENCE, PAUSE, Purchase, ShopClient, Unanswered, address};
use serde_json::{Value, json};
use std::time::Instant;
use zkratka_sandbox::google_pay::{MERCHANT_ID, merchant_public_key};

impl ShopClient {
    /// Creates a cart with one line that PPL ships to the sheet's address; none if the goods are sold out.
    pub(crate) async fn parcel(
        &self,
        variant: &str,
        quantity: i64,
    ) -> Result<Option<Purchase>, Unanswered> {
        let lines = json!([{ "merchandiseId": variant, "quantity": quantity }]);
        let answer = self
            .run(CREATE, &json!({ "input": { "lines": lines } }))
            .await?;
        let Some(id) = answer["cartCreate"]["cart"]["id"].as_str() else {
            return Ok(None);
        };
        let identity = json!({ "email": "jana@example.cz", "phone": "777123456", "countryCode": "CZ",
            "deliveryAddressPreferences": [{
                "deliveryAddress": address(),
                "deliveryAddressValidationStrategy": "STRICT",
            }],
        });
        let variables = json!({ "cartId": id, "buyerIdentity": identity });
        let answer = self.run(IDENTIFY, &variables).await?;
        let cart = &answer["cartBuyerIdentityUpdate"]["cart"];
        let Some(group) = cart["deliveryGroups"]["nodes"][0]["id"].as_str() else {
            return Ok(None);
        };
        let option = json!([{ "deliveryGroupId": group, "deliveryOptionHandle": "ppl" }]);
        let variables = json!({ "cartId": id, "options": option });
        let answer = self.run(SELECT, &variables).await?;
        let cart = &answer["cartSelectedDeliveryOptionsUpdate"]["cart"];
        Ok(Purchase::of(id, cart, quantity))
    }

    /// Prepares the cart and binds a token with this card; returns whether it was bound.
    pub(crate) async fn bind_wallet(
        &self,
        purchase: &Purchase,
        number: &str,
    ) -> Result<bool, Unanswered> {
        let variables = json!({ "cartId": purchase.cart });
        self.run(PREPARE, &variables).await?;
        let mut content = self.token(number).await?;
        content["billingAddress"] = address();
        let method = json!({ "walletPaymentMethod": { "googlePayWalletContent": content } });
        self.bind_method(purchase, method).await
    }

    /// A token of the emulated Google Pay, as the sheet returns it.
    async fn token(&self, number: &str) -> Result<Value, Unanswered> {
        let wish = json!({
            "tokenizationSpecification": { "type": "DIRECT", "parameters": {
                "protocolVersion": "ECv2", "publicKey": merchant_public_key(),
            }},
            "merchantInfo": { "merchantId": MERCHANT_ID },
            "card": {
                "number": number, "expirationMonth": 12, "expirationYear": 2034,
                "authMethod": "PAN_ONLY",
            },
        });
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let url = format!("{}/sandbox/google-pay/tokens", self.origin());
            let sent = self.http.post(url).json(&wish).send().await;
            if let Ok(response) = sent
                && let Ok(answer) = response.json::<Value>().await
                && let Some(token) = answer["token"].as_str()
            {
                return Ok(serde_json::from_str(token).expect("a token is JSON"));
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(Unanswered)
    }
}

const CREATE: &str = "mutation ($input: CartInput) {
  cartCreate(input: $input) { cart { id } userErrors { code } }
}";

const IDENTIFY: &str = "mutation ($cartId: ID!, $buyerIdentity: CartBuyerIdentityInput!) {
  cartBuyerIdentityUpdate(cartId: $cartId, buyerIdentity: $buyerIdentity) {
    cart { deliveryGroups(first: 1) { nodes { id } } }
    userErrors { code }
  }
}";

const SELECT: &str = "mutation ($cartId: ID!, $options: [CartSelectedDeliveryOptionInput!]!) {
  cartSelectedDeliveryOptionsUpdate(cartId: $cartId, selectedDeliveryOptions: $options) {
    cart { cost { totalAmount { amount } } lines(first: 1) { nodes { quantity } } }
    userErrors { code }
  }
}";

const PREPARE: &str = "mutation ($cartId: ID!) {
  cartPrepareForCompletion(cartId: $cartId) { result { __typename } userErrors { code } }
}";
