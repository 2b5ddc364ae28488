//! Processes that the tests start and kill, and that never outlive a test.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Names the fail point at which a process that was built with fail points dies.
pub(crate) const POINT: &str = "ZKRATKA_FAIL_POINT";
/// The signal of such a death.
pub(crate) const SIGABRT: i32 = 6;

/// How long a process may take until it responds.
const STARTING: Duration = Duration::from_secs(30);
/// How long a process may take to finish its requests.
const STOPPING: Duration = Duration::from_mins(1);
/// How long one connection may wait for the start; then a new connection tries again.
const ONE_TRY: Duration = Duration::from_secs(3);

/// A running process; killed when dropped.
pub(crate) struct Process {
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts `zkratka` with these arguments. Every run appends its output to the log file.
    pub(crate) fn start(arguments: &[&str], environment: &[(&str, &str)], log: &Path) -> Self {
        let program = Path::new(env!("CARGO_BIN_EXE_zkratka"));
        Self::start_program(program, arguments, environment, log)
    }

    /// The same with the program of another version.
    pub(crate) fn start_program(
        program: &Path,
        arguments: &[&str],
        environment: &[(&str, &str)],
        log: &Path,
    ) -> Self {
        let file = std::fs::File::options()
            .create(true)
            .append(true)
            .open(log)
            .expect("a log file");
        let child = Command::new(program)
            .args(arguments)
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(file.try_clone().expect("the log file"))
            .stderr(file)
            .spawn()
            .expect("zkratka starts");
        let log = log.to_owned();
        Self { child, log }
    }

    /// Sends `SIGKILL`: the process cannot clean up.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }

    /// Sends `SIGTERM`: the process finishes its requests. Returns its status, or none if it does not end in time.
    pub(crate) async fn stop(mut self) -> Option<ExitStatus> {
        let process = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &process]).status();
        assert!(told.expect("kill").success());
        self.end(STOPPING).await
    }

    /// Its status, if it has ended.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("a child")
    }

    /// The end of its log, over all runs.
    fn last_words(&self) -> String {
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(60)..].join("\n")
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
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until the process responds at this URL.
pub(crate) async fn until_answering(http: &reqwest::Client, url: &str, process: &mut Process) {
    let until = Instant::now() + STARTING;
    let mut slow = 0;
    while Instant::now() < until {
        if let Some(status) = process.ended() {
            let words = process.last_words();
            panic!("it ended while starting: {status}\n{words}");
        }
        match http.get(url).timeout(ONE_TRY).send().await {
            Ok(_) => return,
            Err(error) if error.is_timeout() => {
                slow += 1;
                println!("{url} did not answer within {ONE_TRY:?}");
            }
            Err(_refused) => {}
        }
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
    let words = process.last_words();
    panic!("{url} does not answer, {slow} times too slow\n{words}");
}
