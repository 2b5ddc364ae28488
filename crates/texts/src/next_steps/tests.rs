//! A table of orders, and what their page says.

use super::OrderNow;
use serde_json::{Value, json};
use zkratka_commerce::order::Order;
use zkratka_commerce::order_life::{Change, Entry, Life};
use zkratka_commerce::time::Timestamp;

const NOW: Timestamp = Timestamp(1_790_000_000_000);
const SOLD_ON: &str = "2027-01-31";

fn line(id: u32, quantity: u32, ships: bool) -> Value {
    json!({
        "id": id, "variant": id, "title": "Hrnek", "variant_title": null, "sku": "", "quantity": quantity,
        "unit_price": 10_000, "total": 10_000 * quantity, "tax_rate": 2_100, "requires_shipping": ships, "tracked": true,
        "attributes": [],
    })
}

fn way(kind: &str) -> Value {
    json!({
        "handle": "way", "code": "way", "title": "PPL", "description": null, "kind": kind, "price": 0,
        "cash_on_delivery": true,
    })
}

/// Two mugs for 899 Kč, sent by a carrier.
fn order(payment: &Value, method: &Value) -> Value {
    json!({
        "number": 1001, "cart": 1, "attempt": 2, "created_at": NOW, "mode": "test", "payment": payment,
        "snapshot": {
            "currency": "CZK", "email": "jana@example.cz", "phone": null, "delivery_address": null,
            "billing_address": null, "lines": [line(1, 2, true)], "delivery": way("SHIPPING"), "note": null,
            "attributes": [], "subtotal": 89_900, "total": 89_900, "taxes": [], "payment": method,
        },
    })
}

fn visa(state: &str) -> Value {
    let card = json!({ "network": "visa", "last_four": "1111" });
    order(
        &json!({ "kind": state, "card": card }),
        &json!({ "kind": "card", "session": "s" }),
    )
}

fn transfer() -> Value {
    let mut order = order(
        &json!({ "kind": "awaiting_transfer" }),
        &json!({ "kind": "bank_transfer" }),
    );
    order["transfer_due"] = json!({
        "day": "2026-12-03", "overdue_at": NOW.plus(1_000), "expires_at": NOW.plus(2_000),
    });
    order
}

fn on_delivery() -> Value {
    order(
        &json!({ "kind": "due_on_delivery" }),
        &json!({ "kind": "cash_on_delivery" }),
    )
}

/// Paid by gift cards alone; their codes end in these characters.
fn by_cards(endings: &[&str]) -> Value {
    let mut order = order(&json!({ "kind": "free" }), &json!({ "kind": "free" }));
    let cards = endings.iter().zip(1..).map(
        |(ending, id)| json!({ "id": id, "last_characters": ending, "amount": 40_800, "left": 0 }),
    );
    order["snapshot"]["gift_cards"] = cards.collect();
    order["snapshot"]["total"] = json!(0);
    order
}

fn with(mut order: Value, pointer: &str, value: Value) -> Value {
    order["snapshot"][pointer] = value;
    order
}

fn life(order: &Order, changes: &[Value]) -> Life {
    let entries = changes.iter().zip(1..).map(|(change, sequence)| Entry {
        sequence,
        at: NOW,
        cause: None,
        change: serde_json::from_value::<Change>(change.clone()).expect("a change"),
    });
    Life::of(order, &[], entries.collect())
}

/// What the page says of the order after these changes, and its state in a sentence.
fn said(
    order: &Value,
    changes: &[Value],
    codes: Option<usize>,
    now: Timestamp,
) -> (String, String) {
    let order: Order = serde_json::from_value(order.clone()).expect("an order");
    let life = life(&order, changes);
    let shown = OrderNow {
        order: &order,
        life: &life,
        now,
    };
    let steps = shown
        .next_steps(codes, SOLD_ON.parse().ok())
        .join(" ")
        .replace('\u{a0}', " ");
    (steps, shown.state().to_owned())
}

#[track_caller]
fn says(order: &Value, changes: &[Value], steps: &str, state: &str) {
    let told = said(order, changes, None, NOW);
    assert_eq!(told, (steps.to_owned(), state.to_owned()), "{changes:?}");
}

fn paid() -> Value {
    json!({ "kind": "paid", "amount": 89_900 })
}

fn cancelled() -> Value {
    json!({ "kind": "cancelled", "restocked": [] })
}

