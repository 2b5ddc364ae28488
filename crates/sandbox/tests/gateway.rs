//! The sandbox gateway over HTTP, with the shop's client.

use crate::support::{SECRET, World, czk, encode, world, world_named};
use zkratka_payments::sandbox::{SandboxGateway, SandboxSettings};
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, DeclineReason, PaymentGateway, PaymentOutcome,
};
use zkratka_sandbox::gateway::RowKind;

const APPROVE: &str = "4111111111111111";
const DECLINE: &str = "4000000000000002";
const CHALLENGE: &str = "4000000000003220";
const SLOW: &str = "4000000000000077";
const ANSWER_LOST: &str = "4000000000000119";
const DUPLICATE: &str = "4000000000000259";
const WRONG_AMOUNT: &str = "4000000000009995";
const CAPTURE_REFUSED: &str = "4000000000000341";

async fn authorise(world: &World, key: &str, number: &str) -> (AuthoriseRequest, PaymentOutcome) {
    let request = world.request(key, number).await;
    let outcome = world.client.authorise(&request).await.expect("an answer");
    (request, outcome)
}

fn reference(outcome: &PaymentOutcome) -> String {
    outcome.reference().expect("a reference").to_owned()
}

#[tokio::test]
async fn an_approved_card_is_authorised_captured_once_and_reported() {
    let world = world().await;
    let (_, held) = authorise(&world, "K1", APPROVE).await;
    let PaymentOutcome::Authorised { amount, card, .. } = &held else {
        panic!("{held:?}")
    };
    assert_eq!(*amount, czk(129_050));
    assert_eq!(
        (card.network.as_str(), card.last_four.as_str()),
        ("visa", "1111")
    );
    let reference = reference(&held);
    for _ in 0..2 {
        let taken = world
            .client
            .capture(&CaptureRequest::whole(&reference, czk(129_050)))
            .await;
        assert!(
            matches!(taken, Ok(PaymentOutcome::Captured { .. })),
            "{taken:?}"
        );
    }
    assert_eq!(world.kinds(), [RowKind::Authorised, RowKind::Captured]);
    let told = world.shop.outcomes(2).await;
    assert!(told.iter().all(|(key, _)| key == "K1"));
    assert_eq!(told[0].1, held);
    assert!(matches!(told[1].1, PaymentOutcome::Captured { .. }));
}

#[tokio::test]
async fn the_same_key_and_request_is_one_payment_and_another_request_is_refused() {
    let world = world().await;
    let (request, held) = authorise(&world, "K1", APPROVE).await;
    assert_eq!(
        world.client.authorise(&request).await.expect("an answer"),
        held
    );
    assert_eq!(world.client.query("K1", "").await.expect("an answer"), held);
    let mut others = vec![request.clone(), request.clone(), request.clone()];
    others[0].amount = czk(129_051);
    others[1].return_url.push('x');
    others[2].session = world.session(APPROVE).await;
    for other in others {
        let refused = world.client.authorise(&other).await.expect("an answer");
        assert!(
            matches!(
                refused,
                PaymentOutcome::Declined {
                    reason: DeclineReason::Refused,
                    ..
                }
            ),
            "{refused:?}"
        );
    }
    assert_eq!(world.kinds(), [RowKind::Authorised]);
}

#[tokio::test]
async fn a_session_pays_once() {
    let world = world().await;
    let (mut request, _) = authorise(&world, "K1", APPROVE).await;
    request.key = "K2".to_owned();
    let again = world.client.authorise(&request).await.expect("an answer");
    request.key = "K3".to_owned();
    request.session = "ses_unknown".to_owned();
    let unknown = world.client.authorise(&request).await.expect("an answer");
    for outcome in [again, unknown] {
        assert!(
            matches!(
                outcome,
                PaymentOutcome::Declined {
                    reason: DeclineReason::SessionInvalid,
                    ..
                }
            ),
            "{outcome:?}"
        );
    }
}

#[tokio::test]
async fn a_declined_card_authorises_nothing() {
    let world = world().await;
    let (_, declined) = authorise(&world, "K1", DECLINE).await;
    assert!(
        matches!(
            declined,
            PaymentOutcome::Declined {
                reason: DeclineReason::Declined,
                ..
            }
        ),
        "{declined:?}"
    );
    let captured = world
        .client
        .capture(&CaptureRequest::whole(&reference(&declined), czk(129_050)))
        .await
        .expect("an answer");
    assert_eq!(captured, declined);
    assert_eq!(world.kinds(), [RowKind::Declined]);
}

