//! The mode of a file from before files had one, and of single cards.

use super::{folder, open, shell};
use crate::support::modes::{order_of, usable_card};
use zkratka_commerce::order::Mode::{self, Live, Test};
use zkratka_store::Store;

/// What a file from before modes looks like.
const BEFORE: &str = "DELETE FROM shop_mode; UPDATE gift_cards SET mode = NULL";

/// [B.02] A file from before modes is of the mode of its orders. Orders of both, or cards that no live order vouches for, are
/// no live money.
#[tokio::test]
async fn an_older_file_has_the_mode_of_its_contents() {
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
            let (_folder, path) = folder();
            let store = open(&path);
            store.claim_mode(Test).await.unwrap();
            for (key, order) in (1..).zip(orders) {
                order_of(&store, key, *order).await;
            }
            if has_card {
                usable_card(&store).await;
            }
            drop(store);
            shell(&path).execute_batch(BEFORE).unwrap();
            let claimed = open(&path).claim_mode(mode).await;
            assert_eq!(claimed.is_ok(), allowed, "{orders:?} {has_card} {mode:?}");
        }
    }
}

/// [B.02] A card of the other mode does not pay, whatever program stored it.
#[tokio::test]
async fn a_card_of_the_other_mode_is_no_card() {
    let (_folder, path) = folder();
    let store = open(&path);
    store.claim_mode(Test).await.unwrap();
    let card = usable_card(&store).await;
    assert!(card.is_found(&store).await && card.has_money(&store).await);
    shell(&path)
        .execute_batch("UPDATE shop_mode SET mode = 'live'")
        .unwrap();
    assert!(!card.is_found(&store).await && !card.has_money(&store).await);
}
