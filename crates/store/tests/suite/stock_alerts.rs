//! Tests stock alerts: kept once, claimed by one server, found, deleted.

use crate::support::NOW;
use std::sync::Arc;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::{Secret, VariantId};
use zkratka_commerce::time::Timestamp;
use zkratka_store::{
    AlertId, AlertOutcome, MAX_ALERTS_OF_CONTACT, NewStockAlert, REMEMBERED_MS, StockAlert, Store,
};

const MUG: VariantId = VariantId(1);
const BOWL: VariantId = VariantId(2);
const JANA: &str = "jana@example.cz";
const PETR: &str = "petr@example.cz";
const LEASE: i64 = 60_000;

async fn add(store: &dyn Store, variant: VariantId, email: &str, now: Timestamp) -> AlertOutcome {
    let email = email.to_owned();
    let alert = NewStockAlert {
        variant,
        email,
        secret: Secret([7; 16]),
        now,
    };
    store.add_stock_alert(alert).await.unwrap()
}

async fn claim(store: &dyn Store, variants: &[VariantId], now: Timestamp) -> Vec<StockAlert> {
    let lease_until = now.plus(LEASE);
    let mut claimed = store
        .claim_stock_alerts(variants.to_vec(), now, lease_until, 10)
        .await
        .unwrap();
    claimed.sort_by_key(|alert| alert.id);
    claimed
}

fn emails(alerts: &[StockAlert]) -> Vec<&str> {
    alerts.iter().map(|alert| alert.email.as_str()).collect()
}

pub(crate) async fn are_kept_once_for_each_mailbox_and_variant(store: Arc<dyn Store>) {
    assert_eq!(add(&*store, MUG, JANA, NOW).await, AlertOutcome::Added);
    let spelled = "  Jana+obchod@Example.cz";
    assert_eq!(add(&*store, MUG, spelled, NOW).await, AlertOutcome::Known);
    assert_eq!(add(&*store, MUG, PETR, NOW).await, AlertOutcome::Added);
    for number in 1..u64::from(MAX_ALERTS_OF_CONTACT) {
        let variant = VariantId(100 + number);
        assert_eq!(add(&*store, variant, JANA, NOW).await, AlertOutcome::Added);
    }
    assert_eq!(
        add(&*store, BOWL, JANA, NOW).await,
        AlertOutcome::ContactFull
    );
    assert_eq!(add(&*store, MUG, JANA, NOW).await, AlertOutcome::Known);
    assert_eq!(add(&*store, BOWL, PETR, NOW).await, AlertOutcome::Added);
}

pub(crate) async fn are_claimed_by_one_server_at_a_time(store: Arc<dyn Store>) {
    add(&*store, MUG, JANA, NOW).await;
    add(&*store, MUG, PETR, NOW).await;
    add(&*store, BOWL, JANA, NOW).await;
    let mut variants = store.variants_with_alerts(NOW).await.unwrap();
    variants.sort_unstable();
    assert_eq!(variants, [MUG, BOWL]);

    let claimed = claim(&*store, &[MUG], NOW).await;
    assert_eq!(emails(&claimed), [JANA, PETR]);
    assert!(claimed.iter().all(|alert| alert.attempts == 1));
    assert_eq!(claim(&*store, &[MUG], NOW).await, []);
    assert_eq!(store.variants_with_alerts(NOW).await.unwrap(), [BOWL]);

    let sent = claimed.first().unwrap().id;
    store.settle_stock_alert(sent, NOW).await.unwrap();
    let later = NOW.plus(LEASE);
    let again = claim(&*store, &[MUG], later).await;
    assert_eq!(emails(&again), [PETR]);
    assert!(again.iter().all(|alert| alert.attempts == 2));

    let one = store
        .claim_stock_alerts(vec![MUG, BOWL], later.plus(LEASE), later.plus(2 * LEASE), 1)
        .await
        .unwrap();
    assert_eq!(one.len(), 1, "no more than asked for");
}

pub(crate) async fn are_found_and_deleted(store: Arc<dyn Store>) {
    add(&*store, MUG, JANA, NOW).await;
    add(&*store, BOWL, JANA, NOW.plus(10)).await;
    add(&*store, MUG, PETR, NOW).await;
    let of_jana = || store.stock_alerts_of(ContactKey::of_email("JANA@example.cz"));
    let found = of_jana().await.unwrap();
    let kept: Vec<_> = found
        .iter()
        .map(|one| (one.variant, one.created_at))
        .collect();
    assert_eq!(kept, [(MUG, NOW), (BOWL, NOW.plus(10))]);

    let deleted = store.delete_old_stock_alerts(NOW.plus(10), NOW, 1).await;
    assert_eq!(deleted.unwrap(), 1, "no more than asked for");
    let deleted = store.delete_old_stock_alerts(NOW.plus(10), NOW, 100).await;
    assert_eq!(deleted.unwrap(), 1);
    let left = of_jana().await.unwrap();
    assert_eq!(
        left.iter().map(|one| one.variant).collect::<Vec<_>>(),
        [BOWL]
    );
    let ids = left.iter().map(|alert| alert.id).collect();
    store.delete_stock_alerts(ids).await.unwrap();
    assert_eq!(of_jana().await.unwrap(), []);
    store.delete_stock_alerts(Vec::new()).await.unwrap();
}

