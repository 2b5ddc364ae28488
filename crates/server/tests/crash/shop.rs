//! A shop's servers (one by default) and its gateway, each as a process with its own files.

use crate::process::{Process, SIGABRT, until_answering};
use crate::setting::{LEDGER, SECRET, catalogue, configuration, on_database, place};
use std::net::SocketAddrV4;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use zkratka_commerce::order::Mode;
use zkratka_store::Store;
use zkratka_store::StorePlace;

/// Shortens leases in a server that was built with fail points.
const LEASE: &str = "ZKRATKA_LEASE_SECONDS";
/// Long enough for a step and a call while the machine also compiles.
const SHORT_LEASE: &str = "6";

/// The shop's files, addresses and running processes.
pub(crate) struct Shop {
    pub(crate) http: reqwest::Client,
    /// The origin in the URLs for buyers: the first server's.
    pub(crate) origin: String,
    pub(crate) gateway: String,
    folder: TempDir,
    place: StorePlace,
    /// The servers' lease in seconds, if it is not the production value.
    lease: Option<&'static str>,
    servers: Vec<Server>,
    gateway_process: Option<Process>,
}

/// A server with its own configuration and log.
struct Server {
    origin: String,
    /// The program, if it is of another version.
    program: Option<PathBuf>,
    process: Option<Process>,
}

impl Shop {
    /// Writes the files and starts both processes. Leases are short, so that tests need not wait long after a kill;
    /// only shops with several servers have the production value.
    pub(crate) async fn open() -> Self {
        Self::open_with("").await
    }

    /// The same with more lines in the configuration.
    pub(crate) async fn open_with(more: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self::open_in(folder, more).await
    }

