//! Tests clients that are slow, flood the server or send too much: limits refuse them, and the server keeps serving
//! others.

use crate::support::{Shop, TOKEN};
use reqwest::{Client, StatusCode};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::task::spawn_blocking;

/// No response takes this long in these tests; a server that hangs fails them.
const PATIENCE: Duration = Duration::from_secs(20);

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// What the server sends until it closes the connection.
fn said(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    // A connection reset still leaves what was read before.
    let _ended = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// The head of a cart API request; `more` has its last headers.
fn head(more: &str) -> String {
    format!(
        "POST /api/unstable/graphql.json HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n\
         X-Storefront-Access-Token: {TOKEN}\r\n{more}\r\n"
    )
}

async fn others_are_served(shop: &Shop) {
    let answer = shop.run("{ shop { name } }", json!({})).await;
    assert_eq!(answer.field("shop")["name"], "Zkušební krám");
}

/// A request whose body does not arrive holds no permit, and times out.
#[tokio::test]
async fn a_slow_body_holds_nobody_up() {
    let limits = "requests = 1\nbody_seconds = 1\n";
    let shop = Shop::open_with(|text| text + limits).await;
    let address = shop.server.address;
    let slow: Vec<_> = (0..5)
        .map(|_| {
            spawn_blocking(move || {
                let mut stream = connect(address);
                let part = head("Content-Length: 100\r\n") + "{\"query\":";
                stream.write_all(part.as_bytes()).unwrap();
                said(stream)
            })
        })
        .collect();
    others_are_served(&shop).await;
    for slow in slow {
        let answer = slow.await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
        assert!(answer.contains("REQUEST_TIMEOUT"), "{answer}");
    }
    others_are_served(&shop).await;
}

/// Large bodies share a bounded memory; ordinary ones do not use it.
#[tokio::test]
async fn large_bodies_share_a_bounded_memory() {
    let limits = "body_memory = 1048576\nbody_seconds = 60\n";
    let large = |text: String| text.replace("body_bytes = 262144", "body_bytes = 1048576") + limits;
    let shop = Shop::open_with(large).await;
    let padded =
        |length: usize| format!("{{\"query\":\"{{shop{{name}}}}\"{}}}", " ".repeat(length));
    let whole = padded(1_000_000);
    let (most, rest) = whole.split_at(999_000);
    let address = shop.server.address;
    let mut first = connect(address);
    let announced = head(&format!(
        "Connection: close\r\nContent-Length: {}\r\n",
        whole.len()
    ));
    first.write_all(announced.as_bytes()).unwrap();
    first.write_all(most.as_bytes()).unwrap();
    // Repeats until the server has read everything that was sent.
    while shop.send(padded(200_000)).await.status() != StatusCode::TOO_MANY_REQUESTS {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    others_are_served(&shop).await;
    first.write_all(rest.as_bytes()).unwrap();
    let answer = spawn_blocking(move || said(first)).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert_eq!(shop.send(padded(200_000)).await.status(), StatusCode::OK);
}

/// The server refuses heads that are too long or have too many lines.
#[tokio::test]
async fn enormous_heads_are_refused() {
    let shop = Shop::open().await;
    let address = shop.server.address;
    let long = format!("X-Long: {}\r\n", "x".repeat(100_000));
    let many = (0..200).fold(String::new(), |mut lines, number| {
        write!(lines, "X-{number}: x\r\n").unwrap();
        lines
    });
    for more in [long, many] {
        let answer = spawn_blocking(move || {
            let mut stream = connect(address);
            // The server closes the connection when it has read enough.
            let _cut_off = stream.write_all(head(&more).as_bytes());
            said(stream)
        });
        let answer = answer.await.unwrap();
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 431 "),
            "{answer}"
        );
        others_are_served(&shop).await;
    }
}

/// Pipelined requests on one connection are answered in order.
#[tokio::test]
async fn requests_without_waiting_are_answered_in_order() {
    const COUNT: usize = 300;
    let limits = "requests = 1\n";
    let shop = Shop::open_with(|text| text + limits).await;
    let address = shop.server.address;
    let answers = spawn_blocking(move || {
        let mut writing = connect(address);
        let reading = writing.try_clone().unwrap();
        let writer = std::thread::spawn(move || {
            for number in 0..COUNT {
                let body = format!("{{\"query\":\"{{n{number}:shop{{id}}}}\"}}");
                let last = if number + 1 == COUNT {
                    "Connection: close\r\n"
                } else {
                    ""
                };
                let head = head(&format!("{last}Content-Length: {}\r\n", body.len()));
                writing.write_all((head + &body).as_bytes()).unwrap();
            }
        });
        let answers = said(reading);
        writer.join().unwrap();
        answers
    });
    let answers = answers.await.unwrap();
    let order: Vec<usize> = answers
        .match_indices("{\"data\":{\"n")
        .map(|(at, start)| {
            let number = &answers[at + start.len()..];
            number[..number.find('"').unwrap()].parse().unwrap()
        })
        .collect();
    assert_eq!(order, (0..COUNT).collect::<Vec<_>>());
}

/// The server closes connections without a request, both new and kept alive.
#[tokio::test]
async fn idle_connections_are_closed() {
    let shop = Shop::open_with(|text| text + "header_seconds = 1\n").await;
    let address = shop.server.address;
    let silent = spawn_blocking(move || said(connect(address)));
    let asked = spawn_blocking(move || {
        let mut stream = connect(address);
        stream
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n")
            .unwrap();
        said(stream)
    });
    assert_eq!(silent.await.unwrap(), "");
    assert!(asked.await.unwrap().starts_with("HTTP/1.1 200 "));
    others_are_served(&shop).await;
}

/// One address may hold a quarter of the connections. The server closes further ones at once, and serves other
/// addresses.
#[tokio::test]
async fn a_flood_of_connections_from_one_address_is_cut_off() {
    let shop = Shop::open_with(|text| text + "connections = 16\nheader_seconds = 60\n").await;
    let address = shop.server.address;
    let held: Vec<_> = (0..4).map(|_| connect(address)).collect();
    // The server accepts connections in order: these come after the first four.
    let refused =
        spawn_blocking(move || (0..40).map(|_| said(connect(address))).collect::<Vec<_>>());
    // Without keep-alive, every request needs a new connection.
    let elsewhere = Client::builder()
        .local_address(IpAddr::from([127, 0, 0, 2]))
        .pool_max_idle_per_host(0)
        .timeout(PATIENCE)
        .build()
        .unwrap();
    loop {
        let health = elsewhere.get(format!("{}/healthz", shop.server.base_url));
        assert_eq!(health.send().await.unwrap().status(), StatusCode::OK);
        if refused.is_finished() {
            break;
        }
    }
    assert!(refused.await.unwrap().iter().all(String::is_empty));
    drop(held);
    loop {
        let health = shop.client.get(format!("{}/healthz", shop.server.base_url));
        if health
            .send()
            .await
            .is_ok_and(|response| response.status() == StatusCode::OK)
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Tests documents and variables as large as a body may be.
#[tokio::test]
async fn enormous_documents_and_variables_are_refused() {
    let shop = Shop::open().await;
    let aliases = |field: &str| {
        let mut document = "{".to_owned();
        (0..10_000).for_each(|number| write!(document, "a{number}:{field} ").unwrap());
        document + "}"
    };
    for field in ["shop{name}", "__typename", "x"] {
        let answer = shop.run(&aliases(field), json!({})).await;
        assert_eq!(answer.code(), "DOCUMENT_TOO_LARGE");
    }
    let within = "a:__typename ".repeat(3_900);
    let answer = shop.run(&format!("{{{within}}}"), json!({})).await;
    assert!(!answer.errors().is_empty());
    let create = "mutation ($input: CartInput) { cartCreate(input: $input) { cart { id } userErrors { code } } }";
    let attribute = json!({ "key": "k", "value": "v" });
    let line = json!({ "merchandiseId": "gid://shopify/ProductVariant/1", "quantity": 1 });
    for input in [
        json!({ "attributes": vec![attribute; 8_000] }),
        json!({ "lines": vec![line; 3_000] }),
        json!({ "discountCodes": vec!["KOD"; 20_000] }),
        json!({ "note": "x".repeat(250_000) }),
    ] {
        let answer = shop.run(create, json!({ "input": input })).await;
        let created = answer.field("cartCreate");
        assert_eq!(created["cart"], json!(null));
        let errors = created["userErrors"].as_array().unwrap();
        assert!(
            !errors.is_empty() && errors.len() <= 250,
            "{} errors",
            errors.len()
        );
    }
    others_are_served(&shop).await;
}

/// `deep` levels of fragments, each of which spreads the next lower one twice: a short text that selects one field very
/// often. `*` in the document is where the outermost fragment is spread.
fn doubled(document: &str, deep: usize, on: &str, innermost: &str, later: &str) -> String {
    let mut text = document.replace('*', &format!("...Z{deep}"));
    write!(text, " fragment Z0 on {on} {{ {innermost} }}").unwrap();
    for outer in 1..=deep {
        let inner = format!("...Z{} {later}", outer - 1);
        write!(text, " fragment Z{outer} on {on} {{ {inner} {inner} }}").unwrap();
    }
    text
}

/// A document of `deep` levels, each of which selects a variant's product again under two aliases. It has few fields,
/// but comparing those of each level would take twice as many sets as of the level above.
fn crossed(deep: usize) -> String {
    let variant = "selectedOrFirstAvailableVariant";
    let both = |left: &str, right: &str| {
        format!("a: {variant} {{ product {{ {left} }} }} b: {variant} {{ product {{ {right} }} }}")
    };
    let mut text = "{ product(handle: \"x\") { ...S0 } }".to_owned();
    for at in 0..deep {
        let (next, all) = (format!("...S{}", at + 1), format!("...C{deep}"));
        let steps = both(&format!("{next} {all}"), &next);
        write!(text, " fragment S{at} on Product {{ {steps} }}").unwrap();
        let all = format!("...C{at}");
        let steps = both(&all, &all);
        write!(text, " fragment C{} on Product {{ {steps} }}", at + 1).unwrap();
    }
    text + &format!(" fragment S{deep} on Product {{ id }} fragment C0 on Product {{ id }}")
}

/// Fragments, each of which contains the next one inside `deep` inline fragments.
fn nested(fragments: usize, deep: usize) -> String {
    let mut text = "{ shop { ...Z0 } }".to_owned();
    for at in 0..fragments {
        let inner = if at + 1 == fragments {
            "id".to_owned()
        } else {
            format!("...Z{}", at + 1)
        };
        let (begin, end) = ("...{".repeat(deep), "}".repeat(deep));
        write!(text, " fragment Z{at} on Shop {{ {begin}{inner}{end} }}").unwrap();
    }
    text
}

/// Small documents, and the code that refuses each, if any.
fn bombs() -> Vec<(String, Option<&'static str>)> {
    let of_lines =
        |size: u8| format!("cart(id: \"x\") {{ lines(first: {size}) {{ nodes {{ * }} }} }}");
    let (line, lines) = (of_lines(1), of_lines(100));
    let node = "node(id: \"x\") { * }";
    let plain = |of: &str| format!("{{ {of} }}");
    let switched = |of: &str| {
        format!(
            "query ($a: Boolean! = true, $b: Boolean! = true, $c: Boolean! = true, $d: Boolean! = true) {{
             a: __typename @skip(if: $a) b: __typename @skip(if: $b) c: __typename @skip(if: $c) d: __typename @skip(if: $d) {of} }}"
        )
    };
    let (kind, never) = ("BaseCartLine", "... on ComponentizableCartLine { id }");
    let nested_in = |name: &str| "... { ".repeat(100) + name + &" }".repeat(100);
    let (id, name) = (nested_in("id"), nested_in("name"));
    let literal = format!("metafield(key: \"{}\") {{ id }}", "x".repeat(40_000));
    let types = plain("__schema { types { * } }");
    let (large, deep, costly) = (
        Some("DOCUMENT_TOO_LARGE"),
        Some("QUERY_TOO_DEEP"),
        Some("MAX_COST_EXCEEDED"),
    );
    vec![
        (doubled(&plain(&line), 40, kind, never, ""), large),
        (doubled(&plain(&line), 40, kind, never, "@defer"), large),
        (doubled(&plain(node), 12, "Node", &id, ""), large),
        (doubled(&types, 16, "__Type", &name, ""), large),
        (crossed(30), large),
        (nested(100, 20), deep),
        (doubled(&plain(&lines), 11, kind, never, "@defer"), costly),
        // These stay within the limits.
        (doubled(&switched(&line), 10, kind, never, ""), None),
        (doubled(&switched(node), 6, "Node", &id, ""), None),
        (
            doubled("{ shop { * } }", 10, "Shop", &literal, "@defer"),
            None,
        ),
        (crossed(3), None),
        (nested(10, 20), None),
    ]
}

/// Short documents that expand to very much are executed or refused like any other.
#[test]
fn what_says_little_very_often_is_answered_or_refused() {
    let runtime = Runtime::new().unwrap();
    let (done, told) = mpsc::channel();
    runtime.spawn(async move {
        let shop = Shop::open().await;
        for (document, refused) in bombs() {
            let answer = shop.run(&document, json!({})).await;
            match refused {
                Some(code) => assert_eq!(answer.code(), code, "{:?}", answer.errors()),
                None => assert!(answer.0.get("data").is_some(), "{:?}", answer.0),
            }
        }
        others_are_served(&shop).await;
        done.send(()).unwrap();
    });
    let ended = told.recv_timeout(Duration::from_mins(2));
    // Does not wait for a server that hangs in a document.
    runtime.shutdown_background();
    ended.unwrap();
}
