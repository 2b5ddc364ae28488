//! The gateway's pages. They have no inline scripts or styles, so a strict content security policy applies.

use super::card::{TEST_CARDS, TestCard};
use super::ledger::Payment;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha384};
use std::fmt::Write;
use zkratka_commerce::money::Money;

const FIELDS_STYLE: &str = include_str!("pages/hosted-fields.css");
const FIELDS_SCRIPT: &str = include_str!("pages/hosted-fields.js");
const CHALLENGE_STYLE: &str = include_str!("pages/challenge.css");

/// The hosted fields; only the shop's pages may frame them.
pub(super) fn hosted_fields(shop_origins: &[String]) -> Response {
    let options: String = TEST_CARDS.iter().map(choice).collect();
    let html = include_str!("pages/hosted-fields.html").replace("{{cards}}", options.trim());
    let parents = shop_origins.join(" ");
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'self' {parents}"
    );
    page(StatusCode::OK, html, &policy)
}

/// A test card to choose, with its picture. All of them are Visa cards.
fn choice(card: &TestCard) -> String {
    let (number, label) = (card.number, escape(card.label));
    let (shown, last) = (grouped(number), &number[number.len() - 4..]);
    format!(
        "<label class=\"option\"><input type=\"radio\" name=\"test-card\" value=\"{number}\">\
         <span class=\"face\"><span class=\"card\" aria-hidden=\"true\"><b>Visa</b><span>•• {last}</span></span>\
         <span>{label}<small>{shown}</small></span></span></label>\n"
    )
}

/// The bank's page for an open challenge.
pub(super) fn challenge(payment: &Payment, shop_name: Option<&str>) -> Response {
    let merchant = shop_name.map_or_else(|| host_of(&payment.return_url), str::to_owned);
    let html = include_str!("pages/challenge.html")
        .replace("{{amount}}", &czech_amount(payment.amount))
        .replace("{{last_four}}", &escape(&payment.card.last_four))
        // Last, because a name may contain anything.
        .replace("{{merchant}}", &escape(&merchant));
    // Browsers also apply `form-action` to the redirect after the form.
    let policy = format!(
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; \
         form-action 'self' {}",
        origin_of(&payment.return_url)
    );
    page(StatusCode::OK, html, &policy)
}

/// The page for a decided or cancelled challenge: it only leads back to the shop.
pub(super) fn challenge_over(payment: &Payment) -> Response {
    let html = include_str!("pages/challenge-over.html")
        .replace("{{return_url}}", &escape(&payment.return_url));
    page(StatusCode::OK, html, CLOSED_POLICY)
}

/// The page for an unknown challenge.
pub(super) fn no_challenge() -> Response {
    let html = include_str!("pages/challenge-unknown.html").to_owned();
    page(StatusCode::NOT_FOUND, html, CLOSED_POLICY)
}

const CLOSED_POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

pub(super) fn fields_style() -> Response {
    asset("text/css; charset=utf-8", FIELDS_STYLE)
}

pub(super) fn fields_script() -> Response {
    asset("text/javascript; charset=utf-8", FIELDS_SCRIPT)
}

pub(super) fn challenge_style() -> Response {
    asset("text/css; charset=utf-8", CHALLENGE_STYLE)
}

/// Writes the hashes of the page's files into it.
fn with_hashes(mut html: String) -> String {
    for (name, text) in [
        ("{{fields_style}}", FIELDS_STYLE),
        ("{{fields_script}}", FIELDS_SCRIPT),
        ("{{challenge_style}}", CHALLENGE_STYLE),
    ] {
        let hash = STANDARD.encode(Sha384::digest(text));
        html = html.replace(name, &format!("sha384-{hash}"));
    }
    html
}

fn page(status: StatusCode, html: String, policy: &str) -> Response {
    let mut response = (status, with_hashes(html)).into_response();
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // An error is better than a page without its policy.
    let policy = HeaderValue::from_str(policy)
        .unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'; sandbox"));
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // The frame of the card fields has no origin, and a browser checks hashes only of what it may read.
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    ];
    (headers, text).into_response()
}

fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut html, character| {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
        html
    })
}

/// `4111 1111 1111 1111`
fn grouped(number: &str) -> String {
    let mut text = String::new();
    for (index, digit) in number.chars().enumerate() {
        if index > 0 && index % 4 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// `1 290,50 Kč`, with no-break spaces.
fn czech_amount(amount: Money) -> String {
    let decimal = amount.decimal();
    let (whole, fraction) = decimal.split_once('.').unwrap_or((&decimal, ""));
    let mut text = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    if fraction.bytes().any(|digit| digit != b'0') {
        let _ = write!(text, ",{fraction}");
    }
    let currency = amount.currency.as_str();
    let currency = if currency == "CZK" { "Kč" } else { currency };
    let _ = write!(text, "\u{a0}{currency}");
    text
}

/// Scheme, host and port of a URL from the shop; empty if it is malformed.
fn origin_of(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return String::new();
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let plain = |text: &str| {
        text.chars()
            .all(|c| c.is_ascii_alphanumeric() || ".:-[]".contains(c))
    };
    if plain(scheme) && plain(authority) {
        format!("{scheme}://{authority}")
    } else {
        String::new()
    }
}

fn host_of(url: &str) -> String {
    origin_of(url)
        .split_once("://")
        .map_or_else(String::new, |(_, authority)| authority.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::money::{Currency, MinorUnits};

    #[test]
    fn an_origin_is_taken_only_from_a_plain_address() {
        assert_eq!(
            origin_of("http://localhost:8080/attempts/A1/return?x#y"),
            "http://localhost:8080"
        );
        assert_eq!(origin_of("http://[::1]:80/"), "http://[::1]:80");
        assert_eq!(origin_of("http://a;script-src *"), "");
        assert_eq!(origin_of("/attempts"), "");
        assert_eq!(host_of("https://obchod.cz/x"), "obchod.cz");
    }

    #[test]
    fn an_amount_has_the_places_of_its_currency() {
        for (minor, code, text) in [
            (129_050, "CZK", "1\u{a0}290,50\u{a0}Kč"),
            (129_000, "CZK", "1\u{a0}290\u{a0}Kč"),
            (1_290, "JPY", "1\u{a0}290\u{a0}JPY"),
            (1_290_500, "KWD", "1\u{a0}290,500\u{a0}KWD"),
        ] {
            let amount = Money::new(MinorUnits::new(minor), Currency::new(code).unwrap());
            assert_eq!(czech_amount(amount), text);
        }
    }

    #[test]
    fn html_is_escaped() {
        assert_eq!(escape("<a b='\"&'>"), "&lt;a b=&#39;&quot;&amp;&#39;&gt;");
        assert_eq!(grouped("4111111111111111"), "4111 1111 1111 1111");
    }
}
