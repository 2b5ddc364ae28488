//! Tests the account's page: what its owner sees and changes.

use super::browser::{
    Browser, JANA, PETR, account, delivered, later, open_at, save_address, save_card, store,
};
use crate::order_page::clock;
use crate::support::{Page, Shop};
use reqwest::StatusCode;
use serde_json::Value;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;
use zkratka_sign_in::read_ticket;
use zkratka_store::{AccountPasskey, TicketId};

const CARD: &str = "07070707070707070707070707070707";
const ADDRESS: &str = "08080808080808080808080808080808";

pub(super) async fn add_passkey(shop: &Shop, email: &str) {
    let passkey = AccountPasskey {
        id: vec![9; 20],
        account: account(shop, email).await.expect("an account").id,
        public_key: vec![1],
        algorithm: -7,
        count: 0,
        backup_eligible: true,
        backed_up: true,
        transports: "internal".to_owned(),
        label: "Telefon Jany".to_owned(),
        created_at: shop.server.app().clock.now(),
        used_at: None,
    };
    let added = store(shop).accounts().add_passkey(&passkey).await;
    assert!(added.expect("added"));
}

async fn remove(browser: &mut Browser<'_>, kind: &str, id: &str) -> Page {
    let fields = [("kind", kind), ("id", id)];
    browser.post("/account/remove", &fields).await
}

/// [7.16] The owner sees what is saved and removes it by forms; nobody else does.
#[tokio::test]
async fn owners_see_and_remove_what_is_saved() {
    let shop = Shop::open_demo().await;
    let mut jana = Browser::new(&shop);
    jana.sign_in(JANA).await;
    save_card(&shop, JANA, "4242").await;
    save_address(&shop, JANA, "<b>Dlouhá</b> 12").await;
    let page = jana.get("/account").await;
    page.says("Visa končící na&nbsp;4242, platí do&nbsp;4/2031");
    page.says("&lt;b&gt;Dlouhá&lt;/b&gt; 12");
    page.says_nothing_of("mandate");

    let mut petr = Browser::new(&shop);
    petr.sign_in(PETR).await;
    let mut nobody = Browser::new(&shop);
    for (kind, id) in [("card", CARD), ("address", ADDRESS)] {
        assert_eq!(
            remove(&mut petr, kind, id).await.status,
            StatusCode::SEE_OTHER
        );
        assert_eq!(remove(&mut nobody, kind, id).await.leads_to(), "/account");
    }
    jana.get("/account").await.says("4242");
    for wrong in [("card", "x"), ("card", "07"), ("tree", CARD), ("", "")] {
        let page = remove(&mut jana, wrong.0, wrong.1).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{wrong:?}");
    }
    for (kind, id) in [("card", CARD), ("address", ADDRESS)] {
        let removed = remove(&mut jana, kind, id).await;
        jana.get(removed.leads_to()).await.says("Odebráno.");
    }
    let page = jana.get("/account").await;
    page.says("Žádnou kartu uloženou nemáte");
    page.says("Žádnou adresu uloženou nemáte");
}

/// [B.02] A change wants a sign-in of the last quarter of an hour; signing out a device does not.
#[tokio::test]
async fn changes_want_a_recent_sign_in() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut laptop = Browser::new(&shop);
    laptop.sign_in(JANA).await;
    let mut phone = Browser::new(&shop);
    phone.sign_in(JANA).await;
    save_card(&shop, JANA, "4242").await;
    later(&clock, 15);
    for (path, fields) in [
        ("/account/remove", vec![("kind", "card"), ("id", CARD)]),
        ("/account/export", vec![]),
        ("/account/delete", vec![("confirm", "1")]),
    ] {
        let page = laptop.post(path, &fields).await;
        assert_eq!(page.status, StatusCode::FORBIDDEN, "{path}");
        page.says("přihlaste znovu");
        page.says("value=\"jana@example.cz\"");
    }
    laptop.get("/account").await.says("4242");
    let id = hex::encode(&device_of(&phone).0);
    remove(&mut laptop, "device", &id).await.leads_to();
    assert_eq!(phone.state().await, "unknown");
    assert_eq!(laptop.state().await, "signed_in");

    laptop.sign_in(JANA).await;
    remove(&mut laptop, "card", CARD).await.leads_to();
    laptop.get("/account").await.says("Žádnou kartu");
}