pub(crate) async fn are_ended_for_their_mailbox(store: Arc<dyn Store>) {
    add(&*store, MUG, JANA, NOW).await;
    add(&*store, BOWL, "jana+x@example.cz", NOW).await;
    add(&*store, MUG, PETR, NOW).await;
    let sent = claim(&*store, &[MUG], NOW).await.first().unwrap().id;
    store.settle_stock_alert(sent, NOW).await.unwrap();
    let kept = store.stock_alert(sent).await.unwrap().unwrap();
    assert_eq!(kept.secret, Some(Secret([7; 16])));
    store.end_stock_alerts(sent, NOW).await.unwrap();
    let left = store.stock_alerts_of(ContactKey::of_email(JANA)).await;
    let left = left.unwrap();
    assert_eq!(left.len(), 2, "both count on");
    assert!(
        left.iter()
            .all(|one| one.email.is_empty() && one.sent_at == Some(NOW))
    );
    let due = store.variants_with_alerts(NOW.plus(LEASE)).await.unwrap();
    assert_eq!(due, [MUG], "only Petr waits");
    let others = store.stock_alerts_of(ContactKey::of_email(PETR)).await;
    assert_eq!(others.unwrap().len(), 1);
    store.end_stock_alerts(AlertId(999_999), NOW).await.unwrap();
    assert_eq!(store.stock_alert(AlertId(999_999)).await.unwrap(), None);
}

/// Nobody can ask for a mailbox again that has ended its alerts, neither for what was sent nor for what it waited for, until a pause is
/// over. Other goods and other mailboxes are free.
pub(crate) async fn ended_alerts_cannot_be_asked_for_again(store: Arc<dyn Store>) {
    add(&*store, MUG, JANA, NOW).await;
    add(&*store, BOWL, JANA, NOW).await;
    let sent = claim(&*store, &[MUG], NOW).await.first().unwrap().id;
    store.settle_stock_alert(sent, NOW).await.unwrap();
    store.end_stock_alerts(sent, NOW).await.unwrap();
    for (variant, email, expected) in [
        (MUG, JANA, AlertOutcome::Known),
        (BOWL, "jana+again@example.cz", AlertOutcome::Known),
        (MUG, PETR, AlertOutcome::Added),
        (VariantId(3), JANA, AlertOutcome::Added),
    ] {
        let outcome = add(&*store, variant, email, NOW.plus(LEASE)).await;
        assert_eq!(outcome, expected, "{variant:?} {email}");
    }
    let later = NOW.plus(REMEMBERED_MS);
    for variant in [MUG, BOWL] {
        let outcome = add(&*store, variant, JANA, later).await;
        assert_eq!(outcome, AlertOutcome::Added, "{variant:?}");
    }
}

/// However long ago its e-mail was sent, an ended alert keeps its mailbox from being asked for again for the whole pause. Neither the end of
/// an e-mail that was under way nor its own age shortens it.
pub(crate) async fn ended_alerts_block_for_the_whole_pause(store: Arc<dyn Store>) {
    add(&*store, MUG, JANA, NOW).await;
    add(&*store, BOWL, JANA, NOW).await;
    let sent = claim(&*store, &[MUG], NOW).await.first().unwrap().id;
    store.settle_stock_alert(sent, NOW).await.unwrap();
    let end = NOW.plus(REMEMBERED_MS - 1);
    let under_way = claim(&*store, &[BOWL], end).await.first().unwrap().id;
    store.end_stock_alerts(sent, end).await.unwrap();
    let given_up = end.plus(LEASE);
    store.settle_stock_alert(under_way, given_up).await.unwrap();
    let last = end.plus(REMEMBERED_MS - 1);
    let deleted = store
        .delete_old_stock_alerts(last, last.plus(-REMEMBERED_MS), 100)
        .await;
    assert_eq!(deleted.unwrap(), 0, "older than alerts that wait may be");
    for variant in [MUG, BOWL] {
        let outcome = add(&*store, variant, JANA, last).await;
        assert_eq!(outcome, AlertOutcome::Known, "{variant:?}");
    }
    let over = given_up.plus(REMEMBERED_MS);
    for variant in [MUG, BOWL] {
        let outcome = add(&*store, variant, JANA, over).await;
        assert_eq!(outcome, AlertOutcome::Added, "{variant:?}");
    }
}

/// A sent alert keeps no address, counts for a while, and does not keep its mailbox from waiting again.
pub(crate) async fn sent_alerts_count_without_their_address(store: Arc<dyn Store>) {
    add(&*store, MUG, JANA, NOW).await;
    let contact = || ContactKey::of_email(JANA);
    for round in 0..i64::from(MAX_ALERTS_OF_CONTACT) {
        let now = NOW.plus(round * LEASE);
        let claimed = claim(&*store, &[MUG], now).await;
        store.settle_stock_alert(claimed[0].id, now).await.unwrap();
        let kept = store.stock_alerts_of(contact()).await.unwrap();
        assert!(
            kept.iter()
                .all(|alert| alert.email.is_empty() && alert.sent_at.is_some())
        );
        let expected = if round + 1 < i64::from(MAX_ALERTS_OF_CONTACT) {
            AlertOutcome::Added
        } else {
            AlertOutcome::ContactFull
        };
        assert_eq!(add(&*store, MUG, JANA, now).await, expected, "{round}");
    }
    let later = NOW.plus(REMEMBERED_MS + LEASE);
    assert_eq!(add(&*store, MUG, JANA, later).await, AlertOutcome::Added);
    let deleted = store
        .delete_old_stock_alerts(NOW, later, 1_000)
        .await
        .unwrap();
    assert_eq!(deleted, u64::from(MAX_ALERTS_OF_CONTACT));
    assert_eq!(store.stock_alerts_of(contact()).await.unwrap().len(), 1);
}
