//! Accounts stored by an agreement, and charged the amount due or nothing.

use super::world::{
    TOTAL, World, breakdown, new_order, outcome_in, reference, request, wish, world,
};
use serde_json::{Value, json};
use std::borrow::Borrow;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::payment::CardSummary;
use zkratka_payments::paypal::{
    Agreement, AgreementStatus, Due, Funding, NewAgreement, NewOrder, session_of,
    session_of_agreement,
};
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, DeclineReason, PaymentGateway, PaymentOutcome,
};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured, Voided};
use zkratka_sandbox::paypal::stored_accounts;

const NOTHING: Money = Money::new(MinorUnits::ZERO, Currency::CZK);
const KEPT: &str = "VAULT.PAYMENT-TOKEN.CREATED";
const FORGOTTEN: &str = "VAULT.PAYMENT-TOKEN.DELETED";

fn free(agreement: &Agreement, key: &str) -> AuthoriseRequest {
    let session = session_of_agreement(&agreement.id, Due::Nothing(Currency::CZK));
    by(session, key, NOTHING)
}

fn by(session: String, key: &str, amount: Money) -> AuthoriseRequest {
    AuthoriseRequest {
        key: key.to_owned(),
        session,
        amount,
        return_url: String::new(),
        mandate: true,
        charged_mandate: None,
    }
}

fn declined(reason: DeclineReason) -> PaymentOutcome {
    PaymentOutcome::Declined {
        reference: None,
        reason,
    }
}

fn card(outcome: &PaymentOutcome) -> &CardSummary {
    let (PaymentOutcome::Authorised { card, .. } | PaymentOutcome::Captured { card, .. }) = outcome
    else {
        panic!("{outcome:?}")
    };
    card
}

impl World {
    async fn asked(&self, wish: &NewAgreement) -> Agreement {
        let made = self.gateway.client().create_agreement("request-1", wish);
        made.await.expect("an agreement")
    }

    async fn agree(&self, agreement: &Agreement, buyer: &str, scenario: &str) {
        let url = format!("{}/agreements/{}/approve", self.browser, agreement.id);
        let body = json!({ "buyer": buyer, "scenario": scenario });
        let answer = reqwest::Client::new().post(url).json(&body).send().await;
        assert_eq!(answer.expect("an answer").status(), 200);
    }

    async fn agreed(&self, scenario: &str) -> Agreement {
        let agreement = self.asked(&wish(Funding::PayPal)).await;
        self.agree(&agreement, "jana", scenario).await;
        agreement
    }

    /// The session of an agreement with an order to pay.
    async fn due(&self, agreement: &Agreement) -> String {
        let due = breakdown(TOTAL);
        let made = self
            .gateway
            .create_unpaid_order("request-2", "cart-1", &due);
        let order = made.await.expect("an order");
        session_of_agreement(&agreement.id, Due::Order(&order.id))
    }

    async fn try_authorise(&self, request: impl Borrow<AuthoriseRequest>) -> PaymentOutcome {
        let answered = self.gateway.authorise(request.borrow()).await;
        answered.expect("an answer")
    }

    async fn release(&self, key: &str, session: &str) {
        let given = self.gateway.release(key, session).await;
        given.expect("an answer");
    }

    /// The ids of the accounts that PayPal stores.
    fn kept(&self) -> Vec<String> {
        stored_accounts(&self.folder.path().join("paypal.db")).expect("a file")
    }

    /// Writes a note into the order of an agreement's session.
    async fn note(&self, session: &str, text: &str) {
        let order = session.rsplit(':').next().expect("an order");
        let path = "/purchase_units/@reference_id=='cart-1'/custom_id";
        let change = json!([{ "op": "add", "path": path, "value": text }]);
        let changing = reqwest::Client::new()
            .patch(format!("{}/v2/checkout/orders/{order}", self.api))
            .bearer_auth(self.token().await)
            .json(&change);
        assert_eq!(changing.send().await.expect("an answer").status(), 204);
    }

