//! Which party may use which name of an attempt.

use super::gateway::{Say, challenge, held, taken};
use super::resuming::abandoned;
use super::shop::{TOTAL, TestShop, is_captured, run, shop};
use crate::{NameFor, gateway_key, key_in_name, order_secret, public_id};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::gift_card::{
    CodeKeyId, LinkTo, NoSoldCodes, SealedToken, SoldCode, SoldCodes,
};
use zkratka_commerce::ids::{AttemptKey, LineId, Secret};
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
    format!(
        "/attempts/{}/return",
        NameFor::Return.of(attempt, &NoSoldCodes)
    )
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
        let name = of.of(&attempt, &NoSoldCodes);
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
    let name = public_id(&attempt, &NoSoldCodes);
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

/// Derives links with the key of this id, which is not in the database.
#[derive(Debug)]
struct Keyed(&'static str);

impl SoldCodes for Keyed {
    fn sell(&self, _: &Secret, _: LineId, _: u32) -> Option<SoldCode> {
        None
    }

    fn link_secret(
        &self,
        key: &CodeKeyId,
        to: LinkTo,
        _: AttemptKey,
        _: &Secret,
    ) -> Option<Secret> {
        (key.as_str() == self.0).then_some(Secret([to as u8 + 1; 16]))
    }
}

/// [B.12] The public id and the order's link of an attempt that sells gift cards need the key of its links. Without it the
/// client gets the watcher's name, which leads to no data, and nobody's name is the client's.
#[tokio::test]
async fn links_to_codes_need_the_key() {
    let shop = shop().await;
    shop.gateway.says([Say::Outcome(challenge())]);
    let mut attempt = begun(&shop).await;
    let (stored, gateway) = (public_id(&attempt, &NoSoldCodes), gateway_key(&attempt));
    let page = order_secret(&attempt, &NoSoldCodes).expect("a page");
    let key = CodeKeyId::parse("2026").expect("an id");
    attempt.token = SealedToken::new(&key, "00ff").as_str().to_owned();

    let with = Keyed("2026");
    let own = public_id(&attempt, &with);
    assert_ne!(own, stored);
    assert!(NameFor::Client.is(&own, &attempt, &with));
    assert!(!NameFor::Client.is(&stored, &attempt, &with));
    assert_ne!(order_secret(&attempt, &with), Some(page));
    assert_eq!(gateway_key(&attempt), gateway);

    let without = Keyed("2027");
    assert_eq!(order_secret(&attempt, &without), None);
    let name = public_id(&attempt, &without);
    assert_eq!(name, NameFor::Watcher.of(&attempt, &without));
    for name in [name, own, stored] {
        assert!(!NameFor::Client.is(&name, &attempt, &without), "{name}");
    }
}
