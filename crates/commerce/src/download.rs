//! Goods that buyers download: the file's name, the buyer's consent to immediate delivery, and how often a file may be
//! downloaded.
//!
//! A buyer may withdraw from a contract on digital content within 14 days. Under § 1837 l) of the Czech Civil Code that right
//! ends early only if delivery began with the buyer's express consent, after the shop said so, and the shop confirmed it.

use crate::cart::{Attribute, Cart};
use crate::catalogue::Catalogue;
use crate::order::{Order, OrderLine};
use crate::order_life::{Life, MoneyState};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// How often a buyer may download the file of one bought unit.
pub const PER_UNIT: u32 = 5;
/// The cart attribute with which the checkout says that the buyer consents. Its value is the version of the text.
pub const CONSENT_ATTRIBUTE: &str = "_immediate_download";
/// The version of the text to which buyers consent now. A changed text gets a new version.
pub const CONSENT_VERSION: &str = "2026-11";
/// The period for a withdrawal, and a day for the hours around it.
const WITHOUT_CONSENT_DAYS: i64 = 15;
/// The longest name of a file, in bytes, as most file systems have it.
const LONGEST_NAME: usize = 255;

/// The buyer's consent to immediate delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DownloadConsent {
    pub at: Timestamp,
    pub place: ConsentPlace,
    /// The version of the text.
    pub version: String,
}

/// Where the buyer consented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConsentPlace {
    /// Above the order button.
    Checkout,
    /// On the order's page.
    OrderPage,
}

/// Whether this can be the name of a file in the folder of downloads: a plain name, without a path.
#[must_use]
pub fn is_file_name(name: &str) -> bool {
    let is_plain = |character: char| !character.is_control() && !matches!(character, '/' | '\\');
    !name.is_empty()
        && name.len() <= LONGEST_NAME
        && !name.starts_with('.')
        && name.chars().all(is_plain)
}

/// Whether the cart has goods with a file.
#[must_use]
pub fn is_in(cart: &Cart, catalogue: &Catalogue) -> bool {
    let mut goods = cart.lines.iter();
    goods.any(|line| {
        let variant = catalogue.variant(line.variant);
        variant.is_some_and(|(_, variant)| variant.download.is_some())
    })
}

/// The version of the text to which the cart's attributes consent; `None`: to no known one.
pub(crate) fn consent_version(attributes: &[Attribute]) -> Option<String> {
    let given = attributes.iter().find(|one| one.key == CONSENT_ATTRIBUTE)?;
    (given.value == CONSENT_VERSION).then(|| given.value.clone())
}

/// The attributes without the consent, which is no message for the merchant.
pub(crate) fn without_consent(attributes: Vec<Attribute>) -> Vec<Attribute> {
    let others = attributes.into_iter();
    others.filter(|one| one.key != CONSENT_ATTRIBUTE).collect()
}

/// The consent that the buyer gave in the checkout, with the order itself.
#[must_use]
pub fn consent_at_checkout(order: &Order) -> Option<DownloadConsent> {
    let version = order.snapshot.download_consent.clone()?;
    Some(DownloadConsent {
        at: order.created_at,
        place: ConsentPlace::Checkout,
        version,
    })
}

/// When the files open without a consent: the period of 14 days for a withdrawal is certainly over, whatever the time of the
/// day at which it began.
#[must_use]
pub fn opens_without_consent(order: &Order) -> Timestamp {
    order.created_at.plus(WITHOUT_CONSENT_DAYS * DAY_MS)
}

/// Whether the buyer may download a file of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DownloadState {
    /// So many times in all.
    Allowed(u32),
    /// The buyer has not paid yet.
    Unpaid,
    /// The money is held, and the capture is under way.
    Held,
    /// Somebody contests the payment, or a person must look at it.
    Withheld,
    /// The order was cancelled, or the units were refunded.
    Ended,
}

/// Whether the buyer may download the file of this line.
#[must_use]
pub fn download_state(order: &Order, life: &Life, goods: &OrderLine) -> DownloadState {
    let units = goods.quantity.saturating_sub(life.refunded(goods.id));
    if life.cancelled_at.is_some() || order.snapshot.is_redacted() || units == 0 {
        return DownloadState::Ended;
    }
    if life.withholds_cards() || life.is_capture_unclear() {
        return DownloadState::Withheld;
    }
    match life.money_state() {
        _ if is_all_returned(order, life) => DownloadState::Ended,
        // The money went back for other lines, and gift cards still pay for this one.
        MoneyState::Paid
        | MoneyState::PartlyRefunded
        | MoneyState::NothingDue
        | MoneyState::Refunded => DownloadState::Allowed(units.saturating_mul(PER_UNIT)),
        MoneyState::Awaited => DownloadState::Unpaid,
        MoneyState::Held => DownloadState::Held,
        MoneyState::Disputed | MoneyState::Failed | MoneyState::NeedsReview => {
            DownloadState::Withheld
        }
    }
}

