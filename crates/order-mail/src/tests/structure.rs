//! Every e-mail as a mail program takes it apart.

use super::{LINK, NOW, order, shop, written};
use crate::letter::Letter;
use crate::message::{Envelope, message};
use crate::render::{Rendered, Renderer};
use mail_parser::{MessageParser, MimeHeaders};
use serde_json::{Value, json};
use zkratka_texts::{AccountNotice, LetterKind};

/// The size above which mail programs hide the end of an e-mail.
const LARGEST: usize = 100_000;

/// An order whose e-mails have everything that e-mails can have.
fn full_order() -> Value {
    let mut order = order();
    order["snapshot"]["lines"][0]["download"] = json!("kniha.epub");
    order["snapshot"]["download_consent"] = json!("2026-11");
    order
}

/// Every e-mail with its subject.
fn every_letter() -> Vec<(String, Rendered)> {
    let kinds = LetterKind::ALL.into_iter();
    let of_orders = kinds.map(|kind| {
        let (letter, rendered) = written(kind, &full_order());
        (letter.subject, rendered)
    });
    let end = Some("https://obchod.example/stock-alerts/5?key=0a".to_owned());
    let alert = Letter::stock_alert("Džbán", LINK.to_owned(), end, &shop());
    let templates = Renderer::new().expect("templates");
    let rendered = templates.render(&alert).expect("an e-mail");
    let notices = AccountNotice::ALL.into_iter().map(|notice| {
        let account = Some("https://obchod.example/account".to_owned());
        let letter = Letter::account_notice(notice, "Firefox <b>, Linux", account, &shop());
        let rendered = templates.render(&letter).expect("an e-mail");
        (letter.subject, rendered)
    });
    let alert = [(alert.subject, rendered)];
    of_orders.chain(alert).chain(notices).collect()
}

/// [B.02] A code comes without links and pictures, says that nobody may be told, and ends with the line from which browsers
/// read it.
#[test]
fn a_code_comes_without_links() {
    let letter = Letter::sign_in_code("012345", "obchod.example", &shop());
    assert_eq!(
        letter.subject,
        "012345 je váš kód k\u{a0}přihlášení – Sojka & vnučka"
    );
    let rendered = Renderer::new().expect("templates").render(&letter);
    let rendered = rendered.expect("an e-mail");
    for sign in ["href", "<img", "src=", "url("] {
        assert!(!rendered.html.contains(sign), "{sign}");
    }
    let text = &rendered.text;
    assert!(!text.contains("://"), "{text}");
    for form in [text, &rendered.html] {
        for part in ["012345", "Nikomu ho nesdělujte", "obchod.example"] {
            assert!(form.contains(part), "{part}\n{form}");
        }
    }
    assert!(text.ends_with("\n\n@obchod.example #012345\n"), "{text}");
    let raw = message(&envelope(), "1", &letter.subject, rendered, NOW);
    let raw = raw.expect("a message").formatted();
    let parsed = MessageParser::default().parse(&raw).expect("a message");
    let automatic = parsed.header_raw("Auto-Submitted").map(str::trim);
    assert_eq!(automatic, Some("auto-generated"));
}

/// [B.02] A notice says what has changed, and what to do if somebody else has changed it.
#[test]
fn notices_say_what_to_do() {
    let account = "https://obchod.example/account";
    for notice in AccountNotice::ALL {
        let is_deleted = notice == AccountNotice::AccountDeleted;
        let link = (!is_deleted).then(|| account.to_owned());
        let letter = Letter::account_notice(notice, "Firefox, Linux", link, &shop());
        let rendered = Renderer::new().expect("templates").render(&letter);
        let text = rendered.expect("an e-mail").text;
        for part in ["Firefox, Linux.", "Nejste to vy?", "apište nám", "schránce"] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        for part in ["odhlaste všechna zařízení", account] {
            assert_eq!(text.contains(part), !is_deleted, "{part}\n{text}");
        }
    }
}

fn envelope() -> Envelope {
    Envelope {
        sender_name: "Sojka & vnučka".to_owned(),
        sender: "obchod@example.com".to_owned(),
        reply_to: None,
        to: "jana@example.cz".to_owned(),
        end: None,
    }
}

/// [B.13] Each e-mail has a text and then the same in HTML, both in UTF-8, says that a machine wrote it, and is not cut off.
#[test]
fn every_letter_has_both_forms_and_a_bearable_size() {
    for (subject, rendered) in every_letter() {
        let raw = message(&envelope(), "evt_1", &subject, rendered, NOW);
        let raw = raw.expect("a message").formatted();
        assert!(raw.len() < LARGEST, "{subject}: {}", raw.len());
        let parsed = MessageParser::default().parse(&raw).expect("a message");
        let whole = parsed.content_type().expect("a type");
        assert_eq!(
            (whole.ctype(), whole.subtype()),
            ("multipart", Some("alternative")),
            "{subject}"
        );
        let automatic = parsed.header_raw("Auto-Submitted").map(str::trim);
        assert_eq!(automatic, Some("auto-generated"), "{subject}");
        assert_eq!((parsed.text_body.len(), parsed.html_body.len()), (1, 1));
        for (part, kind) in [
            (parsed.text_part(0), "plain"),
            (parsed.html_part(0), "html"),
        ] {
            let content = part.expect("a part").content_type().expect("a type");
            assert_eq!(content.subtype(), Some(kind), "{subject}");
            let charset = content.attribute("charset").map(str::to_lowercase);
            assert_eq!(charset.as_deref(), Some("utf-8"), "{subject}");
        }
        assert!(parsed.text_body[0] < parsed.html_body[0], "{subject}");
    }
}

/// [B.13] Links lead somewhere from a mailbox: each is absolute and encrypted, and both forms have the same ones.
#[test]
fn every_link_is_absolute_and_in_both_forms() {
    for (subject, rendered) in every_letter() {
        let html = rendered.html.replace("&#x2f;", "/").replace("&amp;", "&");
        let linked: Vec<_> = html.split("href=\"").skip(1).collect();
        assert!(linked.len() >= 4, "{subject}: {}", linked.len());
        for link in linked {
            let (link, _) = link.split_once('"').expect("an end");
            assert!(link.starts_with("https://"), "{subject}: {link}");
            let is_home = link == "https://obchod.example/";
            assert!(is_home || rendered.text.contains(link), "{subject}: {link}");
        }
    }
}

/// [8.03] The text form has the same sums as the HTML form, in the same order.
#[test]
fn both_forms_have_the_same_sums_in_the_same_order() {
    let sums = |form: &str| -> Vec<String> {
        let words: Vec<_> = form.split("\u{a0}Kč").collect();
        let amounts = words.iter().take(words.len() - 1).map(|before| {
            let number =
                before.rsplit(|one: char| !(one.is_ascii_digit() || ",−\u{a0}".contains(one)));
            number.into_iter().next().unwrap_or_default().to_owned()
        });
        amounts.collect()
    };
    for (subject, rendered) in every_letter() {
        // The picture's text repeats a sum.
        let html = rendered.html.split("<img").map(|part| {
            part.split_once('>')
                .filter(|_| part.starts_with(" src="))
                .map_or(part, |(_, rest)| rest)
        });
        let (text, html) = (sums(&rendered.text), sums(&html.collect::<String>()));
        assert_eq!(text, html, "{subject}");
    }
    let (_, confirmation) = written(LetterKind::Confirmation, &full_order());
    assert!(sums(&confirmation.text).len() > 5);
}