#[tokio::test]
async fn authorisations_can_be_voided_and_captures_cannot() {
    let world = world().await;
    let (_, held) = authorise(&world, "K1", APPROVE).await;
    let first = reference(&held);
    for _ in 0..2 {
        let voided = world.client.void(&first).await.expect("an answer");
        assert!(
            matches!(voided, PaymentOutcome::Voided { .. }),
            "{voided:?}"
        );
    }
    let late = world
        .client
        .capture(&CaptureRequest::whole(&first, czk(129_050)))
        .await
        .expect("an answer");
    assert!(matches!(late, PaymentOutcome::Voided { .. }), "{late:?}");

    let (_, held) = authorise(&world, "K2", APPROVE).await;
    let second = reference(&held);
    world
        .client
        .capture(&CaptureRequest::whole(&second, czk(129_050)))
        .await
        .expect("an answer");
    let kept = world.client.void(&second).await.expect("an answer");
    assert!(matches!(kept, PaymentOutcome::Captured { .. }), "{kept:?}");
    let unknown = world.client.void("pay_unknown").await.expect("an answer");
    assert_eq!(unknown, PaymentOutcome::Unknown);
}

/// [B.02] The bank's page names the shop as the shop calls itself, whatever characters the name has.
#[tokio::test]
async fn a_challenge_names_the_shop() {
    let world = world_named("Sojka & <vnučka> {{last_four}}").await;
    let (_, asked) = authorise(&world, "K1", CHALLENGE).await;
    let PaymentOutcome::RequiresAction { redirect_url, .. } = asked else {
        panic!("{asked:?}")
    };
    let page = world.http.get(&redirect_url).send().await.expect("a page");
    let text = page.text().await.expect("text");
    let named = "<dd>Sojka &amp; &lt;vnučka&gt; {{last_four}}</dd>";
    assert!(
        text.contains(named) && !text.contains("obchod.test"),
        "{text}"
    );
}

#[tokio::test]
async fn a_challenge_is_decided_on_the_banks_page_without_scripts() {
    let world = world().await;
    for (key, decision, kind) in [
        ("K1", "confirm", RowKind::Authorised),
        ("K2", "reject", RowKind::Declined),
    ] {
        let (_, asked) = authorise(&world, key, CHALLENGE).await;
        let PaymentOutcome::RequiresAction { redirect_url, .. } = asked else {
            panic!("{asked:?}")
        };
        let page = world.http.get(&redirect_url).send().await.expect("a page");
        let policy = page.headers()["content-security-policy"]
            .to_str()
            .expect("text");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
        assert!(
            policy.contains("form-action 'self' http://obchod.test"),
            "{policy}"
        );
        let text = page.text().await.expect("text");
        assert!(text.contains("1\u{a0}290,50\u{a0}Kč"), "{text}");
        assert!(text.contains("Potvrdit platbu") && text.contains("Zamítnout"));
        assert!(text.contains("obchod.test") && text.contains("3220"));
        assert!(!text.contains("<script") && !text.contains("style="));
        for _ in 0..2 {
            let back = world
                .http
                .post(&redirect_url)
                .header("content-type", "application/x-www-form-urlencoded")
                .body(encode(&[("decision", decision)]))
                .send()
                .await
                .expect("an answer");
            assert_eq!(back.status(), 303);
            assert_eq!(
                back.headers()["location"],
                "http://obchod.test/attempts/A1/return"
            );
        }
        assert_eq!(world.kinds().last(), Some(&kind));
        let over = world.http.get(&redirect_url).send().await.expect("a page");
        assert!(over.text().await.expect("text").contains("už rozhodnuto"));
    }
    let failed = world.client.query("K2", "").await.expect("an answer");
    assert!(
        matches!(
            failed,
            PaymentOutcome::Declined {
                reason: DeclineReason::ChallengeFailed,
                ..
            }
        ),
        "{failed:?}"
    );
    assert_eq!(world.kinds().len(), 4);
}

#[tokio::test]
async fn a_voided_challenge_can_no_longer_be_confirmed() {
    let world = world().await;
    let (_, asked) = authorise(&world, "K1", CHALLENGE).await;
    world
        .client
        .void(&reference(&asked))
        .await
        .expect("an answer");
    let PaymentOutcome::RequiresAction { redirect_url, .. } = asked else {
        panic!("{asked:?}")
    };
    let back = world
        .http
        .post(&redirect_url)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(encode(&[("decision", "confirm")]))
        .send()
        .await
        .expect("an answer");
    assert_eq!(back.status(), 303);
    assert_eq!(world.kinds(), [RowKind::Challenged, RowKind::Voided]);
}