fn refund(amount: i64, way: &str) -> Value {
    json!({ "kind": "refund", "amount": amount, "way": way })
}

/// The gateway has made the refund of this number.
fn refunded(refund: u32, amount: i64) -> Value {
    json!({ "kind": "refunded", "refund": refund, "reference": "re", "amount": amount })
}

fn sent(line: u32, units: u32, carrier: Option<&str>, number: Option<&str>) -> Value {
    json!({
        "kind": "fulfilled", "lines": [{ "line": line, "units": units }], "carrier": carrier, "tracking_number": number,
    })
}

const PAID: &str = "Platba 899 Kč kartou Visa končící na 1111 proběhla v pořádku.";
const WAS_PAID: &str = "Zaplatili jste 899 Kč kartou Visa končící na 1111.";
const PACKS: &str = "Zboží teď zabalíme a předáme dopravci.";

/// [B.12] The page says how the order is paid, and what the shop does about the goods.
#[test]
fn payments() {
    for (order, steps, state) in [
        (visa("captured"), format!("{PAID} {PACKS}"), "Objednávka je zaplacená."),
        (
            visa("authorised"),
            format!("Platba 899 Kč kartou Visa končící na 1111 je schválená. {PACKS}"),
            "Platba je schválená, nic dalšího dělat nemusíte.",
        ),
        (
            order(&json!({ "kind": "needs_review" }), &json!({ "kind": "card", "session": "s" })),
            "Platbu 899 Kč kartou ještě prověřujeme. Ozveme se vám, neplaťte prosím znovu. Jakmile bude platba vyřízená, zboží vám pošleme.".to_owned(),
            "Platbu ještě prověřujeme. Neplaťte prosím znovu.",
        ),
        (
            on_delivery(),
            format!("Při převzetí zaplatíte 899 Kč, hotově nebo kartou. Předem neplaťte nic. {PACKS}"),
            "Objednávku zaplatíte při převzetí.",
        ),
        (
            transfer(),
            "Jakmile platba dorazí na náš účet, zboží zabalíme a předáme dopravci.".to_owned(),
            "Čekáme na platbu převodem.",
        ),
        (
            by_cards(&[]),
            format!("Není co platit, objednávka je zdarma. {PACKS}"),
            "Objednávka je zdarma, nic neplatíte.",
        ),
        (
            by_cards(&["DU4J"]),
            format!("Celou objednávku jste zaplatili dárkovou kartou. {PACKS}"),
            "Objednávka je zaplacená.",
        ),
        (
            by_cards(&["DU4J", "K2LM"]),
            format!("Celou objednávku jste zaplatili dárkovými kartami. {PACKS}"),
            "Objednávka je zaplacená.",
        ),
    ] {
        says(&order, &[], &steps, state);
    }
    let late = "Platba převodem včas nedorazila. Než ji pošlete, napište nám prosím.";
    let told = said(&transfer(), &[], None, NOW.plus(2_000));
    assert_eq!(told, (late.to_owned(), late.to_owned()));
}

/// [B.12] The page names the wallet and the card that paid, without parts that the gateway does not supply.
#[test]
fn means() {
    for (wallet, network, last_four, means) in [
        (
            None,
            "mastercard",
            "4444",
            "kartou Mastercard končící na 4444",
        ),
        (None, "amex", "", "kartou American Express"),
        (None, "Dankort", "1", "kartou Dankort končící na 1"),
        (None, "", "", "kartou"),
        (
            Some("google_pay"),
            "visa",
            "1111",
            "přes Google Pay kartou Visa končící na 1111",
        ),
        (
            Some("apple_pay"),
            "jcb",
            "1111",
            "přes Apple Pay kartou JCB končící na 1111",
        ),
        (Some("paypal"), "paypal", "", "přes PayPal"),
        (Some("paypal"), "venmo", "", "přes Venmo"),
    ] {
        let card = json!({ "network": network, "last_four": last_four });
        let method = wallet.map_or_else(
            || json!({ "kind": "card", "session": "s" }),
            |wallet| json!({ "kind": "wallet", "wallet": wallet, "session": "s" }),
        );
        let order = order(&json!({ "kind": "captured", "card": card }), &method);
        let steps = format!("Platba 899 Kč {means} proběhla v pořádku. {PACKS}");
        says(&order, &[], &steps, "Objednávka je zaplacená.");
    }
}

