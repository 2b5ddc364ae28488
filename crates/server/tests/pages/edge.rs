//! Tests what applies to every response.

use super::support::{Page, Shop};
use reqwest::{Method, StatusCode};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::spawn_blocking;
use zkratka_commerce::time::Timestamp;
use zkratka_store::clock::{Clock, SystemClock};

/// [B.07] Pages run no inline script, cannot be framed, and leak nothing in headers.
#[tokio::test]
async fn every_page_has_a_strict_policy() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    for path in ["/", "/products/hrnek", "/nic"] {
        let page = shopper.get(path).await;
        let policy = page.header("content-security-policy");
        let rules: Vec<&str> = policy.split("; ").collect();
        for rule in [
            "default-src 'none'",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        ] {
            assert!(rules.contains(&rule), "{rule} in {policy}");
        }
        assert!(runs_own_scripts_only(policy), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("x-content-type-options"), "nosniff");
        assert_eq!(
            page.header("cross-origin-opener-policy"),
            "same-origin-allow-popups"
        );
        assert!(!page.header("referrer-policy").is_empty());
        assert!(!page.header("x-request-id").is_empty());
    }
}

/// Whether the policy allows this origin's scripts and inline scripts by their hash, and no others.
pub(crate) fn runs_own_scripts_only(policy: &str) -> bool {
    let mut scripts = policy
        .split("; ")
        .filter_map(|it| it.strip_prefix("script-src "));
    let sources = scripts.next().unwrap_or_default();
    let mut sources = sources.split(' ');
    sources.next() == Some("'self'") && sources.all(|source| source.starts_with("'sha256-"))
}

/// The directives of a page's Content-Security-Policy, by name.
async fn rules_with(more: &str) -> Vec<(String, String)> {
    let shop = Shop::open_with(more).await;
    let page = shop.shopper().get("/products/hrnek").await;
    let policy = page.header("content-security-policy");
    let policy = policy.replace(&shop.server.base_url, "THIS");
    policy
        .split("; ")
        .map(|rule| rule.split_once(' ').unwrap_or((rule, "")))
        .map(|(name, sources)| (name.to_owned(), sources.to_owned()))
        .collect()
}

/// [B.07] The policy allows Google's script what it needs and nothing else. Google's script does not support our
/// Trusted Types policy, so pages with that script do not require Trusted Types.
#[tokio::test]
async fn the_policy_opens_to_google_only_where_its_script_is_configured() {
    const ON: &str = "[wallets.google_pay]\nenabled = true\n";
    let without = rules_with("").await;
    let emulated = rules_with(ON).await;
    assert_eq!(emulated, without, "the emulation stands on this origin");
    assert!(emulated.iter().all(|(_, from)| !from.contains("google")));
    for (name, value) in [
        ("require-trusted-types-for", "'script'"),
        ("trusted-types", "accelerated-checkout"),
    ] {
        let rule = (name.to_owned(), value.to_owned());
        assert!(emulated.contains(&rule), "{name}");
    }

    let sdk = format!("{ON}sdk_url = \"https://pay.google.com/gp/p/js/pay.js\"\n");
    let real = rules_with(&sdk).await;
    let expected: Vec<_> = emulated
        .into_iter()
        .filter(|(name, _)| !name.contains("trusted-types"))
        .map(|(name, sources)| {
            let more = match name.as_str() {
                "script-src" | "frame-src" => " https://pay.google.com",
                "connect-src" => {
                    " https://pay.google.com https://google.com/pay https://www.google.com/pay"
                }
                "img-src" => " https://www.gstatic.com",
                _ => "",
            };
            (name, sources + more)
        })
        .collect();
    assert_eq!(real, expected);
}

#[tokio::test]
async fn the_style_that_the_snippet_carries_is_the_one_the_policy_allows() {
    use base64::Engine;
    use sha2::Digest;
    let shop = Shop::open().await;
    let page = shop.shopper().get("/products/hrnek").await;
    if shop.server.app().manifest.embed.styles.is_empty() {
        eprintln!("SKIPPED: there is no web build (web/dist), so the snippet carries no style");
        return;
    }
    let style = page.between("<style>", "</style>");
    let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(style));
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains(&format!("style-src 'self' 'sha256-{hash}'")),
        "{policy}"
    );
}

#[tokio::test]
async fn search_engines_are_kept_out_of_carts() {
    let shop = Shop::open().await;
    let robots = shop.shopper().get("/robots.txt").await;
    assert_eq!(robots.header("content-type"), "text/plain; charset=utf-8");
    robots.says("Disallow: /checkout/\n");
}

#[tokio::test]
async fn health_is_told_to_programs() {
    let shop = Shop::open().await;
    let page = shop.shopper().get("/healthz").await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header("content-type"), "application/json");
    // Anybody may ask: mode, version and size of the shop are not theirs to know.
    assert_eq!(page.text, r#"{"status":"ok"}"#);
}

