use super::counter::{FOREIGN_PER_CLIENT, MAX_FOREIGN};
use super::violation::Violation;
use super::*;
use serde_json::{Value, json};

const REPORTS: &str = "application/reports+json";
const LEGACY: &str = "application/csp-report";
const MINUTE: i64 = 60_000;

fn intake() -> Reports {
    let mut manifest = Manifest::default();
    manifest
        .integrity
        .insert("/assets/checkout-1.js".to_owned(), "sha384-x".to_owned());
    Reports::new("https://shop.example", &manifest)
}

fn csp(directive: &str, blocked: &str) -> Value {
    json!({
        "age": 5,
        "type": "csp-violation",
        "url": "https://shop.example/checkout/Z1?key=the-secret",
        "user_agent": "the-browser",
        "body": {
            "documentURL": "https://shop.example/checkout/Z1?key=the-secret",
            "effectiveDirective": directive,
            "blockedURL": blocked,
            "sample": "the-sample",
        },
    })
}

/// The network of one of many clients.
fn client(number: usize) -> IpAddr {
    let number = u32::try_from(number).expect("few clients");
    IpAddr::from(number.to_be_bytes())
}

fn counted(intake: &Reports, reports: &[Value], now: i64) -> Vec<(String, String, u64, u64)> {
    counted_from(intake, 0, reports, now)
}

fn counted_from(
    intake: &Reports,
    from: usize,
    reports: &[Value],
    now: i64,
) -> Vec<(String, String, u64, u64)> {
    let body = Value::from(reports).to_string();
    let lines = intake.count(REPORTS, body.as_bytes(), client(from), Timestamp(now));
    let lines = lines.expect("readable").into_iter();
    lines
        .map(|line| {
            let Violation { directive, blocked } = line.violation;
            let blocked = blocked.name().to_owned();
            (directive.to_owned(), blocked, line.reports, line.total)
        })
        .collect()
}

fn first(report: Value) -> (String, String) {
    let (directive, blocked, ..) = counted(&intake(), &[report], 0).remove(0);
    (directive, blocked)
}

/// A line names a known directive and an origin, and nothing that a client or a page's URL could put into the log.
#[test]
fn a_line_has_nothing_of_the_page_or_its_visitor() {
    for (directive, blocked, expected) in [
        (
            "script-src-elem",
            "https://evil.example/x.js?card=4111",
            ("script-src-elem", "https://evil.example"),
        ),
        (
            "script-src-elem 'self'",
            "inline",
            ("script-src-elem", "inline"),
        ),
        (
            "connect-src",
            "wss://evil.example:8443/x",
            ("connect-src", "wss://evil.example:8443"),
        ),
        ("img-src", "data", ("img-src", "data")),
        ("img-src", "data:image/png;base64,AAAA", ("img-src", "data")),
        (
            "script-src",
            "chrome-extension://abcdef/x.js",
            ("script-src", "browser-extension"),
        ),
        (
            "script-src",
            "https://shop.example/assets/checkout-1.js",
            ("script-src", "/assets/checkout-1.js"),
        ),
        (
            "script-src",
            "https://shop.example/theme/own.js?v=1",
            ("script-src", "the theme"),
        ),
        (
            "form-action",
            "https://shop.example/checkout/Z1?key=the-secret",
            ("form-action", "this shop"),
        ),
        ("made up\n", "the-text", ("other", "other")),
    ] {
        let (directive, blocked) = first(csp(directive, blocked));
        assert_eq!((directive.as_str(), blocked.as_str()), expected);
    }
    let long = format!("https://{}.example/", "a".repeat(200));
    assert_eq!(first(csp("img-src", &long)).1, "other sites");
}

#[test]
fn every_form_of_report_is_read() {
    let legacy = json!({ "csp-report": {
        "document-uri": "https://shop.example/cart",
        "violated-directive": "script-src 'self'",
        "blocked-uri": "https://evil.example/x.js",
    }});
    let lines = intake().count(
        LEGACY,
        legacy.to_string().as_bytes(),
        client(0),
        Timestamp(0),
    );
    let line = lines.expect("readable").remove(0);
    assert_eq!(line.violation.directive, "script-src");
    assert_eq!(line.violation.blocked.name(), "https://evil.example");

    let file = "https://shop.example/assets/checkout-1.js";
    for (kind, directive) in [
        ("integrity-violation", "integrity-policy"),
        ("changed-content", "changed-content"),
    ] {
        let report = json!({ "type": kind, "body": { "blockedURL": file } });
        let expected = (directive.to_owned(), "/assets/checkout-1.js".to_owned());
        assert_eq!(first(report), expected);
    }
    let others = [json!({ "type": "deprecation", "body": { "id": "x" } })];
    assert_eq!(counted(&intake(), &others, 0), []);
}

