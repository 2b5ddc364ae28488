//! The codes of sold gift cards in e-mails, and links to parcels.

use super::{LINK, NOW, order, shop, spaced};
use crate::codes::MailedCard;
use crate::letter::{Letter, Occasion};
use crate::render::{Rendered, Renderer};
use serde_json::json;
use zkratka_commerce::gift_card::{CodeDigest, GiftCardCode, GiftCardId};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::order::Order;
use zkratka_commerce::order_life::Life;
use zkratka_gift_cards::{GiftCard, IssuedCard};
use zkratka_texts::LetterKind;

fn issued(code: &str, change: fn(&mut GiftCard)) -> IssuedCard {
    let mut card = GiftCard {
        id: GiftCardId(1),
        digest: CodeDigest {
            key: None,
            digest: String::new(),
        },
        last_characters: String::new(),
        currency: Currency::CZK,
        initial: MinorUnits::new(50_000),
        balance: MinorUnits::new(50_000),
        issued_at: NOW,
        expires_at: None,
        disabled_at: None,
        note: None,
        sold: None,
        awaits_payment: false,
        withheld: false,
        needs_confirmation: false,
    };
    change(&mut card);
    let code = GiftCardCode::parse(code).expect("a code");
    IssuedCard { card, code }
}

fn written(cards: Vec<MailedCard>) -> Rendered {
    let order: Order = serde_json::from_value(order()).expect("an order");
    let life = Life::of(&order, &[], Vec::new());
    let at = Occasion {
        order: &order,
        life: &life,
        now: NOW,
    };
    let letter = Letter::new(LetterKind::GiftCard, at, &shop(), Some(LINK.to_owned()));
    let templates = Renderer::new().expect("templates");
    templates
        .render(&letter.with_cards(cards))
        .expect("an e-mail")
}

/// [B.12] Only cards that pay are in an e-mail.
#[test]
fn a_card_that_pays_nothing_is_left_out() {
    let whole = issued("DAREK-SOJKA-2026", |_| {});
    assert!(MailedCard::of(&whole, NOW).is_some());
    let changes: [fn(&mut GiftCard); 5] = [
        |card| card.awaits_payment = true,
        |card| card.withheld = true,
        |card| card.disabled_at = Some(NOW),
        |card| card.expires_at = Some(NOW),
        |card| card.needs_confirmation = true,
    ];
    for change in changes {
        let card = issued("DAREK-SOJKA-2026", change);
        assert!(MailedCard::of(&card, NOW).is_none(), "{:?}", card.card);
    }
}

/// [B.12] The e-mail says how to use a code, and says nothing of the order but that it is paid.
#[test]
fn the_e_mail_shows_each_code_with_its_worth() {
    let used = issued("MALY-DAREK-1111", |card| {
        card.balance = MinorUnits::new(12_050);
    });
    let cards = [&issued("DAREK-SOJKA-2026", |_| {}), &used].map(|one| MailedCard::of(one, NOW));
    let rendered = written(cards.into_iter().flatten().collect());
    let (text, html) = (spaced(&rendered.text), spaced(&rendered.html));
    for part in [
        "Kódy dárkových karet",
        &format!(
            "{}: 500 Kč\n",
            issued("DAREK-SOJKA-2026", |_| {}).code.in_groups()
        ),
        &format!(
            "{}: 500 Kč (Na kartě zbývá 120,50 Kč.)\n",
            used.code.in_groups()
        ),
        "Kódy zadáte v pokladně",
        LINK,
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(html.contains(&used.code.in_groups()), "{html}");
    assert!(
        !text.contains("\n\n\n") && !text.contains("Hrnek"),
        "{text}"
    );
    let single = written(MailedCard::of(&used, NOW).into_iter().collect());
    assert!(spaced(&single.text).contains("Kód zadáte v pokladně"));
}

/// [B.12] A parcel's link leads to the carrier; without a page of this carrier there is none.
#[test]
fn only_the_e_mail_about_sent_goods_leads_to_the_carrier() {
    let mut sold = order();
    sold["payment"] =
        json!({ "kind": "captured", "card": { "network": "visa", "last_four": "1111" } });
    let order: Order = serde_json::from_value(sold).expect("an order");
    let entry = json!({
        "sequence": 1, "at": NOW,
        "change": { "kind": "fulfilled", "lines": [{ "line": 1, "units": 2 }], "carrier": "PPL", "tracking_number": "123" },
    });
    let entries = vec![serde_json::from_value(entry).expect("an entry")];
    let life = Life::of(&order, &[], entries);
    let at = Occasion {
        order: &order,
        life: &life,
        now: NOW,
    };
    let templates = Renderer::new().expect("templates");
    for kind in LetterKind::ALL {
        let letter = Letter::new(kind, at, &shop(), None);
        let text = spaced(&templates.render(&letter).expect("an e-mail").text);
        let link = "Sledovat zásilku 123 (PPL):\nhttps://ppl.example/?z=123\n";
        assert_eq!(text.contains(link), kind == LetterKind::Sent, "{text}");
    }
}
