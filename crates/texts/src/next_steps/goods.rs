//! What was sent, and what is still to be sent.

use super::OrderNow;
use super::standing::Standing;
use zkratka_commerce::delivery::DeliveryMethodType;
use zkratka_commerce::order::{Order, OrderLine};
use zkratka_commerce::order_life::{Fulfilment, Life};

/// How goods reach the buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Carrier,
    /// The merchant brings them.
    Local,
    /// The buyer collects them at the merchant's place.
    Collection,
}

pub(super) fn sentences(
    shown: OrderNow<'_>,
    standing: Standing,
    codes: Option<usize>,
) -> Vec<String> {
    let OrderNow { order, life, .. } = shown;
    match standing {
        Standing::Cancelled | Standing::Disputed | Standing::TakenBack => Vec::new(),
        Standing::Returned | Standing::Expired => parcels(order, life),
        Standing::InReview => {
            let mut told = parcels(order, life);
            told.extend(after_review(order, life));
            told
        }
        Standing::Open => {
            let mut told = parcels(order, life);
            told.extend(to_come(shown, codes));
            told
        }
    }
}

/// What left the shop.
fn sent(life: &Life) -> impl Iterator<Item = &Fulfilment> {
    let all = life.fulfilments.iter().map(|(_, sent)| sent);
    all.filter(|sent| !sent.lines.is_empty())
}

/// The parcels of which the page tells.
pub(super) fn told_parcels(life: &Life, standing: Standing) -> Vec<&Fulfilment> {
    match standing {
        Standing::Cancelled | Standing::Disputed | Standing::TakenBack => Vec::new(),
        Standing::Returned | Standing::Expired | Standing::InReview | Standing::Open => {
            sent(life).collect()
        }
    }
}

/// What left the shop, a sentence for each parcel.
fn parcels(order: &Order, life: &Life) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for sent in sent(life) {
        let text = parcel(order, life, sent);
        if !told.contains(&text) {
            told.push(text);
        }
    }
    told
}

fn parcel(order: &Order, life: &Life, sent: &Fulfilment) -> String {
    let is_part = order
        .snapshot
        .lines
        .iter()
        .any(|line| life.to_send(line) > 0);
    let what = if is_part { "Část zboží" } else { "Zboží" };
    let holds = |line: &&OrderLine| sent.lines.iter().any(|units| units.line == line.id);
    let mut lines = order.snapshot.lines.iter().filter(holds);
    match (&sent.carrier, &sent.tracking_number) {
        (Some(carrier), Some(number)) => {
            format!("Zásilku jsme předali dopravci {carrier}, číslo zásilky {number}.")
        }
        (Some(carrier), None) => format!("Zásilku jsme předali dopravci {carrier}."),
        (None, Some(number)) => format!("Zásilku jsme odeslali, číslo zásilky {number}."),
        (None, None) if lines.all(|line| way(order, line) == Way::Collection) => {
            format!("{what} jsme vám předali.")
        }
        (None, None) => format!("{what} jsme odeslali."),
    }
}

fn after_review(order: &Order, life: &Life) -> Option<String> {
    let what = match ways(order, life).as_slice() {
        [Way::Collection] => "zboží pro vás připravíme",
        [] if !order
            .snapshot
            .lines
            .iter()
            .any(|line| !line.requires_shipping) =>
        {
            return None;
        }
        _ => "zboží vám pošleme",
    };
    Some(format!("Jakmile bude platba vyřízená, {what}."))
}

fn to_come(shown: OrderNow<'_>, codes: Option<usize>) -> Vec<String> {
    let OrderNow { order, life, .. } = shown;
    let first = if shown.asks_for_transfer() {
        "Jakmile platba dorazí na náš účet, zboží"
    } else if life.has_sent() {
        "Zbytek zboží"
    } else {
        "Zboží teď"
    };
    let mut told: Vec<String> = match ways(order, life).as_slice() {
        [] => None,
        [Way::Carrier] => Some(format!("{first} zabalíme a předáme dopravci.")),
        [Way::Local] => Some(format!("{first} připravíme a přivezeme vám ho.")),
        [Way::Collection] => Some(format!(
            "{first} připravíme. Ozveme se, až si ho budete moct vyzvednout."
        )),
        _ => Some(format!(
            "{first} připravíme. Jak se k vám která část dostane, najdete u dopravy v podrobnostech objednávky."
        )),
    }
    .into_iter()
    .collect();
    told.extend(code_sentence(order, life, codes).map(str::to_owned));
    let ships = order
        .snapshot
        .lines
        .iter()
        .any(|line| line.requires_shipping);
    // The page lists files to download by itself.
    let is_mailed = |line: &&OrderLine| {
        !line.requires_shipping && line.gift_card.is_none() && line.download.is_none()
    };
    if !ships && units(order, life, is_mailed) > 0 {
        let text = if !told.is_empty() {
            "Ostatní zboží posíláme e-mailem."
        } else if shown.asks_for_transfer() {
            "Jakmile platba dorazí na náš účet, pošleme vám zboží e-mailem."
        } else {
            "Zboží posíláme e-mailem."
        };
        told.push(text.to_owned());
    }
    told
}

/// Where the codes of the sold gift cards are.
fn code_sentence(order: &Order, life: &Life, codes: Option<usize>) -> Option<&'static str> {
    let sold = units(order, life, |line| line.gift_card.is_some());
    match (codes, sold) {
        (_, 0) | (Some(0), _) => None,
        (Some(1), _) => Some("Kód dárkové karty najdete v podrobnostech objednávky."),
        (Some(_), _) => Some("Kódy dárkových karet najdete v podrobnostech objednávky."),
        (None, 1) => Some(
            "Kód dárkové karty tady z bezpečnostních důvodů neukazujeme. Napište nám a pošleme vám ho.",
        ),
        (None, _) => Some(
            "Kódy dárkových karet tady z bezpečnostních důvodů neukazujeme. Napište nám a pošleme vám je.",
        ),
    }
}

/// Units of these lines that were not refunded.
fn units(order: &Order, life: &Life, wanted: impl Fn(&&OrderLine) -> bool) -> u32 {
    let lines = order.snapshot.lines.iter().filter(wanted);
    lines
        .map(|line| line.quantity.saturating_sub(life.refunded(line.id)))
        .sum()
}

/// How the goods that are still to be sent reach the buyer, each way once.
fn ways(order: &Order, life: &Life) -> Vec<Way> {
    let mut ways = Vec::new();
    let lines = order.snapshot.lines.iter();
    for line in lines.filter(|line| life.to_send(line) > 0) {
        let way = way(order, line);
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

fn way(order: &Order, line: &OrderLine) -> Way {
    let Some(delivery) = &order.snapshot.delivery else {
        return Way::Carrier;
    };
    let own = delivery.subscription.as_deref();
    let own = own.filter(|_| line.selling_plan.is_some());
    match own.unwrap_or(&delivery.option).kind {
        DeliveryMethodType::PickUp => Way::Collection,
        DeliveryMethodType::Local => Way::Local,
        DeliveryMethodType::None
        | DeliveryMethodType::Shipping
        | DeliveryMethodType::PickupPoint => Way::Carrier,
    }
}
