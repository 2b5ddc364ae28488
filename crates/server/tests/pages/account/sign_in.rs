//! Tests the sign-in by a code: what signs in, and what does not.

use super::browser::{Browser, FOREIGN, JANA, PETR, account, delivered, later, letters, open_at};
use crate::order_page::clock;
use crate::support::Shop;
use reqwest::StatusCode;
use reqwest::header::{HeaderName, SET_COOKIE};
use serde_json::json;

/// Another code than this one.
pub(super) fn wrong(code: &str) -> String {
    let number: u32 = code.parse().expect("a number");
    format!("{:06}", (number + 1) % 1_000_000)
}

/// [7.16] [B.02] The code of the e-mail signs in, by forms alone; its session is a new one, and the code is used once.
#[tokio::test]
async fn the_code_of_the_e_mail_signs_in_once() {
    let shop = Shop::open_demo().await;
    let mut browser = Browser::new(&shop);
    let page = browser.get("/account").await;
    page.says("action=\"/account/code\"");
    page.says("autocomplete=\"email webauthn\"");
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    assert_eq!(page.header("x-robots-tag"), "noindex");

    let there = "/cart?note=a b";
    let fields = [("email", " Jana@Example.cz "), ("return_to", there)];
    let asked = browser.post("/account/code", &fields).await;
    let next = asked.leads_to().to_owned();
    assert_eq!(next, "/account/code?return_to=%2Fcart%3Fnote%3Da+b");
    assert_eq!(account(&shop, JANA).await, None, "nothing is proved yet");
    let form = browser.get(&next).await;
    form.says("autocomplete=\"one-time-code\"");
    form.says("inputmode=\"numeric\"");
    form.says("name=\"return_to\" value=\"/cart?note=a b\"");
    form.says(JANA);

    delivered(&shop, JANA).await;
    let text = browser.get("/sandbox/mail/1/text").await.text;
    let code = browser.code(JANA);
    let subject = browser.get("/sandbox/mail").await;
    subject.says(&format!("{code} je váš kód"));
    assert!(text.contains("Nikomu ho nesdělujte"), "{text}");
    let last = text.trim_end().lines().last().expect("a line");
    assert_eq!(last, format!("@127.0.0.1 #{code}"));

    browser
        .jar
        .insert("wallet-session".to_owned(), "0a".repeat(48));
    let challenge = browser.jar["wallet-challenge"].clone();
    let spaced = format!(" {} {} ", &code[..3], &code[3..]);
    let fields = [("code", spaced.as_str()), ("return_to", there)];
    let signed_in = browser.post("/account/code/answer", &fields).await;
    assert_eq!(signed_in.leads_to(), there);
    for cookie in signed_in.headers.get_all(SET_COOKIE) {
        let cookie = cookie.to_str().expect("text");
        assert!(cookie.contains("; HttpOnly; SameSite=Lax"), "{cookie}");
    }
    assert_ne!(browser.jar["wallet-session"], "0a".repeat(48));
    assert!(!browser.jar.contains_key("wallet-challenge"));
    browser.get("/account").await.says(JANA);
    assert!(account(&shop, JANA).await.is_some());

    let mut thief = Browser::new(&shop);
    thief.jar.insert("wallet-challenge".to_owned(), challenge);
    let replayed = thief.answer_code(&code).await;
    assert_eq!(replayed.status, StatusCode::GONE);
    replayed.says("Tento kód už použít nejde");
    assert_eq!(thief.state().await, "unknown");
}

/// [B.02] A session that the browser had before ends when it signs in: nobody else shares the new one.
#[tokio::test]
async fn a_planted_session_does_not_become_the_owners() {
    let shop = Shop::open_demo().await;
    let mut attacker = Browser::new(&shop);
    attacker.sign_in(PETR).await;
    let planted = attacker.jar["wallet-session"].clone();
    let mut victim = Browser::new(&shop);
    victim
        .jar
        .insert("wallet-session".to_owned(), planted.clone());
    victim.sign_in(JANA).await;
    assert_ne!(victim.jar["wallet-session"], planted);
    victim.get("/account").await.says(JANA);
    assert_ne!(
        attacker.state().await,
        "signed_in",
        "it was the planted one"
    );
}

