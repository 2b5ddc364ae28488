//! Tests `zkratka reconcile` beside a running shop with its emulated gateway.

use super::orders::{api, ready_cart, submit};
use super::serve::Running;
use super::support::{CONFIG, Folder};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;

/// A shop that takes cards.
fn folder() -> Folder {
    let config = CONFIG.replace(
        "[[delivery]]",
        "[payments]\ncard = true\n[catalogue]\nimport = [\"feed.csv\"]\n[[delivery]]",
    );
    let folder = Folder::with(&config);
    folder.write("feed.csv", "Handle,Title,Variant Price,Variant Inventory Tracker,Variant Inventory Qty\nhrnek,Hrnek,289.50,shopify,9\n");
    folder
}

/// Buys two mugs by card, and waits for the capture.
fn buy(folder: &Folder, shop: &Running) {
    let (id, total, billing) = ready_cart(shop);
    let card = "number=4111111111111111&expiry=12%2F40&cvc=123&name=Jana";
    let answer = shop.send(&format!(
        "POST /sandbox/gateway/sessions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{card}",
        card.len()
    ));
    let (_, session) = answer.split_once("\r\n\r\n").expect("a body");
    let session: Value = serde_json::from_str(session).expect("JSON");
    let method = json!({ "sessionId": session["session"], "billingAddress": billing });
    let bound = api(
        shop,
        "mutation ($id: ID!, $p: CartPaymentInput!) { cartPaymentUpdate(cartId: $id, payment: $p) { userErrors { code } } }",
        &json!({ "id": id, "p": { "amount": total, "directPaymentMethod": method } }),
    );
    assert_eq!(bound["cartPaymentUpdate"]["userErrors"], json!([]));
    submit(shop, &id);
    for _ in 0..600 {
        let shown = folder.run(&["orders", "--json"]).ended_with(0);
        let orders: Value = serde_json::from_str(&shown.out).expect("JSON");
        let mut listed = orders.as_array().expect("a list").iter();
        if listed.len() > 0 && listed.all(|order| order["paymentState"] == "paid") {
            return;
        }
    }
    panic!("the money was not captured");
}

/// The gateway's ledger: its file, and the reference of its first payment.
fn ledger(folder: &Folder) -> (Connection, String) {
    let config = zkratka_config::Config::load(&folder.path("zkratka.toml"));
    let path = config.expect("a configuration").payments.sandbox.ledger;
    let ledger = Connection::open(path).expect("a ledger");
    let wait = std::time::Duration::from_secs(5);
    ledger.busy_timeout(wait).expect("patience");
    let reference = "SELECT reference FROM payments LIMIT 1";
    let reference = ledger.query_row(reference, [], |row| row.get(0));
    (ledger, reference.expect("a payment"))
}

/// [B.12] A refund that was made at the gateway is found beside the running shop; the printed command records it without
/// moving money, once; then both sides are equal.
#[test]
fn a_difference_is_found_and_its_command_mends_it() {
    let folder = folder();
    let shop = Running::start(&folder);
    buy(&folder, &shop);
    let compare = ["reconcile", "--since", "2d"];
    folder.run(&compare).ended_with(0).said("no difference");

    // An hour ago, without a notification.
    let (ledger, reference) = ledger(&folder);
    let refund = "INSERT INTO movements (id, kind, reference, amount, currency, status, at)
        VALUES ('re_1', 'refund', ?, 28950, 'CZK', 'done', (unixepoch() - 3600) * 1000)";
    ledger.execute(refund, [&reference]).expect("planted");
    let found = folder.run(&compare).ended_with(1);
    let command = "orders refund 1001 --made-elsewhere re_1 --amount 289.50 --reason";
    for text in [
        "refunded_elsewhere",
        "re_1",
        command,
        "there: 289.50 CZK, here: nothing",
    ] {
        assert!(found.out.contains(text), "no {text:?} in:\n{}", found.out);
    }
    assert!(!found.out.contains("jana@"), "{}", found.out);
    let json = folder
        .run(&["reconcile", "--since", "2d", "--json"])
        .ended_with(1);
    let json: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(json["complete"], true);
    assert_eq!(json["differences"][0]["kind"], "refunded_elsewhere");
    assert_eq!(json["differences"][0]["order"], 1001);

    let mut words: Vec<&str> = command.split(' ').collect();
    words.extend(["telefonicky", "--line", "1:1", "--restock"]);
    let dry = [&words[..], &["--dry-run"]].concat();
    folder
        .run(&dry)
        .ended_with(0)
        .said("made with the gateway's own tools: 289,50\u{a0}Kč, for 1 × Hrnek (line 1)");
    folder
        .run(&words)
        .ended_with(0)
        .said("Balance: 378,50\u{a0}Kč");
    folder
        .run(&words)
        .ended_with(0)
        .said("this is a repetition");
    let again = [
        "orders",
        "refund",
        "1001",
        "--made-elsewhere",
        "re_1",
        "--amount",
        "1",
        "--reason",
        "x",
    ];
    folder
        .run(&again)
        .ended_with(1)
        .complained("the order knows re_1 already");
    let shown = folder
        .run(&["orders", "show", "1001", "--json"])
        .ended_with(0);
    let shown: Value = serde_json::from_str(&shown.out).expect("JSON");
    assert_eq!(shown["balance"], "378.50");
    assert_eq!(shown["refunds"][0]["by"], "elsewhere");
    folder.run(&compare).ended_with(0);
    assert_eq!(shop.terminate().0, Some(0));
}

