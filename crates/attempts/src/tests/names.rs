//! Which party may use which name of an attempt.

use super::gateway::{Say, challenge, held, taken};
use super::resuming::abandoned;
use super::shop::{TOTAL, TestShop, is_captured, run, shop};
use crate::{NameFor, gateway_key, key_in_name, public_id};
use zkratka_commerce::attempt::Attempt;
use zkratka_store::{AttemptStep, StepCommit, StepOutcome};

/// The stored attempt of a cart that has just been submitted.
async fn begun(shop: &TestShop) -> Attempt {
    let cart = shop.card_cart().await;
    shop.submit(&cart, "token-1").await;
    let request = shop.gateway.requests().remove(0);
    let key = key_in_name(&request.key).expect("a name");
    shop.store.attempt(key).await.expect("read").expect("there")
}

fn return_path(attempt: &Attempt) -> String {
    format!("/attempts/{}/return", NameFor::Return.of(attempt))
}

/// [B.03] The gateway and the bank each get a name of their own.
#[tokio::test]
async fn everybody_knows_one_name() {
    let shop = shop().await;
    shop.gateway.says([Say::Outcome(challenge())]);
    let attempt = begun(&shop).await;
    let request = shop.gateway.requests().remove(0);
    assert_eq!(request.key, gateway_key(&attempt));
    assert!(request.return_url.ends_with(&return_path(&attempt)));
    let parties = [
        NameFor::Client,
        NameFor::Watcher,
        NameFor::Gateway,
        NameFor::Return,
    ];
    for of in parties {
        let name = of.of(&attempt);
        assert_eq!((name.len(), key_in_name(&name)), (40, Some(attempt.key)));
        for party in parties {
            let found = shop.driver.find(party, &name).await.expect("read");
            assert_eq!(found.is_some(), party == of, "{party:?} asks for {name}");
        }
    }
}

/// [B.03] A server that resumes another server's attempt calls the gateway with the same key and the same return address.
#[tokio::test]
async fn another_server_repeats_the_identical_request() {
    let shop = shop().await;
    shop.gateway.says([
        Say::Nothing,
        Say::Outcome(held(TOTAL)),
        Say::Outcome(taken(TOTAL)),
    ]);
    let another = shop.another_driver(shop.driver.parts.settings.clone());
    let running = run(&another);
    let attempt = begun(&shop).await;
    shop.until(&attempt, is_captured).await;
    let requests = shop.gateway.requests();
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[0], requests[1]);
    running.abort();
}

/// [B.03] An attempt from a version in which all parties used one name keeps that name. With another key, a repeated call
/// would be a second payment.
#[tokio::test]
async fn an_older_attempt_keeps_its_only_name() {
    let shop = shop().await;
    let attempt = abandoned(&shop, 200, 0).await;
    let mut stored = serde_json::to_value(&attempt).expect("JSON");
    let removed = stored.as_object_mut().expect("an object").remove("secret");
    assert!(removed.is_some());
    let mut older: Attempt = serde_json::from_value(stored).expect("an attempt");
    assert_eq!(older.secret, None);
    older.version += 1;
    let step = AttemptStep {
        attempt: older,
        commit: StepCommit::Nothing,
        timeline: Vec::new(),
    };
    let advanced = shop.store.advance(step).await.expect("stored");
    assert!(matches!(advanced, StepOutcome::Stored(_)));
    shop.gateway
        .says([Say::Outcome(held(TOTAL)), Say::Outcome(taken(TOTAL))]);
    let running = run(&shop.driver);
    shop.until(&attempt, is_captured).await;
    let name = public_id(&attempt);
    let request = shop.gateway.requests().pop().expect("asked");
    assert_eq!(request.key, name);
    let back = format!("/attempts/{name}/return");
    assert!(request.return_url.ends_with(&back));
    for party in [NameFor::Client, NameFor::Gateway, NameFor::Return] {
        let found = shop.driver.find(party, &name).await.expect("read");
        assert!(found.is_some(), "{party:?}");
    }
    running.abort();
}
