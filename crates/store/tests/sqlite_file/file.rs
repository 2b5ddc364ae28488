//! Tests the database file: its place, its permissions, its settings, and its use by several processes.

use super::{folder, open, shell, stock_up};
use crate::support::{
    DAY, NOW, begin_new, card, empty_cart, product, ready_cart, stored_cart, tracked,
};
use std::path::Path;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::{CartKey, VariantId};
use zkratka_store::sqlite::{SqliteOptions, SqliteStore};
use zkratka_store::{Store, StoreError};

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// [B.08] The store creates one file with its folder, and only the owner can read them.
#[cfg(unix)]
#[tokio::test]
async fn is_made_for_its_owner_only() {
    let (folder, _) = folder();
    let path = folder.path().join("data/shop.sqlite");
    let store = open(&path);
    store.insert_cart(&empty_cart(1)).await.unwrap();
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    for suffix in ["", "-wal", "-shm"] {
        let file = format!("{}{suffix}", path.display());
        assert_eq!(mode(Path::new(&file)), 0o600, "{file}");
    }
}

/// The settings on which durability and speed depend.
#[tokio::test]
async fn is_set_up_as_measured() {
    let (_folder, path) = folder();
    let store = open(&path);
    store.health().await.unwrap();
    let shell = shell(&path);
    let pragma = |name| {
        shell
            .pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0))
            .unwrap()
    };
    assert_eq!(pragma("page_size"), rusqlite::types::Value::Integer(8192));
    assert_eq!(
        pragma("journal_mode"),
        rusqlite::types::Value::Text("wal".into())
    );
}

/// An orderly close leaves one complete file.
#[tokio::test]
async fn is_alone_after_closing() {
    let (folder, path) = folder();
    let store = open(&path);
    store.insert_cart(&empty_cart(1)).await.unwrap();
    drop(store);
    let files: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(files, ["shop.sqlite"]);
    assert_eq!(stored_cart(&open(&path), CartKey(1)).await, empty_cart(1));
}

/// Accepted writes are completed even if no caller waits for them any more.
#[tokio::test]
async fn closing_finishes_what_is_queued() {
    let (_folder, path) = folder();
    let store = open(&path);
    for key in 1..=50 {
        // The first poll puts the write into the queue; then the caller abandons it.
        let cart = empty_cart(key);
        let insert = store.insert_cart(&cart);
        let _ = tokio::time::timeout(std::time::Duration::ZERO, insert).await;
    }
    drop(store);
    let store = open(&path);
    for key in 1..=50 {
        assert!(
            store.cart(CartKey(key)).await.unwrap().is_some(),
            "cart {key} is lost"
        );
    }
}

/// [B.08] `import` and `orders` run beside `serve`: each process sees what the other writes.
#[tokio::test]
async fn is_shared_by_processes() {
    let (_folder, path) = folder();
    let (serve, import) = (open(&path), open(&path));
    assert_eq!(serve.catalogue_version().await.unwrap(), 0);
    stock_up(&import, 5).await;
    assert_eq!(serve.catalogue_version().await.unwrap(), 1);
    assert_eq!(serve.catalogue().await.unwrap().products().len(), 1);

    let (here, there) = tokio::join!(
        write_carts(&serve, 1..=100),
        write_carts(&import, 101..=200)
    );
    assert_eq!((here, there), (100, 100));
    for key in 1..=200 {
        assert!(import.cart(CartKey(key)).await.unwrap().is_some());
    }
}

async fn write_carts(store: &SqliteStore, keys: std::ops::RangeInclusive<u64>) -> u64 {
    let mut written = 0;
    for key in keys {
        store.insert_cart(&empty_cart(key)).await.unwrap();
        written += 1;
    }
    written
}

/// Two processes open the same new file at once.
#[test]
fn is_made_once_by_many() {
    let (_folder, path) = folder();
    let start = std::sync::Barrier::new(6);
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                start.wait();
                drop(open(&path));
            });
        }
    });
    let objects: i64 = shell(&path)
        .query_row("SELECT COUNT(*) FROM shop_state", [], |row| row.get(0))
        .unwrap();
    assert_eq!(objects, 1);
}

