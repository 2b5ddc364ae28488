//! E-mails about refunds.

use super::{LINK, NOW, order, shop};
use crate::letter::{Letter, Occasion};
use crate::render::Renderer;
use serde_json::{Value, json};
use zkratka_commerce::order::Order;
use zkratka_commerce::order_life::{Change, Entry, Life};
use zkratka_texts::LetterKind;

/// What the e-mail about refunds says after these changes, in both forms.
fn told(order: &Value, changes: &[Value]) -> [String; 2] {
    let order: Order = serde_json::from_value(order.clone()).expect("an order");
    let entries = changes.iter().zip(1..).map(|(change, sequence)| Entry {
        sequence,
        at: NOW,
        cause: None,
        change: serde_json::from_value::<Change>(change.clone()).expect("a change"),
    });
    let life = Life::of(&order, &[], entries.collect());
    let at = Occasion {
        order: &order,
        life: &life,
        now: NOW,
    };
    let letter = Letter::new(LetterKind::Refunded, at, &shop(), Some(LINK.to_owned()));
    let rendered = Renderer::new().expect("templates").render(&letter);
    let rendered = rendered.expect("an e-mail");
    [rendered.text, rendered.html].map(|form| form.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Two mugs and a cloth without a variant.
fn mugs_and_cloth() -> Value {
    let mut order = order();
    let mut cloth = order["snapshot"]["lines"][0].clone();
    cloth["id"] = json!(2);
    cloth["title"] = json!("Ubrus");
    cloth["variant_title"] = Value::Null;
    order["snapshot"]["lines"]
        .as_array_mut()
        .expect("lines")
        .push(cloth);
    order
}

/// A refund by hand of these units by line.
fn refund(lines: &[(u32, u32)]) -> Value {
    let lines: Vec<_> = lines
        .iter()
        .map(|(line, units)| json!({ "line": line, "units": units }))
        .collect();
    json!({ "kind": "refund", "amount": 1_000, "way": "by_hand", "lines": lines })
}

/// [B.13] The e-mail names the goods of all refunds that were made, and their units.
#[test]
fn an_e_mail_about_a_refund_names_its_goods() {
    let paid = json!({ "kind": "paid", "amount": 21_900 });
    let order = mugs_and_cloth();
    let first = [paid.clone(), refund(&[(1, 1)])];
    let [text, html] = told(&order, &first);
    assert!(
        text.contains("Peníze jsou za: 1× Hrnek <b>Sojka</b> (modrý)."),
        "{text}"
    );
    assert!(
        html.contains("1× Hrnek &lt;b&gt;Sojka&lt;&#x2f;b&gt; (modrý)."),
        "{html}"
    );
    assert!(!text.contains("Ubrus"), "{text}");
    let second = [paid, refund(&[(1, 1)]), refund(&[(1, 1), (2, 2)])];
    for form in told(&order, &second) {
        assert!(form.contains("2× Hrnek"), "{form}");
        assert!(form.contains("(modrý), 2× Ubrus."), "{form}");
    }
}

/// [B.13] A refund of an amount names no goods, and neither does one that failed or is not decided.
#[test]
fn an_e_mail_about_an_amount_names_no_goods() {
    let paid = json!({ "kind": "paid", "amount": 21_900 });
    let mut undecided = refund(&[(1, 1)]);
    undecided["way"] = json!("gateway");
    let refused = json!({ "kind": "refund_refused", "refund": 2, "reason": "not_reached" });
    for changes in [
        vec![paid.clone(), refund(&[])],
        vec![paid.clone(), undecided.clone()],
        vec![paid.clone(), undecided, refused],
    ] {
        for form in told(&mugs_and_cloth(), &changes) {
            assert!(!form.contains("Peníze jsou za"), "{form}");
            assert!(!form.contains("Hrnek"), "{form}");
        }
    }
}

/// [B.13] A refund of everything returns no money for goods that were free, so the e-mail does not name them.
#[test]
fn an_e_mail_about_a_refund_names_no_free_goods() {
    let paid = json!({ "kind": "paid", "amount": 21_900 });
    let mut order = mugs_and_cloth();
    order["snapshot"]["lines"][1]["unit_price"] = json!(0);
    order["snapshot"]["lines"][1]["total"] = json!(0);
    let everything = refund(&[(1, 2), (2, 2)]);
    for form in told(&order, &[paid.clone(), everything]) {
        assert!(form.contains("Peníze jsou za: 2× Hrnek"), "{form}");
        assert!(!form.contains("Ubrus"), "{form}");
    }
    for form in told(&order, &[paid, refund(&[(2, 1)])]) {
        assert!(!form.contains("Peníze jsou za"), "{form}");
    }
}
