//! Tests a database on the same machine through its Unix socket.

use super::{database, load::somebody, open};
use zkratka_store::Store;

/// [B.08] A Unix socket works like a host name, and needs no certificate.
#[tokio::test]
async fn reach_the_database_through_its_socket() {
    let url = database();
    let row = somebody(&url)
        .await
        .query_one(
            "SELECT current_setting('unix_socket_directories'), current_setting('port')",
            &[],
        )
        .await
        .unwrap();
    let (folder, port): (String, String) = (row.get(0), row.get(1));
    let folder = folder.replace('/', "%2F");
    let (_, rest) = url.split_once("/postgres").unwrap();
    let store = open(&format!("postgres://test@{folder}:{port}/postgres{rest}")).await;
    assert_eq!(store.catalogue_version().await.unwrap(), 0);
}