#[tokio::test]
async fn a_lost_response_is_lost_once_and_the_money_is_authorised() {
    let world = world().await;
    let request = world.request("K1", ANSWER_LOST).await;
    let lost = world.client.authorise(&request).await;
    assert!(lost.is_err(), "{lost:?}");
    assert_eq!(world.kinds(), [RowKind::Authorised]);
    let repeated = world.client.authorise(&request).await.expect("an answer");
    assert!(
        matches!(repeated, PaymentOutcome::Authorised { .. }),
        "{repeated:?}"
    );
    assert_eq!(world.kinds(), [RowKind::Authorised]);
}

#[tokio::test]
async fn a_slow_card_is_decided_even_if_the_shop_disconnects() {
    let world = world().await;
    let request = world.request("K1", SLOW).await;
    let impatient = SandboxGateway::new(SandboxSettings {
        base_url: world.base.clone(),
        secret: SECRET.to_owned(),
        deadline: std::time::Duration::from_millis(50),
    })
    .expect("a client");
    assert!(impatient.authorise(&request).await.is_err());
    let pending = world.client.query("K1", "").await.expect("an answer");
    assert_eq!(pending, PaymentOutcome::Pending);
    let told = world.shop.outcomes(1).await;
    assert!(matches!(told[0].1, PaymentOutcome::Authorised { .. }));
    let held = world.client.query("K1", "").await.expect("an answer");
    assert!(
        matches!(held, PaymentOutcome::Authorised { .. }),
        "{held:?}"
    );
}

#[tokio::test]
async fn a_gateway_can_authorise_another_amount() {
    let world = world().await;
    let (_, held) = authorise(&world, "K1", WRONG_AMOUNT).await;
    assert!(
        matches!(held, PaymentOutcome::Authorised { amount, .. } if amount == czk(129_150)),
        "{held:?}"
    );
}

#[tokio::test]
async fn a_gateway_can_refuse_a_capture() {
    let world = world().await;
    let (_, held) = authorise(&world, "K1", CAPTURE_REFUSED).await;
    let refused = world
        .client
        .capture(&CaptureRequest::whole(&reference(&held), czk(129_050)))
        .await;
    assert!(
        matches!(refused, Ok(PaymentOutcome::Declined { .. })),
        "{refused:?}"
    );
    assert_eq!(world.kinds(), [RowKind::Authorised]);
}

#[tokio::test]
async fn a_duplicate_card_is_reported_three_times_under_one_number() {
    let world = world().await;
    authorise(&world, "K1", DUPLICATE).await;
    let told = world.shop.told(3).await;
    assert_eq!(told.len(), 3);
    assert!(told.iter().all(|notification| *notification == told[0]));
    assert_eq!(world.kinds(), [RowKind::Authorised]);
}

#[tokio::test]
async fn a_notification_is_repeated_until_it_is_accepted_even_after_a_restart() {
    let world = world().await;
    *world.shop.refuse.lock().expect("not poisoned") = 3;
    authorise(&world, "K1", APPROVE).await;
    let told = world.shop.outcomes(1).await;
    assert!(matches!(told[0].1, PaymentOutcome::Authorised { .. }));

    *world.shop.refuse.lock().expect("not poisoned") = u32::MAX;
    authorise(&world, "K2", APPROVE).await;
    let world = world.restart().await;
    *world.shop.refuse.lock().expect("not poisoned") = 0;
    assert_eq!(world.shop.outcomes(2).await[1].0, "K2");
    assert_eq!(world.kinds(), [RowKind::Authorised, RowKind::Authorised]);
}

#[tokio::test]
async fn only_the_shop_may_move_money() {
    let world = world().await;
    let stranger = SandboxGateway::new(SandboxSettings {
        base_url: world.base.clone(),
        secret: "jiné".to_owned(),
        deadline: std::time::Duration::from_secs(5),
    })
    .expect("a client");
    let request = world.request("K1", APPROVE).await;
    let refused = stranger.authorise(&request).await.expect_err("refused");
    assert!(refused.to_string().contains("401"), "{refused}");
    assert!(stranger.query("K1", "").await.is_err());
    assert!(stranger.void("pay_1").await.is_err());
    let rows = world
        .http
        .get(format!("{}/ledger", world.base))
        .send()
        .await;
    assert_eq!(rows.expect("an answer").status(), 401);
    assert!(world.kinds().is_empty());
}

