//! PayPal's rules apply to every member that the shop's client sends.

use super::world::{TOTAL, World, breakdown, new_order, wish, world};
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_payments::paypal::{Breakdown, Funding, Item, NewOrder};

const ORDERS: &str = "/v2/checkout/orders";
const AGREEMENTS: &str = "/v3/vault/setup-tokens";
const ACCOUNTS: &str = "/v3/vault/payment-tokens";
/// The refusals of a text that is far too long: as too long, as an unknown value, as a malformed URL, or as no boolean.
const FOR_LENGTH: [&str; 3] = [
    "INVALID_STRING_LENGTH",
    "INVALID_PARAMETER_VALUE",
    "INVALID_PARAMETER_SYNTAX",
];
/// The members that the shop's orders must have.
const REQUIRED: [&str; 7] = [
    "intent",
    "currency_code",
    "value",
    "name",
    "quantity",
    "usage_type",
    "return_url",
];

fn dollars() -> Breakdown {
    let total = Money::new(
        MinorUnits::new(1_000),
        Currency::new("USD").expect("a currency"),
    );
    let book = Item {
        name: "Kniha".to_owned(),
        quantity: 1,
        unit_price: MinorUnits::new(1_000),
        shipped: false,
    };
    let none = MinorUnits::ZERO;
    Breakdown::new(total, vec![book], none, none, none).expect("it adds up")
}

/// A unique request id.
fn fresh_name() -> String {
    static NAMES: AtomicUsize = AtomicUsize::new(0);
    format!("request {}", NAMES.fetch_add(1, Ordering::SeqCst))
}

impl World {
    async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> (u16, Value) {
        let calling = reqwest::Client::new()
            .request(method, format!("{}{path}", self.api))
            .header("paypal-request-id", fresh_name())
            .bearer_auth(self.token().await);
        let calling = match body {
            Some(body) => calling.json(body),
            None => calling,
        };
        let answer = calling.send().await.expect("an answer");
        (answer.status().as_u16(), answer.json().await.expect("JSON"))
    }

    /// The body that created this resource.
    async fn sent(&self, resource: &str, id: &str) -> Value {
        let (_, mut document) = self
            .call(Method::GET, &format!("{resource}/{id}"), None)
            .await;
        for added in ["id", "status", "create_time", "customer"] {
            document.as_object_mut().expect("an object").remove(added);
        }
        document
    }
}

/// The paths of all values in a body except objects and arrays.
fn leaves(value: &Value, at: &str) -> Vec<String> {
    match value {
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| leaves(value, &format!("{at}/{name}")))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .flat_map(|(index, value)| leaves(value, &format!("{at}/{index}")))
            .collect(),
        _ => vec![at.to_owned()],
    }
}

/// [7.09] For every member of the shop's orders and agreements, PayPal refuses a far too long text, a value of another
/// type and the absence of a required member, and names the member's path.
#[tokio::test]
async fn the_rules_apply_to_every_member_sent() {
    let world = world().await;
    let client = world.gateway.client();
    let orders = [
        new_order(),
        NewOrder {
            vault: true,
            ..new_order()
        },
        NewOrder {
            funding: Funding::Venmo,
            breakdown: dollars(),
            vault: true,
            ..new_order()
        },
    ];
    let mut bodies = Vec::new();
    for (index, order) in orders.iter().enumerate() {
        let made = world
            .gateway
            .create_order(&format!("order {index}"), order)
            .await;
        bodies.push((
            ORDERS,
            world.sent(ORDERS, &made.expect("an order").id).await,
        ));
    }
    let unpaid = world
        .gateway
        .create_unpaid_order("unpaid", "cart-1", &breakdown(TOTAL))
        .await;
    bodies.push((
        ORDERS,
        world.sent(ORDERS, &unpaid.expect("an order").id).await,
    ));
    for funding in [Funding::PayPal, Funding::Venmo] {
        let asked = client
            .create_agreement(&format!("{funding:?}"), &wish(funding))
            .await;
        let asked = asked.expect("an agreement");
        bodies.push((AGREEMENTS, world.sent(AGREEMENTS, &asked.id).await));
    }
    for (resource, body) in bodies {
        let (status, _) = world.call(Method::POST, resource, Some(&body)).await;
        assert!(matches!(status, 200 | 201), "{body}");
        for place in leaves(&body, "") {
            let long = json!("x".repeat(5_000));
            world
                .refuses(resource, &body, &place, long, &FOR_LENGTH)
                .await;
            world
                .refuses(resource, &body, &place, json!([1]), &FOR_LENGTH[2..])
                .await;
            let name = place.rsplit('/').next().unwrap_or_default();
            let is_required =
                REQUIRED.contains(&name) && (name != "return_url" || resource == AGREEMENTS);
            if is_required {
                let missing = ["MISSING_REQUIRED_PARAMETER"];
                world
                    .refuses(resource, &body, &place, Value::Null, &missing)
                    .await;
            }
        }
    }
}

impl World {
    /// Sends a body with another value at this path, and expects a refusal there.
    async fn refuses(
        &self,
        resource: &str,
        body: &Value,
        place: &str,
        wrong: Value,
        issues: &[&str],
    ) {
        let mut body = body.clone();
        *body.pointer_mut(place).expect("a place") = wrong;
        let (status, answer) = self.call(Method::POST, resource, Some(&body)).await;
        let detail = &answer["details"][0];
        let issue = detail["issue"].as_str().unwrap_or_default();
        assert_eq!((status, &detail["field"]), (400, &json!(place)), "{answer}");
        assert!(issues.contains(&issue), "{place}: {issue}");
    }
}

/// [7.09] PayPal refuses calls that pay or store an account without a request id.
#[tokio::test]
async fn payments_and_accounts_need_a_request_id() {
    let world = world().await;
    let client = world.gateway.client();
    let made = world.gateway.create_order("named", &new_order()).await;
    let order = world.sent(ORDERS, &made.expect("an order").id).await;
    let asked = client
        .create_agreement("asked", &wish(Funding::PayPal))
        .await;
    let agreement = asked.expect("an agreement").id;
    let setup = world.sent(AGREEMENTS, &agreement).await;
    let token = json!({ "id": agreement, "type": "SETUP_TOKEN" });
    let keep = json!({ "payment_source": { "token": token } });
    for (path, body) in [(ORDERS, order), (AGREEMENTS, setup), (ACCOUNTS, keep)] {
        let unnamed = reqwest::Client::new()
            .post(format!("{}{path}", world.api))
            .bearer_auth(world.token().await)
            .json(&body);
        let answer = unnamed.send().await.expect("an answer");
        assert_eq!(answer.status(), 400, "{path}");
        let answer: Value = answer.json().await.expect("JSON");
        let issue = &answer["details"][0]["issue"];
        assert_eq!(issue, "PAYPAL_REQUEST_ID_REQUIRED", "{path}");
    }
}