/// Whether an order that cost something has neither money nor credit of gift cards left.
fn is_all_returned(order: &Order, life: &Life) -> bool {
    let sums = life.sums();
    let was_paid = sums.paid.is_positive() || !order.snapshot.gift_cards.is_empty();
    let is_any_left = sums.balance.is_positive() || !life.cards_left(&order.snapshot).is_empty();
    was_paid && !is_any_left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order_life::{Change, Entry};
    use serde_json::{Value, json};

    const NOW: Timestamp = Timestamp(1_790_000_000_000);

    fn order(payment: &Value, method: &Value) -> Order {
        let line = json!({
            "id": 1, "variant": 1, "title": "Spižírna", "variant_title": null, "sku": "", "quantity": 2,
            "unit_price": 10_000, "total": 20_000, "tax_rate": 1200, "requires_shipping": false, "tracked": false,
            "attributes": [], "download": "spizirna.epub",
        });
        let order = json!({
            "number": 1001, "cart": 1, "attempt": 2, "created_at": NOW, "mode": "test", "payment": payment,
            "snapshot": {
                "currency": "CZK", "email": "jana@example.cz", "phone": null, "delivery_address": null,
                "billing_address": null, "lines": [line], "delivery": null, "note": null, "attributes": [],
                "subtotal": 20_000, "total": 20_000, "taxes": [], "payment": method,
            },
        });
        serde_json::from_value(order).unwrap()
    }

    fn by_card() -> Order {
        card_payment("captured")
    }

    fn card_payment(kind: &str) -> Order {
        let card = json!({ "network": "visa", "last_four": "1111" });
        let payment = json!({ "kind": kind, "card": card });
        order(&payment, &json!({ "kind": "card", "session": "s" }))
    }

    fn state(order: &Order, changes: &[Value]) -> DownloadState {
        let entries = changes.iter().zip(1..).map(|(change, sequence)| Entry {
            sequence,
            at: NOW,
            cause: None,
            change: serde_json::from_value::<Change>(change.clone()).unwrap(),
        });
        let life = Life::of(order, &[], entries.collect());
        download_state(order, &life, &order.snapshot.lines[0])
    }

    fn refund(units: u32) -> Value {
        let lines = json!([{ "line": 1, "units": units }]);
        json!({ "kind": "refund", "amount": 10_000 * units, "way": "gateway", "lines": lines })
    }

    /// [B.12] A file belongs to who paid for it: not before the money is there, and not after it has gone back.
    #[test]
    fn only_paid_units_are_downloaded() {
        let card = by_card();
        assert_eq!(state(&card, &[]), DownloadState::Allowed(10));
        assert_eq!(state(&card_payment("authorised"), &[]), DownloadState::Held);
        assert_eq!(state(&card, &[refund(1)]), DownloadState::Allowed(5));
        assert_eq!(state(&card, &[refund(2)]), DownloadState::Ended);
        let dispute = json!({ "kind": "dispute_opened", "dispute": "d", "amount": 20_000 });
        assert_eq!(state(&card, &[dispute]), DownloadState::Withheld);
        let foreign = json!({ "kind": "refunded", "reference": "re", "amount": 1_000 });
        assert_eq!(state(&card, &[foreign]), DownloadState::Withheld);
        let cancelled = json!({ "kind": "cancelled", "restocked": [] });
        let transfer = order(
            &json!({ "kind": "awaiting_transfer" }),
            &json!({ "kind": "bank_transfer" }),
        );
        assert_eq!(state(&transfer, &[]), DownloadState::Unpaid);
        assert_eq!(state(&transfer, &[cancelled]), DownloadState::Ended);
        let paid = json!({ "kind": "paid", "amount": 20_000 });
        assert_eq!(state(&transfer, &[paid]), DownloadState::Allowed(10));
        let review = order(
            &json!({ "kind": "needs_review" }),
            &json!({ "kind": "card", "session": "s" }),
        );
        assert_eq!(state(&review, &[]), DownloadState::Withheld);
        let mut erased = by_card();
        erased.snapshot.email.clear();
        assert_eq!(state(&erased, &[]), DownloadState::Ended);
    }

    #[test]
    fn a_file_name_is_no_path() {
        for name in ["Spižírna po babičce.epub", "a", &"x".repeat(255)] {
            assert!(is_file_name(name), "{name}");
        }
        let long = "x".repeat(256);
        for name in [
            "",
            ".",
            "..",
            ".htaccess",
            "a/b",
            "../a",
            r"a\b",
            "a\0",
            "a\nb",
            &long,
        ] {
            assert!(!is_file_name(name), "{name}");
        }
    }

    /// [B.12] Only the text that the shop shows now is consented to.
    #[test]
    fn a_consent_names_the_text() {
        let with = |value: &str| {
            vec![
                Attribute {
                    key: "Vzkaz".to_owned(),
                    value: "ano".to_owned(),
                },
                Attribute {
                    key: CONSENT_ATTRIBUTE.to_owned(),
                    value: value.to_owned(),
                },
            ]
        };
        let version = consent_version(&with(CONSENT_VERSION));
        assert_eq!(version.as_deref(), Some(CONSENT_VERSION));
        for other in ["", "true", "2020-01"] {
            assert_eq!(consent_version(&with(other)), None, "{other}");
        }
        assert_eq!(consent_version(&[]), None);
        assert_eq!(without_consent(with(CONSENT_VERSION)), with("")[..1]);
    }
}