/// [B.12] `security.txt` names the contact for vulnerabilities, if one is configured.
#[tokio::test]
async fn the_contact_for_vulnerabilities_is_served() {
    let silent = Shop::open().await;
    let page = silent.shopper().get("/.well-known/security.txt").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    let contact = "https://obchod.example\"\nsecurity_contact = \"bezpecnost@obchod.example";
    let shop = Shop::open_as(contact).await;
    let page = shop.shopper().get("/.well-known/security.txt").await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header("content-type"), "text/plain; charset=utf-8");
    let lines: Vec<&str> = page.text.lines().collect();
    let [contact, expires, languages, canonical] = lines[..] else {
        panic!("{lines:?}");
    };
    assert_eq!(contact, "Contact: mailto:bezpecnost@obchod.example");
    assert_eq!(languages, "Preferred-Languages: cs, en");
    let own = "Canonical: https://obchod.example/.well-known/security.txt";
    assert_eq!(canonical, own);
    let expires = expires.strip_prefix("Expires: ").expect("a date");
    let expires: jiff::Timestamp = expires.parse().expect("RFC 3339");
    let days = (expires.as_second() - jiff::Timestamp::now().as_second()) / 86_400;
    assert!((80..365).contains(&days), "{days} days");
}

/// A wrong method, a wrong query and a body that is too large each get a Czech page, never a library's message.
#[tokio::test]
async fn every_fault_is_a_czech_page() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let large = "x".repeat(5_000_000);
    let posted = shopper.post("/cart/add", &[("id", &large)]).await;
    assert_eq!(posted.status, StatusCode::PAYLOAD_TOO_LARGE);
    posted.says("Odeslaný formulář je příliš velký.");
    let got = shopper.get("/cart/add").await;
    assert_eq!(got.status, StatusCode::METHOD_NOT_ALLOWED);
    got.says("<html lang=\"cs\">");
    let twice = shopper.get("/products/hrnek?variant=1&variant=2").await;
    assert_eq!(twice.status, StatusCode::BAD_REQUEST);
    twice.says("Tomu nerozumíme");
    let typed = shopper
        .request(Method::POST, "/cart/add")
        .header("content-type", "text/csv")
        .body("id,1");
    let typed = Page::read(typed.send().await.expect("an answer")).await;
    assert_eq!(typed.status, StatusCode::BAD_REQUEST);
    typed.says("<html lang=\"cs\">");
}

/// Theme scripts get JSON even for errors outside the handlers, and no cache stores it, with and without a locale in
/// the path.
#[tokio::test]
async fn a_fault_is_told_to_a_themes_script_in_json() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    for path in ["/cart/add.js", "/cs/cart/change.json"] {
        let got = shopper.get(path).await;
        assert_eq!(got.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        assert_eq!(got.header("cache-control"), "no-store", "{path}");
        let said: Value = serde_json::from_str(&got.text).expect("JSON");
        assert_eq!(said["status"], 405, "{path}");
        assert_eq!(said["description"], "Tuto adresu nelze otevřít přímo.");
    }
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("a connection");
    let patience = Some(Duration::from_secs(10));
    stream.set_read_timeout(patience).expect("a time limit");
    stream
}

/// Reads until the server closes the connection.
fn said(mut stream: TcpStream) -> Vec<u8> {
    let mut answer = Vec::new();
    stream
        .read_to_end(&mut answer)
        .expect("the server hangs up");
    answer
}

/// Sends bytes, and reads until the server closes the connection.
fn ask(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = connect(address);
    stream.write_all(bytes).expect("written");
    said(stream)
}

/// A clock that can be made to panic.
#[derive(Default)]
struct FragileClock {
    broken: AtomicBool,
}

impl Clock for FragileClock {
    fn now(&self) -> Timestamp {
        assert!(
            !self.broken.load(Ordering::SeqCst),
            "the secret of the cart is 42"
        );
        SystemClock.now()
    }
}

#[tokio::test]
async fn a_panic_is_a_czech_page_without_details_and_the_server_goes_on() {
    let clock = Arc::new(FragileClock::default());
    let shop = Shop::open_at(clock.clone()).await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    clock.broken.store(true, Ordering::SeqCst);
    let page = shopper.post("/checkout/buy-it-now", &[("id", &mug)]).await;
    clock.broken.store(false, Ordering::SeqCst);
    assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR);
    page.says("<h1>Chyba</h1>");
    page.says_nothing_of("42");
    let page = shopper.post("/checkout/buy-it-now", &[("id", &mug)]).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_client_that_never_finishes_its_headers_is_let_go() {
    let shop = Shop::open_with("[limits]\nheader_seconds = 1\n").await;
    let address = shop.server.address;
    let slow = spawn_blocking(move || ask(address, b"GET / HTTP/1.1\r\nHost: x\r\n"));
    slow.await.expect("let go");
    assert_eq!(shop.shopper().get("/healthz").await.status, StatusCode::OK);
}

