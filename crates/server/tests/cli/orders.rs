//! Tests the commands for orders beside a running shop.

use super::serve::Running;
use super::support::{CONFIG, Folder, Ran};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};

fn folder() -> Folder {
    folder_with("")
}

/// A shop that sells mugs, with more sections.
pub(crate) fn folder_with(sections: &str) -> Folder {
    let folder = Folder::with(&format!(
        "{CONFIG}[catalogue]\nimport = [\"feed.csv\"]\n{sections}"
    ));
    folder.write("feed.csv", "Handle,Title,Variant Price,Variant Inventory Tracker,Variant Inventory Qty\nhrnek,Hrnek,289.50,shopify,9\n");
    folder
}

pub(crate) fn api(shop: &Running, query: &str, variables: &Value) -> Value {
    let body = json!({ "query": query, "variables": variables }).to_string();
    let answer = shop.send(&format!(
        "POST /api/unstable/graphql.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nX-Shopify-Storefront-Access-Token: token-obchodu\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ));
    let (_, json) = answer.split_once("\r\n\r\n").expect("a body");
    let answer: Value = serde_json::from_str(json).expect("JSON");
    assert!(answer.get("errors").is_none(), "{answer:#}");
    answer["data"].clone()
}

/// A cart of two mugs, ready to be paid: its id, its total and a billing address.
pub(crate) fn ready_cart(shop: &Running) -> (Value, Value, Value) {
    let address = json!({ "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 12", "city": "Praha 1", "zip": "11000", "countryCode": "CZ", "phone": "601123456" });
    let created = api(
        shop,
        "mutation ($i: CartInput!) { cartCreate(input: $i) { cart { id } userErrors { code } } }",
        &json!({ "i": {
            "lines": [{ "merchandiseId": "gid://shopify/ProductVariant/1", "quantity": 2 }],
            "buyerIdentity": { "email": "jana@example.cz", "countryCode": "CZ" },
            "delivery": { "addresses": [{ "address": { "deliveryAddress": address }, "selected": true }] },
        }}),
    );
    assert_eq!(created["cartCreate"]["userErrors"], json!([]));
    let id = &created["cartCreate"]["cart"]["id"];
    assert!(id.is_string(), "{created:#}");
    let groups = api(
        shop,
        "query ($id: ID!) { cart(id: $id) { deliveryGroups(first: 1) { nodes { id deliveryOptions { handle } } } } }",
        &json!({ "id": id }),
    );
    let group = &groups["cart"]["deliveryGroups"]["nodes"][0];
    let chosen = api(
        shop,
        "mutation ($id: ID!, $o: [CartSelectedDeliveryOptionInput!]!) { cartSelectedDeliveryOptionsUpdate(cartId: $id, selectedDeliveryOptions: $o) { cart { cost { totalAmount { amount currencyCode } } } } }",
        &json!({ "id": id, "o": [{ "deliveryGroupId": group["id"], "deliveryOptionHandle": group["deliveryOptions"][0]["handle"] }] }),
    );
    let total = &chosen["cartSelectedDeliveryOptionsUpdate"]["cart"]["cost"]["totalAmount"];
    let billing = json!({ "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 12", "city": "Praha 1", "zip": "11000", "country": "CZ" });
    (id.clone(), total.clone(), billing)
}

/// Buys two mugs with payment on delivery.
pub(crate) fn buy(shop: &Running) {
    buy_paid_by(shop, "cash_on_delivery");
}

/// Buys two mugs, paid without a gateway by the method with this handle.
pub(crate) fn buy_paid_by(shop: &Running, handle: &str) {
    let (id, total, billing) = ready_cart(shop);
    let bound = api(
        shop,
        "mutation ($id: ID!, $p: CartPaymentInput!) { cartPaymentUpdate(cartId: $id, payment: $p) { userErrors { code } } }",
        &json!({ "id": id, "p": { "amount": total, "manualPaymentMethod": { "handle": handle, "billingAddress": billing } } }),
    );
    assert_eq!(bound["cartPaymentUpdate"]["userErrors"], json!([]));
    submit(shop, &id);
}

pub(crate) fn submit(shop: &Running, id: &Value) {
    static ATTEMPTS: AtomicU32 = AtomicU32::new(1);
    let token = format!("pokus-cislo-{}", ATTEMPTS.fetch_add(1, Ordering::Relaxed));
    let submitted = api(
        shop,
        "mutation ($id: ID!, $t: String!) { cartSubmitForCompletion(cartId: $id, attemptToken: $t) { result { __typename ... on SubmitFailed { errors { code } } } userErrors { code field } } }",
        &json!({ "id": id, "t": token }),
    );
    assert_eq!(
        submitted["cartSubmitForCompletion"]["result"]["__typename"], "SubmitSuccess",
        "{submitted:#}"
    );
}

#[test]
fn without_a_database_there_is_nothing_to_show_and_none_is_made() {
    let folder = Folder::new();
    folder
        .run(&["orders"])
        .ended_with(1)
        .complained("there is no database");
    assert_eq!(folder.names(), ["zkratka.toml"]);
}

#[test]
fn orders_are_listed_and_shown_beside_the_running_shop() {
    let folder = folder();
    let shop = Running::start(&folder);
    folder.run(&["orders"]).ended_with(0).said("No orders yet.");
    folder
        .run(&["orders", "show", "1001"])
        .ended_with(1)
        .complained("there is no order 1001");
    buy(&shop);

    let listed = folder.run(&["orders", "--json"]).ended_with(0);
    let orders: Value = serde_json::from_str(&listed.out).expect("JSON");
    let order = &orders[0];
    assert_eq!(orders.as_array().map(Vec::len), Some(1));
    assert_eq!(order["total"], "668.00");
    assert_eq!(order["payment"]["kind"], "due_on_delivery");
    assert_eq!(order["lines"][0]["variant"], 1);
    assert_eq!(order["lines"][0]["quantity"], 2);
    assert_eq!(order["mode"], "test");
    assert!(
        order["timeline"]
            .as_array()
            .is_some_and(|timeline| !timeline.is_empty())
    );
    let number = order["number"].to_string();

    let line = folder.run(&["orders", "--limit", "1"]).ended_with(0);
    assert!(
        line.out.contains(&number) && line.out.contains("668\u{a0}Kč"),
        "{}",
        line.out
    );
    assert!(
        !line.out.contains("jana@"),
        "a list is no place for personal data: {}",
        line.out
    );

    let shown = folder.run(&["orders", "show", &number]).ended_with(0);
    for text in [
        format!("Order {number} of "),
        "Dobírka, due on delivery".to_owned(),
        "2 × Hrnek, 289,50\u{a0}Kč: 579\u{a0}Kč".to_owned(),
        "PPL: 89\u{a0}Kč".to_owned(),
        "Total: 668\u{a0}Kč".to_owned(),
        "VAT 21\u{a0}%: base 552,07\u{a0}Kč, tax 115,93\u{a0}Kč".to_owned(),
        "Delivery to: Jana Nováková, Dlouhá 12, 110 00 Praha 1, Česko".to_owned(),
        "Timeline".to_owned(),
    ] {
        assert!(shown.out.contains(&text), "no {text:?} in:\n{}", shown.out);
    }
    let json = folder
        .run(&["orders", "show", &number, "--json"])
        .ended_with(0);
    assert_eq!(
        serde_json::from_str::<Value>(&json.out).expect("JSON"),
        *order
    );
    assert_eq!(shop.terminate().0, Some(0));
}

/// Runs `zkratka orders`.
fn orders(folder: &Folder, words: &[&str]) -> Ran {
    folder.run(&[&["orders"], words].concat())
}

/// Runs a refund of order 1001, with a reason.
fn refund(folder: &Folder, words: &[&str]) -> Ran {
    let command = ["refund", "1001", "--reason", "vada"];
    orders(folder, &[&command, words].concat())
}

fn shown(folder: &Folder) -> Value {
    let json = orders(folder, &["show", "1001", "--json"]).ended_with(0);
    serde_json::from_str(&json.out).expect("JSON")
}

/// [B.12] A command refuses in words what cannot be done, says with `--dry-run` what it would do, and does it once.
#[test]
fn a_command_on_an_order_is_carried_out_once() {
    let folder = folder();
    let shop = Running::start(&folder);
    buy(&shop);
    let before = shown(&folder);
    assert_eq!(before["paymentState"], "awaited");
    assert_eq!(before["fulfilmentState"], "unfulfilled");
    let nothing_paid = "nothing has been paid: cancel the order instead";
    for (words, code, complaint) in [
        (&["--all"][..], 1, nothing_paid),
        (&["--line", "9:1"], 1, nothing_paid),
        (&[], 2, "say what to refund"),
        (&["--amount", "1,5"], 2, "is not an amount"),
        (&["--line", "1"], 2, "e.g. 2:1"),
    ] {
        refund(&folder, words)
            .ended_with(code)
            .complained(complaint);
    }
    orders(&folder, &["refund", "1001", "--all"])
        .ended_with(2)
        .complained("say why with --reason");
    orders(&folder, &["mark-paid", "1009"])
        .ended_with(1)
        .complained("there is no order 1009");

    let command = ["fulfil", "1001", "--carrier", "PPL", "--tracking", "CZ1"];
    let by = |name: &'static str| [&command[..], &["--by", name]].concat();
    let rehearsed = orders(&folder, &[&command[..], &["--dry-run"]].concat()).ended_with(0);
    let sent = "sent: 2 × Hrnek (line 1), PPL, CZ1";
    let rehearsed = rehearsed.said("nothing was changed (--dry-run)").said(sent);
    assert!(rehearsed.err.is_empty(), "{}", rehearsed.err);
    assert_eq!(shown(&folder), before);
    orders(&folder, &by("jana")).ended_with(0).said(sent);
    orders(&folder, &by("petr"))
        .ended_with(0)
        .said("this is a repetition, and nothing was changed. jana did it");
    orders(&folder, &["fulfil", "1001"])
        .ended_with(1)
        .complained("everything is sent already");
    orders(&folder, &["cancel", "1001", "--reason", "x"])
        .ended_with(1)
        .complained("2 of 2 units were sent");
    assert_eq!(shop.terminate().0, Some(0));
}

/// [B.12] An order that was paid in cash is refunded in parts, and shows its balance.
#[test]
fn a_paid_order_is_refunded_in_parts_by_commands() {
    let folder = folder();
    let shop = Running::start(&folder);
    buy(&shop);
    orders(&folder, &["fulfil", "1001", "--tracking", "CZ1"]).ended_with(0);
    orders(&folder, &["mark-paid", "1001", "--key", "k1"])
        .ended_with(0)
        .said("payment received: 668\u{a0}Kč");
    orders(&folder, &["mark-paid", "1001", "--key", "k2"])
        .ended_with(1)
        .complained("paid already");
    refund(&folder, &["--all", "--key", "k1"])
        .ended_with(1)
        .complained("the key k1 stands for another operation");
    refund(&folder, &["--line", "1:1", "--restock"])
        .ended_with(0)
        .said("refund by hand: 289,50\u{a0}Kč, for 1 × Hrnek (line 1)")
        .said("Pay 289.50 CZK back to the buyer yourself");
    refund(&folder, &["--line", "1:2"])
        .ended_with(1)
        .complained("of line 1 only 1 units are left to refund");
    refund(&folder, &["--amount", "378.51"])
        .ended_with(1)
        .complained("378.51 CZK is too much: 378.50 CZK can be refunded");

    let text = orders(&folder, &["show", "1001"]).ended_with(0);
    for part in [
        "Balance: 378,50\u{a0}Kč (paid 668\u{a0}Kč, returned 289,50\u{a0}Kč)",
        "Goods: fulfilled",
        "refund 3: 289,50\u{a0}Kč, paid back by hand",
        "vada",
    ] {
        assert!(text.out.contains(part), "no {part:?} in:\n{}", text.out);
    }
    let after = shown(&folder);
    assert_eq!(after["balance"], "378.50");
    assert_eq!(after["paymentState"], "partly_refunded");
    let lines = json!([{ "line": 1, "quantity": 1, "restocked": 1 }]);
    assert_eq!(after["refunds"][0]["lines"], lines);
    assert_eq!(after["fulfilments"][0]["trackingNumber"], "CZ1");
    assert_eq!(shop.terminate().0, Some(0));
}

/// [B.12] An unpaid order is cancelled with its stock, once.
#[test]
fn an_unpaid_order_is_cancelled_by_a_command() {
    let folder = folder();
    let shop = Running::start(&folder);
    buy(&shop);
    let cancel = ["orders", "cancel", "1001", "--reason", "vyprodáno"];
    for _ in 0..2 {
        let dry = [&cancel[..], &["--dry-run"]].concat();
        folder
            .run(&dry)
            .ended_with(0)
            .said("back in stock: 2 × Hrnek (line 1)");
    }
    folder
        .run(&cancel)
        .ended_with(0)
        .said("the order is cancelled");
    folder
        .run(&cancel)
        .ended_with(0)
        .said("this is a repetition");
    folder
        .run(&["orders", "fulfil", "1001"])
        .ended_with(1)
        .complained("the order is cancelled: nothing is sent any more");
    folder
        .run(&["orders", "show", "1001"])
        .ended_with(0)
        .said("CANCELLED at");
    assert_eq!(shop.terminate().0, Some(0));
}

/// [B.12] An order's due day is shown while the shop waits for the transfer, and not once the order is paid or cancelled.
#[test]
fn a_due_day_is_shown_until_the_order_is_paid_or_cancelled() {
    let folder = folder_with("[payments]\nbank_transfer = true\n");
    folder.add_to_section("shop", "bank_account = \"19-2000145399/0800\"");
    let shop = Running::start(&folder);
    buy_paid_by(&shop, "bank_transfer");
    buy_paid_by(&shop, "bank_transfer");
    let text = |number| orders(&folder, &["show", number]).ended_with(0);
    let promise = "cancelled if not paid by";
    for number in ["1001", "1002"] {
        text(number).said(promise);
    }
    orders(&folder, &["mark-paid", "1001"]).ended_with(0);
    orders(&folder, &["cancel", "1002", "--reason", "x"]).ended_with(0);
    for number in ["1001", "1002"] {
        let text = text(number).out;
        assert!(!text.contains(promise), "{text}");
    }
    assert_eq!(shop.terminate().0, Some(0));
}

/// [B.12] Money that arrived for a cancelled order waits for a person, until it is paid back.
#[test]
fn a_late_payment_is_listed_until_it_is_paid_back() {
    let folder = folder();
    let shop = Running::start(&folder);
    buy(&shop);
    let list = || orders(&folder, &["--needs-attention"]).ended_with(0);
    list().said("No order waits for a person.");
    let cancel = ["cancel", "1001", "--reason", "zákazník si to rozmyslel"];
    orders(&folder, &cancel).ended_with(0);
    list().said("No order waits for a person.");
    for _ in 0..2 {
        orders(&folder, &["mark-paid", "1001", "--dry-run"])
            .ended_with(0)
            .said("THE ORDER IS CANCELLED and stays so");
    }
    orders(&folder, &["mark-paid", "1001"])
        .ended_with(0)
        .said("zkratka orders refund 1001 --all --reason 'WHY'");
    list()
        .said("1001")
        .said("668\u{a0}Kč is still with you: pay it back (zkratka orders refund 1001 --all --reason 'WHY')");
    let listed = orders(&folder, &["--needs-attention", "--json"]).ended_with(0);
    let listed: Value = serde_json::from_str(&listed.out).expect("JSON");
    assert_eq!(listed[0]["number"], 1001);
    assert_eq!(listed[0]["cancelReason"], Value::Null);
    refund(&folder, &["--all"]).ended_with(0);
    list().said("No order waits for a person.");
    assert_eq!(shown(&folder)["balance"], "0.00");
    assert_eq!(shop.terminate().0, Some(0));
}
