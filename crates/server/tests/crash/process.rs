//! Processes that are started, killed, and never left behind.

use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A running process; killed when dropped.
pub(crate) struct Process(Child);

impl Process {
    /// Starts `zkratka` with these arguments. What it logs goes to the file, one life after the other.
    pub(crate) fn start(
        arguments: &[&str],
        environment: &[(&str, &str)],
        log: &std::path::Path,
    ) -> Self {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(log)
            .expect("a log file");
        let child = Command::new(env!("CARGO_BIN_EXE_zkratka"))
            .args(arguments)
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("the log file"))
            .stderr(log)
            .spawn()
            .expect("zkratka starts");
        Self(child)
    }

    /// `SIGKILL`: no cleaning up of any kind.
    pub(crate) fn kill(mut self) {
        self.0.kill().expect("killed");
        self.0.wait().expect("gone");
    }

    /// Whether it has ended, and how.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().expect("a child")
    }

    /// Waits until it ends by itself.
    pub(crate) async fn end(&mut self, deadline: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + deadline;
        while Instant::now() < until {
            if let Some(status) = self.ended() {
                return Some(status);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until somebody answers there.
pub(crate) async fn until_answering(http: &reqwest::Client, url: &str, process: &mut Process) {
    let until = Instant::now() + Duration::from_secs(30);
    while Instant::now() < until {
        if let Some(status) = process.ended() {
            panic!("it ended while starting: {status}");
        }
        if http.get(url).send().await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
    panic!("{url} does not answer");
}
