//! A merchant's system that receives order events.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::Write;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpSocket;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// The current secret of every receiver.
pub(super) const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
/// The previous secret.
pub(super) const OLD_SECRET: &str = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

/// Longer than any delivery takes.
const PATIENCE: Duration = Duration::from_mins(1);

/// What the receiver does with the next message.
#[derive(Clone, Copy)]
pub(super) enum Reaction {
    /// Responds with this status.
    Status(u16),
    /// Redirects to another URL.
    Redirect,
    /// Accepts the message, with a very long response body.
    Chatter,
    /// Never responds.
    Silence,
}

/// A received message.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
    pub(super) path: String,
}

impl Message {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    pub(super) fn id(&self) -> &str {
        self.header("webhook-id")
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The order's number and the type of the event.
    pub(super) fn news(&self) -> (u64, String) {
        let message = self.json();
        let number = message["data"]["order"]["number"].as_u64().unwrap();
        (number, message["type"].as_str().unwrap().to_owned())
    }

    /// Whether the documentation's sample code, run in Node, accepts the signature.
    pub(super) fn is_genuine(&self, secret: &str, body: &[u8]) -> bool {
        let names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
        let headers = names.map(|name| (name.to_owned(), json!(self.header(name))));
        let given = json!({
            "headers": Value::Object(headers.into_iter().collect()),
            "body": body.iter().map(|byte| json!(byte)).collect::<Value>(),
            "secret": secret,
            "now": self.header("webhook-timestamp").parse::<i64>().unwrap() + 60,
        });
        run_documented(&given)
    }
}

/// Runs the sample code that `docs/order-webhooks.md` gives to receivers.
fn run_documented(given: &Value) -> bool {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/order-webhooks.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once("```js\n").unwrap();
    let (lines, _) = rest.split_once("```").unwrap();
    let script = format!(
        "{lines}
        import {{ readFileSync }} from 'node:fs';
        const given = JSON.parse(readFileSync(0, 'utf8'));
        const genuine = isGenuine(given.headers, Buffer.from(given.body), given.secret, given.now);
        process.stdout.write(String(genuine));"
    );
    let mut node = Command::new("node")
        .args(["--input-type=module", "--eval", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node.js is needed to check signatures independently");
    let mut pipe = node.stdin.take().unwrap();
    pipe.write_all(given.to_string().as_bytes()).unwrap();
    drop(pipe);
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success());
    match output.stdout.as_slice() {
        b"true" => true,
        b"false" => false,
        other => panic!("{other:?}"),
    }
}

struct ReceiverState {
    heard: mpsc::UnboundedSender<Message>,
    reactions: Mutex<VecDeque<Reaction>>,
}

/// The receiver; dropping it stops it.
pub(super) struct Receiver {
    address: SocketAddr,
    heard: mpsc::UnboundedReceiver<Message>,
    ears: Arc<ReceiverState>,
    at: At,
    folder: TempDir,
}

/// Whether the receiver listens.
enum At {
    /// It has an address and does not listen.
    Away(TcpSocket),
    /// It listens.
    Home(JoinHandle<()>),
}

impl Drop for Receiver {
    fn drop(&mut self) {
        if let At::Home(serving) = &self.at {
            serving.abort();
        }
    }
}

impl Receiver {
    /// A receiver that listens.
    pub(super) fn open() -> Self {
        Self::away().come()
    }

    /// A receiver that does not listen yet.
    pub(super) fn away() -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let address = socket.local_addr().unwrap();
        let (sender, heard) = mpsc::unbounded_channel();
        let ears = Arc::new(ReceiverState {
            heard: sender,
            reactions: Mutex::default(),
        });
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("secret"),
            format!("{SECRET}\n{OLD_SECRET}\n"),
        )
        .unwrap();
        Self {
            address,
            heard,
            ears,
            at: At::Away(socket),
            folder,
        }
    }

    /// Starts to listen.
    pub(super) fn come(mut self) -> Self {
        let routes = Router::new()
            .route("/{path}", post(hear))
            .with_state(Arc::clone(&self.ears));
        let serve = |socket: TcpSocket| {
            let listener = socket.listen(64).unwrap();
            tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() })
        };
        let nowhere = TcpSocket::new_v4().unwrap();
        if let At::Away(socket) = std::mem::replace(&mut self.at, At::Away(nowhere)) {
            self.at = At::Home(serve(socket));
        }
        self
    }

    /// The configuration section for this receiver.
    pub(super) fn section(&self, name: &str) -> String {
        let secret = self.folder.path().join("secret");
        let (address, secret) = (self.address, secret.display());
        format!(
            "[[order_webhooks]]\nname = \"{name}\"\nurl = \"http://{address}/{name}\"\nsecret_file = \"{secret}\"\n"
        )
    }

    /// Queues reactions for the next messages; after them the receiver accepts every message.
    pub(super) fn react(&self, reactions: &[Reaction]) {
        self.ears.reactions.lock().unwrap().extend(reactions);
    }

    /// Waits for the next message.
    pub(super) async fn hear(&mut self) -> Message {
        let next = tokio::time::timeout(PATIENCE, self.heard.recv()).await;
        next.expect("a message").unwrap()
    }

    /// The order and the type of the next `count` messages.
    pub(super) async fn news(&mut self, count: usize) -> Vec<(u64, String)> {
        let mut news = Vec::new();
        for _ in 0..count {
            news.push(self.hear().await.news());
        }
        news
    }

    /// The messages that have arrived and were not read.
    pub(super) fn rest(&mut self) -> Vec<Message> {
        std::iter::from_fn(|| self.heard.try_recv().ok()).collect()
    }
}

async fn hear(
    State(ears): State<Arc<ReceiverState>>,
    axum::extract::Path(path): axum::extract::Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let reaction = ears.reactions.lock().unwrap().pop_front();
    let heard = Message {
        headers,
        body,
        path,
    };
    // Fails if the test has already ended.
    let _ = ears.heard.send(heard);
    match reaction.unwrap_or(Reaction::Status(204)) {
        Reaction::Status(status) => StatusCode::from_u16(status).unwrap().into_response(),
        Reaction::Redirect => {
            (StatusCode::TEMPORARY_REDIRECT, [("location", "/elsewhere")]).into_response()
        }
        Reaction::Chatter => "mnoho řečí ".repeat(1 << 16).into_response(),
        Reaction::Silence => std::future::pending().await,
    }
}
