//! Whether a cart still holds what an attempt began with. An attempt token stands for one purchase: if the cart has changed
//! since, the answer of the earlier attempt is not an answer to the new submit.

use super::Attempt;
use crate::address::Address;
use crate::cart::{
    Attribute, BuyerIdentity, Cart, CartLine, CartStatus, Metafield, Preferences, SelectedDelivery,
};
use crate::consent::VisitorConsent;
use crate::gift_card::CartGiftCard;
use crate::hex;
use crate::money::Money;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A SHA-256 digest of everything that clients put into a cart, except its payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ContentsDigest(String);

/// What clients put into a cart. What the server adds by itself, such as a carrier's prices, is no change of contents.
#[derive(Serialize)]
struct Contents<'c> {
    lines: &'c [CartLine],
    note: Option<&'c str>,
    attributes: &'c [Attribute],
    discount_codes: &'c [String],
    gift_cards: &'c [CartGiftCard],
    metafields: &'c [Metafield],
    buyer: &'c BuyerIdentity,
    preferences: &'c Preferences,
    visitor_consent: &'c VisitorConsent,
    delivery_address: Option<&'c Address>,
    billing_address: Option<&'c Address>,
    selected_delivery: &'c SelectedDelivery,
}

impl ContentsDigest {
    /// `None` if the contents cannot be written as JSON. Carts are stored as JSON, so those that exist can be.
    #[must_use]
    pub fn of(cart: &Cart) -> Option<Self> {
        let contents = Contents {
            lines: &cart.lines,
            note: cart.note.as_deref(),
            attributes: &cart.attributes,
            discount_codes: &cart.discount_codes,
            gift_cards: &cart.gift_cards,
            metafields: &cart.metafields,
            buyer: &cart.buyer,
            preferences: &cart.preferences,
            visitor_consent: &cart.visitor_consent,
            delivery_address: cart.delivery_address.as_ref(),
            billing_address: cart.billing_address.as_ref(),
            selected_delivery: &cart.selected_delivery,
        };
        let written = serde_json::to_vec(&contents).ok()?;
        Some(Self(hex::encode(&Sha256::digest(written))))
    }
}

impl Attempt {
    /// Whether the cart still holds what the attempt began with. A cart that the attempt closed cannot have changed. A cart
    /// that it has released has no payment; another one may have been bound to it since. An attempt of an older version
    /// has no digest, so only the payment can differ.
    #[must_use]
    pub fn began_with(&self, cart: &Cart) -> bool {
        match cart.status {
            CartStatus::Completing { attempt } | CartStatus::Completed { attempt, .. }
                if attempt == self.key =>
            {
                return true;
            }
            CartStatus::Open | CartStatus::Completing { .. } | CartStatus::Completed { .. } => {}
        }
        let total = Money::new(self.snapshot.total, self.snapshot.currency);
        let is_payment_same = cart.payment.as_ref().is_none_or(|payment| {
            payment.method == self.snapshot.payment && payment.amount == total
        });
        is_payment_same && (self.contents.is_none() || self.contents == ContentsDigest::of(cart))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{CartKey, LineId, Secret, VariantId};
    use crate::time::Timestamp;

    fn cart() -> Cart {
        let mut cart = Cart::new(CartKey(1), Secret([1; 16]), Secret([2; 16]), Timestamp(0));
        cart.lines = vec![CartLine {
            id: LineId(1),
            variant: VariantId(1),
            quantity: 1,
            attributes: Vec::new(),
            selling_plan: None,
            parent: None,
        }];
        cart
    }

    #[test]
    fn every_change_of_a_client_changes_the_digest() {
        let attribute = || Attribute {
            key: "dar".into(),
            value: "ano".into(),
        };
        let changes: [fn(&mut Cart); 9] = [
            |cart| cart.lines[0].quantity = 2,
            |cart| cart.lines.clear(),
            |cart| cart.note = Some("Zazvonit".into()),
            |cart| cart.discount_codes.push("LETO".into()),
            |cart| cart.buyer.email = Some("jana@example.cz".into()),
            |cart| cart.delivery_address = Some(Address::default()),
            |cart| cart.billing_address = Some(Address::default()),
            |cart| cart.selected_delivery = SelectedDelivery::whole("ppl"),
            |cart| cart.visitor_consent.marketing = Some(true),
        ];
        let mut digests = vec![ContentsDigest::of(&cart()).unwrap()];
        for change in changes {
            let mut edited = cart();
            change(&mut edited);
            digests.push(ContentsDigest::of(&edited).unwrap());
        }
        let mut described = cart();
        described.attributes.push(attribute());
        digests.push(ContentsDigest::of(&described).unwrap());
        let mut engraved = cart();
        engraved.lines[0].attributes.push(attribute());
        digests.push(ContentsDigest::of(&engraved).unwrap());
        for (position, digest) in digests.iter().enumerate() {
            assert!(!digests[..position].contains(digest), "change {position}");
        }
    }

    #[test]
    fn what_the_server_changes_by_itself_is_no_other_content() {
        let mut later = cart();
        later.revision += 2;
        later.updated_at = Timestamp(5);
        later.forget_carrier();
        assert_eq!(ContentsDigest::of(&later), ContentsDigest::of(&cart()));
    }
}
