//! A browser with a jar of cookies.

use crate::order_page::MovedClock;
use crate::support::{Page, Shop};
use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderMap, SET_COOKIE, USER_AGENT};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use zkratka_commerce::address::Address;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_sign_in::AskedCodes;
use zkratka_store::clock::Clock;
use zkratka_store::{Account, AccountLetter, EntryId, SavedAddress, SavedCard, Store};

pub(super) const JANA: &str = "jana@example.cz";
pub(super) const PETR: &str = "petr@example.cz";
pub(super) const MINUTE_MS: i64 = 60_000;
/// How long to wait for the emulated SMTP server.
const PATIENCE: Duration = Duration::from_mins(1);

/// A browser whose user runs no scripts.
pub(super) struct Browser<'s> {
    shop: &'s Shop,
    client: Client,
    pub(super) jar: BTreeMap<String, String>,
    pub(super) agent: &'static str,
}

pub(super) async fn open_at(clock: &Arc<MovedClock>) -> Shop {
    Shop::open_demo_at(Arc::clone(clock) as Arc<dyn Clock>).await
}

pub(super) fn later(clock: &MovedClock, minutes: i64) {
    clock.0.fetch_add(minutes * MINUTE_MS, Ordering::Relaxed);
}

pub(super) fn store(shop: &Shop) -> &dyn Store {
    &*shop.server.app().store
}

/// The account of this address.
pub(super) async fn account(shop: &Shop, email: &str) -> Option<Account> {
    let accounts = store(shop).accounts();
    accounts.account_of_email(email).await.expect("the store")
}

/// The e-mails that wait for this address.
pub(super) async fn letters(shop: &Shop, email: &str) -> Vec<AccountLetter> {
    let accounts = store(shop).accounts();
    let letters = accounts.letters_to(&ContactKey::of_email(email)).await;
    letters.expect("the store")
}

/// Waits until every e-mail to this address is sent or given up.
pub(super) async fn delivered(shop: &Shop, email: &str) {
    let empty = async {
        while !letters(shop, email).await.is_empty() {
            tokio::task::yield_now().await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, empty).await;
    waited.expect("the e-mails are sent");
}

/// Saves a card, and returns it.
pub(super) async fn save_card(shop: &Shop, email: &str, last_four: &str) -> SavedCard {
    let account = account(shop, email).await.expect("an account");
    let saved = SavedCard {
        id: EntryId([7; 16]),
        account: account.id,
        gateway: "sandbox".to_owned(),
        mandate: format!("mandate of {email}"),
        network: "visa".to_owned(),
        last_four: last_four.to_owned(),
        expires: Some("2031-04".to_owned()),
        used_at: shop.server.app().clock.now(),
    };
    assert!(
        store(shop)
            .accounts()
            .add_card(&saved)
            .await
            .expect("added")
    );
    saved
}

pub(super) async fn save_address(shop: &Shop, email: &str, street: &str) -> SavedAddress {
    let account = account(shop, email).await.expect("an account");
    let saved = SavedAddress {
        id: EntryId([8; 16]),
        account: account.id,
        address: Address {
            first_name: Some("Jana".to_owned()),
            address1: Some(street.to_owned()),
            city: Some("Brno".to_owned()),
            zip: Some("602 00".to_owned()),
            country: Some("CZ".to_owned()),
            ..Address::default()
        },
        used_at: shop.server.app().clock.now(),
    };
    let added = store(shop).accounts().add_address(&saved).await;
    assert!(added.expect("added"));
    saved
}

impl<'s> Browser<'s> {
    pub(super) fn new(shop: &'s Shop) -> Self {
        let client = Client::builder().redirect(Policy::none()).no_proxy();
        Self {
            shop,
            client: client.build().expect("a client"),
            jar: BTreeMap::new(),
            agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
        }
    }

    pub(super) async fn get(&mut self, path: &str) -> Page {
        let request = self.request(Method::GET, path);
        self.answer(request).await
    }

    pub(super) async fn json(&mut self, path: &str) -> Value {
        let page = self.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        serde_json::from_str(&page.text).expect("JSON")
    }

    /// Posts a form as a page of the shop does.
    pub(super) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let own = self.shop.server.base_url.clone();
        self.post_with(path, fields, &[("origin", &own)]).await
    }

    /// Posts a form as a script of the shop does.
    pub(super) async fn script(&mut self, path: &str, fields: &[(&str, &str)]) -> (Page, Value) {
        let own = self.shop.server.base_url.clone();
        let headers = [("origin", own.as_str()), ("accept", "application/json")];
        let page = self.post_with(path, fields, &headers).await;
        let answer = serde_json::from_str(&page.text).expect("JSON");
        (page, answer)
    }

    pub(super) async fn post_with(
        &mut self,
        path: &str,
        fields: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> Page {
        let mut body = url::form_urlencoded::Serializer::new(String::new());
        let mut request = self
            .request(Method::POST, path)
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body.extend_pairs(fields).finish());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.answer(request).await
    }

    /// The code that this browser's user finds in the mailbox, as the server would send it.
    pub(super) fn code(&self, email: &str) -> String {
        let asked = AskedCodes::read(&self.jar["wallet-challenge"]).expect("a challenge");
        let wallet = self.shop.server.app().shop_wallet.as_ref();
        let wallet = wallet.expect("a wallet");
        wallet.codes.code(asked.newest().id, email).to_string()
    }

    /// Asks for a code.
    pub(super) async fn ask(&mut self, email: &str) -> Page {
        self.post("/account/code", &[("email", email)]).await
    }

    pub(super) async fn answer_code(&mut self, code: &str) -> Page {
        self.post("/account/code/answer", &[("code", code)]).await
    }

    pub(super) async fn sign_in(&mut self, email: &str) {
        self.ask(email).await.leads_to();
        let code = self.code(email);
        assert_eq!(self.answer_code(&code).await.leads_to(), "/account");
    }

    /// Whether this browser is recognised or signed in.
    pub(super) async fn state(&mut self) -> String {
        let state = self.json("/account/session").await;
        state["state"].as_str().expect("a state").to_owned()
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = match path.strip_prefix("http") {
            Some(_) => path.to_owned(),
            None => self.shop.url(path),
        };
        let pairs = self
            .jar
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        self.client
            .request(method, url)
            .header(USER_AGENT, self.agent)
            .header(COOKIE, pairs.collect::<Vec<_>>().join("; "))
    }

    async fn answer(&mut self, request: RequestBuilder) -> Page {
        let response = request.send().await.expect("an answer");
        self.keep(response.headers());
        Page::read(response).await
    }

    fn keep(&mut self, headers: &HeaderMap) {
        for cookie in headers.get_all(SET_COOKIE) {
            let text = cookie.to_str().expect("text");
            let (pair, attributes) = text.split_once(';').expect("attributes");
            let (name, value) = pair.split_once('=').expect("a value");
            if attributes.contains("Max-Age=0;") || value.is_empty() {
                self.jar.remove(name);
            } else {
                self.jar.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

/// The forged headers of pages that are not the shop's.
pub(super) const FOREIGN: [&[(&str, &str)]; 4] = [
    &[("origin", "https://evil.example")],
    &[("origin", "null")],
    &[("sec-fetch-site", "cross-site")],
    &[("sec-fetch-site", "same-site")],
];
