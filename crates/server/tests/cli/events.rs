//! Tests the commands that list and resend order events, beside the running shop.

use super::orders::{buy, folder_with};
use super::serve::Running;
use super::support::Folder;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// The configuration section of an endpoint on this port.
fn section(name: &str, port: u16) -> String {
    format!(
        "[[order_webhooks]]\nname = \"{name}\"\nurl = \"http://127.0.0.1:{port}/\"\nsecret_file = \"secret\"\n"
    )
}

/// A shop's folder with an endpoint on this port.
fn folder_telling(port: u16) -> Folder {
    let folder = folder_with(&section("erp", port));
    folder.write("secret", SECRET);
    folder
}

/// A merchant's system.
struct System {
    port: u16,
    /// The bodies of the requests it received.
    heard: mpsc::Receiver<String>,
    /// Whether it accepts requests.
    takes: Arc<AtomicBool>,
}

/// A system that does not accept requests yet.
fn system() -> System {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let (sender, heard) = mpsc::channel();
    let takes = Arc::new(AtomicBool::new(false));
    let taking = Arc::clone(&takes);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let body = body(&mut stream);
            let takes = taking.load(Ordering::SeqCst);
            let status = if takes { "204 Yes" } else { "500 No" };
            if sender.send(body).is_err() {
                return;
            }
            let answer =
                format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    System { port, heard, takes }
}

/// A request's body, as long as its Content-Length says.
fn body(stream: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let read = stream.read(&mut buffer).expect("a request");
        bytes.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, _)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head.to_lowercase();
        let (_, length) = length.split_once("content-length: ").expect("a length");
        let length = length.lines().next().and_then(|line| line.parse().ok());
        let length: usize = length.expect("a number");
        let begins = head.len() + 4;
        if bytes.len() >= begins + length {
            return String::from_utf8(bytes[begins..].to_vec()).expect("text");
        }
    }
}

fn hear(system: &System) -> Value {
    let body = system
        .heard
        .recv_timeout(Duration::from_mins(1))
        .expect("a message");
    serde_json::from_str(&body).expect("JSON")
}