    /// The reports in order, once there are `count` of them.
    async fn reported(&self, count: usize) -> Vec<String> {
        let webhooks = self.received(count).await;
        let kind = |body: &[u8]| {
            let event: Value = serde_json::from_slice(body).expect("JSON");
            event["event_type"].as_str().expect("a text").to_owned()
        };
        webhooks.iter().map(|(_, body)| kind(body)).collect()
    }
}

/// [7.09] [5.15] Nothing is due: the buyer agrees, the account is stored once, and no money moves.
#[tokio::test]
async fn an_account_is_stored_and_charged_nothing() {
    let world = world().await;
    let agreement = world.asked(&wish(Funding::PayPal)).await;
    let again = world.asked(&wish(Funding::PayPal)).await;
    assert_eq!(again.id, agreement.id, "repeated");
    assert_eq!(agreement.status, AgreementStatus::Open);
    let early = world.try_authorise(free(&agreement, "K1")).await;
    assert_eq!(early, declined(DeclineReason::SessionInvalid));
    world.agree(&agreement, "jana", "approve").await;
    let client = world.gateway.client();
    let known = client.agreement(&agreement.id).await.expect("known");
    assert_eq!(known.status, AgreementStatus::Approved);
    assert_eq!(known.buyer.payer_id.as_deref(), Some("JANANOVAKOVA1"));
    assert_eq!(known.buyer.phone.as_deref(), Some("420777123456"));
    let destination = known.buyer.destination.expect("an address");
    assert_eq!(destination.last_name.as_deref(), Some("Nováková"));
    let held = world.try_authorise(free(&agreement, "K1")).await;
    assert!(matches!(&held, PaymentOutcome::Authorised { amount, .. } if *amount == NOTHING));
    assert_eq!(card(&held).network, "paypal");
    assert!(card(&held).mandate.is_some());
    assert_eq!(world.try_authorise(free(&agreement, "K1")).await, held);
    let other = world.try_authorise(free(&agreement, "K2")).await;
    assert_eq!(other, declined(DeclineReason::SessionInvalid));
    let taken = world
        .gateway
        .capture(&CaptureRequest::whole(&reference(&held), NOTHING))
        .await;
    let taken = taken.expect("an answer");
    assert!(matches!(&taken, PaymentOutcome::Captured { amount, .. } if *amount == NOTHING));
    assert_eq!(reference(&taken), reference(&held));
    let more = world
        .gateway
        .capture(&CaptureRequest::whole(&reference(&held), TOTAL))
        .await;
    assert!(matches!(more, Ok(PaymentOutcome::Declined { .. })));
    assert_eq!(world.reported(1).await, [KEPT]);
    assert_eq!(world.happened(), []);
}

/// Reports about stored accounts are genuine and concern no attempt.
#[tokio::test]
async fn reports_about_stored_accounts_are_ignored() {
    let world = world().await;
    let agreement = world.agreed("approve").await;
    world.try_authorise(free(&agreement, "K1")).await;
    let webhooks = world.received(1).await;
    let (headers, body) = &webhooks[0];
    let read = world.read(headers, body).await;
    assert_eq!(read.expect("an answer"), Ok(None));
}

/// [7.09] [B.02] An amount is due: the account is stored, and its order is authorised and captured.
#[tokio::test]
async fn an_account_is_charged_the_amount_due() {
    let world = world().await;
    let agreement = world.agreed("approve").await;
    let session = world.due(&agreement).await;
    let more = Money::new(TOTAL.minor + MinorUnits::new(1), TOTAL.currency);
    for (amount, what) in [(more, "more"), (NOTHING, "nothing")] {
        let refused = world.try_authorise(by(session.clone(), "K1", amount)).await;
        assert_eq!(refused, declined(DeclineReason::Refused), "{what}");
    }
    let costs = world.try_authorise(AuthoriseRequest {
        amount: TOTAL,
        ..free(&agreement, "K1")
    });
    assert_eq!(costs.await, declined(DeclineReason::Refused));
    let request = by(session.clone(), "K1", TOTAL);
    let held = world.try_authorise(&request).await;
    assert!(matches!(&held, PaymentOutcome::Authorised { amount, .. } if *amount == TOTAL));
    assert!(card(&held).mandate.is_some());
    assert_eq!(world.try_authorise(&request).await, held);
    let other = world.try_authorise(by(session.clone(), "K2", TOTAL)).await;
    assert_eq!(other, declined(DeclineReason::SessionInvalid));
    let asked = world.gateway.query("K1", &session).await;
    assert_eq!(asked.expect("an answer"), held);
    let taken = world
        .gateway
        .capture(&CaptureRequest::whole(&reference(&held), TOTAL))
        .await;
    assert!(matches!(taken, Ok(PaymentOutcome::Captured { amount, .. }) if amount == TOTAL));
    assert_eq!(world.happened(), [Authorised, Captured]);
    assert!(
        world
            .rows()
            .iter()
            .all(|row| row.key == "K1" && row.amount == TOTAL)
    );
    let webhooks = world.received(3).await;
    let (headers, body) = &webhooks[1];
    let read = world.read(headers, body).await;
    let report = read.expect("an answer").expect("genuine").expect("ours");
    assert_eq!(outcome_in(report), ("K1".to_owned(), held.clone()));
}