/// If another process locks the file for too long, the store returns `Busy`.
#[tokio::test]
async fn held_by_another_process_is_busy() {
    let (_folder, path) = folder();
    let options = SqliteOptions {
        busy_timeout: std::time::Duration::from_millis(50),
        ..SqliteOptions::default()
    };
    let store = SqliteStore::open(&path, options).unwrap();
    let other = shell(&path);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = store.insert_cart(&empty_cart(1)).await;
    assert!(matches!(answer, Err(StoreError::Busy)), "{answer:?}");
    assert!(matches!(store.health().await, Err(StoreError::Busy)));
    // Reads still work meanwhile.
    assert_eq!(store.cart(CartKey(1)).await.unwrap(), None);
    other.execute_batch("COMMIT").unwrap();
    store.insert_cart(&empty_cart(1)).await.unwrap();
    store.health().await.unwrap();
}

#[test]
fn that_cannot_be_opened_is_named() {
    let (folder, path) = folder();
    std::fs::write(&path, "this is a letter, not a database").unwrap();
    let letter = SqliteStore::open(&path, SqliteOptions::default()).err();
    assert!(
        matches!(letter, Some(StoreError::Database(_))),
        "{letter:?}"
    );
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        "this is a letter, not a database"
    );

    let below_a_file = path.join("shop.sqlite");
    let answer = SqliteStore::open(&below_a_file, SqliteOptions::default()).err();
    assert!(
        answer
            .as_ref()
            .is_some_and(|error| error.to_string().contains("shop.sqlite")),
        "{answer:?}"
    );
    let answer = SqliteStore::open(folder.path(), SqliteOptions::default()).err();
    assert!(answer.is_some());
}

/// A document that cannot be parsed gives an error that names it, and nothing else fails.
#[tokio::test]
async fn with_a_broken_document_names_it() {
    let (_folder, path) = folder();
    let store = open(&path);
    for key in 1..=2 {
        store.insert_cart(&empty_cart(key)).await.unwrap();
    }
    shell(&path)
        .execute("UPDATE carts SET doc = x'017B' WHERE key = 1", [])
        .unwrap();
    let answer = store.cart(CartKey(1)).await;
    assert!(
        matches!(answer, Err(StoreError::Corrupt { what: "cart", .. })),
        "{answer:?}"
    );
    assert!(store.cart(CartKey(2)).await.unwrap().is_some());

    store
        .import(vec![product("hrnek", &[("Modrá", 1, tracked(1))])])
        .await
        .unwrap();
    shell(&path)
        .execute("UPDATE variants SET position = NULL", [])
        .unwrap();
    let answer = store.catalogue().await;
    assert!(matches!(
        answer,
        Err(StoreError::Corrupt {
            what: "product",
            ..
        })
    ));
}

/// [B.03] [B.08] A due attempt that cannot be parsed is postponed for a day, and the others are resumed.
#[tokio::test]
async fn with_a_broken_attempt_resumes_the_others() {
    let (_folder, path) = folder();
    let store = open(&path);
    stock_up(&store, 9).await;
    for key in 1..=3 {
        let cart = ready_cart(&store, key, &[(VariantId(1), 1)], card()).await;
        begin_new(&store, &cart, 10 + key).await;
    }
    shell(&path)
        .execute("UPDATE attempts SET doc = x'017B' WHERE key = 12", [])
        .unwrap();
    let due = NOW.plus(60_000);
    let keys = |claimed: Vec<Attempt>| -> Vec<u64> {
        claimed.iter().map(|attempt| attempt.key.0).collect()
    };
    let lease = NOW.plus(70_000);
    let claimed = store.claim_due(due, lease, 10).await.unwrap();
    assert_eq!(keys(claimed), [11, 13]);
    let broken: i64 = shell(&path)
        .query_row("SELECT due_at FROM attempts WHERE key = 12", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert_eq!(broken, due.plus(DAY).0);
    // It also does not block a claim of only one attempt.
    let claimed = store.claim_due(lease, NOW.plus(DAY), 1).await.unwrap();
    assert_eq!(keys(claimed), [11]);
}