#[tokio::test]
async fn bad_cards_name_their_fields_and_give_no_session() {
    let world = world().await;
    let answer = world
        .post_card(&[
            ("number", "4111111111111112"),
            ("expiry", "01/20"),
            ("cvc", ""),
            ("name", "Jana Nová"),
        ])
        .await;
    assert_eq!(answer.status(), 422);
    assert_eq!(answer.headers()["access-control-allow-origin"], "null");
    let answer: serde_json::Value = answer.json().await.expect("json");
    assert_eq!(
        answer["fields"],
        serde_json::json!(["number", "expiry", "cvc"])
    );
}

#[tokio::test]
async fn only_network_and_last_four_digits_of_a_card_are_stored() {
    let world = world().await;
    let (_, held) = authorise(&world, "K1", APPROVE).await;
    world
        .client
        .capture(&CaptureRequest::whole(&reference(&held), czk(129_050)))
        .await
        .expect("an answer");
    let folder = world.ledger.parent().expect("a folder");
    for file in std::fs::read_dir(folder).expect("a folder") {
        let bytes = std::fs::read(file.expect("a file").path()).expect("readable");
        for secret in ["4111111111111111", "411111111111", "Jana", "12/34"] {
            let found = bytes
                .windows(secret.len())
                .any(|part| part == secret.as_bytes());
            assert!(!found, "{secret} was kept");
        }
    }
}

#[tokio::test]
async fn the_hosted_fields_page_has_a_strict_policy_and_czech_labels() {
    let world = world().await;
    let page = world
        .http
        .get(format!("{}/hosted-fields", world.base))
        .send()
        .await;
    let page = page.expect("a page");
    let policy = page.headers()["content-security-policy"]
        .to_str()
        .expect("text")
        .to_owned();
    assert!(
        policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
    assert!(
        policy.ends_with("frame-ancestors 'self' http://obchod.test http://ucet.obchod.test"),
        "{policy}"
    );
    let text = page.text().await.expect("text");
    for label in [
        "Číslo karty",
        "Platnost (MM/RR)",
        "Kód CVC",
        "Jméno na kartě",
    ] {
        assert!(text.contains(label), "{label}");
    }
    assert!(text.contains("4000 0000 0000 3220") && !text.contains("{{"));
    assert!(text.contains("class=\"strip\">Zkušební provoz"), "{text}");
    assert!(text.contains("role=\"radiogroup\"") && !text.contains("<select"));
    assert!(!text.contains("style=") && !text.contains("onclick"));
    for (asset, kind) in [
        ("hosted-fields.js", "text/javascript; charset=utf-8"),
        ("hosted-fields.css", "text/css; charset=utf-8"),
        ("challenge.css", "text/css; charset=utf-8"),
    ] {
        let answer = world
            .http
            .get(format!("{}/{asset}", world.base))
            .send()
            .await;
        assert_eq!(answer.expect("an asset").headers()["content-type"], kind);
    }
}

#[tokio::test]
async fn the_ledger_cannot_be_rewritten() {
    let world = world().await;
    authorise(&world, "K1", APPROVE).await;
    let connection = rusqlite::Connection::open(&world.ledger).expect("a ledger");
    assert!(
        connection
            .execute("UPDATE ledger SET amount = 1", [])
            .is_err()
    );
    assert!(connection.execute("DELETE FROM ledger", []).is_err());
    assert_eq!(world.kinds(), [RowKind::Authorised]);
}

#[tokio::test]
async fn malformed_requests_are_refused() {
    let world = world().await;
    let post = |path: &str, body: &'static str| {
        world
            .http
            .post(format!("{}{path}", world.base))
            .bearer_auth(SECRET)
            .header("content-type", "application/json")
            .body(body)
            .send()
    };
    assert!(
        post("/payments", "{")
            .await
            .expect("an answer")
            .status()
            .is_client_error()
    );
    let good = r#"{"session":"s","amount":{"minor":1,"currency":"CZK"},"return_url":"x"}"#;
    assert_eq!(
        post("/payments", good).await.expect("an answer").status(),
        400
    );
    let page = world
        .http
        .get(format!("{}/challenge/ch_unknown", world.base))
        .send()
        .await;
    assert_eq!(page.expect("a page").status(), 404);
    let huge = encode(&[("number", &"4".repeat(20_000))]);
    let answer = world
        .http
        .post(format!("{}/sessions", world.base))
        .header("content-type", "application/x-www-form-urlencoded")
        .body(huge)
        .send()
        .await
        .expect("an answer");
    assert_eq!(answer.status(), 413);
}