/// [7.09] Reports of authorisations and captures name the stored account, also Venmo's, because a report may be the
/// only response.
#[tokio::test]
async fn a_report_names_the_account() {
    let world = world().await;
    let agreement = world.asked(&wish(Funding::Venmo)).await;
    world.agree(&agreement, "john", "approve").await;
    let dollars = Money::new(TOTAL.minor, Currency::new("USD").expect("a currency"));
    let due = breakdown(dollars);
    let order = world
        .gateway
        .create_unpaid_order("request-2", "cart-1", &due)
        .await;
    let order = order.expect("an order");
    let session = session_of_agreement(&agreement.id, Due::Order(&order.id));
    let held = world.try_authorise(by(session, "K1", dollars)).await;
    let account = card(&held);
    assert_eq!(account.network, "venmo");
    assert!(account.mandate.is_some());
    let taken = world
        .gateway
        .capture(&CaptureRequest::whole(&reference(&held), dollars))
        .await;
    assert!(matches!(taken, Ok(PaymentOutcome::Captured { .. })));
    let webhooks = world.received(3).await;
    for (headers, body) in &webhooks[1..] {
        let read = world.read(headers, body).await;
        let report = read.expect("an answer").expect("genuine").expect("ours");
        let (key, outcome) = outcome_in(report);
        assert_eq!(key, "K1");
        assert_eq!(outcome.reference(), Some(&*reference(&held)));
        assert_eq!(card(&outcome), account);
    }
}

/// [B.03] Responses are lost, twice if there are two calls: repeating the request finds what was done.
#[tokio::test]
async fn a_lost_response_stores_one_account() {
    for is_free in [true, false] {
        let world = world().await;
        let agreement = world.agreed("answer_lost").await;
        let request = if is_free {
            free(&agreement, "K1")
        } else {
            by(world.due(&agreement).await, "K1", TOTAL)
        };
        let lost = if is_free { 1 } else { 2 };
        for _ in 0..lost {
            assert!(world.gateway.authorise(&request).await.is_err());
        }
        let known = world.gateway.query("K1", &request.session).await;
        let held = world.try_authorise(&request).await;
        assert_eq!(known.expect("an answer"), held, "free: {is_free}");
        let kept = world.reported(lost).await;
        assert_eq!(kept.iter().filter(|kind| *kind == KEPT).count(), 1);
        assert_eq!(world.happened().len(), lost - 1);
    }
}

/// A query stores nothing, and returns no other attempt's outcome.
#[tokio::test]
async fn a_query_stores_nothing() {
    let world = world().await;
    let agreement = world.asked(&wish(Funding::PayPal)).await;
    let request = free(&agreement, "K1");
    let ask = async |key: &str| world.gateway.query(key, &request.session).await;
    assert_eq!(ask("K1").await.expect("an answer"), PaymentOutcome::Unknown);
    world.agree(&agreement, "jana", "approve").await;
    assert_eq!(ask("K1").await.expect("an answer"), PaymentOutcome::Unknown);
    let held = world.try_authorise(&request).await;
    assert_eq!(ask("K1").await.expect("an answer"), held);
    assert!(ask("K2").await.is_err(), "who has kept it is not known");
    let unknown = session_of_agreement("NOSUCH", Due::Nothing(Currency::CZK));
    let asked = world.gateway.query("K1", &unknown).await;
    assert_eq!(asked.expect("an answer"), PaymentOutcome::Unknown);
    let session = world.due(&agreement).await;
    let asked = world.gateway.query("K3", &session).await;
    assert_eq!(asked.expect("an answer"), PaymentOutcome::Unknown);
}

