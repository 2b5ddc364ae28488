//! Which cart and attempt a session of the emulated Amazon Pay pays.

use super::gateway::{authorise, charge_of, chosen, declined, gateway, pay, query, request};
use super::line::Line;
use super::world::{session_path, text, world};
use serde_json::json;
use zkratka_payments::amazon_pay::{AmazonPayGateway, session_of};
use zkratka_payments::{AuthoriseRequest, DeclineReason, PaymentOutcome};
use zkratka_sandbox::gateway::RowKind::Authorised;

/// [B.02] A session pays only in the cart and the store that it was made for, and is not changed for another.
#[tokio::test]
async fn a_session_is_bound_to_its_cart() {
    let world = world().await;
    let here = gateway(&world, &world.api);
    let id = chosen(&world).await;
    let (_, before) = world.get(&session_path(&id)).await;
    let refused = declined(DeclineReason::Refused);
    for session in [
        session_of(&id, "https://obchod.example/checkout?cart=2"),
        format!("amazon:{id}"),
    ] {
        let asked = AuthoriseRequest {
            session,
            ..request(&id, "K1")
        };
        assert_eq!(authorise(&here, &asked).await, refused);
    }
    let mut other = world.settings(&world.api);
    other.store_id = "amzn1.application-oa2-client.other".to_owned();
    let other = AmazonPayGateway::new(&other).expect("a gateway");
    assert_eq!(authorise(&other, &request(&id, "K1")).await, refused);
    assert_eq!(world.get(&session_path(&id)).await.1, before, "no PATCH");
}

/// [B.02] One charge pays one attempt, also if another one sets the amount between the reading of the session and its
/// completion.
#[tokio::test]
async fn one_charge_pays_one_attempt() {
    let world = world().await;
    let (line, api) = Line::to(&world).await;
    let slow = gateway(&world, &api);
    let fast = gateway(&world, &world.api);
    let id = chosen(&world).await;
    authorise(&slow, &request(&id, "K1")).await;
    pay(&world, &id).await;
    let stop = line.stop("/complete");
    let between = async {
        let go_on = stop.reached().await;
        let taken = json!({ "merchantMetadata": { "customInformation": "K2" } });
        let (status, changed) = world.patch(&session_path(&id), taken).await;
        assert_eq!(status, 200, "{changed}");
        pay(&world, &id).await;
        go_on.send(()).expect("somebody waits");
    };
    let (first, ()) = tokio::join!(query(&slow, &id, "K1"), between);
    assert_eq!(first, PaymentOutcome::Unknown);
    let second = query(&fast, &id, "K2").await;
    assert!(
        matches!(second, PaymentOutcome::Authorised { .. }),
        "{second:?}"
    );
    assert_eq!(query(&slow, &id, "K1").await, PaymentOutcome::Unknown);
    assert_eq!(world.happened(), [Authorised]);
}

/// [B.02] The attempt's key is a secret: the buyer's accounts at Amazon show the shop's reference, which is not the key.
#[tokio::test]
async fn the_key_is_not_shown_to_the_buyer() {
    let world = world().await;
    let gateway = gateway(&world, &world.api);
    let id = chosen(&world).await;
    authorise(&gateway, &request(&id, "K1")).await;
    let (_, session) = world.get(&session_path(&id)).await;
    pay(&world, &id).await;
    let held = query(&gateway, &id, "K1").await;
    let charge = charge_of(&held);
    let (_, charge) = world.get(&format!("charges/{charge}")).await;
    let permission = text(&charge["chargePermissionId"]);
    let (_, permission) = world.get(&format!("chargePermissions/{permission}")).await;
    for object in [session, charge, permission] {
        let metadata = &object["merchantMetadata"];
        assert_eq!(metadata["customInformation"], "K1", "{object}");
        assert_eq!(metadata["merchantReferenceId"], id.as_str(), "{object}");
    }
}
