//! Processes and folders that end with the measurement.

use crate::Failure;
use crate::processor::Used;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A child process; killed when dropped.
pub(crate) struct Process(Child);

impl Process {
    /// Without input and output: nothing here reads the output.
    pub(crate) fn start(command: &mut Command) -> Result<Self, Failure> {
        Ok(Self(command.stdin(Stdio::null()).spawn()?))
    }

    /// Processor time so far.
    pub(crate) fn used(&self) -> Result<Used, Failure> {
        Used::by(self.0.id())
    }

    /// Resident memory, bytes.
    pub(crate) fn resident_bytes(&self) -> Result<u64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id()))?;
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS:"))
            .ok_or("no VmRSS in /proc")?;
        let kilobytes: u64 = line
            .split_whitespace()
            .nth(1)
            .ok_or("no figure in VmRSS")?
            .parse()?;
        Ok(kilobytes * 1024)
    }

    pub(crate) fn output(&mut self) -> Result<std::process::ChildStdout, Failure> {
        self.0.stdout.take().ok_or_else(|| "no output".into())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ended = self.0.kill();
        let _reaped = self.0.wait();
    }
}

/// A temporary folder, deleted when dropped.
pub(crate) struct Directory(PathBuf);

impl Directory {
    pub(crate) fn new(name: &str) -> Result<Self, Failure> {
        let nanos = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos();
        // Beside the build: the system's temporary folder can be in memory, where fsync costs nothing.
        let path = Path::new("target").join(format!("bench-{name}-{nanos}"));
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file and returns its path.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> Result<PathBuf, Failure> {
        let path = self.0.join(name);
        std::fs::write(&path, content)?;
        Ok(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _deleted = std::fs::remove_dir_all(&self.0);
    }
}

/// An address with an unused port.
pub(crate) fn free_address() -> Result<SocketAddr, Failure> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

/// Polls until `so` is true; `what` names it in the error after the deadline.
pub(crate) fn until(what: &str, mut so: impl FnMut() -> bool) -> Result<(), Failure> {
    let deadline = Instant::now() + Duration::from_mins(2);
    while Instant::now() < deadline {
        if so() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Err(format!("no answer from {what} within two minutes").into())
}
