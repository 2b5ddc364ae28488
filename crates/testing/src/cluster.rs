//! A PostgreSQL server for one test process.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// A PostgreSQL server. It stops, and its data is deleted, when this is dropped or the process ends, even by a crash.
pub struct Cluster {
    url: String,
    /// `None` only during the drop.
    script: Option<Mutex<Script>>,
}

struct Script {
    child: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Cluster {
    /// Starts a server without `fsync`.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a server that flushes to the disk as in production.
    #[must_use]
    pub fn start_durable() -> Self {
        Self::start_with(&["--durable"])
    }

    /// Starts a server with a synchronous standby. Its URL names both, and selects the one that accepts writes.
    #[must_use]
    pub fn start_with_standby() -> Self {
        Self::start_with(&["--standby"])
    }

    fn start_with(arguments: &[&str]) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/test-postgres");
        let mut child = Command::new(script)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("scripts/test-postgres can be started");
        let orders = child.stdin.take().expect("it is listened to");
        let mut answers = BufReader::new(child.stdout.take().expect("it is heard"));
        let mut url = String::new();
        let read = answers.read_line(&mut url);
        assert!(
            read.is_ok_and(|bytes| bytes > 0),
            "scripts/test-postgres started no PostgreSQL; its reason is above"
        );
        Self {
            url: url.trim().to_owned(),
            script: Some(Mutex::new(Script {
                child,
                orders,
                answers,
            })),
        }
    }

    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Kills the server without a clean shutdown and starts it again; returns when it answers.
    pub fn crash(&self) {
        self.order("crash");
    }

    /// Kills the primary for good and promotes its standby; returns when the standby accepts writes.
    pub fn fail_over(&self) {
        self.order("fail-over");
    }

    fn order(&self, word: &str) {
        let script = self.script.as_ref().expect("it is running");
        let mut script = script.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(script.orders, "{word}").expect("it is listened to");
        let mut answer = String::new();
        let read = script.answers.read_line(&mut answer);
        assert_eq!((answer.trim(), read.is_ok()), ("done", true), "{word}");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let script = self.script.take().map(Mutex::into_inner);
        if let Some(Ok(Script {
            mut child,
            orders,
            answers,
        })) = script
        {
            drop((orders, answers));
            let _ = child.wait();
        }
    }
}