/// [B.12] Money that arrived is confirmed in the words of its way.
#[test]
fn money_that_arrived() {
    says(
        &transfer(),
        &[paid()],
        &format!("Platba 899 Kč převodem dorazila, děkujeme. {PACKS}"),
        "Platba dorazila, děkujeme.",
    );
    says(
        &on_delivery(),
        &[sent(1, 2, None, None), paid()],
        "Dobírka 899 Kč je zaplacená, děkujeme. Zboží jsme odeslali.",
        "Objednávka je zaplacená.",
    );
}

/// [B.12] Money that went back is told with its sum, beside how the order was paid. What a person is to pay by hand is on its
/// way, before and after.
#[test]
fn refunds() {
    let part = "Část peněz jsme vám vrátili.";
    says(
        &visa("captured"),
        &[refund(10_000, "gateway"), refunded(1, 10_000)],
        &format!("{WAS_PAID} Vrátili jsme vám 100 Kč. {PACKS}"),
        part,
    );
    says(
        &visa("captured"),
        &[
            refund(10_000, "gateway"),
            refunded(1, 10_000),
            refund(5_000, "gateway"),
        ],
        &format!("{WAS_PAID} Vrátili jsme vám 100 Kč. Dalších 50 Kč vám vracíme. {PACKS}"),
        "Část peněz vám vracíme.",
    );
    says(
        &transfer(),
        &[paid(), refund(10_000, "by_hand")],
        &format!("Zaplatili jste 899 Kč převodem. Vracíme vám 100 Kč. {PACKS}"),
        "Část peněz vám vracíme.",
    );
    let elsewhere = json!({ "kind": "refunded", "reference": "re_x", "amount": 20_000 });
    says(
        &visa("captured"),
        &[elsewhere],
        &format!("{WAS_PAID} Vrátili jsme vám 200 Kč. {PACKS}"),
        part,
    );
    says(
        &visa("captured"),
        &[refund(89_900, "gateway"), refunded(1, 89_900)],
        &format!("{WAS_PAID} Vrátili jsme vám 899 Kč."),
        "Peníze jsme vám vrátili.",
    );
    says(
        &on_delivery(),
        &[paid(), refund(89_900, "by_hand")],
        "Zaplatili jste 899 Kč na dobírku. Vracíme vám 899 Kč.",
        "Peníze vám vracíme.",
    );
    let refused = json!({ "kind": "refund_refused", "refund": 1, "reason": "not_reached" });
    says(
        &visa("captured"),
        &[refund(10_000, "gateway"), refused],
        &format!("{PAID} {PACKS}"),
        "Objednávka je zaplacená.",
    );
}

/// [B.12] Money that went back to a gift card is told with the card's ending.
#[test]
fn credits() {
    let credit = |card: u32, amount: i64| json!({ "kind": "refund", "amount": 0, "way": "by_hand", "cards": [{ "card": card, "amount": amount }] });
    let whole = "Celou objednávku jste zaplatili dárkovou kartou.";
    says(
        &by_cards(&["DU4J"]),
        &[credit(1, 40_800)],
        &format!("{whole} 408 Kč jsme vrátili na dárkovou kartu končící na DU4J."),
        "Peníze jsme vám vrátili.",
    );
    says(
        &by_cards(&["DU4J"]),
        &[credit(1, 10_000), credit(1, 5_000)],
        &format!("{whole} 150 Kč jsme vrátili na dárkovou kartu končící na DU4J. {PACKS}"),
        "Část peněz jsme vám vrátili.",
    );
    says(
        &by_cards(&[""]),
        &[cancelled(), credit(1, 40_800)],
        &format!(
            "Objednávka je zrušená. {whole} 408 Kč jsme vrátili na dárkovou kartu, kterou jste platili."
        ),
        "Objednávka je zrušená.",
    );
}