/// An attempt without an order leaves no stored account.
#[tokio::test]
async fn an_attempt_without_an_order_leaves_no_account() {
    let world = world().await;
    let agreement = world.agreed("decline").await;
    let request = by(world.due(&agreement).await, "K1", TOTAL);
    // A repetition finds no account to charge.
    for reason in [DeclineReason::Declined, DeclineReason::SessionInvalid] {
        assert_eq!(world.try_authorise(&request).await, declined(reason));
    }
    assert_eq!(world.reported(2).await, [KEPT, FORGOTTEN]);
    assert_eq!(world.happened(), []);
}

/// An attempt that PayPal denies after a review leaves no stored account, whether the server queries or repeats the
/// charge.
#[tokio::test]
async fn a_denial_after_review_deletes_the_account() {
    for is_asked in [true, false] {
        let world = world().await;
        let agreement = world.agreed("hold_denied").await;
        let request = by(world.due(&agreement).await, "K1", TOTAL);
        let looked_at = world.try_authorise(&request).await;
        assert_eq!(looked_at, PaymentOutcome::Pending);
        for _ in 0..2 {
            let denied = if is_asked {
                let asked = world.gateway.query("K1", &request.session).await;
                asked.expect("an answer")
            } else {
                world.try_authorise(&request).await
            };
            assert!(matches!(
                denied,
                PaymentOutcome::Declined {
                    reason: DeclineReason::Declined,
                    ..
                }
            ));
        }
        assert_eq!(world.reported(2).await, [KEPT, FORGOTTEN]);
        assert_eq!(world.happened(), []);
    }
}

/// A void deletes the stored account.
#[tokio::test]
async fn a_void_deletes_the_account() {
    for is_free in [true, false] {
        let world = world().await;
        let agreement = world.agreed("approve").await;
        let request = if is_free {
            free(&agreement, "K1")
        } else {
            by(world.due(&agreement).await, "K1", TOTAL)
        };
        let held = world.try_authorise(&request).await;
        for _ in 0..2 {
            let gone = world.gateway.void(&reference(&held)).await;
            let reference = reference(&held);
            assert_eq!(gone.expect("gone"), PaymentOutcome::Voided { reference });
        }
        let happened: &[_] = if is_free { &[] } else { &[Authorised, Voided] };
        assert_eq!(world.happened(), happened);
        let reports = if is_free { 2 } else { 4 };
        let reported = world.reported(reports).await;
        assert_eq!(reported.last().map(String::as_str), Some(FORGOTTEN));
    }
}

/// [7.09] [B.03] The release of an abandoned attempt deletes the account that PayPal stores for it, and no account of
/// another attempt. It finds the account even if the authorisation's response was lost, if only the order's note names
/// the account, or if nothing was due.
#[tokio::test]
async fn an_abandoned_attempt_releases_its_account() {
    {
        let world = world().await;
        let agreement = world.agreed("answer_lost").await;
        let request = by(world.due(&agreement).await, "K1", TOTAL);
        assert!(world.gateway.authorise(&request).await.is_err());
        assert_eq!(world.kept().len(), 1);
        world.release("K2", &request.session).await;
        assert_eq!(world.kept().len(), 1, "another attempt's");
        for _ in 0..2 {
            world.release("K1", &request.session).await;
            assert_eq!(world.kept(), [""; 0]);
        }
    }
    {
        let world = world().await;
        let agreement = world.agreed("approve").await;
        let held = world.try_authorise(free(&agreement, "K9")).await;
        let mandate = card(&held).mandate.clone().expect("a mandate");
        let session = world.due(&agreement).await;
        world.note(&session, &format!("K1 {mandate}")).await;
        world.release("K2", &session).await;
        assert_eq!(world.kept(), [mandate.as_str()], "another attempt's");
        world.release("K1", &session).await;
        assert_eq!(world.kept(), [""; 0]);
        assert_eq!(world.happened(), []);
    }
    {
        let world = world().await;
        let agreement = world.agreed("approve").await;
        let request = free(&agreement, "K1");
        world.release("K1", &request.session).await;
        let known = world.gateway.client().agreement(&agreement.id).await;
        assert_eq!(known.expect("known").status, AgreementStatus::Approved);
        world.try_authorise(&request).await;
        world.release("K1", &request.session).await;
        assert_eq!(world.kept(), [""; 0]);
    }
}

