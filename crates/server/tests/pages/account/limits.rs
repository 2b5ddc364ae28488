//! Tests how many codes are sent.

use super::browser::{Browser, JANA, PETR, delivered, later, letters, open_at, store};
use super::sign_in::wrong;
use crate::order_page::clock;
use crate::support::Shop;
use reqwest::StatusCode;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::time::Timestamp;
use zkratka_sign_in::CodeRequest;

async fn sent(shop: &Shop, email: &str) -> usize {
    let accounts = store(shop).accounts();
    let contact = ContactKey::of_email(email);
    let codes = accounts.codes_sent(&contact, Timestamp(0)).await;
    codes.expect("the store").sent.len()
}

/// [B.02] Nobody floods a mailbox: of many requests at once three send a code, and each code signs in its own browser.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mailbox_gets_three_codes_in_a_quarter_of_an_hour() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut browsers: Vec<_> = (0..8).map(|_| Browser::new(&shop)).collect();
    let [one, two, three, four, five, six, seven, eight] = browsers.as_mut_slice() else {
        panic!("eight browsers");
    };
    let spelled = "Jana+neco@example.cz";
    let asked = tokio::join!(
        one.ask(JANA),
        two.ask(JANA),
        three.ask(JANA),
        four.ask(spelled),
        five.ask(JANA),
        six.ask(JANA),
        seven.ask(spelled),
        eight.ask(JANA)
    );
    assert_eq!(asked.0.leads_to(), "/account/code");
    assert_eq!(asked.7.leads_to(), "/account/code");
    assert_eq!(sent(&shop, JANA).await, 3);
    delivered(&shop, JANA).await;
    for (number, status) in [(3, StatusCode::OK), (4, StatusCode::NOT_FOUND)] {
        let address = format!("/sandbox/mail/{number}/text");
        let mail = browsers[0].get(&address).await;
        assert_eq!(mail.status, status, "{number}");
    }

    let mut signed_in = 0;
    for browser in &mut browsers {
        for email in [JANA, "jana+neco@example.cz"] {
            let code = browser.code(email);
            let answered = browser.answer_code(&code).await;
            if answered.status == StatusCode::SEE_OTHER {
                signed_in += 1;
                break;
            }
        }
    }
    assert_eq!(signed_in, 3, "the others asked for nothing that was sent");

    later(&clock, 15);
    browsers[0].sign_in(JANA).await;
    assert_eq!(sent(&shop, JANA).await, 4);
}

/// [B.02] A request after which no e-mail goes out leaves the buyer the code of the last e-mail. Asking again tells nothing of it and
/// gives no further guesses.
#[tokio::test]
async fn the_last_code_that_was_sent_counts() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut browser = Browser::new(&shop);
    let mut codes = Vec::new();
    let mut lengths = Vec::new();
    for _ in 0..5 {
        browser.ask(JANA).await.leads_to();
        codes.push(browser.code(JANA));
        lengths.push(browser.jar["wallet-challenge"].len());
    }
    assert_eq!(sent(&shop, JANA).await, 3);
    for length in lengths.windows(2) {
        assert_eq!(length[1] - length[0], lengths[1] - lengths[0]);
    }
    for number in [0, 1, 3, 4] {
        let refused = browser.answer_code(&codes[number]).await;
        let left = refused.status == StatusCode::BAD_REQUEST;
        assert!(left, "{number}: a later one was sent, or none was");
    }
    let cookie = browser.jar["wallet-challenge"].clone();
    browser.answer_code(&codes[2]).await.leads_to();
    assert_eq!(browser.state().await, "signed_in");
    let mut thief = Browser::new(&shop);
    thief.jar.insert("wallet-challenge".to_owned(), cookie);
    let replayed = thief.answer_code(&codes[2]).await;
    assert_eq!(replayed.status, StatusCode::GONE);

    let mut guesser = Browser::new(&shop);
    guesser.ask(PETR).await;
    guesser.ask(PETR).await;
    guesser.ask(PETR).await;
    let right = guesser.code(PETR);
    let guess = wrong(&right);
    for left in [4, 3, 2, 1] {
        let fields = [("code", guess.as_str())];
        let (_, answer) = guesser.script("/account/code/answer", &fields).await;
        assert_eq!(answer["error"]["triesLeft"], left);
    }
    guesser.ask(PETR).await;
    let fields = [("code", guess.as_str())];
    let (_, answer) = guesser.script("/account/code/answer", &fields).await;
    assert_eq!(
        answer["error"]["triesLeft"], 4,
        "as for a code that is sent"
    );
    let exhausted = guesser.answer_code(&right).await;
    assert_eq!(exhausted.status, StatusCode::BAD_REQUEST, "five guesses");
}

/// [B.02] A cookie that joins challenges of several addresses guesses at one of them only.
#[tokio::test]
async fn joined_challenges_give_no_further_guesses() {
    let shop = Shop::open_demo().await;
    let [mut jana, mut petr] = [Browser::new(&shop), Browser::new(&shop)];
    jana.ask(JANA).await;
    petr.ask(PETR).await;
    let code = jana.code(JANA);
    let theirs = jana.jar["wallet-challenge"].clone();
    let joined = format!("{}.{theirs}", petr.jar["wallet-challenge"]);
    petr.jar.insert("wallet-challenge".to_owned(), joined);
    let refused = petr.answer_code(&code).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    let other = jana.ask(PETR).await;
    other.leads_to();
    let refused = jana.answer_code(&code).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "another address");
}