fn mandate(outcome: &PaymentOutcome) -> Option<String> {
    match outcome {
        PaymentOutcome::Authorised { card, .. } | PaymentOutcome::Captured { card, .. } => {
            card.mandate.clone()
        }
        _ => None,
    }
}

/// Charges a card without its owner, like a merchant's own system.
async fn charge(world: &World, key: &str, mandate: &str, minor: i64) -> PaymentOutcome {
    let body = serde_json::json!({ "mandate": mandate, "amount": czk(minor) });
    let request = world
        .http
        .post(format!("{}/payments", world.base))
        .bearer_auth(SECRET)
        .header("idempotency-key", key)
        .json(&body);
    let response = request.send().await.expect("an answer");
    response.json().await.expect("an outcome")
}

#[tokio::test]
async fn a_card_can_be_charged_again_by_its_mandate() {
    let world = world().await;
    let (request, held) = authorise(&world, "K1", APPROVE).await;
    assert_eq!(mandate(&held), None, "none was asked for");
    let with_mandate = AuthoriseRequest {
        key: "K2".to_owned(),
        session: world.session(APPROVE).await,
        mandate: true,
        ..request
    };
    let held = world.client.authorise(&with_mandate).await.expect("held");
    let given = mandate(&held).expect("a mandate");
    let again = world.client.authorise(&with_mandate).await.expect("held");
    assert_eq!(mandate(&again).as_ref(), Some(&given), "a repetition");
    let without = AuthoriseRequest {
        mandate: false,
        ..with_mandate.clone()
    };
    let other = world.client.authorise(&without).await.expect("an answer");
    assert!(
        matches!(other, PaymentOutcome::Declined { .. }),
        "another request under the same key: {other:?}"
    );
    let taken = world
        .client
        .capture(&CaptureRequest::whole(&reference(&held), czk(129_050)))
        .await;
    assert_eq!(mandate(&taken.expect("taken")).as_ref(), Some(&given));
    let renewed = charge(&world, "R1", &given, 99_000).await;
    let PaymentOutcome::Authorised { amount, card, .. } = &renewed else {
        panic!("{renewed:?}")
    };
    assert_eq!((*amount, card.last_four.as_str()), (czk(99_000), "1111"));
    assert_eq!(charge(&world, "R1", &given, 99_000).await, renewed);
    let unknown = charge(&world, "R2", "mnd_unknown", 99_000).await;
    assert!(
        matches!(unknown, PaymentOutcome::Declined { .. }),
        "{unknown:?}"
    );
}

#[tokio::test]
async fn a_card_can_be_stored_without_a_charge() {
    let world = world().await;
    let nothing = AuthoriseRequest {
        amount: czk(0),
        ..world.request("K1", APPROVE).await
    };
    let refused = world.client.authorise(&nothing).await.expect("an answer");
    assert!(
        matches!(refused, PaymentOutcome::Declined { .. }),
        "{refused:?}"
    );
    let kept = AuthoriseRequest {
        key: "K2".to_owned(),
        mandate: true,
        ..nothing
    };
    let held = world.client.authorise(&kept).await.expect("an answer");
    let given = mandate(&held).expect("a mandate");
    world.client.void(&reference(&held)).await.expect("voided");
    let late = charge(&world, "R1", &given, 99_000).await;
    assert!(
        matches!(late, PaymentOutcome::Declined { .. }),
        "nothing is charged by what was voided: {late:?}"
    );
}

/// No mandate is valid after a declined card, or before its owner has passed the challenge.
#[tokio::test]
async fn a_declined_card_gives_no_mandate() {
    let world = world().await;
    for (key, number) in [("K1", DECLINE), ("K2", CHALLENGE)] {
        let request = AuthoriseRequest {
            mandate: true,
            ..world.request(key, number).await
        };
        let outcome = world.client.authorise(&request).await.expect("an answer");
        assert_eq!(mandate(&outcome), None, "{outcome:?}");
    }
}

