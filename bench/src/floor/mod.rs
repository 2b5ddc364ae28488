//! The floor: the least work for a server with these crates and this durability. It parses the same request, stores a 2
//! KB row under a time-ordered integer key with one writer and group commit, and answers 4 KB. It has no rules and no
//! GraphQL.

mod postgres;
mod sqlite;

use crate::Failure;
use crate::process::{Directory, Process};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{mpsc, oneshot};

const ROW_BYTES: usize = 2048;
const ANSWER_BYTES: usize = 4096;
const QUEUE: usize = 1024;
const LARGEST_BATCH: usize = 512;

struct Write {
    key: i64,
    row: Vec<u8>,
    done: oneshot::Sender<()>,
}

/// The queued writes, up to the size of a batch.
fn batch(first: Write, queue: &mut mpsc::Receiver<Write>) -> Vec<Write> {
    let mut batch = vec![first];
    while batch.len() < LARGEST_BATCH
        && let Ok(next) = queue.try_recv()
    {
        batch.push(next);
    }
    batch
}

fn answer(batch: Vec<Write>) {
    for write in batch {
        // A client that disconnected needs no answer.
        let _gone = write.done.send(());
    }
}

struct Floor {
    writer: mpsc::Sender<Write>,
    next_key: AtomicU64,
    answer: Bytes,
}

pub(crate) struct FloorProcess {
    pub(crate) address: SocketAddr,
    _process: Process,
    _directory: Directory,
}

/// Starts the floor on this database, or on a new file.
pub(crate) fn start(database: Option<&str>) -> Result<FloorProcess, Failure> {
    let directory = Directory::new("floor")?;
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("floor").stdout(Stdio::piped());
    match database {
        Some(url) => command.arg(url),
        None => command.arg(directory.path()),
    };
    let mut process = Process::start(&mut command)?;
    let mut line = String::new();
    BufReader::new(process.output()?).read_line(&mut line)?;
    Ok(FloorProcess {
        address: line.trim().trim_start_matches("listening on ").parse()?,
        _process: process,
        _directory: directory,
    })
}

/// Serves until the process is killed. Prints `listening on ADDRESS`. `place` is a folder or the URL of a database.
pub(crate) fn serve(place: &str) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let (writer, queue) = mpsc::channel(QUEUE);
        if place.starts_with("postgres://") {
            postgres::write(place, queue).await?;
        } else {
            sqlite::write(&Path::new(place).join("floor.sqlite"), queue)?;
        }
        let floor = Arc::new(Floor {
            writer,
            next_key: AtomicU64::new(1),
            answer: Bytes::from(vec![b' '; ANSWER_BYTES]),
        });
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
