//! What e-mails say, and how they look to a mail program.

mod cards;
mod qr;
mod refunds;
mod structure;

use crate::letter::{Letter, Occasion};
use crate::message::{Envelope, message};
use crate::receiver::subscriber;
use crate::render::{Rendered, Renderer};
use crate::shop::ShopFacts;
use mail_parser::{MessageParser, MimeHeaders};
use serde_json::{Value, json};
use zkratka_commerce::download::{ConsentPlace, DownloadConsent};
use zkratka_commerce::order::Order;
use zkratka_commerce::order_life::Life;
use zkratka_commerce::time::Timestamp;
use zkratka_texts::LetterKind;

const NOW: Timestamp = Timestamp(1_790_000_000_000);
const LINK: &str = "https://obchod.example/checkout/abc/confirmation?key=123";

fn shop() -> ShopFacts {
    ShopFacts::sample("Sojka & vnučka", "https://obchod.example")
}

/// Two mugs with a discount and delivery, partly paid by a gift card.
fn order() -> Value {
    json!({
        "number": 1001, "cart": 1, "attempt": 2, "created_at": NOW, "mode": "live",
        "payment": { "kind": "awaiting_transfer" },
        "transfer_due": { "day": "2026-12-03", "overdue_at": NOW.plus(1_000), "expires_at": NOW.plus(2_000) },
        "snapshot": {
            "currency": "CZK", "email": "jana@example.cz", "phone": null,
            "delivery_address": { "first_name": "Jana", "last_name": "<Nováková>", "address1": "Dlouhá 1", "city": "Praha", "zip": "11000", "country": "CZ" },
            "billing_address": null,
            "lines": [{
                "id": 1, "variant": 1, "title": "Hrnek <b>Sojka</b>", "variant_title": "modrý", "sku": "", "quantity": 2,
                "unit_price": 10_000, "total": 20_000, "tax_rate": 2_100, "requires_shipping": true, "tracked": true,
                "attributes": [],
            }],
            "delivery": {
                "handle": "ppl", "code": "ppl", "title": "PPL na adresu", "description": null, "kind": "SHIPPING",
                "price": 11_900, "cash_on_delivery": true,
            },
            "note": "Zvoňte & čekejte", "attributes": [], "subtotal": 20_000, "total": 21_900,
            "gift_cards": [{ "id": 1, "last_characters": "2026", "amount": 10_000, "left": 0 }],
            "taxes": [{ "rate": 2_100, "base": 26_364, "tax": 5_536 }],
            "payment": { "kind": "bank_transfer" },
        },
    })
}

fn written(kind: LetterKind, order: &Value) -> (Letter, Rendered) {
    let order: Order = serde_json::from_value(order.clone()).expect("an order");
    let life = Life::of(&order, &[], Vec::new());
    let at = Occasion {
        order: &order,
        life: &life,
        now: NOW,
    };
    let letter = Letter::new(kind, at, &shop(), Some(LINK.to_owned()));
    let templates = Renderer::new().expect("templates");
    let rendered = templates.render(&letter).expect("an e-mail");
    (letter, rendered)
}