/// [B.02] One client has codes sent to few addresses, and is told when to try again.
#[tokio::test]
async fn a_client_asks_for_few_codes() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut browser = Browser::new(&shop);
    for number in 0..20 {
        let asked = browser.ask(&format!("nekdo{number}@example.cz")).await;
        assert_eq!(asked.status, StatusCode::SEE_OTHER, "{number}");
    }
    let fields = [("email", JANA)];
    let (page, answer) = browser.script("/account/code", &fields).await;
    assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer["error"]["code"], "TOO_MANY");
    assert_eq!(answer["error"]["retryAfter"], 30);
    assert_eq!(page.header("retry-after"), "30");
    let form = browser.ask(JANA).await;
    assert_eq!(form.status, StatusCode::TOO_MANY_REQUESTS);
    form.says("value=\"jana@example.cz\"");
    assert_eq!(sent(&shop, JANA).await, 0);
    later(&clock, 1);
    browser.sign_in(JANA).await;
}

/// [B.02] Whoever asks for many codes to a mailbox does not lock its owner out of a browser that is recognised.
#[tokio::test]
async fn strangers_do_not_lock_the_owner_out() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut owner = Browser::new(&shop);
    owner.sign_in(JANA).await;
    let mut other = Browser::new(&shop);
    other.sign_in("petr@example.cz").await;
    for round in 0..3 {
        let mut stranger = Browser::new(&shop);
        stranger.ask(JANA).await;
        let code = stranger.code(JANA);
        let page = stranger.answer_code(&wrong(&code)).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{round}");
    }
    other.ask(JANA).await;
    let code = other.code(JANA);
    let refused = other.answer_code(&code).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "another account's");
    for round in 0..2 {
        owner.sign_in(JANA).await;
        assert_eq!(owner.state().await, "signed_in", "{round}");
    }
    owner.sign_in(JANA).await;
    owner.ask(JANA).await;
    let code = owner.code(JANA);
    let refused = owner.answer_code(&code).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "three, here too");
}

/// [B.02] A client guesses a few codes, also of many challenges. Then no answer in an unknown browser counts for a while, not even the
/// right one; a browser of the owner still signs in.
#[tokio::test]
async fn a_client_guesses_few_codes() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut owner = Browser::new(&shop);
    owner.sign_in(JANA).await;
    for number in 0..6 {
        let email = format!("nekdo{number}@example.cz");
        let mut guesser = Browser::new(&shop);
        guesser.ask(&email).await;
        let guess = wrong(&guesser.code(&email));
        for round in 0..5 {
            let page = guesser.answer_code(&guess).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{number} {round}");
        }
    }
    let mut unknown = Browser::new(&shop);
    unknown.ask(JANA).await;
    let code = unknown.code(JANA);
    assert_eq!(unknown.answer_code(&code).await.status, StatusCode::GONE);
    assert_eq!(unknown.answer_code("abc").await.status, StatusCode::GONE);
    unknown
        .jar
        .insert("wallet-device".to_owned(), "0a".repeat(48));
    assert_eq!(unknown.answer_code(&code).await.status, StatusCode::GONE);
    owner.sign_in(JANA).await;

    later(&clock, 1);
    let signed_in = unknown.answer_code(&code).await;
    assert_eq!(signed_in.status, StatusCode::SEE_OTHER);
}

/// [B.02] Two hundred buyers without an account get codes at once. The next ones get theirs a little later, and owners never wait.
#[tokio::test]
async fn a_crowd_of_new_buyers_waits_a_little() {
    const CROWD: usize = 200;
    let clock = clock();
    let shop = open_at(&clock).await;
    // The first code of Jana goes to an address without an account.
    let mut owner = Browser::new(&shop);
    owner.ask(JANA).await;
    delivered(&shop, JANA).await;
    let code = owner.code(JANA);
    owner.answer_code(&code).await.leads_to();
    let app = shop.server.app();
    let wallet = app.shop_wallet.as_ref().expect("a wallet");
    for number in 1..CROWD {
        let email = format!("nekdo{number}@example.cz");
        let accounts = app.store.accounts();
        let now = app.clock.now();
        let request = CodeRequest {
            email: &email,
            device: None,
            asked: None,
        };
        let sent = zkratka_sign_in::send_code(accounts, wallet, &app.ids, request, now);
        sent.await.expect("the store");
        delivered(&shop, &email).await;
    }
    let mut late = Browser::new(&shop);
    late.ask(PETR).await;
    owner.ask(JANA).await;
    delivered(&shop, JANA).await;
    let is_untried = async || {
        let waiting = letters(&shop, PETR).await;
        waiting.first().is_some_and(|letter| letter.attempts == 0)
    };
    while is_untried().await {
        tokio::task::yield_now().await;
    }
    assert_eq!(letters(&shop, PETR).await.len(), 1, "it waits");

    later(&clock, 1);
    wallet.letters.notify_one();
    delivered(&shop, PETR).await;
    let code = late.code(PETR);
    let inbox = late.get("/sandbox/mail").await;
    inbox.says(&format!("{code} je váš kód"));
    assert_eq!(late.answer_code(&code).await.leads_to(), "/account");
}