/// [7.09] While an account's charge is authorised, the account is not released: the void comes first.
#[tokio::test]
async fn an_account_with_an_open_charge_is_not_released() {
    let world = world().await;
    let agreement = world.agreed("approve").await;
    let request = by(world.due(&agreement).await, "K1", TOTAL);
    let held = world.try_authorise(&request).await;
    world.release("K1", &request.session).await;
    assert_eq!(world.kept().len(), 1);
    world.gateway.void(&reference(&held)).await.expect("gone");
    assert_eq!(world.kept(), [""; 0]);
}

/// [7.09] [B.03] The account of an approved order is released once nothing is authorised: after a void, and after
/// PayPal's review denied it.
#[tokio::test]
async fn the_account_of_an_approved_order_is_released() {
    for is_doubted in [false, true] {
        let world = world().await;
        let wish = NewOrder {
            vault: true,
            ..new_order()
        };
        let order = world.create(&wish).await;
        let scenario = if is_doubted { "hold_denied" } else { "approve" };
        world.approve(&order, scenario).await;
        let request = request(&order, "K1", TOTAL);
        world.release("K1", &request.session).await;
        assert_eq!(world.kept(), [""; 0], "nothing is kept before");
        let held = world.try_authorise(&request).await;
        let kept = world.kept();
        assert_eq!(kept.len(), 1);
        if is_doubted {
            assert_eq!(held, PaymentOutcome::Pending);
            let asked = world.gateway.query("K1", &request.session).await;
            assert!(matches!(asked, Ok(PaymentOutcome::Declined { .. })));
        } else {
            assert_eq!(card(&held).mandate.as_ref(), kept.first());
            world.release("K1", &request.session).await;
            assert_eq!(world.kept(), kept, "it is charged");
            world.gateway.void(&reference(&held)).await.expect("gone");
        }
        world.release("K2", &request.session).await;
        assert_eq!(world.kept(), kept, "another attempt's");
        for _ in 0..2 {
            world.release("K1", &request.session).await;
            assert_eq!(world.kept(), [""; 0]);
        }
    }
}

/// If PayPal does not store the account, the payment fails.
#[tokio::test]
async fn an_account_that_is_not_stored_pays_nothing() {
    let world = world().await;
    let agreement = world.agreed("keep_refused").await;
    let refused = world.try_authorise(free(&agreement, "K1")).await;
    assert_eq!(refused, declined(DeclineReason::Declined));
    let session = world.due(&agreement).await;
    let refused = world.try_authorise(by(session, "K1", TOTAL)).await;
    assert_eq!(refused, declined(DeclineReason::Declined));
    assert_eq!(world.happened(), []);
}

/// [7.09] Venmo's accounts can be stored, too; agreements and orders are not interchangeable.
#[tokio::test]
async fn an_account_at_venmo_is_stored() {
    let world = world().await;
    let agreement = world.asked(&wish(Funding::Venmo)).await;
    world.agree(&agreement, "john", "approve").await;
    let dollars = Currency::new("USD").expect("a currency");
    let session = session_of_agreement(&agreement.id, Due::Nothing(dollars));
    let held = world.try_authorise(by(session, "K1", Money::new(MinorUnits::ZERO, dollars)));
    assert_eq!(card(&held.await).network, "venmo");
    let order = world.try_authorise(by(session_of(&agreement.id), "K2", TOTAL));
    assert_eq!(order.await, declined(DeclineReason::SessionInvalid));
}
