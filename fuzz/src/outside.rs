//! An outside world that answers whatever an input says: what the shop's own calls must bear.

use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};

/// Longer than any call may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that answers every connection with the same bytes and hangs up.
pub struct Outside {
    runtime: Runtime,
    address: String,
    answer: Arc<Mutex<Vec<u8>>>,
}

impl Default for Outside {
    fn default() -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let answer = Arc::default();
        runtime.spawn(serve(listener, Arc::clone(&answer)));
        Self {
            runtime,
            address,
            answer,
        }
    }
}

impl Outside {
    /// Makes a call to an address that answers `answer`. The call must end by itself.
    pub fn answering<T>(&self, answer: Vec<u8>, call: impl AsyncFnOnce(String) -> T) -> T {
        *self.answer.lock().unwrap() = answer;
        let calling = call(self.address.clone());
        let called = async { tokio::time::timeout(PATIENCE, calling).await };
        self.runtime.block_on(called).expect("no call hangs")
    }
}

/// An HTTP answer whose status is understood; headers without the line's end behind the last.
#[must_use]
pub fn said(status: u16, headers: &[u8], body: &[u8]) -> Vec<u8> {
    let first = format!("HTTP/1.1 {status} \r\n");
    let end: &[u8] = if headers.is_empty() { b"" } else { b"\r\n" };
    [first.as_bytes(), headers, end, b"\r\n", body].concat()
}

async fn serve(listener: TcpListener, answer: Arc<Mutex<Vec<u8>>>) {
    while let Ok((connection, _)) = listener.accept().await {
        let answer = answer.lock().unwrap().clone();
        // Whoever keeps a connection must not keep the next one waiting.
        tokio::spawn(say(connection, answer));
    }
}

/// Reads a request's head, answers, hangs up. Whoever hangs up first is none of our business.
async fn say(mut connection: TcpStream, answer: Vec<u8>) {
    let mut heard = Vec::new();
    while !heard.windows(4).any(|end| end == b"\r\n\r\n") {
        if matches!(connection.read_buf(&mut heard).await, Ok(0) | Err(_)) {
            return;
        }
    }
    let _ = connection.write_all(&answer).await;
    let _ = connection.shutdown().await;
    // Closing before the rest is read would take the answer with it.
    let _ = connection.read_to_end(&mut heard).await;
}
