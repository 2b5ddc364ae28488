//! The load: keep-alive connections that send one request after the other over plain HTTP/1.1.

use crate::Failure;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// After how long a client that was told to come again does so: ten times sooner than asked.
const IMPATIENCE: Duration = Duration::from_millis(100);

/// What to send and for how long.
#[derive(Clone)]
pub(crate) struct Load {
    pub(crate) address: SocketAddr,
    pub(crate) connections: usize,
    pub(crate) limit: Limit,
    /// Headers of the request, each ending in CRLF.
    pub(crate) headers: String,
    pub(crate) body: String,
}

/// When a connection stops.
#[derive(Clone, Copy)]
pub(crate) enum Limit {
    For(Duration),
    Requests(usize),
}

/// What was measured.
#[derive(Default)]
pub(crate) struct Measured {
    pub(crate) per_second: f64,
    pub(crate) p99: Duration,
    pub(crate) failed: usize,
    /// Answers that said to come again later.
    pub(crate) refused: usize,
    pub(crate) last_answer: Vec<u8>,
}

/// Runs the load on a runtime of its own.
pub(crate) fn run(load: &Load) -> Result<Measured, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let began = Instant::now();
        let tasks: Vec<_> = (0..load.connections)
            .map(|_| tokio::spawn(one_connection(load.clone())))
            .collect();
        let mut durations = Vec::new();
        let mut measured = Measured::default();
        for task in tasks {
            let connection = task.await??;
            durations.extend(connection.durations);
            measured.failed += connection.failed;
            measured.refused += connection.refused;
            measured.last_answer = connection.last_answer;
        }
        let seconds = began.elapsed().as_secs_f64();
        durations.sort_unstable();
        let count = u32::try_from(durations.len()).unwrap_or(u32::MAX);
        measured.per_second = f64::from(count) / seconds;
        measured.p99 = durations
            .get(durations.len() * 99 / 100)
            .copied()
            .unwrap_or_default();
        Ok(measured)
    })
}

#[derive(Default)]
struct Connection {
    durations: Vec<Duration>,
    failed: usize,
    refused: usize,
    last_answer: Vec<u8>,
}

async fn one_connection(load: Load) -> Result<Connection, Failure> {
    let stream = TcpStream::connect(load.address).await?;
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    let request = format!(
        "POST /api/unstable/graphql.json HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{}Content-Length: {}\r\n\r\n{}",
        load.address,
        load.headers,
        load.body.len(),
        load.body
    );
    let began = Instant::now();
    let mut connection = Connection::default();
    let goes_on = |sent: usize| match load.limit {
        Limit::For(duration) => began.elapsed() < duration,
        Limit::Requests(count) => sent < count,
    };
    while goes_on(connection.durations.len() + connection.failed + connection.refused) {
        let sent = Instant::now();
        stream.get_mut().write_all(request.as_bytes()).await?;
        let status = read_answer(&mut stream, &mut connection.last_answer).await?;
        if status == 200 {
            connection.durations.push(sent.elapsed());
        } else if status == 429 {
            connection.refused += 1;
            tokio::time::sleep(IMPATIENCE).await;
        } else {
            connection.failed += 1;
        }
    }
    Ok(connection)
}

async fn read_answer(
    stream: &mut BufReader<TcpStream>,
    body: &mut Vec<u8>,
) -> Result<u16, Failure> {
    let mut line = String::new();
    let mut status = 0;
    let mut length = None;
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Err("the server closed the connection".into());
        }
        let text = line.trim_end();
        if text.is_empty() {
            break;
        }
        if status == 0 {
            status = text
                .split(' ')
                .nth(1)
                .and_then(|code| code.parse().ok())
                .unwrap_or(0);
        } else if let Some((name, value)) = text.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length = length.ok_or("the answer has no Content-Length")?;
    body.resize(length, 0);
    stream.read_exact(body).await?;
    Ok(status)
}