/// [B.02] Five wrong answers end a code; the right one comes too late then. What is no code is no try.
#[tokio::test]
async fn five_wrong_answers_end_a_code() {
    let shop = Shop::open_demo().await;
    let mut browser = Browser::new(&shop);
    browser.ask(JANA).await;
    let right = browser.code(JANA);
    let wrong = wrong(&right);
    for typed in ["", "12345", "abcdef"] {
        let page = browser.answer_code(typed).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{typed:?}");
        page.says("zbývají 5\u{a0}pokusy");
    }
    for left in [4, 3, 2] {
        let page = browser.answer_code(&wrong).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST);
        page.says(&format!("zbývají {left}\u{a0}pokusy"));
        page.says("aria-invalid=\"true\"");
    }
    let (page, answer) = browser
        .script("/account/code/answer", &[("code", &wrong)])
        .await;
    assert_eq!(page.status, StatusCode::BAD_REQUEST);
    assert_eq!(answer["error"]["code"], "CODE_WRONG");
    assert_eq!(answer["error"]["triesLeft"], 1);
    browser
        .answer_code(&wrong)
        .await
        .says("Tento kód už neplatí. Nechte si prosím poslat nový.");
    let late = browser.answer_code(&right).await;
    assert_eq!(late.status, StatusCode::GONE);
    assert_eq!(browser.state().await, "unknown");
    assert_eq!(account(&shop, JANA).await, None);
}

/// [B.02] A code is good for ten minutes, and in the browser that asked for it.
#[tokio::test]
async fn codes_expire_and_belong_to_one_browser() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut browser = Browser::new(&shop);
    browser.ask(JANA).await;
    let code = browser.code(JANA);
    let mut other = Browser::new(&shop);
    assert_eq!(other.answer_code(&code).await.status, StatusCode::GONE);
    assert_eq!(other.get("/account/code").await.leads_to(), "/account");
    other.ask(PETR).await;
    let page = other.answer_code(&code).await;
    assert_eq!(page.status, StatusCode::BAD_REQUEST, "another challenge");

    later(&clock, 10);
    let (page, answer) = browser
        .script("/account/code/answer", &[("code", &code)])
        .await;
    assert_eq!(page.status, StatusCode::GONE);
    assert_eq!(answer["error"]["code"], "CODE_EXPIRED");
    assert_eq!(browser.get("/account/code").await.leads_to(), "/account");
    assert_eq!(account(&shop, JANA).await, None);
}

/// [B.02] The answer is the same for a known address, an unknown one, and one that may get no more codes.
#[tokio::test]
async fn no_answer_tells_who_has_an_account() {
    let shop = Shop::open_demo().await;
    Browser::new(&shop).sign_in(JANA).await;
    delivered(&shop, JANA).await;
    let mut seen = Vec::new();
    for email in [JANA, PETR, JANA, JANA, JANA] {
        let mut browser = Browser::new(&shop);
        let asked = browser.ask(email).await;
        let length = browser.jar["wallet-challenge"].len();
        let mut names: Vec<_> = asked.headers.keys().map(HeaderName::as_str).collect();
        names.sort_unstable();
        let form = browser.get("/account/code").await;
        let shown = form.text.replace(email, "@");
        let wrong = browser.answer_code("12345").await;
        let told = wrong.text.replace(email, "@");
        let asked = (asked.status, asked.text.clone(), length, names.join(" "));
        seen.push((asked, form.status, shown, wrong.status, told));
    }
    for other in &seen[1..] {
        assert!(seen[0] == *other, "{:#?} {:#?}", seen[0].0, other.0);
    }
}

