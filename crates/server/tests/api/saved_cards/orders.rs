//! The orders of an account: only its owner, signed in, gets one into it, and nobody else sees it there.

use super::support::{
    APPROVE, Buyer, account_answer, account_page, accounts, bound, buyer, buyer_by, open,
    paid_order, post_form, saved_card, saved_of, submitted, token, until, wishes,
};
use crate::support::{BOOK, Shop};
use reqwest::StatusCode;
use zkratka_commerce::ids::OrderNumber;
use zkratka_store::SessionProof;

async fn orders(shop: &Shop, buyer: &Buyer) -> Vec<OrderNumber> {
    let orders = accounts(shop).orders_of(buyer.account, None, 100).await;
    orders.unwrap()
}

/// Waits until no order is still to be saved.
async fn settled(shop: &Shop) {
    until("the orders are saved", async || {
        let pending = accounts(shop).pending_saves(10).await.unwrap();
        pending.is_empty().then_some(())
    })
    .await;
}

/// [3.13] [7.16] An order is in the account whose card pays it, or in which its card is saved, newest first, with its own link.
#[tokio::test]
async fn an_account_has_the_orders_of_its_cards() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let petr = buyer(&shop, 2).await;
    let visa = saved_card(&shop, &jana, APPROVE).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 2)]).await;
    let token = token(&shop, &cart, &jana, &visa).await;
    bound(&shop, &cart, &token).await;
    submitted(&shop, &cart, "attempt-by-a-saved-card").await;
    let (second, _) = paid_order(&shop, 2).await;
    settled(&shop).await;
    let first = OrderNumber(second.number.0 - 1);
    assert_eq!(orders(&shop, &jana).await, [second.number, first]);
    assert_eq!(orders(&shop, &petr).await, []);

    let page = account_page(&shop, &jana, "").await;
    let places = [second.number, first].map(|number| {
        let place = page.find(&format!("Objednávka {}<", number.0));
        place.expect("the order")
    });
    assert!(places[0] < places[1], "newest first");
    assert!(
        !page.contains("/confirmation"),
        "a script that reads the page gets no link that outlives the session"
    );
    let path = format!("orders/{}", second.number.0);
    for (buyer, mode) in [(&petr, "navigate"), (&jana, "cors")] {
        let answer = account_answer(&shop, buyer, &path, mode).await;
        assert_eq!(answer, (StatusCode::NOT_FOUND, None), "{mode}");
    }
    let (status, link) = account_answer(&shop, &jana, &path, "navigate").await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let link = link.unwrap();
    let path = link.split_once("/checkout/").unwrap().1;
    let opened = shop
        .client
        .get(format!("{}/checkout/{path}", shop.server.base_url));
    let opened = opened.send().await.unwrap();
    assert_eq!(opened.status(), StatusCode::OK);
    assert!(
        opened
            .text()
            .await
            .unwrap()
            .contains(&second.snapshot.email),
        "the order's own link shows the whole order"
    );

    for forged in [
        "",
        "?objednavky=99999999",
        "?objednavky=x",
        "?objednavky=-1",
    ] {
        let page = account_page(&shop, &petr, forged).await;
        assert!(
            !page.contains(&format!("Objednávka {}", first.0)),
            "{forged}"
        );
        assert!(!page.contains("/confirmation"), "{forged}");
    }
    let exported = post_form(&shop, &jana, "/account/export", "").await;
    let exported: serde_json::Value = serde_json::from_str(&exported).unwrap();
    assert_eq!(exported["orders"][0]["number"], second.number.0);
    assert!(!exported.to_string().contains(&visa.mandate));
}

/// [7.16] [B.02] Neither the account's e-mail address nor a wish by who has only the cart's link brings an order into an account.
#[tokio::test]
async fn nobody_gets_an_order_of_others() {
    let shop = open().await;
    let mallory = buyer(&shop, 3).await;
    // Mallory has the link of the cart that a guest pays, and asks that it is saved for Mallory.
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let session = shop.pay_by_card(&cart, APPROVE).await;
    let wished = wishes(&shop, &cart, &mallory, (true, "another-session")).await;
    assert_eq!(wished, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!session.is_empty());
    submitted(&shop, &cart, "attempt-of-a-guest").await;
    let (order, _) = paid_order(&shop, 1).await;
    settled(&shop).await;
    assert_eq!(orders(&shop, &mallory).await, []);

    // An account of the very address that the guest has given.
    let owner = zkratka_store::AccountId([9; 32]);
    let now = shop.server.app().clock.now();
    let of_shop = accounts(&shop);
    let opened = of_shop.open_account(owner, &order.snapshot.email, now);
    opened.await.unwrap();
    let of_address = accounts(&shop).orders_of(owner, None, 10).await.unwrap();
    assert_eq!(of_address, []);
}

/// [B.02] A passkey that did not verify its user opens nothing of the account: a code must follow.
#[tokio::test]
async fn only_a_proven_owner_opens_the_account() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let visa = saved_card(&shop, &jana, APPROVE).await;
    let (first, _) = paid_order(&shop, 1).await;
    settled(&shop).await;
    assert_eq!(orders(&shop, &jana).await, [first.number]);
    let thief = buyer_by(&shop, 1, SessionProof::Passkey).await;
    let page = account_page(&shop, &thief, "").await;
    assert!(page.contains("Potvrďte to prosím kódem"), "{page}");
    for secret in [&visa.last_four, "Objednávka ", &first.snapshot.email] {
        assert!(!page.contains(secret), "{secret}");
    }
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let saved = saved_of(&shop, &cart, &thief).await;
    assert_eq!(saved["error"]["code"], "CODE_NEEDED", "{saved}");
    for path in ["address", &format!("orders/{}", first.number.0)] {
        let (status, sign_in) = account_answer(&shop, &thief, path, "navigate").await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{path}");
        let sign_in = sign_in.unwrap();
        assert!(sign_in.starts_with("/account?return_to="), "{sign_in}");
    }
}

/// [B.16] A deleted account has no orders, and the orders stay.
#[tokio::test]
async fn a_deleted_account_has_no_orders() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    saved_card(&shop, &jana, APPROVE).await;
    settled(&shop).await;
    assert_eq!(orders(&shop, &jana).await.len(), 1);
    let deleted = accounts(&shop).delete_account(jana.account, None).await;
    assert!(deleted.unwrap());
    assert_eq!(orders(&shop, &jana).await, []);
    assert_eq!(shop.orders().await.len(), 1);
}

/// [7.16] Ten orders stand on a page; links lead to the older ones and back.
#[tokio::test]
async fn ten_orders_stand_on_a_page() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    for number in 0..11 {
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        super::support::pays_and_saves(&shop, &cart, &jana, APPROVE).await;
        submitted(&shop, &cart, &format!("attempt-number-{number}-of-many")).await;
    }
    paid_order(&shop, 11).await;
    settled(&shop).await;
    let all = orders(&shop, &jana).await;
    assert_eq!(all.len(), 11);
    let page = account_page(&shop, &jana, "").await;
    let shown = |page: &str| {
        let listed = all
            .iter()
            .filter(|one| page.contains(&format!("Objednávka {}<", one.0)));
        listed.copied().collect::<Vec<_>>()
    };
    assert_eq!(shown(&page), all[..10]);
    let older = format!("?objednavky={}", all[9].0);
    assert!(page.contains(&format!("/account{older}\"")), "{page}");
    let page = account_page(&shop, &jana, &older).await;
    assert_eq!(shown(&page), all[10..]);
    assert!(page.contains("Nejnovější objednávky") && !page.contains("Starší objednávky</a>"));
}
