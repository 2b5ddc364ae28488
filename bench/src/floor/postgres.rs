//! The floor on PostgreSQL: one connection, one statement for each batch.

use super::{Write, answer, batch};
use crate::Failure;
use tokio::sync::mpsc;
use tokio_postgres::{Client, NoTls};

/// Starts the writer task.
pub(super) async fn write(url: &str, queue: mpsc::Receiver<Write>) -> Result<(), Failure> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    client
        .batch_execute("CREATE TABLE cart (key bigint PRIMARY KEY, doc bytea NOT NULL)")
        .await?;
    tokio::spawn(write_all(client, queue));
    Ok(())
}

async fn write_all(
    client: Client,
    mut queue: mpsc::Receiver<Write>,
) -> Result<(), tokio_postgres::Error> {
    let insert = client
        .prepare("INSERT INTO cart SELECT * FROM unnest($1::bigint[], $2::bytea[])")
        .await?;
    while let Some(first) = queue.recv().await {
        let batch = batch(first, &mut queue);
        let keys: Vec<i64> = batch.iter().map(|write| write.key).collect();
        let rows: Vec<&[u8]> = batch.iter().map(|write| write.row.as_slice()).collect();
        client.execute(&insert, &[&keys, &rows]).await?;
        answer(batch);
    }
    Ok(())
}
