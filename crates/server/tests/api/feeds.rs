//! Feeds of the configuration, and a store that does not take them at once.

use crate::restock::once;
use crate::support::{BOOK, Guard, Guarded, Shop};
use async_trait::async_trait;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use zkratka_store::StoreError;

/// Takes no feed so many times.
struct TakesNoFeed(AtomicU32);

#[async_trait]
impl Guard for TakesNoFeed {
    async fn before(&self, call: Guarded) -> Result<(), StoreError> {
        let one_less = |left: u32| left.checked_sub(1);
        let refused = call == Guarded::Import
            && self
                .0
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less)
                .is_ok();
        if refused {
            return Err(StoreError::Busy);
        }
        Ok(())
    }
}

/// A shop that could not import its feeds at the start sells what it has, and the rest as soon as the store takes it; what
/// the last feed says of a product stands.
#[tokio::test]
async fn a_feed_that_the_store_did_not_take_comes_later() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for (name, price) in [("dnes.csv", 289), ("akce.csv", 189)] {
        let file = folder.path().join(name);
        let feed = format!("Handle,Title,Variant Price\ndzban,Džbán,{price}\n");
        std::fs::write(&file, feed).unwrap();
        files.push(file);
    }
    let section = format!("[catalogue]\nimport = {files:?}\n");
    let guard = Arc::new(TakesNoFeed(AtomicU32::new(2)));
    let shop = Shop::open_guarded(|config| config + &section, guard).await;
    let now = shop.server.app().catalogue.current();
    assert!(now.product(BOOK).is_some(), "what it has is for sale");
    once(&shop, |now| {
        now.product("dzban")
            .is_some_and(|jug| jug.variants[0].price == 18_900)
    })
    .await;
}