fn device_of(browser: &Browser<'_>) -> TicketId {
    let ticket = read_ticket(&browser.jar["wallet-device"]);
    ticket.expect("a device").id
}

/// [B.02] A code in a new browser removes no passkey for a day. The owner is told when one is removed.
#[tokio::test]
async fn a_code_removes_no_passkey_at_once() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut browser = Browser::new(&shop);
    browser.sign_in(JANA).await;
    add_passkey(&shop, JANA).await;
    let id = "09".repeat(20);
    let page = remove(&mut browser, "passkey", &id).await;
    assert_eq!(page.status, StatusCode::FORBIDDEN);
    page.says("Přístupový klíč teď odebrat nejde");
    page.says("Telefon Jany");

    later(&clock, 24 * 60);
    browser.sign_in(JANA).await;
    remove(&mut browser, "passkey", &id).await.leads_to();
    browser
        .get("/account")
        .await
        .says_nothing_of("Telefon Jany");
    delivered(&shop, JANA).await;
    let inbox = browser.get("/sandbox/mail").await;
    inbox.says("Odebraný přístupový klíč");
}

/// [B.16] The owner takes the account's data along, without anything that could be charged, and deletes the account.
#[tokio::test]
async fn owners_take_their_data_and_go() {
    let shop = Shop::open_demo().await;
    let mut browser = Browser::new(&shop);
    browser.sign_in(JANA).await;
    let mut phone = Browser::new(&shop);
    phone.sign_in(JANA).await;
    save_card(&shop, JANA, "4242").await;
    save_address(&shop, JANA, "Dlouhá 12").await;
    let file = browser.post("/account/export", &[]).await;
    assert_eq!(file.header("content-type"), "application/json");
    assert!(file.header("content-disposition").starts_with("attachment"));
    let whole: Value = serde_json::from_str(&file.text).expect("JSON");
    assert_eq!(whole["email"], JANA);
    assert_eq!(whole["cards"][0]["lastFour"], "4242");
    assert_eq!(whole["devices"].as_array().map(Vec::len), Some(2));
    file.says_nothing_of("mandate");

    let asked = browser.post("/account/delete", &[]).await;
    assert_eq!(asked.status, StatusCode::UNPROCESSABLE_ENTITY);
    asked.says("Účet jsme nesmazali");
    let deleted = browser.post("/account/delete", &[("confirm", "1")]).await;
    assert_eq!(deleted.leads_to(), "/account");
    assert_eq!(account(&shop, JANA).await, None);
    assert_eq!(browser.state().await, "unknown");
    assert_eq!(phone.state().await, "unknown");
}

/// [B.02] A code in a new browser does not delete an account with a passkey. The owner is told when an account is deleted, and
/// nothing else waits for the address then.
#[tokio::test]
async fn a_code_deletes_no_account_with_a_passkey_at_once() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut browser = Browser::new(&shop);
    browser.sign_in(JANA).await;
    add_passkey(&shop, JANA).await;
    let confirmed = [("confirm", "1")];
    let page = browser.post("/account/delete", &confirmed).await;
    assert_eq!(page.status, StatusCode::FORBIDDEN);
    page.says("Účet teď smazat nejde");
    assert!(account(&shop, JANA).await.is_some());

    later(&clock, 24 * 60);
    browser.sign_in(JANA).await;
    let deleted = browser.post("/account/delete", &confirmed).await;
    assert_eq!(deleted.leads_to(), "/account");
    assert_eq!(account(&shop, JANA).await, None);
    let contact = ContactKey::of_email(JANA);
    let accounts = store(&shop).accounts();
    let codes = accounts.codes_sent(&contact, Timestamp(0)).await;
    assert_eq!(codes.expect("the store").sent, []);
    delivered(&shop, JANA).await;
    browser.get("/sandbox/mail").await.says("Účet je smazaný");
}