/// A request that has started gets its response although the server is stopping.
#[tokio::test]
async fn the_last_requests_are_answered() {
    let shop = Shop::open().await;
    let address = shop.server.address;
    let body = format!("id={}", shop.variant("hrnek", 0));
    // The server asks for the body (100 Continue) after it has read the head.
    let head = format!(
        "POST /checkout/buy-it-now HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let mut late = connect(address);
    late.write_all(head.as_bytes()).expect("written");
    let (mut late, asked) = spawn_blocking(move || {
        let mut asked = [0; b"HTTP/1.1 100 Continue\r\n\r\n".len()];
        late.read_exact(&mut asked).expect("asked for the body");
        (late, asked)
    })
    .await
    .expect("asked");
    assert!(asked.starts_with(b"HTTP/1.1 100"));
    let stopping = tokio::spawn(shop.server.stop());
    let patience = Instant::now() + Duration::from_secs(10);
    while TcpStream::connect(address).is_ok() {
        assert!(Instant::now() < patience, "new connections are refused");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    late.write_all(body.as_bytes()).expect("written");
    let answer = spawn_blocking(move || said(late)).await.expect("an answer");
    assert!(
        answer.starts_with(b"HTTP/1.1 303"),
        "{}",
        String::from_utf8_lossy(&answer)
    );
    stopping.await.expect("it stops");
}

#[tokio::test]
async fn a_trusted_proxy_may_say_under_which_name_the_shop_was_asked_for() {
    let forwarded = [
        ("origin", "https://www.obchod.example"),
        ("x-forwarded-host", "www.obchod.example"),
        ("x-forwarded-proto", "https"),
    ];
    for (trusted, expected) in [
        ("[\"127.0.0.1\"]", StatusCode::SEE_OTHER),
        ("[]", StatusCode::FORBIDDEN),
    ] {
        let shop = Shop::open_trusting(trusted).await;
        let shopper = shop.shopper();
        let mut request = shopper
            .request(Method::POST, "/cart/checkout")
            .header("content-type", "application/x-www-form-urlencoded");
        for (name, value) in forwarded {
            request = request.header(name, value);
        }
        let answer = request.body("").send().await.expect("an answer");
        assert_eq!(answer.status(), expected, "{trusted}");
    }
}

/// No cache stores a response about a cart, and no referrer passes its URL on.
#[tokio::test]
async fn answers_about_a_cart_are_kept_by_nobody() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    let bought = shopper.post("/checkout/buy-it-now", &[("id", &mug)]).await;
    assert!(bought.leads_to().contains("?key="));
    let added = shopper.post("/cart/add", &[("id", &mug)]).await;
    let on = shopper.post("/cart/checkout", &[]).await;
    assert!(on.leads_to().contains("?key="));
    let answers = [
        bought,
        added,
        on,
        shopper.post("/cart/change", &[("id", "x")]).await,
        shopper.get("/cart/add").await,
        shopper.get("/checkout/Z0?key=0").await,
        shopper.get("/checkout/Z0/confirmation?key=0").await,
        shopper.get("/attempts/none/return").await,
    ];
    for answer in answers {
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
    }
    // The back/forward cache may store pages that are not a cart's.
    for path in ["/", "/products/hrnek", "/cart"] {
        let page = shopper.get(path).await;
        assert_eq!(page.header("cache-control"), "no-cache, private", "{path}");
    }
}

/// Error responses in plain text or JSON contain no library's wording either.
#[tokio::test]
async fn errors_for_programs_are_in_our_words() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let twice = shopper
        .get("/snippet/accelerated-checkout?product=a&product=b")
        .await;
    assert_eq!(twice.status, StatusCode::BAD_REQUEST);
    assert_eq!(twice.text, "The request cannot be understood.\n");
    let large = shopper
        .request(Method::POST, "/webhooks/sandbox")
        .body("x".repeat(5_000_000));
    let large = Page::read(large.send().await.expect("an answer")).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(large.text, "The body is too large.\n");
    let version = shopper.request(Method::POST, "/api/%ff/graphql.json");
    let version = version
        .header("content-type", "application/json")
        .body("{}");
    let version = Page::read(version.send().await.expect("an answer")).await;
    assert_eq!(version.header("content-type"), "application/json");
    let answer: Value = serde_json::from_str(&version.text).expect("JSON");
    assert!(answer["errors"][0]["message"].is_string());
    version.says_nothing_of("UTF-8");
}

#[tokio::test]
async fn a_request_names_one_host() {
    let shop = Shop::open().await;
    let address = shop.server.address;
    for (head, status) in [
        ("HTTP/1.1\r\nHost: x\r\n", "200"),
        ("HTTP/1.0\r\n", "200"),
        ("HTTP/1.1\r\n", "400"),
        ("HTTP/1.1\r\nHost: x\r\nHost: y\r\n", "400"),
        ("HTTP/1.0\r\nHost: x\r\nHost: y\r\n", "400"),
    ] {
        let request = format!("GET / {head}Connection: close\r\n\r\n").into_bytes();
        let answer = spawn_blocking(move || ask(address, &request));
        let answer = answer.await.expect("an answer");
        assert_eq!(&answer[9..12], status.as_bytes(), "{head:?}");
    }
}