/// [B.12] A provider that does not answer is no equality, and a wrong span is refused.
#[test]
fn what_cannot_be_compared_exits_with_two() {
    let folder = folder();
    let shop = Running::start(&folder);
    buy(&folder, &shop);
    for (words, complaint) in [
        (&["--since", "yesterday"][..], "write a day"),
        (
            &["--since", "2d", "--until", "3d"],
            "--since must be before --until",
        ),
    ] {
        folder
            .run(&[&["reconcile"], words].concat())
            .ended_with(2)
            .complained(complaint);
    }
    assert_eq!(shop.terminate().0, Some(0));
    let config = std::fs::read_to_string(folder.path("zkratka.toml")).expect("a file");
    let away = "[payments.sandbox]\nurl = \"http://127.0.0.1:9\"\nsecret_file = \"secret\"\n";
    folder.write("secret", "a-secret-that-is-long-enough");
    folder.write("zkratka.toml", config + away);
    let stopped = folder.run(&["reconcile", "--since", "2d"]).ended_with(2);
    assert!(stopped.out.contains("NOT COMPLETE"), "{}", stopped.out);
}

/// A provider that answers each request with what `answer` says of its path, until the process ends.
fn provider(answer: impl Fn(&str) -> Value + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let mut head = BufReader::new(&stream).lines();
            let first = head.next().expect("a request").expect("a line");
            // The client waits for its whole head to be read.
            while head
                .next()
                .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
            {}
            let path = first.split(' ').nth(1).expect("a path");
            let body = answer(path).to_string();
            let length = body.len();
            let answer = format!(
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
            );
            stream.write_all(answer.as_bytes()).expect("sent");
        }
    });
    url
}

/// A refund of each payment that the shop does not know.
fn listed_an_hour_ago(folder: &Folder) -> Vec<Value> {
    let (ledger, _) = ledger(folder);
    let refund = "SELECT reference, key, (unixepoch() - 3600) * 1000 FROM payments";
    let mut refunds = ledger.prepare(refund).expect("a query");
    let refunds = refunds.query_map([], |row| {
        let (payment, key, at): (String, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(json!({
            "id": format!("re_{payment}"), "kind": "refund", "state": "done", "at": at, "key": key, "payment": payment,
            "amount": { "minor": 28950, "currency": "CZK" },
        }))
    });
    let refunds: Result<Vec<Value>, _> = refunds.expect("rows").collect();
    refunds.expect("payments")
}

/// [B.12] A payment of which the provider's answer cannot be read is a difference of its own, and the others are compared.
#[test]
fn an_unreadable_payment_stops_nothing() {
    let folder = folder();
    let shop = Running::start(&folder);
    buy(&folder, &shop);
    let (_, first) = ledger(&folder);
    buy(&folder, &shop);
    assert_eq!(shop.terminate().0, Some(0));
    let listed = listed_an_hour_ago(&folder);
    let unreadable = first.clone();
    let url = provider(move |path| {
        if path.starts_with("/transactions") {
            return json!({ "entries": listed, "total": 2 });
        }
        let state = if path.contains(&unreadable) {
            "melted"
        } else {
            "done"
        };
        let mut entries = listed.clone();
        entries.retain(|one| path.contains(one["payment"].as_str().expect("a payment")));
        for entry in &mut entries {
            entry["state"] = json!(state);
        }
        json!({ "entries": entries, "total": 1 })
    });
    let config = std::fs::read_to_string(folder.path("zkratka.toml")).expect("a file");
    let away = format!("[payments.sandbox]\nurl = \"{url}\"\nsecret_file = \"secret\"\n");
    folder.write("secret", "a-secret-that-is-long-enough");
    folder.write("zkratka.toml", &(config + &away));
    let found = folder.run(&["reconcile", "--since", "2d"]).ended_with(1);
    let told = format!("look for {first} at the provider");
    for text in [
        "unreadable",
        "order 1001",
        &told,
        "refunded_elsewhere",
        "order 1002",
    ] {
        assert!(found.out.contains(text), "no {text:?} in:\n{}", found.out);
    }
}
