//! The load generator: each connection repeats one errand.

use crate::Failure;
use crate::client::Client;
use async_trait::async_trait;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Delay before the retry of a refused request: a tenth of the delay that the server demands.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// A sequence of requests that a connection repeats.
#[async_trait]
pub(crate) trait Errand: Send + Sync {
    async fn run(&self, client: &mut Client) -> Result<Outcome, Failure>;
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Served,
    /// The server asked to retry later.
    Refused,
    /// Any other response.
    Failed,
}

/// The same request, this many times.
pub(crate) struct Requests(pub(crate) String, pub(crate) usize);

#[async_trait]
impl Errand for Requests {
    async fn run(&self, client: &mut Client) -> Result<Outcome, Failure> {
        for _ in 0..self.1 {
            match client.post(&self.0).await? {
                200 => {}
                429 => return Ok(Outcome::Refused),
                _ => return Ok(Outcome::Failed),
            }
        }
        Ok(Outcome::Served)
    }
}

#[derive(Clone)]
pub(crate) struct Load {
    /// The connections are spread evenly over these servers.
    pub(crate) addresses: Vec<SocketAddr>,
    pub(crate) connections: usize,
    pub(crate) limit: Limit,
    pub(crate) errand: Arc<dyn Errand>,
}

#[derive(Clone, Copy)]
pub(crate) enum Limit {
    For(Duration),
    Errands(usize),
}

#[derive(Default)]
pub(crate) struct Measurement {
    pub(crate) served: usize,
    pub(crate) per_second: f64,
    pub(crate) p99: Duration,
    pub(crate) failed: usize,
    pub(crate) refused: usize,
    pub(crate) last_answer: Vec<u8>,
}

impl Measurement {
    /// An error if an errand was refused or failed.
    pub(crate) fn all_served(self) -> Result<Self, Failure> {
        if self.refused > 0 {
            return Err(format!("{} requests were turned away", self.refused).into());
        }
        self.all_answered()
    }

    /// An error if an errand failed; refusals are fine.
    pub(crate) fn all_answered(self) -> Result<Self, Failure> {
        if self.failed > 0 {
            let answer = String::from_utf8_lossy(&self.last_answer);
            return Err(format!("{} failed; the last answer: {answer}", self.failed).into());
        }
        Ok(self)
    }
}

/// Runs the load on its own async runtime.
pub(crate) fn run(load: &Load) -> Result<Measurement, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let began = Instant::now();
        let places = load.addresses.iter().cycle();
        let tasks: Vec<_> = places
            .take(load.connections)
            .map(|&address| tokio::spawn(one_connection(address, load.clone())))
            .collect();
        let mut durations = Vec::new();
        let mut measured = Measurement::default();
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
        measured.served = durations.len();
        measured.per_second = f64::from(count) / seconds;
        let slow = durations.get(durations.len() * 99 / 100);
        measured.p99 = slow.copied().unwrap_or_default();
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

async fn one_connection(address: SocketAddr, load: Load) -> Result<Connection, Failure> {
    let mut client = Client::connect(address).await?;
    let began = Instant::now();
    let mut connection = Connection::default();
    let goes_on = |done: usize| match load.limit {
        Limit::For(duration) => began.elapsed() < duration,
        Limit::Errands(count) => done < count,
    };
    while goes_on(connection.durations.len() + connection.failed + connection.refused) {
        let sent = Instant::now();
        match load.errand.run(&mut client).await? {
            Outcome::Served => connection.durations.push(sent.elapsed()),
            Outcome::Failed => connection.failed += 1,
            Outcome::Refused => {
                connection.refused += 1;
                tokio::time::sleep(RETRY_DELAY).await;
            }
        }
    }
    connection.last_answer = client.answer;
    Ok(connection)
}
