//! Tests how long a browser is signed in, and what a recognised one may know.

use super::browser::{
    Browser, JANA, PETR, account, delivered, later, letters, open_at, save_address, save_card,
    store,
};
use crate::order_page::clock;
use crate::support::Shop;
use reqwest::StatusCode;
use serde_json::json;

/// [B.02] A session ends when it is idle for twenty minutes, and after two hours in any case.
#[tokio::test]
async fn sessions_end() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut browser = Browser::new(&shop);
    browser.sign_in(JANA).await;
    later(&clock, 19);
    assert_eq!(browser.state().await, "signed_in");
    later(&clock, 20);
    assert_eq!(browser.state().await, "recognised", "it was idle");
    browser
        .get("/account")
        .await
        .says("action=\"/account/code\"");

    browser.sign_in(JANA).await;
    for _ in 0..6 {
        later(&clock, 19);
        assert_eq!(browser.state().await, "signed_in");
    }
    later(&clock, 6);
    assert_eq!(browser.state().await, "recognised", "two hours are over");
    later(&clock, 180 * 24 * 60);
    assert_eq!(browser.state().await, "unknown");
}

/// [7.16] Signing out ends this browser's session and recognition; `everywhere` ends those of all browsers.
#[tokio::test]
async fn signing_out_ends_one_browser_or_all() {
    let shop = Shop::open_demo().await;
    let mut phone = Browser::new(&shop);
    let mut laptop = Browser::new(&shop);
    phone.sign_in(JANA).await;
    laptop.sign_in(JANA).await;
    let stolen = laptop.jar.clone();
    assert_eq!(
        laptop.post("/account/sign-out", &[]).await.leads_to(),
        "/account"
    );
    assert!(!laptop.jar.contains_key("wallet-session"));
    assert!(!laptop.jar.contains_key("wallet-device"));
    laptop.jar = stolen;
    assert_eq!(laptop.state().await, "unknown", "cookies alone help nobody");
    assert_eq!(phone.state().await, "signed_in");

    laptop.sign_in(JANA).await;
    let everywhere = [("everywhere", "1")];
    phone
        .post("/account/sign-out", &everywhere)
        .await
        .leads_to();
    assert_eq!(phone.state().await, "unknown");
    assert_eq!(laptop.state().await, "unknown");
    let owner = account(&shop, JANA).await.expect("an account");
    let devices = store(&shop).accounts().devices_of(owner.id).await;
    assert_eq!(devices.expect("the store"), []);
}

/// [B.02] A stolen device cookie shows no address, name or account, and scripts learn the state only.
#[tokio::test]
async fn scripts_learn_the_state_only() {
    let shop = Shop::open_demo().await;
    let mut owner = Browser::new(&shop);
    owner.sign_in(JANA).await;
    save_card(&shop, JANA, "4242").await;
    save_address(&shop, JANA, "Dlouhá 12").await;
    let mut thief = Browser::new(&shop);
    let device = owner.jar["wallet-device"].clone();
    thief.jar.insert("wallet-device".to_owned(), device);
    let state = thief.json("/account/session").await;
    assert_eq!(state, json!({ "state": "recognised" }));
    let page = thief.get("/account").await;
    page.says("action=\"/account/code\"");
    for secret in ["Dlouhá", "4242", JANA] {
        page.says_nothing_of(secret);
    }
    // A script of the storefront's origin reads this answer.
    let own = owner.json("/account/session").await;
    assert_eq!(own, json!({ "state": "signed_in" }));

    let mut forged = thief.jar["wallet-device"].clone();
    forged.replace_range(95.., if forged.ends_with('0') { "1" } else { "0" });
    thief.jar.insert("wallet-device".to_owned(), forged);
    assert_eq!(thief.state().await, "unknown");
}

/// [B.02] A recognised browser signs all devices out though its session has ended; one that is not recognised is told to sign in.
#[tokio::test]
async fn all_devices_are_signed_out_or_the_browser_says_why_not() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let everywhere = [("everywhere", "1")];
    let mut laptop = Browser::new(&shop);
    laptop.sign_in(JANA).await;
    later(&clock, 20);
    let mut phone = Browser::new(&shop);
    phone.sign_in(JANA).await;
    let out = laptop.post("/account/sign-out", &everywhere).await;
    assert_eq!(out.leads_to(), "/account");
    assert_eq!(phone.state().await, "unknown");

    phone.sign_in(JANA).await;
    let mut stranger = Browser::new(&shop);
    let page = stranger.post("/account/sign-out", &everywhere).await;
    assert_eq!(page.status, StatusCode::FORBIDDEN);
    page.says("Všechna zařízení jsme neodhlásili");
    let (page, answer) = stranger.script("/account/sign-out", &everywhere).await;
    assert_eq!(page.status, StatusCode::FORBIDDEN);
    assert_eq!(answer["error"]["code"], "SIGN_IN_AGAIN");
    assert_eq!(phone.state().await, "signed_in");
}

