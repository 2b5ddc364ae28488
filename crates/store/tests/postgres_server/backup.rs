//! Tests backup and restore as docs/deploying.md describes them.

use super::older_servers::{BEFORE_EVENTS, schema, sell};
use super::{database, open, stock_up};
use crate::support::available;
use std::process::Command;
use zkratka_commerce::ids::{OrderNumber, VariantId};
use zkratka_store::Store;
use zkratka_testing::run;

fn told(program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {said}");
}

/// [B.08] A dump is the shop at one moment. Restored into its own database it keeps selling, even if the shop has
/// served older servers.
#[tokio::test]
async fn a_dump_is_restored_and_sells_on() {
    for back in ["SELECT 1", BEFORE_EVENTS] {
        let url = database();
        drop(open(&url).await);
        run(&url, back);
        let store = open(&url).await;
        stock_up(&*store, 10).await;
        sell(&store, 1).await;
        let folder = tempfile::tempdir().unwrap();
        let dump = folder.path().join("zkratka.dump");
        let dump = dump.to_str().unwrap();
        let schema = schema(&url);
        let of_shop = format!("--schema={schema}");
        told(
            "pg_dump",
            &[
                "--format", "custom", &of_shop, "--dbname", &url, "--file", dump,
            ],
        );
        sell(&store, 2).await;

        run(&url, &format!("CREATE DATABASE restored_{schema}"));
        let restored = url.replace("/postgres?", &format!("/restored_{schema}?"));
        assert_ne!(restored, url);
        told(
            "pg_restore",
            &["--single-transaction", "--dbname", &restored, dump],
        );
        let restored = open(&restored).await;
        assert_eq!(available(&*restored, VariantId(1)).await, 9);
        assert!(restored.order(OrderNumber(1001)).await.unwrap().is_some());
        assert!(restored.order(OrderNumber(1002)).await.unwrap().is_none());
        sell(&restored, 3).await;
        assert_eq!(available(&*restored, VariantId(1)).await, 8);
        assert!(restored.order(OrderNumber(1002)).await.unwrap().is_some());
        // The restored shop's sales do not change the original one.
        assert_eq!(available(&*store, VariantId(1)).await, 8);
    }
}
