//! The floor: the least that a server with these crates and this durability can do. It parses the same
//! request, stores a 2 KB row under a time-ordered integer key with one writer, group commit and
//! `synchronous = FULL`, and answers 4 KB. No rules, no GraphQL.

use crate::Failure;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use tokio::sync::oneshot;

const ROW_BYTES: usize = 2048;
const ANSWER_BYTES: usize = 4096;
const QUEUE: usize = 1024;
const LARGEST_BATCH: usize = 512;

struct Write {
    key: i64,
    row: Vec<u8>,
    done: oneshot::Sender<()>,
}

struct Floor {
    writer: mpsc::SyncSender<Write>,
    next_key: AtomicU64,
    answer: Bytes,
}

/// Serves until the process is ended; prints `listening on ADDRESS`.
pub(crate) fn serve(directory: &Path) -> Result<(), Failure> {
    let writer = start_writer(&directory.join("floor.sqlite"))?;
    let floor = Arc::new(Floor {
        writer,
        next_key: AtomicU64::new(1),
        answer: Bytes::from(vec![b' '; ANSWER_BYTES]),
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        println!("listening on {}", listener.local_addr()?);
        let app = Router::new()
            .route("/api/unstable/graphql.json", post(store))
            .with_state(floor);
        axum::serve(listener, app).await?;
        Ok(())
    })
}

async fn store(State(floor): State<Arc<Floor>>, body: Bytes) -> Result<Bytes, StatusCode> {
    let request: serde_json::Value =
        serde_json::from_slice(&body).map_err(|_| StatusCode::BAD_REQUEST)?;
    if !request["query"].is_string() {
        return Err(StatusCode::BAD_REQUEST);
    }
    let key = i64::try_from(floor.next_key.fetch_add(1, Ordering::Relaxed)).unwrap_or(i64::MAX);
    let mut row = body.to_vec();
    row.resize(ROW_BYTES, b' ');
    let (done, stored) = oneshot::channel();
    floor
        .writer
        .try_send(Write { key, row, done })
        .map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
    stored
        .await
        .map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    Ok(floor.answer.clone())
}

fn start_writer(path: &Path) -> Result<mpsc::SyncSender<Write>, Failure> {
    let mut connection = rusqlite::Connection::open(path)?;
    connection.execute_batch(
        "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
         PRAGMA wal_autocheckpoint = 2000;
         CREATE TABLE cart (key INTEGER PRIMARY KEY, doc BLOB NOT NULL) STRICT;",
    )?;
    let (sender, receiver) = mpsc::sync_channel::<Write>(QUEUE);
    std::thread::spawn(move || -> rusqlite::Result<()> {
        while let Ok(first) = receiver.recv() {
            let mut batch = vec![first];
            while batch.len() < LARGEST_BATCH
                && let Ok(next) = receiver.try_recv()
            {
                batch.push(next);
            }
            let transaction = connection.transaction()?;
            {
                let mut insert =
                    transaction.prepare_cached("INSERT INTO cart (key, doc) VALUES (?1, ?2)")?;
                for write in &batch {
                    insert.execute((write.key, &write.row))?;
                }
            }
            transaction.commit()?;
            for write in batch {
                // A client that went away does not need its answer.
                let _gone = write.done.send(());
            }
        }
        Ok(())
    });
    Ok(sender)
}