/// [B.02] A sign-in to another account ends the device of the account that the browser had, and does not keep it alive.
#[tokio::test]
async fn another_accounts_device_ends() {
    let shop = Shop::open_demo().await;
    let mut browser = Browser::new(&shop);
    browser.sign_in(PETR).await;
    let petrs = browser.jar["wallet-device"].clone();
    browser.sign_in(JANA).await;
    assert_ne!(browser.jar["wallet-device"], petrs);
    let mut thief = Browser::new(&shop);
    thief.jar.insert("wallet-device".to_owned(), petrs);
    assert_eq!(thief.state().await, "unknown");
    assert_eq!(browser.state().await, "signed_in");
}

/// [B.02] The account's pages run no script but the wallet's own, which their policy names by its path: neither the theme's nor a
/// vendor's.
#[tokio::test]
async fn the_accounts_pages_run_one_script() {
    let shop = Shop::open_demo().await;
    let mut browser = Browser::new(&shop);
    let sign_in = browser.get("/account").await;
    browser.ask(JANA).await;
    let form = browser.get("/account/code").await;
    let code = browser.code(JANA);
    browser.answer_code(&code).await.leads_to();
    let account = browser.get("/account").await;
    account.says(JANA);
    for page in [&sign_in, &form, &account] {
        let policy = page.header("content-security-policy");
        let rules: Vec<_> = policy.split("; ").collect();
        let own = shop.server.app().manifest.account.as_deref();
        let runs: Vec<_> = page.text.split("<script").skip(1).collect();
        assert_eq!(runs.len(), usize::from(own.is_some()), "{}", page.text);
        let allowed = own.map_or("'none'".to_owned(), |path| {
            assert!(runs[0].contains(&format!("src=\"{path}\"")), "{}", runs[0]);
            assert!(runs[0].contains("integrity=\"sha"), "{}", runs[0]);
            format!("{}{path}", shop.server.base_url)
        });
        let scripts = rules.iter().find(|rule| rule.starts_with("script-src"));
        let scripts = scripts.expect("a rule for scripts");
        assert!(scripts.split(' ').any(|one| one == allowed), "{policy}");
        for wide in ["'self'", "unsafe", "*", "blob:", "data:"] {
            assert!(!scripts.contains(wide), "{policy}");
        }
        assert!(rules.contains(&"trusted-types 'none'"), "{policy}");
        assert!(rules.contains(&"frame-ancestors 'none'"), "{policy}");
    }
}

/// [B.02] The owner is told of each new device by e-mail, once, and not of the first sign-in.
#[tokio::test]
async fn owners_hear_of_new_devices() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut firefox = Browser::new(&shop);
    firefox.sign_in(JANA).await;
    let device = firefox.jar["wallet-device"].clone();
    delivered(&shop, JANA).await;
    later(&clock, 1);
    firefox.sign_in(JANA).await;
    assert_eq!(firefox.jar["wallet-device"], device, "the same device");
    delivered(&shop, JANA).await;
    let second = firefox.get("/sandbox/mail/2/text").await;
    second.says("Váš kód k\u{a0}přihlášení");
    let third = firefox.get("/sandbox/mail/3/text").await;
    assert_eq!(third.status, StatusCode::NOT_FOUND, "no notice");

    let mut chrome = Browser::new(&shop);
    chrome.agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
    chrome.sign_in(JANA).await;
    delivered(&shop, JANA).await;
    let notice = chrome.get("/sandbox/mail/4/text").await;
    notice.says("z\u{a0}nového zařízení: Chrome, Windows.");
    notice.says("Nejste to vy?");
    let fifth = chrome.get("/sandbox/mail/5/text").await;
    assert_eq!(fifth.status, StatusCode::NOT_FOUND, "once");
    assert!(letters(&shop, JANA).await.is_empty());
    let page = chrome.get("/account").await;
    page.says("Chrome, Windows <strong>(toto)</strong>");
    page.says("Firefox, Linux");
}
