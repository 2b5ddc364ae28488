//! Tests the configuration's feeds when the store refuses them at first.

use crate::restock::once;
use crate::support::{BOOK, Guard, Guarded, Shop};
use async_trait::async_trait;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_store::StoreError;

/// Makes the store refuse an import at these calls, counted from zero.
struct TakesNone {
    at: &'static [u32],
    offered: AtomicU32,
}

impl TakesNone {
    fn at(at: &'static [u32]) -> Arc<Self> {
        let offered = AtomicU32::new(0);
        Arc::new(Self { at, offered })
    }
}

#[async_trait]
impl Guard for TakesNone {
    async fn before(&self, call: Guarded) -> Result<(), StoreError> {
        if call == Guarded::Import
            && self
                .at
                .contains(&self.offered.fetch_add(1, Ordering::SeqCst))
        {
            return Err(StoreError::Busy);
        }
        Ok(())
    }
}

/// Two feeds with the same jug at two prices.
fn two_prices(folder: &Path) -> String {
    let mut files = Vec::new();
    for (name, price) in [("ceník.csv", 289), ("akce.csv", 189)] {
        let file = folder.join(name);
        let feed = format!("Handle,Title,Variant Price\ndzban,Džbán,{price}\n");
        std::fs::write(&file, feed).unwrap();
        files.push(file);
    }
    format!("[catalogue]\nimport = {files:?}\n")
}

fn price_of_the_jug(catalogue: &Catalogue) -> Option<i64> {
    let jug = catalogue.product("dzban")?;
    Some(jug.variants[0].price.get())
}

/// If the store refuses feeds at the start, the shop sells what it has and imports the feeds once the store accepts
/// them. The last feed decides about a product, whichever feed was delayed.
#[tokio::test]
async fn a_feed_that_the_store_did_not_take_comes_later() {
    for refused in [&[0, 1][..], &[0], &[1]] {
        let folder = tempfile::tempdir().unwrap();
        let section = two_prices(folder.path());
        let guard = TakesNone::at(refused);
        let shop = Shop::open_guarded(|config| config + &section, guard.clone()).await;
        let now = shop.server.app().catalogue.current();
        assert!(now.product(BOOK).is_some(), "what it has is for sale");
        // The server repeats every feed after the first refused one, so that the last feed decides again.
        let offers = if refused == [1] { 3 } else { 4 };
        once(&shop, |now| {
            guard.offered.load(Ordering::SeqCst) == offers && price_of_the_jug(now) == Some(18_900)
        })
        .await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        let now = shop.server.app().catalogue.current();
        assert_eq!(price_of_the_jug(&now), Some(18_900), "{refused:?}");
    }
}

/// A shop without goods opens anyway, and stays open when a name in its configuration turns out to be wrong.
#[tokio::test]
async fn a_shop_whose_first_feed_comes_late_opens() {
    let folder = tempfile::tempdir().unwrap();
    let section = two_prices(folder.path());
    let guard = TakesNone::at(&[0, 1]);
    let shop = Shop::open_empty(|config| config + &section, guard).await;
    let now = shop.server.app().catalogue.current();
    assert_eq!(price_of_the_jug(&now), None);
    once(&shop, |now| price_of_the_jug(now) == Some(18_900)).await;
}