/// A request that charges a mandate while its owner is present.
fn by_owner(key: &str, mandate: &str, minor: i64) -> AuthoriseRequest {
    AuthoriseRequest {
        key: key.to_owned(),
        session: String::new(),
        amount: czk(minor),
        return_url: "http://obchod.test/return".to_owned(),
        mandate: false,
        charged_mandate: Some(mandate.to_owned()),
    }
}

/// Decides a challenge on the bank's page.
async fn decide(world: &World, challenge: &str, decision: &str) {
    let answer = world
        .http
        .post(challenge)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(encode(&[("decision", decision)]))
        .send()
        .await
        .expect("an answer");
    assert_eq!(answer.status(), 303);
}

/// The mandate of a card whose first payment was made, with a challenge if the card demands one.
async fn saved(world: &World, key: &str, number: &str) -> String {
    let request = AuthoriseRequest {
        mandate: true,
        ..world.request(key, number).await
    };
    let mut outcome = world.client.authorise(&request).await.expect("an answer");
    if let PaymentOutcome::RequiresAction { redirect_url, .. } = &outcome {
        decide(world, redirect_url, "confirm").await;
        outcome = world.client.query(key, "").await.expect("an answer");
    }
    mandate(&outcome).expect("a mandate")
}

/// [B.02] A saved card pays while its owner is present: the card's scenario is met again, an absent owner's is not.
#[tokio::test]
async fn a_present_owner_is_asked_again() {
    let world = world().await;
    let plain = saved(&world, "K1", APPROVE).await;
    let asked = by_owner("P1", &plain, 77_000);
    let held = world.client.authorise(&asked).await.expect("an answer");
    let PaymentOutcome::Authorised { amount, card, .. } = &held else {
        panic!("{held:?}")
    };
    assert_eq!((*amount, card.last_four.as_str()), (czk(77_000), "1111"));
    assert_eq!(world.client.authorise(&asked).await.ok(), Some(held));
    let more = by_owner("P1", &plain, 78_000);
    let other = world.client.authorise(&more).await.expect("an answer");
    assert!(
        matches!(other, PaymentOutcome::Declined { .. }),
        "another amount under the same key: {other:?}"
    );

    let watched = saved(&world, "K2", CHALLENGE).await;
    let absent = charge(&world, "R2", &watched, 77_000).await;
    assert!(
        matches!(absent, PaymentOutcome::Authorised { .. }),
        "{absent:?}"
    );
    let present = by_owner("P2", &watched, 77_000);
    let present = world.client.authorise(&present).await.expect("an answer");
    let PaymentOutcome::RequiresAction { redirect_url, .. } = &present else {
        panic!("{present:?}")
    };
    decide(&world, redirect_url, "reject").await;
    let rejected = world.client.query("P2", "").await.expect("an answer");
    assert!(
        matches!(rejected, PaymentOutcome::Declined { .. }),
        "{rejected:?}"
    );
}

/// [B.02] Nothing is charged by a mandate that has ended, with its owner or without. Ending it again changes nothing.
#[tokio::test]
async fn an_ended_mandate_charges_nothing() {
    let world = world().await;
    let (ended, kept) = (
        saved(&world, "K1", APPROVE).await,
        saved(&world, "K2", APPROVE).await,
    );
    for _ in 0..2 {
        world.client.end_mandate(&ended).await.expect("it ends");
    }
    world
        .client
        .end_mandate("mnd_unknown")
        .await
        .expect("there is nothing to end");
    let present = world.client.authorise(&by_owner("P1", &ended, 100)).await;
    let absent = charge(&world, "R1", &ended, 100).await;
    for outcome in [present.expect("an answer"), absent] {
        assert!(
            matches!(outcome, PaymentOutcome::Declined { .. }),
            "{outcome:?}"
        );
    }
    let other = charge(&world, "R2", &kept, 100).await;
    assert!(
        matches!(other, PaymentOutcome::Authorised { .. }),
        "{other:?}"
    );
}

/// [B.02] The answer for a card that is saved says until when it is valid. No other answer does.
#[tokio::test]
async fn a_saved_card_has_its_expiry() {
    let world = world().await;
    for (key, saves, expires) in [("K1", true, Some("2034-12")), ("K2", false, None)] {
        let request = AuthoriseRequest {
            mandate: saves,
            ..world.request(key, APPROVE).await
        };
        let held = world.client.authorise(&request).await.expect("an answer");
        let PaymentOutcome::Authorised { card, .. } = &held else {
            panic!("{held:?}")
        };
        assert_eq!(card.expires.as_deref(), expires);
    }
}