/// Polls the listed events until they satisfy `wanted`, and returns them.
fn once(folder: &Folder, words: &[&str], wanted: impl Fn(&Value) -> bool) -> Value {
    let words = [&["events", "--json"], words].concat();
    for _try in 0..600 {
        let listed = folder.run(&words).ended_with(0);
        let listed: Value = serde_json::from_str(&listed.out).expect("JSON");
        if wanted(&listed) {
            return listed;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("{}", folder.run(&words).out);
}

/// An event carries the order as `orders show --json` prints it. A refused event is listed, and resent on command.
#[test]
fn what_is_to_be_told_is_seen_and_sent_again() {
    let system = system();
    let folder = folder_telling(system.port);
    let shop = Running::start(&folder);
    folder
        .run(&["events"])
        .ended_with(0)
        .said("No pending deliveries.");
    folder
        .run(&["events", "send", "--given-up"])
        .ended_with(1)
        .complained("there is nothing to send");
    buy(&shop);

    let message = hear(&system);
    assert_eq!(message["type"], "order.created");
    let order = folder
        .run(&["orders", "show", "1001", "--json"])
        .ended_with(0);
    let order: Value = serde_json::from_str(&order.out).expect("JSON");
    assert_eq!(message["data"]["order"], order);

    let refused = once(&folder, &[], |listed| {
        listed[0]["lastAnswer"] != Value::Null
    });
    let event = &refused[0];
    assert_eq!(
        (&event["order"], &event["type"], &event["endpoint"]),
        (&json!(1001), &json!("order.created"), &json!("erp"))
    );
    assert_eq!(event["lastAnswer"], "status 500");
    let id = event["id"].as_str().expect("an id");
    let line = folder.run(&["events", "--order", "1001"]).ended_with(0);
    assert!(!line.out.contains("jana@"), "{}", line.out);
    line.said(id)
        .said("order.created")
        .said("erp")
        .said("status 500");

    system.takes.store(true, Ordering::SeqCst);
    folder
        .run(&["events", "send", id])
        .ended_with(0)
        .said("One event will be sent");
    let all_delivered = |listed: &Value| listed[0]["state"] == "delivered";
    let told = once(&folder, &["--all"], all_delivered);
    assert_eq!(told[0]["id"], id);
    assert_eq!(told[0]["nextTryAt"], Value::Null);
    for again in system.heard.try_iter() {
        assert_eq!(
            serde_json::from_str::<Value>(&again).expect("JSON"),
            message
        );
    }
    folder
        .run(&["events", "send", "--order", "1001", "--endpoint", "erp"])
        .ended_with(0);
    assert_eq!(hear(&system), message);

    let (code, log) = shop.terminate();
    assert_eq!(code, Some(0));
    let log = log.join("\n");
    for secret in ["jana@example.cz", "Dlouhá", "MfKQ9r8G", "whsec_"] {
        assert!(!log.contains(secret), "{secret} in the log");
    }
}

/// An endpoint that is added later can be sent the events that it missed, with the same ids as at the other endpoints.
/// Each is sent once; after a loss, all can be sent again.
#[test]
fn what_an_endpoint_missed_is_sent_to_it() {
    let archive = system();
    archive.takes.store(true, Ordering::SeqCst);
    let folder = folder_with(&section("archiv", archive.port));
    folder.write("secret", SECRET);
    let shop = Running::start(&folder);
    buy(&shop);
    let message = hear(&archive);
    assert_eq!(shop.terminate().0, Some(0));

    let erp = system();
    erp.takes.store(true, Ordering::SeqCst);
    let config = std::fs::read_to_string(folder.path("zkratka.toml")).expect("a configuration");
    folder.write(
        "zkratka.toml",
        format!("{config}\n{}", section("erp", erp.port)),
    );
    let shop = Running::start(&folder);
    let since = [
        "events",
        "send",
        "--since",
        "2020-01-01",
        "--endpoint",
        "erp",
    ];
    folder
        .run(&since)
        .ended_with(0)
        .said("One event will be sent")
        .said("Events older than 30 days may already be deleted");
    assert_eq!(hear(&erp), message);
    let told = |listed: &Value| listed.as_array().is_some_and(|list| list.len() == 2);
    let delivered = |listed: &Value| told(listed) && listed[1]["state"] == "delivered";
    let listed = once(&folder, &["--all"], delivered);
    assert_eq!(listed[0]["id"], listed[1]["id"]);

    folder
        .run(&since)
        .ended_with(1)
        .complained("there is nothing to send");
    folder.run(&[&since[..], &["--all"]].concat()).ended_with(0);
    assert_eq!(hear(&erp), message);
    assert_eq!(shop.terminate().0, Some(0));
    assert_eq!(archive.heard.try_iter().count(), 0, "it has missed nothing");
}

/// A command that can send nothing says why; for an unknown endpoint it names the existing ones.
#[test]
fn what_cannot_be_sent_says_why() {
    let folder = folder_telling(system().port);
    let shop = Running::start(&folder);
    for (words, code, reason) in [
        (
            &["--given-up", "--endpoint", "crm"][..],
            2,
            "there is no endpoint crm: there are erp",
        ),
        (&["evt_0"], 1, "there is nothing to send"),
        (&["--order", "7"], 1, "there is nothing to send"),
        (&[], 2, "required"),
        (&["evt_0", "--given-up"], 2, "cannot be used with"),
        (&["--since", "2020-01-01"], 2, "--endpoint <NAME>"),
        (&["evt_0", "--all"], 2, "--since <TIME>"),
        (
            &["--since", "2020-01-01", "--endpoint", "erp"],
            1,
            "there is nothing to send",
        ),
        (
            &["--since", "2999-01-01", "--endpoint", "erp"],
            2,
            "in the future",
        ),
        (
            &["--since", "20. 11.", "--endpoint", "erp"],
            2,
            "write a day or a time",
        ),
    ] {
        let words = [&["events", "send"], words].concat();
        folder.run(&words).ended_with(code).complained(reason);
    }
    assert_eq!(shop.terminate().0, Some(0));

    let silent = folder_with("");
    let shop = Running::start(&silent);
    silent
        .run(&["events", "send", "--given-up"])
        .ended_with(2)
        .complained("write a section [[order_webhooks]]");
    assert_eq!(shop.terminate().0, Some(0));
}