/// [B.12] Below "Zrušili jsme vaši objednávku" nothing says a second time that the order is cancelled.
#[test]
fn a_cancellation_is_said_once() {
    let after = |order: &Value, changes: &[Value]| {
        let order: Order = serde_json::from_value(order.clone()).expect("an order");
        let life = life(&order, changes);
        let shown = OrderNow {
            order: &order,
            life: &life,
            now: NOW,
        };
        shown.steps_after_cancellation(None, None).join(" ")
    };
    assert_eq!(after(&on_delivery(), &[cancelled()]), "Nic už neplaťte.");
    let unpaid = json!({ "kind": "cancelled", "restocked": [], "because": "unpaid" });
    assert_eq!(
        after(&transfer(), std::slice::from_ref(&unpaid)),
        "Platba včas nedorazila. Nic už prosím neplaťte."
    );
    assert_eq!(
        after(&transfer(), &[unpaid, paid()]),
        "Zaplatili jste 899\u{a0}Kč převodem. Vrátíme vám 899\u{a0}Kč."
    );
    let open = after(&on_delivery(), &[]);
    assert!(!open.is_empty(), "an order that goes on");
}

/// [B.12] A cancelled order asks for no payment, promises no goods and says where the money is.
#[test]
fn cancellations() {
    let stop = "Objednávka je zrušená, nic už neplaťte.";
    says(&on_delivery(), &[cancelled()], stop, stop);
    let unpaid = json!({ "kind": "cancelled", "restocked": [], "because": "unpaid" });
    let late = "Objednávka je zrušená, protože platba včas nedorazila. Nic už prosím neplaťte.";
    says(&transfer(), std::slice::from_ref(&unpaid), late, late);
    says(
        &transfer(),
        &[unpaid, paid()],
        "Objednávka je zrušená. Zaplatili jste 899 Kč převodem. Vrátíme vám 899 Kč.",
        "Objednávka je zrušená. Peníze vám vrátíme.",
    );
    says(
        &visa("authorised"),
        &[cancelled(), refund(89_900, "gateway")],
        "Objednávka je zrušená. Vracíme vám 899 Kč.",
        "Objednávka je zrušená. Peníze vám vracíme.",
    );
    says(
        &visa("captured"),
        &[cancelled(), refund(89_900, "gateway"), refunded(2, 89_900)],
        &format!("Objednávka je zrušená. {WAS_PAID} Vrátili jsme vám 899 Kč."),
        "Objednávka je zrušená. Peníze jsme vám vrátili.",
    );
    says(
        &by_cards(&[]),
        &[cancelled()],
        "Objednávka je zrušená, nic už neplaťte.",
        "Objednávka je zrušená, nic už neplaťte.",
    );
}

/// [B.12] While somebody contests the payment, the page promises no goods; and it does not say that the shop returned what the
/// bank took.
#[test]
fn disputes() {
    let opened = json!({ "kind": "dispute_opened", "dispute": "d", "amount": 89_900 });
    let won = json!({ "kind": "dispute_won", "dispute": "d" });
    let lost = json!({ "kind": "dispute_lost", "dispute": "d", "amount": 89_900 });
    let reversed = json!({ "kind": "reversed", "reference": "r", "amount": 89_900 });
    says(
        &visa("captured"),
        std::slice::from_ref(&opened),
        &format!(
            "{WAS_PAID} Platba je v reklamaci. Čekáme, jak o ní banka nebo platební služba rozhodne."
        ),
        "Platba je v reklamaci.",
    );
    says(
        &visa("captured"),
        &[opened.clone(), won],
        &format!("{PAID} {PACKS}"),
        "Objednávka je zaplacená.",
    );
    let taken = "Platbu nebo její část si banka nebo platební služba vzala zpět.";
    says(
        &visa("captured"),
        &[opened, lost],
        &format!("{WAS_PAID} Po reklamaci platby vám banka nebo platební služba vrátila 899 Kč."),
        taken,
    );
    says(
        &visa("captured"),
        &[reversed],
        &format!("{WAS_PAID} Banka nebo platební služba si z platby vzala zpět 899 Kč."),
        taken,
    );
}

#[track_caller]
fn goods(order: &Value, changes: &[Value], codes: Option<usize>, expected: &str) {
    let (steps, _) = said(order, changes, codes, NOW);
    let steps = steps.strip_prefix(PAID).expect("a payment").trim_start();
    assert_eq!(steps, expected, "{changes:?}");
}