    /// The same with a file beside the configuration.
    #[cfg(feature = "fail-points")]
    pub(crate) async fn open_with_file((name, text): (&str, &str), more: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(name), text).expect("written");
        Self::open_in(folder, more).await
    }

    async fn open_in(folder: TempDir, more: &str) -> Self {
        let kept = place(folder.path());
        let mut shop = Self::set_up(folder, kept, 1);
        shop.lease = Some(SHORT_LEASE);
        shop.configure(0, more);
        shop.start_gateway().await;
        shop.start_server(&[]).await;
        shop
    }

    /// Opens several servers on one empty database, all started at the same moment.
    pub(crate) async fn open_servers(count: usize, database: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let shop = Self::set_up(folder, on_database(database), count);
        shop.all_started().await
    }

    /// The same with the program of another version.
    pub(crate) async fn open_servers_of(program: &Path, count: usize, database: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut shop = Self::set_up(folder, on_database(database), count);
        for server in &mut shop.servers {
            server.program = Some(program.to_owned());
        }
        shop.all_started().await
    }

    async fn all_started(mut self) -> Self {
        self.start_gateway().await;
        for server in 0..self.servers.len() {
            self.spawn(server, &[]);
        }
        for server in 0..self.servers.len() {
            self.answers(server).await;
        }
        self
    }

    /// Stops a server after it has finished its requests, and starts another program in its place (none: this
    /// version's) with more lines in the configuration.
    pub(crate) async fn replace(&mut self, number: usize, program: Option<&Path>, more: &str) {
        let process = self.servers[number].process.take().expect("it runs");
        let ended = process.stop().await;
        assert!(
            ended.is_some_and(|status| status.success()),
            "{ended:?}\n{}",
            self.log()
        );
        self.configure(number, more);
        self.servers[number].program = program.map(Path::to_owned);
        self.spawn(number, &[]);
        self.answers(number).await;
    }

    /// Adds lines to a server's configuration.
    fn configure(&self, number: usize, more: &str) {
        let config = self.path(&config_of(number));
        let text = std::fs::read_to_string(&config).expect("it was written");
        std::fs::write(&config, text + more).expect("written");
    }

    /// Writes the files, and starts nothing.
    fn set_up(folder: TempDir, (place, store): (StorePlace, String), count: usize) -> Self {
        let servers: Vec<Server> = (0..count)
            .map(|_| Server {
                origin: format!("http://{}", free_address()),
                program: None,
                process: None,
            })
            .collect();
        let origin = servers[0].origin.clone();
        let gateway = format!("http://{}", free_address());
        let file = |name: &str, text: String| {
            std::fs::write(folder.path().join(name), text).expect("written");
        };
        file("catalogue.csv", catalogue());
        for (number, server) in servers.iter().enumerate() {
            let text = configuration(&server.origin, &origin, &gateway, &store);
            file(&config_of(number), text);
        }
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(30))
            .build()
            .expect("a client");
        Self {
            http,
            origin,
            gateway,
            folder,
            place,
            lease: None,
            servers,
            gateway_process: None,
        }
    }

    pub(crate) fn origins(&self) -> Vec<String> {
        let origins = self.servers.iter().map(|server| server.origin.clone());
        origins.collect()
    }

    /// The shop's store, opened beside the running server.
    pub(crate) async fn store(&self) -> Arc<dyn Store> {
        zkratka_store::open(&self.place, Mode::Test)
            .await
            .expect("the shop's store")
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) async fn start_gateway(&mut self) {
        let notify = format!("{}/webhooks/sandbox", self.origin);
        self.start_gateway_notifying(&notify).await;
    }

    /// Stops the gateway's notifications: the shop learns only what it queries.
    #[cfg(feature = "fail-points")]
    pub(crate) async fn silence_gateway(&mut self) {
        let nobody = format!("http://{}/", free_address());
        self.kill_gateway();
        self.start_gateway_notifying(&nobody).await;
    }

    /// Resumes the gateway's notifications, including those not delivered.
    #[cfg(feature = "fail-points")]
    pub(crate) async fn hear_gateway(&mut self) {
        self.kill_gateway();
        self.start_gateway().await;
    }

    async fn start_gateway_notifying(&mut self, notify: &str) {
        let ledger = self.path(LEDGER);
        let arguments = [
            "sandbox-gateway",
            "--listen",
            self.gateway.trim_start_matches("http://"),
            "--ledger",
            ledger.to_str().expect("text"),
            "--notify-url",
            notify,
            "--shop-origin",
            &self.origin,
        ];
        let mut process = Process::start(&arguments, &[SECRET], &self.path("gateway.log"));
        let url = format!("{}/hosted-fields", self.gateway);
        until_answering(&self.http, &url, &mut process).await;
        self.gateway_process = Some(process);
    }

    /// Starts the first server and waits until it responds.
    pub(crate) async fn start_server(&mut self, environment: &[(&str, &str)]) {
        self.spawn(0, environment);
        self.answers(0).await;
    }

    /// Starts the first server, which may die before it responds.
    #[cfg(feature = "fail-points")]
    pub(crate) fn spawn_server(&mut self, environment: &[(&str, &str)]) {
        self.spawn(0, environment);
    }

    pub(crate) fn spawn(&mut self, number: usize, environment: &[(&str, &str)]) {
        let config = self.path(&config_of(number));
        let arguments = ["serve", "--config", config.to_str().expect("text")];
        let lease = self.lease.map(|seconds| (LEASE, seconds));
        let given = environment.iter().copied();
        let environment: Vec<_> = given.chain([SECRET]).chain(lease).collect();
        let log = self.path(&log_of(number));
        let server = &mut self.servers[number];
        server.process = Some(match &server.program {
            Some(program) => Process::start_program(program, &arguments, &environment, &log),
            None => Process::start(&arguments, &environment, &log),
        });
    }

    /// Waits until this server responds.
    pub(crate) async fn answers(&mut self, number: usize) {
        let server = &mut self.servers[number];
        let url = format!("{}/healthz", server.origin);
        let process = server.process.as_mut().expect("it was started");
        until_answering(&self.http, &url, process).await;
    }

    pub(crate) fn kill_server(&mut self) {
        self.kill(0);
    }

    /// Kills this server, which must not have ended by itself.
    pub(crate) fn kill(&mut self, number: usize) {
        let mut process = self.servers[number].process.take().expect("it runs");
        if let Some(status) = process.ended() {
            panic!("the server ended by itself: {status}\n{}", self.log());
        }
        process.kill();
    }

    /// Lets the first server live for this time at most. Returns whether it has died at its fail point before.
    pub(crate) async fn ends_within(&mut self, life: Duration) -> bool {
        let mut process = self.servers[0].process.take().expect("it runs");
        let Some(status) = process.end(life).await else {
            process.kill();
            return false;
        };
        assert_eq!(
            status.signal(),
            Some(SIGABRT),
            "the server ended by itself: {status}\n{}",
            self.log()
        );
        true
    }

    pub(crate) fn kill_gateway(&mut self) {
        self.gateway_process.take().expect("it runs").kill();
    }

    /// The process of this server, if it was started.
    pub(crate) fn process(&mut self, number: usize) -> Option<&mut Process> {
        self.servers[number].process.as_mut()
    }

    /// This server's log over all runs.
    pub(crate) fn log_of(&self, number: usize) -> String {
        std::fs::read_to_string(self.path(&log_of(number))).unwrap_or_default()
    }

    /// The end of every server's log.
    pub(crate) fn log(&self) -> String {
        let tail = |number| {
            let log = self.log_of(number);
            let lines: Vec<&str> = log.lines().collect();
            lines[lines.len().saturating_sub(60)..].join("\n")
        };
        let tails: Vec<String> = (0..self.servers.len()).map(tail).collect();
        tails.join("\n\n")
    }
}

fn config_of(server: usize) -> String {
    format!("zkratka-{server}.toml")
}

fn log_of(server: usize) -> String {
    format!("server-{server}.log")
}

/// An address that nothing else uses, also while the server at it is dead and its port is unused: the loopback address
/// belongs to this process, and the port is below those that the system gives to connections.
fn free_address() -> String {
    static PORT: AtomicU16 = AtomicU16::new(10_000);
    let [_, a, b, c] = std::process::id().to_be_bytes();
    let port = PORT.fetch_add(1, Ordering::Relaxed);
    SocketAddrV4::new([127, a, b, c].into(), port).to_string()
}
