//! Names of things that are really there: with invented ones alone, inputs would not get far.

use super::{Sent, Shop};
use reqwest::Method;
use serde_json::{Value, json};

const CART: &str =
    "cart { id lines(first: 5) { nodes { id } } deliveryGroups(first: 2) { nodes { id } }
  cost { totalAmount { amount } } } userErrors { code field message }";

/// What there is in a shop.
#[derive(Default)]
pub struct Prepared {
    /// Global ids of all variants.
    pub variants: Vec<String>,
    /// Their numbers, as forms name them.
    pub numbers: Vec<String>,
    /// A cart that browsers keep, as a path names it.
    pub token: String,
    /// Its secret.
    pub key: String,
    /// A session of the card fields.
    pub session: String,
    /// A Google Pay token, taken apart: `protocolVersion`, `signature`, `intermediateSigningKey`, `signedMessage`.
    pub wallet_token: Value,
}

/// A cart that lacks nothing but its payment.
pub struct ReadyCart {
    /// Its global id, with its secret.
    pub id: String,
    /// Global ids of its lines.
    pub lines: Vec<String>,
    /// Global ids of its delivery groups.
    pub groups: Vec<String>,
    /// What is due, as the API writes it.
    pub total: String,
}

/// A value in an answer, which must be a text.
pub fn field(answer: &Value, pointer: &str) -> String {
    let found = answer.pointer(pointer).and_then(Value::as_str);
    found
        .unwrap_or_else(|| panic!("no {pointer} in {answer}"))
        .to_owned()
}

impl Prepared {
    pub(super) fn in_shop(shop: &Shop) -> Self {
        let query = "{ products(first: 10) { nodes { variants(first: 5) { nodes { id } } } } }";
        let answer = shop.run(query, &Value::Null);
        let products = answer
            .pointer("/data/products/nodes")
            .and_then(Value::as_array);
        let variants = products.into_iter().flatten();
        let variants: Vec<String> = variants
            .flat_map(|product| ids(product, "/variants/nodes"))
            .collect();
        let number = |id: &String| id.rsplit('/').next().unwrap_or_default().to_owned();
        let made = shop.run("mutation { cartCreate { cart { id } } }", &Value::Null);
        let cart = field(&made, "/data/cartCreate/cart/id");
        let (token, key) = cart
            .rsplit('/')
            .next()
            .unwrap()
            .split_once("?key=")
            .unwrap();
        Self {
            numbers: variants.iter().map(number).collect(),
            variants,
            token: token.to_owned(),
            key: key.to_owned(),
            session: shop.card_session(),
            wallet_token: wallet_token(shop),
        }
    }

    /// The cart that browsers keep, as a Cookie header names it.
    #[must_use]
    pub fn cookie(&self) -> Vec<u8> {
        format!("cart={}%3Fkey%3D{}", self.token, self.key).into_bytes()
    }
}

impl Shop {
    /// Makes a cart that lacks nothing but its payment.
    pub fn ready_cart(&self) -> ReadyCart {
        let address = json!({ "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 1", "city": "Praha",
            "zip": "11000", "countryCode": "CZ" });
        let line = |variant: &String| json!({ "merchandiseId": variant, "quantity": 1 });
        let lines: Vec<Value> = self.prepared.variants.iter().map(line).collect();
        let input = json!({ "input": {
            "lines": lines,
            "buyerIdentity": { "email": "jana@example.cz", "phone": "777123456", "countryCode": "CZ" },
            "delivery": { "addresses": [
                { "address": { "deliveryAddress": address }, "selected": true, "validationStrategy": "STRICT" }
            ] },
        } });
        let create = format!(
            "mutation ($input: CartInput) {{ made: cartCreate(input: $input) {{ {CART} }} }}"
        );
        let made = self.run(&create, &input);
        let id = field(&made, "/data/made/cart/id");
        let groups = ids(&made, "/data/made/cart/deliveryGroups/nodes");
        let choose = format!(
            "mutation ($id: ID!, $options: [CartSelectedDeliveryOptionInput!]!) {{
               made: cartSelectedDeliveryOptionsUpdate(cartId: $id, selectedDeliveryOptions: $options) {{ {CART} }} }}"
        );
        let option = json!({ "deliveryGroupId": groups[0], "deliveryOptionHandle": "ppl" });
        let made = self.run(&choose, &json!({ "id": id, "options": [option] }));
        ReadyCart {
            lines: ids(&made, "/data/made/cart/lines/nodes"),
            groups,
            total: field(&made, "/data/made/cart/cost/totalAmount/amount"),
            id,
        }
    }

    /// Enters a card in the gateway's fields; a session for one payment.
    fn card_session(&self) -> String {
        let answer = self.send(Sent {
            method: Method::POST,
            path: "/sandbox/gateway/sessions",
            headers: vec![(
                "content-type",
                b"application/x-www-form-urlencoded".to_vec(),
            )],
            body: b"number=4111111111111111&expiry=12%2F40&cvc=123&name=Jana".to_vec(),
        });
        let answer: Value = serde_json::from_slice(&answer.body).unwrap();
        field(&answer, "/session")
    }
}

fn ids(answer: &Value, pointer: &str) -> Vec<String> {
    let nodes = answer.pointer(pointer).and_then(Value::as_array);
    nodes
        .into_iter()
        .flatten()
        .map(|node| field(node, "/id"))
        .collect()
}

fn wallet_token(shop: &Shop) -> Value {
    let request = json!({
        "tokenizationSpecification": { "type": "DIRECT", "parameters": {
            "protocolVersion": "ECv2", "publicKey": zkratka_sandbox::google_pay::merchant_public_key(),
        } },
        "card": { "number": "4111111111111111", "expirationMonth": 12, "expirationYear": 2040, "authMethod": "PAN_ONLY" },
    });
    let answer = shop.send(Sent {
        method: Method::POST,
        path: "/sandbox/google-pay/tokens",
        headers: vec![("content-type", b"application/json".to_vec())],
        body: request.to_string().into_bytes(),
    });
    let answer: Value = serde_json::from_slice(&answer.body).unwrap();
    serde_json::from_str(&field(&answer, "/token")).unwrap()
}