/// [B.12] The page says what was sent and with whom, and only of the rest that it is still to be sent.
#[test]
fn parcels() {
    let order = visa("captured");
    let ppl = "Zásilku jsme předali dopravci PPL, číslo zásilky 123.";
    goods(&order, &[sent(1, 2, Some("PPL"), Some("123"))], None, ppl);
    goods(
        &order,
        &[sent(1, 1, Some("PPL"), Some("123"))],
        None,
        &format!("{ppl} Zbytek zboží zabalíme a předáme dopravci."),
    );
    for (carrier, number, text) in [
        (Some("PPL"), None, "Zásilku jsme předali dopravci PPL."),
        (
            None,
            Some("123"),
            "Zásilku jsme odeslali, číslo zásilky 123.",
        ),
        (None, None, "Zboží jsme odeslali."),
    ] {
        goods(&order, &[sent(1, 2, carrier, number)], None, text);
    }
    let two = [sent(1, 1, None, None), sent(1, 1, None, None)];
    goods(&order, &two, None, "Zboží jsme odeslali.");
    goods(
        &order,
        &[sent(1, 1, None, None)],
        None,
        "Část zboží jsme odeslali. Zbytek zboží zabalíme a předáme dopravci.",
    );
}

/// [B.12] After a refund of everything the buyer still finds the parcel that is under way.
#[test]
fn parcels_of_a_refunded_order() {
    let changes = [
        sent(1, 2, Some("PPL"), Some("123")),
        refund(89_900, "gateway"),
        refunded(1, 89_900),
    ];
    let (steps, _) = said(&visa("captured"), &changes, None, NOW);
    assert!(
        steps.ends_with("Zásilku jsme předali dopravci PPL, číslo zásilky 123."),
        "{steps}"
    );
}

/// [B.12] Goods that the buyer collects are not given to a carrier.
#[test]
fn collections() {
    let collect = with(visa("captured"), "delivery", way("PICK_UP"));
    let ready = "Zboží teď připravíme. Ozveme se, až si ho budete moct vyzvednout.";
    goods(&collect, &[], None, ready);
    goods(
        &collect,
        &[sent(1, 2, None, None)],
        None,
        "Zboží jsme vám předali.",
    );
    let local = with(visa("captured"), "delivery", way("LOCAL"));
    goods(
        &local,
        &[],
        None,
        "Zboží teď připravíme a přivezeme vám ho.",
    );
    let point = with(visa("captured"), "delivery", way("PICKUP_POINT"));
    goods(&point, &[], None, PACKS);
}

/// [B.12] Codes of gift cards are on the page or are not; files come by e-mail.
#[test]
fn goods_without_a_parcel() {
    let lines = |lines: Value| {
        with(
            with(visa("captured"), "lines", lines),
            "delivery",
            Value::Null,
        )
    };
    let cards = |quantity| {
        let mut line = line(1, quantity, false);
        line["gift_card"] = json!({ "minor": 10_000, "currency": "CZK" });
        line
    };
    let file = "Zboží posíláme e-mailem.";
    let other = "Ostatní zboží posíláme e-mailem.";
    let (one, many) = (
        "Kód dárkové karty najdete v podrobnostech objednávky.",
        "Kódy dárkových karet najdete v podrobnostech objednávky.",
    );
    goods(&lines(json!([line(1, 1, false)])), &[], None, file);
    let awaited = with(transfer(), "lines", json!([line(1, 1, false)]));
    let later = "Jakmile platba dorazí na náš účet, pošleme vám zboží e-mailem.";
    says(
        &with(awaited, "delivery", Value::Null),
        &[],
        later,
        "Čekáme na platbu převodem.",
    );
    goods(&lines(json!([cards(1)])), &[], Some(1), one);
    goods(&lines(json!([cards(2)])), &[], Some(2), many);
    goods(&lines(json!([cards(2)])), &[], Some(0), "");
    goods(
        &lines(json!([cards(1), line(2, 1, false)])),
        &[],
        Some(1),
        &format!("{one} {other}"),
    );
    goods(
        &lines(json!([cards(1)])),
        &[],
        None,
        "Kód dárkové karty tady z bezpečnostních důvodů neukazujeme. Napište nám a pošleme vám ho.",
    );
    goods(
        &lines(json!([cards(2)])),
        &[],
        None,
        "Kódy dárkových karet tady z bezpečnostních důvodů neukazujeme. Napište nám a pošleme vám je.",
    );
}

/// The order with its first line under a plan that is paid every month.
fn renewing(prices: &Value) -> Value {
    let mut order = visa("captured");
    order["snapshot"]["lines"][0]["selling_plan"] = json!({
        "id": 2, "name": "Každý měsíc", "billing": { "interval": "MONTH", "count": 1 },
        "delivery": { "interval": "MONTH", "count": 1 }, "recurring_deliveries": true, "prices": prices,
    });
    order
}

