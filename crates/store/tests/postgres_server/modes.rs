//! The mode of a database from before databases had one, and of single cards.

use super::{database, open};
use crate::support::modes::{order_of, usable_card};
use zkratka_commerce::gift_card::GiftCardId;
use zkratka_commerce::order::Mode::{self, Live, Test};
use zkratka_store::Store;
use zkratka_testing::run;

/// What a schema from before modes looks like.
const BEFORE: &str = "DELETE FROM shop_mode; UPDATE gift_cards SET mode = NULL";

/// [B.02] A schema from before modes is of the mode of its orders. Orders of both, or cards that no live order vouches for, are
/// no live money.
#[tokio::test]
async fn an_older_schema_has_the_mode_of_its_contents() {
    let cases: [(&[Mode], bool, [bool; 2]); 6] = [
        (&[], false, [true, true]),
        (&[Test], false, [true, false]),
        (&[Live], false, [false, true]),
        (&[Test, Live], false, [false, false]),
        (&[], true, [true, false]),
        (&[Live], true, [false, true]),
    ];
    for (orders, has_card, allowed) in cases {
        for (mode, allowed) in [Test, Live].into_iter().zip(allowed) {
            let url = database();
            let store = open(&url).await;
            store.claim_mode(Test).await.unwrap();
            for (key, order) in (1..).zip(orders) {
                order_of(&*store, key, *order).await;
            }
            if has_card {
                usable_card(&*store).await;
            }
            drop(store);
            run(&url, BEFORE);
            let claimed = open(&url).await.claim_mode(mode).await;
            assert_eq!(claimed.is_ok(), allowed, "{orders:?} {has_card} {mode:?}");
        }
    }
}

/// [B.02] A card of the other mode does not pay, whatever program stored it.
#[tokio::test]
async fn a_card_of_the_other_mode_is_no_card() {
    let url = database();
    let store = open(&url).await;
    store.claim_mode(Test).await.unwrap();
    let card = usable_card(&*store).await;
    assert!(card.is_found(&*store).await && card.has_money(&*store).await);
    run(&url, "UPDATE shop_mode SET mode = 'live'");
    assert!(!card.is_found(&*store).await && !card.has_money(&*store).await);
}

/// [B.12] A live order vouches for the cards that it sold, and for no others: these pay once a person has confirmed them.
#[tokio::test]
async fn a_card_from_before_modes_waits_for_a_persons_word() {
    const SOLD: &str = "UPDATE gift_cards SET line_id = 1, unit = 0, order_number = (SELECT MIN(number) FROM orders)";
    for is_sold in [false, true] {
        let url = database();
        let store = open(&url).await;
        store.claim_mode(Test).await.unwrap();
        order_of(&*store, 1, Live).await;
        let card = usable_card(&*store).await;
        if is_sold {
            run(&url, SOLD);
        }
        drop(store);
        run(&url, BEFORE);
        let store = open(&url).await;
        store.claim_mode(Live).await.unwrap();
        assert_eq!(card.has_money(&*store).await, is_sold);
        let waiting = u64::from(!is_sold);
        assert_eq!(store.unconfirmed_gift_cards().await.unwrap(), waiting);
        // Another start changes nothing.
        store.claim_mode(Live).await.unwrap();
        assert_eq!(card.has_money(&*store).await, is_sold);
        let listed = store.gift_cards(1).await.unwrap().remove(0);
        assert_eq!(listed.needs_confirmation, !is_sold);
        assert!(!card.is_issued_again(&*store).await);
        let confirmed = store.confirm_gift_card(listed.id).await.unwrap().unwrap();
        assert!(!confirmed.needs_confirmation && card.has_money(&*store).await);
        assert_eq!(store.unconfirmed_gift_cards().await.unwrap(), 0);
        let unknown = store.confirm_gift_card(GiftCardId(9_999)).await;
        assert!(unknown.unwrap().is_none());
    }
}
