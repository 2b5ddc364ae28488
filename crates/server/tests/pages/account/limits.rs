//! Tests how many codes are sent.

use super::browser::{Browser, JANA, delivered, later, open_at, store};
use crate::order_page::clock;
use crate::support::Shop;
use reqwest::StatusCode;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::time::Timestamp;

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