#[test]
fn what_no_browser_sends_is_refused() {
    let refused =
        |kind: &str, body: &[u8]| intake().count(kind, body, client(0), Timestamp(0)).err();
    let large = vec![b' '; MAX_REPORT_BYTES + 1];
    assert_eq!(refused(REPORTS, &large), Some(ReportError::TooLarge));
    assert_eq!(refused("text/plain", b"[]"), Some(ReportError::WrongType));
    for body in ["", "{}", "[1]", "{\"csp-report\":[]}", "\u{0}"] {
        let error = refused(REPORTS, body.as_bytes());
        assert_eq!(error, Some(ReportError::Unreadable), "{body}");
        let error = refused(LEGACY, body.as_bytes());
        assert_eq!(error, Some(ReportError::Unreadable), "{body}");
    }
    let odd = refused(REPORTS, b"[{\"type\":1}]");
    assert_eq!(odd, Some(ReportError::Unreadable));
    let nested = "[".repeat(MAX_REPORT_BYTES);
    assert_eq!(
        refused(REPORTS, nested.as_bytes()),
        Some(ReportError::Unreadable)
    );
}

#[test]
fn a_kind_has_one_line_in_a_window() {
    let intake = intake();
    let report = csp("script-src-elem", "https://evil.example/x.js");
    let name = || {
        (
            "script-src-elem".to_owned(),
            "https://evil.example".to_owned(),
        )
    };
    let line = |reports, total| vec![(name().0, name().1, reports, total)];
    let two = [report.clone(), report.clone()];
    assert_eq!(counted(&intake, &two, 0), line(1, 1));
    assert_eq!(counted(&intake, &two, 14 * MINUTE), []);
    assert_eq!(counted(&intake, &two, 15 * MINUTE), line(4, 5));
    assert_eq!(counted(&intake, &two, 30 * MINUTE), line(2, 7));
}

#[test]
fn invented_kinds_take_bounded_memory() {
    let intake = intake();
    let one = |number: usize| csp("img-src", &format!("https://{number}.example/"));
    for number in 0..10 * MAX_FOREIGN {
        counted_from(&intake, number, &[one(number)], 0);
    }
    let kinds = || intake.counter.lock().expect("a lock").kinds();
    assert_eq!(kinds(), MAX_FOREIGN + 1, "the last is for all others");
    // Once the window is over, a new kind is counted again.
    let lines = counted(&intake, &[one(9_999)], 15 * MINUTE);
    assert_eq!(lines[0].1, "https://9999.example");
    assert_eq!(kinds(), MAX_FOREIGN + 1);
}

/// [B.12] However many sites a flood of reports invents, a changed file and a foreign script are still logged.
#[test]
fn invented_sites_shut_nothing_real_out() {
    let intake = intake();
    for number in 0..10 * MAX_FOREIGN {
        let invented = csp("img-src", &format!("https://{number}.example/"));
        counted_from(&intake, number, &[invented], 0);
    }
    let real = [
        json!({ "type": "changed-content",
                "body": { "blockedURL": "https://shop.example/assets/checkout-1.js" } }),
        csp("script-src-elem", "inline"),
        csp("script-src-elem", "https://evil.example/x.js"),
    ];
    let lines = counted_from(&intake, 9_999, &real, MINUTE);
    let named: Vec<_> = lines.iter().map(|line| (&*line.0, &*line.1)).collect();
    let expected = [
        ("changed-content", "/assets/checkout-1.js"),
        ("script-src-elem", "inline"),
        ("script-src-elem", "other sites"),
    ];
    assert_eq!(named, expected);
}

/// [B.12] One client fills a few of the places, so the sites that other browsers report have names in the log.
#[test]
fn one_client_names_few_sites() {
    let intake = intake();
    let invented = |number: usize| csp("img-src", &format!("https://{number}.example/"));
    let flood: Vec<_> = (0..FOREIGN_PER_CLIENT + 3).map(invented).collect();
    let lines = counted_from(&intake, 1, &flood, 0);
    assert_eq!(lines.len(), FOREIGN_PER_CLIENT + 1);
    assert_eq!(lines[FOREIGN_PER_CLIENT].1, "other sites");
    let evil = [csp("script-src-elem", "https://evil.example/x.js")];
    let lines = counted_from(&intake, 2, &evil, 0);
    assert_eq!(lines[0].1, "https://evil.example");
    let lines = counted_from(&intake, 1, &[invented(50)], 15 * MINUTE);
    assert_eq!(lines[0].1, "https://50.example", "the window is over");
}
