//! Tests e-mails with an SMTP server of others, Debian's python3-aiosmtpd. Without it the test is visibly skipped.

use super::{HOUR, once, submit, telling_with};
use crate::support::{BOOK, billing};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use zkratka_store::DeliveryState;

/// How long the server may take to tell the next event.
const DEADLINE: Duration = Duration::from_mins(1);

/// The server, and what it tells.
struct OtherServer {
    process: Child,
    told: Receiver<Value>,
}

impl Drop for OtherServer {
    fn drop(&mut self) {
        // A process that has ended already needs no end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl OtherServer {
    /// `None`: this machine has no such server.
    fn start() -> Option<Self> {
        let named = std::env::var("ZKRATKA_PYTHON").ok();
        // Debian installs the package for its own interpreter, which need not be the first one.
        let mut known = named
            .into_iter()
            .chain(["python3", "/usr/bin/python3"].map(str::to_owned));
        let Some(python) = known.find(|python| has_aiosmtpd(python)) else {
            eprintln!(
                "SKIPPED: Python has no package aiosmtpd. Install it (apt-get install python3-aiosmtpd), \
                 or let ZKRATKA_PYTHON name an interpreter that has it"
            );
            return None;
        };
        let script = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/api/order_events/smtp_server.py"
        );
        let started = Command::new(python)
            .arg(script)
            .stdout(Stdio::piped())
            .spawn();
        let mut process = started.expect("a server");
        let lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        let (tell, told) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let event = serde_json::from_str(&line).expect("an event");
                if tell.send(event).is_err() {
                    break;
                }
            }
        });
        Some(Self { process, told })
    }

    fn hear(&self) -> Value {
        self.told.recv_timeout(DEADLINE).expect("an event")
    }
}

fn has_aiosmtpd(python: &str) -> bool {
    let mut probe = Command::new(python);
    let probe = probe.args(["-c", "import aiosmtpd"]).stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success())
}

/// [B.12] Another server refuses the e-mail the first time and then gets it once, whole, with the picture of the transfer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_smtp_server_of_others_gets_an_e_mail_once() {
    let Some(other) = OtherServer::start() else {
        return;
    };
    let port = other.hear()["port"].as_u64().expect("a port");
    let (place, hands) = telling_with(&format!(
        "[mail]\nenabled = true\nsender = \"obchod@example.com\"\nserver = \"smtp://127.0.0.1:{port}\"\n"
    ));
    let shop = place.open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let method = json!({ "manualPaymentMethod": { "handle": "bank_transfer", "billingAddress": billing() } });
    shop.pay_all(&cart, method).await;
    let number = submit(&shop, &cart).await;

    let all = once(&shop, |all| all.iter().any(|one| one.tries == 1)).await;
    assert_eq!(
        all[0].answer.as_deref(),
        Some("the SMTP server answered 451")
    );
    assert_eq!(other.hear()["refused"], "jana@example.cz");
    hands.forward(HOUR);
    let is_sent = |state| state == DeliveryState::Delivered;
    let all = once(&shop, |all| all.iter().any(|one| is_sent(one.state))).await;
    assert_eq!((all.len(), all[0].tries), (1, 2));
    let mail = other.hear();
    assert_eq!(mail["sender"], "obchod@example.com");
    assert_eq!(mail["recipients"], json!(["jana@example.cz"]));
    assert_eq!(mail["id"], format!("<{}@example.com>", all[0].id));
    assert_eq!(mail["defects"], json!([]));
    let kinds = [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ];
    assert_eq!(mail["kinds"], json!(kinds));
    assert_eq!(mail["ids"], json!(["<qr@zkratka>"]));
    assert!(mail["size"].as_u64().is_some_and(|size| size < 100_000));
    let subject = mail["subject"].as_str().expect("a subject");
    assert!(
        subject.starts_with(&format!("Objednávka {number} – ")),
        "{subject}"
    );
    let text = mail["text"].as_str().expect("a text");
    assert!(
        text.contains(&format!("Variabilní symbol: {number}")),
        "{text}"
    );
    // Stopping waits for deliveries under way, so nothing more can come.
    shop.server.stop().await;
    assert!(other.told.try_recv().is_err(), "a second e-mail");
}