/// [7.16] No other page signs a browser in or out, or has codes sent.
#[tokio::test]
async fn other_pages_change_nothing() {
    let shop = Shop::open_demo().await;
    let mut browser = Browser::new(&shop);
    browser.sign_in(JANA).await;
    browser.ask(PETR).await;
    delivered(&shop, PETR).await;
    let jar = browser.jar.clone();
    let code = browser.code(PETR);
    for headers in FOREIGN {
        for (path, fields) in [
            ("/account/code", ("email", "nekdo@example.cz")),
            ("/account/code/answer", ("code", code.as_str())),
            ("/account/sign-out", ("everywhere", "1")),
            ("/account/delete", ("confirm", "1")),
        ] {
            let page = browser.post_with(path, &[fields], headers).await;
            assert_eq!(page.status, StatusCode::FORBIDDEN, "{path} {headers:?}");
            let script = [headers, &[("accept", "application/json")]].concat();
            let refused = browser.post_with(path, &[fields], &script).await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{path} {headers:?}");
            refused.says("\"code\":\"NOT_ALLOWED\"");
        }
    }
    assert_eq!(browser.jar, jar);
    browser.get("/account").await.says(JANA);
    assert!(letters(&shop, "nekdo@example.cz").await.is_empty());
}

/// [7.16] The sign-in leads to paths of this host only.
#[tokio::test]
async fn nobody_is_led_elsewhere() {
    let shop = Shop::open_demo().await;
    for foreign in ["https://evil.example/", "//evil.example", "/\\evil.example"] {
        let mut browser = Browser::new(&shop);
        let fields = [("email", JANA), ("return_to", foreign)];
        let asked = browser.post("/account/code", &fields).await;
        assert_eq!(asked.leads_to(), "/account/code", "{foreign}");
        let query = url::form_urlencoded::byte_serialize(foreign.as_bytes());
        let form = format!("/account/code?return_to={}", query.collect::<String>());
        browser.get(&form).await.says_nothing_of("evil");
        let fields = [("code", "1"), ("return_to", foreign)];
        let answered = browser.post("/account/code/answer", &fields).await;
        answered.says_nothing_of("evil");
        let (page, _) = browser
            .script("/account/sign-out", &[("return_to", foreign)])
            .await;
        assert_eq!(page.status, StatusCode::OK);
    }
    let mut browser = Browser::new(&shop);
    browser.ask(PETR).await;
    let code = browser.code(PETR);
    let fields = [("code", code.as_str()), ("return_to", "//evil.example")];
    let signed_in = browser.post("/account/code/answer", &fields).await;
    assert_eq!(signed_in.leads_to(), "/account");
    let again = browser.get("/account?return_to=//evil.example").await;
    assert_eq!(again.status, StatusCode::OK);
    let on = browser.get("/account?return_to=/cart").await;
    assert_eq!(on.leads_to(), "/cart");
}

/// [7.16] Scripts get the same answers as JSON.
#[tokio::test]
async fn scripts_sign_in_too() {
    let shop = Shop::open_demo().await;
    let mut browser = Browser::new(&shop);
    for wrong in ["", "jana", "\"><script>@x"] {
        let (page, answer) = browser.script("/account/code", &[("email", wrong)]).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{wrong}");
        assert_eq!(answer["error"]["code"], "EMAIL_INVALID");
        let form = browser.ask(wrong).await;
        form.says("id=\"ucet-email-chyba\" role=\"alert\"");
        form.says_nothing_of("<script>@x");
    }
    let (page, answer) = browser.script("/account/code", &[("email", JANA)]).await;
    assert_eq!((page.status, answer), (StatusCode::OK, json!({})));
    let code = browser.code(JANA);
    let (page, answer) = browser
        .script("/account/code/answer", &[("code", &code)])
        .await;
    let expected = json!({ "signedIn": true });
    assert_eq!((page.status, answer), (StatusCode::OK, expected));
    let (page, answer) = browser.script("/account/sign-out", &[]).await;
    assert_eq!((page.status, answer), (StatusCode::OK, json!({})));
    assert_eq!(browser.state().await, "unknown");
}

/// [7.16] A shop without a wallet has no accounts.
#[tokio::test]
async fn a_shop_without_a_wallet_has_no_accounts() {
    let shop = Shop::open().await;
    let mut browser = Browser::new(&shop);
    for path in ["/account", "/account/code", "/account/session"] {
        assert_eq!(browser.get(path).await.status, StatusCode::NOT_FOUND);
    }
    for path in [
        "/account/code",
        "/account/code/answer",
        "/account/sign-out",
        "/account/remove",
    ] {
        let page = browser.post(path, &[("email", JANA)]).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
    }
}
