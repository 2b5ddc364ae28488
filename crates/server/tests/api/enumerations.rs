//! Tests the closed lists of the specification: the schema has exactly their members, and the server returns each of
//! them.

use crate::selling_plans::PLANS;
use crate::support::{BOOK, EBOOK, Guarded, Hold, MUG, SHIRT, Shop, codes};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// How long to wait for a permit: much longer than any attempt here takes.
const PATIENCE: Duration = Duration::from_mins(1);

/// The schema's members of a union or an enumeration, or the fields of an object.
async fn members(shop: &Shop, name: &str) -> BTreeSet<String> {
    let query = "query ($name: String!) { __type(name: $name) {
        possibleTypes { name } enumValues { name } fields { name } } }";
    let found = shop.run(query, json!({ "name": name })).await;
    let found = found.field("__type");
    let lists = ["possibleTypes", "enumValues", "fields"].map(|list| found[list].as_array());
    let members = lists.into_iter().flatten().flatten();
    members
        .map(|member| member["name"].as_str().unwrap().to_owned())
        .collect()
}

/// [3.18] The schema has exactly the listed members; an object has at least the listed fields.
#[tokio::test]
async fn the_schema_has_every_list_whole() {
    let shop = Shop::open().await;
    for (name, listed) in [
        (
            "CartDeliveryGroupType",
            &["ONE_TIME_PURCHASE", "SUBSCRIPTION"][..],
        ),
        (
            "CartSubmitForCompletionResult",
            &[
                "SubmitSuccess",
                "SubmitThrottled",
                "SubmitFailed",
                "SubmitAlreadyAccepted",
            ],
        ),
        (
            "CartPrepareForCompletionResult",
            &["CartStatusReady", "CartStatusNotReady", "CartThrottled"],
        ),
    ] {
        let listed: BTreeSet<_> = listed.iter().map(|&member| member.to_owned()).collect();
        assert_eq!(members(&shop, name).await, listed, "{name}");
    }
    for (name, listed) in [
        ("SubmitSuccess", &["redirectUrl"][..]),
        ("SubmitThrottled", &["pollAfter"]),
        ("SubmitFailed", &["errors", "checkoutUrl"]),
        ("SubmissionError", &["code", "message"]),
        ("CartStatusNotReady", &["errors"]),
        ("CartThrottled", &["pollAfter"]),
        ("CartCreatePayload", &["cart", "userErrors", "warnings"]),
        ("ProductVariant", &["id", "requiresShipping"]),
    ] {
        let found = members(&shop, name).await;
        for &field in listed {
            assert!(found.contains(field), "{name}.{field}");
        }
    }
}

/// [3.18] Tests a variant's id and whether it must be shipped, and the purchase types of delivery groups: once or
/// subscription.
#[tokio::test]
async fn variants_and_purchase_types() {
    let shop = Shop::open_with(|config| config + PLANS).await;
    let query =
        "query ($id: ID!) { node(id: $id) { ... on ProductVariant { id requiresShipping } } }";
    for (handle, requires_shipping) in [(BOOK, true), (EBOOK, false)] {
        let id = shop.variant(handle, 0).await;
        let variant = shop.run(query, json!({ "id": id })).await.field("node");
        assert_eq!(
            variant,
            json!({ "id": id, "requiresShipping": requires_shipping })
        );
    }

    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    let shirt = json!({ "merchandiseId": shop.variant(SHIRT, 0).await, "sellingPlanId": "gid://shopify/SellingPlan/1" });
    let variables = json!({ "cartId": cart["id"], "lines": [shirt] });
    let cart = shop.mutate("cartLinesAdd", variables).await["cart"].clone();
    let groups = cart["deliveryGroups"]["nodes"].as_array().unwrap();
    let types: Vec<_> = groups.iter().map(|group| &group["groupType"]).collect();
    assert_eq!(types, ["ONE_TIME_PURCHASE", "SUBSCRIPTION"]);
}

fn kind(payload: &Value) -> &str {
    payload["result"]["__typename"].as_str().unwrap()
}

/// Repeats a request while the server is throttled. An attempt releases its permit shortly after its outcome is known,
/// and the search for due attempts holds a permit during its store call.
pub(crate) async fn when_there_is_room<F: Future<Output = Value>>(
    request: impl Fn() -> F,
) -> Value {
    let asking = async {
        loop {
            let answered = request().await;
            if !kind(&answered).ends_with("Throttled") {
                return answered;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, asking).await.expect("room")
}

/// [3.18] [7.05] [7.06] One cart goes through every result of prepare and submit, each with its fields.
#[tokio::test]
async fn a_cart_meets_every_result() {
    let hold = Hold::of(Guarded::Advance);
    let shop = Shop::open_guarded(|text| text + "attempts = 2\n", hold.clone()).await;
    let shop = Arc::new(shop);
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;

    let failed = shop.submit(&cart, "token-without-payment").await;
    assert_eq!(kind(&failed), "SubmitFailed");
    assert_eq!(
        codes(&failed["result"]["errors"]),
        ["PAYMENTS_METHOD_REQUIRED"]
    );
    let message = failed["result"]["errors"][0]["message"].as_str().unwrap();
    assert!(!message.is_empty());
    assert_eq!(failed["result"]["checkoutUrl"], cart["checkoutUrl"]);

    let empty = shop.cart(&[]).await;
    let not_ready = when_there_is_room(|| shop.prepare(&empty)).await;
    assert_eq!(kind(&not_ready), "CartStatusNotReady");
    assert!(!codes(&not_ready["result"]["errors"]).is_empty());

    shop.pay_by_card(&cart, "4111111111111111").await;
    let ready = when_there_is_room(|| shop.prepare(&cart)).await;
    assert_eq!(kind(&ready), "CartStatusReady");

    // Another cart's payment takes the only permit.
    let other = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_by_card(&other, "4111111111111111").await;
    let paying = tokio::spawn({
        let (shop, other) = (Arc::clone(&shop), other.clone());
        async move { when_there_is_room(|| shop.submit(&other, "token-of-the-other")).await }
    });
    hold.holds(1).await;
    for (name, payload) in [
        ("CartThrottled", shop.prepare(&cart).await),
        (
            "SubmitThrottled",
            shop.submit(&cart, "token-of-the-cart").await,
        ),
    ] {
        assert_eq!(kind(&payload), name);
        let moment = payload["result"]["pollAfter"].as_str().unwrap();
        assert!(moment.parse::<jiff::Timestamp>().is_ok(), "{moment}");
    }
    hold.open(true);
    assert_eq!(kind(&paying.await.unwrap()), "SubmitSuccess");

    let success = when_there_is_room(|| shop.submit(&cart, "token-of-the-cart")).await;
    assert_eq!(kind(&success), "SubmitSuccess");
    assert_eq!(
        success["result"]["redirectUrl"],
        shop.order_link(&cart).await
    );
    let again = when_there_is_room(|| shop.submit(&cart, "token-of-another-press")).await;
    assert_eq!(kind(&again), "SubmitAlreadyAccepted");
}