fn spaced(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

/// [8.03] Cash is rounded: the e-mail says by how much, and the sums add up, also where a gift card has paid for a part.
#[test]
fn the_rounding_of_cash_is_a_sum_of_its_own() {
    let mut order = order();
    order["payment"] = json!({ "kind": "due_on_delivery" });
    order["snapshot"]["payment"] = json!({ "kind": "cash_on_delivery" });
    order["snapshot"]["rounding"] = json!(-40);
    let by_card = written(LetterKind::Confirmation, &order).1.text;
    order["snapshot"]["gift_cards"] = json!([]);
    let in_cash = written(LetterKind::Confirmation, &order).1.text;
    for (text, total, rest) in [
        (
            by_card,
            "Celkem: 319,40\u{a0}Kč",
            Some("K úhradě: 219\u{a0}Kč"),
        ),
        (in_cash, "Celkem: 219\u{a0}Kč", None),
    ] {
        let rest = rest.into_iter();
        for expected in [total, "Zaokrouhlení: −0,40\u{a0}Kč"]
            .into_iter()
            .chain(rest)
        {
            assert!(text.contains(expected), "{expected}\n{text}");
        }
    }
}

#[test]
fn a_confirmation_has_what_the_law_wants() {
    let (letter, rendered) = written(LetterKind::Confirmation, &order());
    assert_eq!(letter.subject, "Objednávka 1001 – Sojka & vnučka");
    let text = spaced(&rendered.text);
    for part in [
        "Přijali jsme vaši objednávku číslo 1001.",
        "2× Hrnek <b>Sojka</b>, modrý: 200 Kč",
        "Mezisoučet: 200 Kč",
        "Doprava: 119 Kč",
        "Celkem: 319 Kč",
        "z toho DPH 21 %: 55,36 Kč",
        "Dárková karta …2026: −100 Kč",
        "K úhradě: 219 Kč",
        "Částka: 219 Kč",
        "Variabilní symbol: 1001",
        "Zaplaťte do 3. prosince 2026.",
        "Jana <Nováková>",
        "Bankovní převod",
        LINK,
        "https://obchod.example/policies/odstoupeni-od-smlouvy",
        "Sojka a vnučka s.r.o.",
        "IČO 99100525",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("\n\n\n"), "{text}");
    // What buyers and merchants write is text.
    let html = spaced(&rendered.html);
    assert!(
        html.contains("Hrnek &lt;b&gt;Sojka&lt;&#x2f;b&gt;"),
        "{html}"
    );
    // A note can have any text, and must not go out in the shop's name.
    assert!(!text.contains("Zvoňte") && !html.contains("Zvoňte"));
    assert!(!html.contains("<Nováková>"), "{html}");
}

#[test]
fn both_forms_say_the_same() {
    for kind in LetterKind::ALL {
        let (_, rendered) = written(kind, &order());
        let html = rendered.html.split("<body>").nth(1).expect("a body");
        let mut words = String::new();
        let mut inside = false;
        for character in html.chars() {
            match character {
                '<' => inside = true,
                '>' => {
                    inside = false;
                    words.push(' ');
                }
                one if !inside => words.push(one),
                _ => {}
            }
        }
        let words = words
            .replace("&amp;", "&")
            .replace("&#x2f;", "/")
            .replace("&lt;", "<")
            .replace("&gt;", ">");
        for word in rendered
            .text
            .split_whitespace()
            .filter(|word| !word.starts_with("https://"))
        {
            let word = word.trim_end_matches([':', ',']);
            assert!(words.contains(word), "{kind:?}: {word}");
        }
    }
}

/// [B.12] The e-mail confirms the consent of the checkout, because the law demands it, and says where the files are.
#[test]
fn an_e_mail_confirms_the_consent_to_immediate_delivery() {
    let mut order = order();
    let confirmed = "v pokladně jste souhlasili";
    let place = "Soubory ke stažení najdete na stránce objednávky.";
    let text = |order: &Value, kind| {
        let (_, rendered) = written(kind, order);
        spaced(&rendered.text).replace("V pokladně", "v pokladně")
    };
    assert!(!text(&order, LetterKind::Confirmation).contains(place));
    order["snapshot"]["lines"][0]["download"] = json!("kniha.epub");
    let without = text(&order, LetterKind::Confirmation);
    assert!(
        without.contains(place) && !without.contains(confirmed),
        "{without}"
    );
    order["snapshot"]["download_consent"] = json!("2026-11");
    let with = text(&order, LetterKind::Confirmation);
    assert!(with.contains(place) && with.contains(confirmed), "{with}");
    assert!(!text(&order, LetterKind::Reminder).contains(confirmed));
}

/// [B.12] A consent that was given on the order's page is confirmed by an e-mail of its own: when it was given, for what, and that
/// the buyer knows what is lost by it. The law demands a durable medium, which a page is not.
#[test]
fn a_consent_on_the_orders_page_is_confirmed_in_both_forms() {
    let mut order = order();
    order["snapshot"]["lines"][0]["download"] = json!("kniha.epub");
    let order: Order = serde_json::from_value(order).expect("an order");
    let life = Life::of(&order, &[], Vec::new());
    let at = Occasion {
        order: &order,
        life: &life,
        now: NOW,
    };
    let consent = DownloadConsent {
        at: NOW,
        place: ConsentPlace::OrderPage,
        version: "2026-11".to_owned(),
    };
    let letter = Letter::new(LetterKind::Consent, at, &shop(), Some(LINK.to_owned()));
    let letter = letter.confirming(&order, &consent);
    assert_eq!(
        letter.subject,
        "Potvrzení souhlasu, objednávka 1001 – Sojka & vnučka"
    );
    let rendered = Renderer::new().expect("templates").render(&letter);
    let rendered = rendered.expect("an e-mail");
    for form in [&rendered.text, &rendered.html] {
        let form = spaced(form);
        for part in [
            "Týká se to objednávky číslo 1001.",
            "21. září 2026 jste na stránce objednávky souhlasili",
            "ztrácíte právo odstoupit od smlouvy",
            "Souhlas platí pro: Hrnek",
            "Zobrazit objednávku",
        ] {
            assert!(form.contains(part), "{part}: {form}");
        }
        assert!(!form.contains("Celkem"), "{form}");
    }
}

/// [8.03] A company finds its numbers in the invoice address, also if that is where the goods go.
#[test]
fn a_company_finds_its_numbers() {
    let mut order = order();
    let numbers = json!([
        { "key": "company_id", "value": "27082440" },
        { "key": "vat_id", "value": "CZ27082440" },
    ]);
    let plain = spaced(&written(LetterKind::Confirmation, &order).1.text);
    assert!(!plain.contains("IČO 27082440"), "{plain}");
    order["snapshot"]["attributes"] = numbers;
    let delivered = order["snapshot"]["delivery_address"].clone();
    for billed in [delivered, Value::Null] {
        order["snapshot"]["billing_address"] = billed;
        let text = spaced(&written(LetterKind::Confirmation, &order).1.text);
        let (_, invoice) = text.split_once("Fakturační adresa").expect("an address");
        for part in ["Dlouhá 1", "IČO 27082440", "DIČ CZ27082440"] {
            assert!(invoice.contains(part), "{part}: {text}");
        }
    }
}

/// [B.12] The e-mail about a cancellation says it once below its heading.
#[test]
fn a_cancellation_is_said_once() {
    let mut order = order();
    order["payment"] = json!({ "kind": "due_on_delivery" });
    order["snapshot"]["payment"] = json!({ "kind": "cash_on_delivery" });
    let order: Order = serde_json::from_value(order).expect("an order");
    let mut life = Life::of(&order, &[], Vec::new());
    life.cancelled_at = Some(NOW);
    let at = Occasion {
        order: &order,
        life: &life,
        now: NOW,
    };
    let letter = Letter::new(LetterKind::Cancelled, at, &shop(), None);
    let templates = Renderer::new().expect("templates");
    let said = templates.render(&letter).expect("an e-mail").text;
    let said = spaced(&said)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let once = "Zrušili jsme vaši objednávku číslo 1001. Nic už neplaťte.";
    assert!(said.contains(once), "{said}");
}

#[test]
fn an_e_mail_without_goods_lists_none() {
    for kind in [
        LetterKind::Reminder,
        LetterKind::Cancelled,
        LetterKind::Refunded,
    ] {
        let (_, rendered) = written(kind, &order());
        assert!(!rendered.text.contains("Hrnek"), "{kind:?}");
        assert!(rendered.text.contains(LINK), "{kind:?}");
    }
}

/// An independent parser reads what a mail program would show.
#[test]
fn a_mail_program_can_read_the_message() {
    let (letter, rendered) = written(LetterKind::Confirmation, &order());
    let envelope = Envelope {
        sender_name: "Sojka & vnučka".to_owned(),
        sender: "obchod@example.com".to_owned(),
        reply_to: Some("pomoc@example.com".to_owned()),
        to: "jana@example.cz".to_owned(),
        end: None,
    };
    let (text, html) = (rendered.text.clone(), rendered.html.clone());
    let picture = rendered.qr.clone().expect("a picture");
    let message = message(&envelope, "evt_1", &letter.subject, rendered, NOW).expect("a message");
    let raw = message.formatted();
    assert!(raw.len() < 100_000);
    // Old servers take lines of 998 bytes in ASCII.
    assert!(raw.is_ascii());
    assert!(
        raw.split(|byte| *byte == b'\n')
            .all(|line| line.len() <= 999)
    );
    let parsed = MessageParser::default().parse(&raw).expect("a message");
    assert_eq!(parsed.subject(), Some("Objednávka 1001 – Sojka & vnučka"));
    assert_eq!(parsed.message_id(), Some("evt_1@example.com"));
    let sender = parsed
        .from()
        .and_then(|from| from.first())
        .expect("a sender");
    assert_eq!(sender.name(), Some("Sojka & vnučka"));
    assert_eq!(sender.address(), Some("obchod@example.com"));
    let unix = |text: &str| text.replace("\r\n", "\n");
    assert_eq!(unix(&parsed.body_text(0).expect("a text")), unix(&text));
    assert_eq!(unix(&parsed.body_html(0).expect("HTML")), unix(&html));
    let inside: Vec<_> = parsed.attachments().collect();
    let [inside] = inside.as_slice() else {
        panic!("{} pictures", inside.len())
    };
    assert_eq!(inside.content_id(), Some(picture.id));
    assert!(html.contains(&format!("src=\"cid:{}\"", picture.id)));
    assert_eq!(inside.contents(), picture.png);
    let kind = inside.content_type().expect("a type");
    assert_eq!((kind.ctype(), kind.subtype()), ("image", Some("png")));
}

/// [B.13] Mail programs show a button that ends stock alerts: the link is in both forms and in the headers of RFC 8058. Other
/// e-mails have none.
#[test]
fn a_stock_alert_can_be_ended_from_the_mail_program() {
    const END: &str = "https://obchod.example/stock-alerts/5?key=0a0b";
    let goods = "https://obchod.example/products/dzban".to_owned();
    let letter = Letter::stock_alert("Džbán", goods, Some(END.to_owned()), &shop());
    let rendered = Renderer::new().expect("templates").render(&letter);
    let rendered = rendered.expect("an e-mail");
    assert!(rendered.text.contains(END), "{}", rendered.text);
    for form in [&rendered.text, &rendered.html] {
        assert!(form.contains("Zrušit všechna hlídání"), "{form}");
        assert!(form.contains("nejdéle půl roku"), "{form}");
    }
    let envelope = Envelope {
        sender_name: "Obchod".to_owned(),
        sender: "obchod@example.com".to_owned(),
        reply_to: None,
        to: "jana@example.cz".to_owned(),
        end: Some(END.to_owned()),
    };
    let headers = |envelope: &Envelope, rendered| {
        let written = message(envelope, "evt_1", &letter.subject, rendered, NOW);
        let raw = written.expect("a message").formatted();
        let parsed = MessageParser::default().parse(&raw).expect("a message");
        ["List-Unsubscribe", "List-Unsubscribe-Post"]
            .map(|name| parsed.header_raw(name).map(|text| text.trim().to_owned()))
    };
    let with = headers(&envelope, rendered);
    assert_eq!(with[0], Some(format!("<{END}>")));
    assert_eq!(with[1].as_deref(), Some("List-Unsubscribe=One-Click"));
    let (_, rendered) = written(LetterKind::Paid, &order());
    let without = Envelope {
        end: None,
        ..envelope
    };
    assert_eq!(headers(&without, rendered), [None, None]);
}

/// An address cannot add headers or recipients.
#[test]
fn a_hostile_address_is_refused() {
    for to in [
        "jana@example.cz\r\nBcc: all@example.cz",
        "jana@example.cz, eva@example.cz",
        "",
        "jana",
    ] {
        let (letter, rendered) = written(LetterKind::Paid, &order());
        let envelope = Envelope {
            sender_name: "Obchod\r\nBcc: all@example.cz".to_owned(),
            sender: "obchod@example.com".to_owned(),
            reply_to: None,
            to: to.to_owned(),
            end: None,
        };
        assert!(
            message(&envelope, "evt_1", &letter.subject, rendered, NOW).is_err(),
            "{to}"
        );
    }
}

/// Servers take domains in ASCII alone.
#[test]
fn a_domain_with_czech_letters_is_reached() {
    let (letter, rendered) = written(LetterKind::Paid, &order());
    let envelope = Envelope {
        sender_name: "Obchod".to_owned(),
        sender: "obchod@čaj.example".to_owned(),
        reply_to: None,
        to: "jana@háčky.example".to_owned(),
        end: None,
    };
    let message = message(&envelope, "evt_1", &letter.subject, rendered, NOW).expect("a message");
    assert!(message.formatted().is_ascii());
    let to: Vec<String> = message
        .envelope()
        .to()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(to, ["jana@xn--hky-ela4t.example"]);
}

#[test]
fn buyers_are_not_told_what_concerns_the_merchant_alone() {
    let kinds: Vec<&str> = subscriber().kinds.iter().map(|kind| kind.name()).collect();
    assert_eq!(
        kinds,
        [
            "order.created",
            "order.captured",
            "order.paid",
            "order.payment_due",
            "order.fulfilled",
            "order.cancelled",
            "order.refunded",
            "order.dispute_won",
            "order.download_consented",
        ]
    );
}
