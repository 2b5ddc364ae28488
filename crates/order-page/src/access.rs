//! Decides what a link shows.

use zkratka_commerce::contact_key::typed_contact;
use zkratka_commerce::order::{Order, OrderSnapshot, contacts_of};
use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_ids::same_text;

/// The link with which somebody opened the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderLink {
    /// It contains the order's own secret.
    Own {
        /// Whether a key outside the database made the secret. False if the order sells no gift cards, or if an older version
        /// began it.
        is_keyed: bool,
    },
    /// It contains the cart's key.
    Cart,
}

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Everything, with the codes of the gift cards that the order sold.
    Whole,
    /// Everything but those codes. They are worth money, a contact is no secret, and a reader of the database can make a link
    /// without a key.
    WithoutCodes,
    /// The number and the state. The page asks for a contact of the order.
    Question,
    /// The number and the state. The buyer's data were erased.
    Erased,
}

/// What a link shows now. `days`: for how many days the order's own link shows everything; `None`: for ever. `is_proved`:
/// the visitor has named a contact of the order.
#[must_use]
pub fn view(
    order: &Order,
    link: OrderLink,
    is_proved: bool,
    days: Option<u32>,
    now: Timestamp,
) -> View {
    if order.snapshot.is_redacted() {
        return View::Erased;
    }
    let end = days.map(|days| order.created_at.plus(i64::from(days) * DAY_MS));
    let is_young = end.is_none_or(|end| now < end);
    match (link, is_proved) {
        (OrderLink::Own { is_keyed }, is_proved) if is_proved || is_young => {
            if is_keyed {
                View::Whole
            } else {
                View::WithoutCodes
            }
        }
        (OrderLink::Cart, true) => View::WithoutCodes,
        (OrderLink::Own { .. } | OrderLink::Cart, _) => View::Question,
    }
}

/// Whether a link leads to the order's files. The cart's does not, even if the visitor names a contact: it stands in themes'
/// pages and in logs, and who may download is who got the order's own link.
#[must_use]
pub fn leads_to_files(order: &Order, link: OrderLink) -> bool {
    let is_own = matches!(link, OrderLink::Own { .. });
    is_own && order.snapshot.has_downloads() && !order.snapshot.is_redacted()
}

/// Whether what a visitor typed is the order's e-mail address or one of its telephone numbers. Compares with every contact
/// in constant time. `home` is the country whose telephone numbers need no calling code.
#[must_use]
pub fn is_contact_of(order: &OrderSnapshot, typed: &str, home: &str) -> bool {
    let addresses = [&order.delivery_address, &order.billing_address];
    let mut countries = addresses.into_iter().flatten();
    let country = countries.find_map(|address| address.country.as_deref());
    let typed = typed_contact(typed, country.unwrap_or(home));
    let known = contacts_of(order);
    let same = known
        .iter()
        .map(|key| same_text(key.as_str(), typed.as_str()));
    // Without a short cut, so that the time does not tell which contact it was.
    same.fold(false, |any, one| any | one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const NOW: Timestamp = Timestamp(1_790_000_000_000);

    /// An order of a moment ago.
    fn order(email: &str) -> Order {
        let order = json!({
            "number": 1001, "cart": 1, "attempt": 2, "created_at": NOW, "mode": "test", "payment": { "kind": "free" },
            "snapshot": {
                "currency": "CZK", "email": email, "phone": null, "delivery_address": null, "billing_address": null,
                "lines": [], "delivery": null, "note": null, "attributes": [], "subtotal": 0, "total": 0, "taxes": [],
                "payment": { "kind": "free" },
            },
        });
        serde_json::from_value(order).unwrap()
    }

    /// [B.12] Only a link that no reader of the database can make shows codes, and only to the buyer: an order that a server
    /// without keys began shows none, even to a visitor who names its contact.
    #[test]
    fn a_link_without_a_key_shows_no_codes() {
        let order = order("jana@example.cz");
        let (keyed, plain) = (
            OrderLink::Own { is_keyed: true },
            OrderLink::Own { is_keyed: false },
        );
        let (young, old) = (NOW.plus(30 * DAY_MS - 1), NOW.plus(30 * DAY_MS));
        for (link, is_proved, now, expected) in [
            (keyed, false, young, View::Whole),
            (keyed, false, old, View::Question),
            (keyed, true, old, View::Whole),
            (plain, false, young, View::WithoutCodes),
            (plain, false, old, View::Question),
            (plain, true, young, View::WithoutCodes),
            (plain, true, old, View::WithoutCodes),
            (OrderLink::Cart, false, young, View::Question),
            (OrderLink::Cart, true, young, View::WithoutCodes),
        ] {
            let found = view(&order, link, is_proved, Some(30), now);
            assert_eq!(found, expected, "{link:?} {is_proved} {now:?}");
        }
        assert_eq!(view(&order, plain, false, None, old), View::WithoutCodes);
    }

    #[test]
    fn an_erased_order_shows_nothing() {
        for is_keyed in [true, false] {
            let link = OrderLink::Own { is_keyed };
            let found = view(&order(""), link, true, None, NOW);
            assert_eq!(found, View::Erased);
        }
    }
}