/// [8.03] The buyer of a subscription reads how often it is paid, how much, when next, and how to end it. In a shorter month the
/// payment is due on its last day.
#[test]
fn a_subscription_says_what_comes_next() {
    const END: &str = "Předplatné zrušíte kdykoli, stačí nám napsat nebo zavolat. Další platby už pak nestrhneme.";
    let state = "Objednávka je zaplacená.";
    for (prices, text) in [
        (
            json!([{ "price": 40_000, "order_count": null }]),
            "Měsíční předplatné: 800 Kč. Další platbu 800 Kč a k ní dopravu strhneme 28. února 2027.",
        ),
        (
            json!([{ "price": 10_000, "order_count": 1 }, { "price": 40_000, "order_count": null }]),
            "Měsíční předplatné: první platba 200 Kč, dále 800 Kč. Další platbu 800 Kč a k ní dopravu strhneme 28. února 2027.",
        ),
        (
            json!([{ "price": 10_000, "order_count": 3 }, { "price": 40_000, "order_count": null }]),
            "Měsíční předplatné: první 3 platby po 200 Kč, dále 800 Kč. Další platbu 200 Kč a k ní dopravu strhneme 28. února 2027.",
        ),
    ] {
        says(
            &renewing(&prices),
            &[],
            &format!("{PAID} {PACKS} {text} {END}"),
            state,
        );
    }
}

/// [8.03] Nothing more is announced of a subscription whose order is cancelled, or whose goods went back.
#[test]
fn an_ended_order_announces_no_payment() {
    let order = renewing(&json!([{ "price": 40_000, "order_count": null }]));
    let (told, _) = said(&order, &[cancelled()], None, NOW);
    assert!(!told.contains("předplatné"), "{told}");
    let mut part = refund(20_000, "gateway");
    part["lines"] = json!([{ "line": 1, "units": 1 }]);
    let (told, _) = said(&order, &[part], None, NOW);
    assert!(told.contains("Měsíční předplatné: 400 Kč."), "{told}");
}

/// [8.03] Where nothing is shipped and tax is added, the sentence says so.
#[test]
fn a_renewed_payment_says_what_is_added() {
    let prices = json!([{ "price": 40_000, "order_count": null }]);
    for (ships, taxation, added) in [
        (false, "included", "Další platbu 800 Kč strhneme"),
        (false, "added", "Další platbu 800 Kč a k ní daň strhneme"),
        (
            true,
            "added",
            "Další platbu 800 Kč a k ní dopravu, clo a daň strhneme",
        ),
    ] {
        let mut order = renewing(&prices);
        order["snapshot"]["lines"][0]["requires_shipping"] = json!(ships);
        order["snapshot"]["taxation"] = json!(taxation);
        let (told, _) = said(&order, &[], None, NOW);
        assert!(told.contains(added), "{told}");
    }
}

/// [B.12] The heading of the order's page thanks nobody for an order that is cancelled, or whose money went back.
#[test]
fn headings_of_orders_that_came_to_nothing() {
    let captured = visa("captured");
    let returned = "Peníze za objednávku jsme vám vrátili";
    let returning = "Peníze za objednávku vám vracíme";
    for (changes, expected) in [
        (vec![], None),
        (vec![refund(10_000, "gateway"), refunded(1, 10_000)], None),
        (
            vec![refund(89_900, "gateway"), refunded(1, 89_900)],
            Some(returned),
        ),
        (vec![refund(89_900, "gateway")], Some(returning)),
        (vec![refund(89_900, "by_hand")], Some(returning)),
        (vec![cancelled()], Some("Objednávka je zrušená")),
    ] {
        let order: Order = serde_json::from_value(captured.clone()).expect("an order");
        let life = life(&order, &changes);
        let shown = OrderNow {
            order: &order,
            life: &life,
            now: NOW,
        };
        assert_eq!(shown.came_to_nothing(), expected, "{changes:?}");
    }
    let unpaid: Order = serde_json::from_value(transfer()).expect("an order");
    let life = life(&unpaid, &[]);
    let shown = OrderNow {
        order: &unpaid,
        life: &life,
        now: NOW,
    };
    assert_eq!(shown.came_to_nothing(), None);
}
