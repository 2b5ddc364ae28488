//! The cart: what the buyer wants, before pricing, and the operations that depend only on the cart. Operations that
//! depend on goods, rules or prices are in [`crate::cart_changes`].

mod buyer;
mod chosen_details;
mod copy;
mod extras;
mod gift_cards;
mod metafields;
mod preferences;
mod remote_order;
mod selected_delivery;

pub use buyer::{
    remove_personal_data, set_billing_address, set_buyer, set_country, set_delivery_address,
};
pub use chosen_details::ChosenDetails;
pub use copy::copy_contents;
pub(crate) use extras::{attribute_faults, plain_attributes};
pub use extras::{set_attributes, set_discount_codes, set_note};
pub use gift_cards::{add_gift_cards, remove_gift_cards};
pub use metafields::{
    COMMON_NAMESPACE, Metafield, MetafieldFault, MetafieldKey, MetafieldMember, NewMetafield,
    remove_metafield, set_metafields,
};
pub use preferences::{DeliveryPreference, Place, Preferences, PreferredMethod, set_preferences};
pub use remote_order::{RemoteOrder, keep_remote_order};
pub use selected_delivery::SelectedDelivery;

use crate::account::AccountId;
use crate::address::Address;
use crate::consent::VisitorConsent;
use crate::delivery::{CarrierQuote, Destination, RefusedParcel};
use crate::gift_card::CartGiftCard;
use crate::ids::{AttemptKey, CartKey, LineId, OrderNumber, Secret, SellingPlanId, VariantId};
use crate::money::{MinorUnits, Money};
use crate::payment::PaymentMethod;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// A cart: one document with a revision. Every change is a compare-and-set on the revision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cart {
    /// Storage key.
    pub key: CartKey,
    /// Unguessable part of the public token.
    #[serde(rename = "tail")]
    pub token_secret: Secret,
    /// The bearer secret carried as `?key=`.
    pub secret: Secret,
    pub revision: u64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// The next [`LineId`] to assign.
    pub next_line: u32,
    /// Lines in the order they were added.
    pub lines: Vec<CartLine>,
    pub note: Option<String>,
    /// Attributes of the whole cart.
    pub attributes: Vec<Attribute>,
    /// Discount codes as entered.
    pub discount_codes: Vec<String>,
    /// Gift cards that pay for the cart, in the order the buyer entered them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gift_cards: Vec<CartGiftCard>,
    /// Data that apps store with the cart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metafields: Vec<Metafield>,
    pub buyer: BuyerIdentity,
    #[serde(default, skip_serializing_if = "Preferences::is_empty")]
    pub preferences: Preferences,
    /// Consents that the visitor gave or refused besides the purchase.
    #[serde(default, skip_serializing_if = "VisitorConsent::is_unknown")]
    pub visitor_consent: VisitorConsent,
    pub delivery_address: Option<Address>,
    #[serde(default)]
    pub selected_delivery: SelectedDelivery,
    /// Details of the selected delivery options when the buyer selected them.
    #[serde(default, skip_serializing_if = "ChosenDetails::is_empty")]
    pub chosen_details: ChosenDetails,
    /// Prices from the carrier's last answer for this cart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carrier_quotes: Vec<CarrierQuote>,
    /// Parcels of this cart that the carrier refused in its last answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carrier_unserved: Vec<RefusedParcel>,
    /// The invoice address; if absent, the delivery address is used.
    pub billing_address: Option<Address>,
    /// The payment bound to a revision of this cart.
    pub payment: Option<BoundPayment>,
    /// The last order at a wallet's provider that was created for this cart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remote_order: Option<RemoteOrder>,
    /// When the newest of the buttons was signed whose buyers came back from their vendor. Nothing clears it, so an address
    /// leads into the cart once, whatever becomes of its order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned_at: Option<Timestamp>,
    /// The account in which the buyer wants the card and the address of the order to be saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save_for: Option<AccountId>,
    pub status: CartStatus,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CartLine {
    /// The line's number in this cart.
    pub id: LineId,
    pub variant: VariantId,
    /// The quantity; 0 when nothing was left in stock, so that a storefront still sees the line.
    pub quantity: u32,
    /// Line-item properties.
    pub attributes: Vec<Attribute>,
    /// The selling plan, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selling_plan: Option<SellingPlanId>,
    /// The parent line, if any. A child line is removed with its parent. A parent line has no parent itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<LineId>,
}

/// A key and a value given by the storefront.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    pub key: String,
    pub value: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuyerIdentity {
    pub email: Option<String>,
    pub phone: Option<String>,
    /// The buyer's country, ISO 3166-1 alpha-2.
    pub country: Option<String>,
}

/// A payment bound to the priced content of a cart (design.md: "cartPaymentUpdate binds a payment to a revision").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundPayment {
    /// The amount shown to the buyer.
    pub amount: Money,
    /// Duty and tax added on top of prices that the amount includes, in minor units.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub on_top: MinorUnits,
    pub method: PaymentMethod,
    /// Revision of the cart that stored this payment. A later change of the agreed contents drops the payment
    /// ([`crate::cart_changes::drop_outdated_payment`]).
    pub revision: u64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
const fn is_nothing(amount: &MinorUnits) -> bool {
    amount.is_zero()
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum CartStatus {
    Open,
    Completing {
        attempt: AttemptKey,
    },
    /// The cart has become an order.
    Completed {
        attempt: AttemptKey,
        order: OrderNumber,
    },
}

impl Cart {
    /// An empty, open cart. The caller supplies key and secrets.
    #[must_use]
    pub fn new(key: CartKey, token_secret: Secret, secret: Secret, now: Timestamp) -> Self {
        Self {
            key,
            token_secret,
            secret,
            revision: 0,
            created_at: now,
            updated_at: now,
            next_line: 1,
            lines: Vec::new(),
            note: None,
            attributes: Vec::new(),
            discount_codes: Vec::new(),
            gift_cards: Vec::new(),
            metafields: Vec::new(),
            buyer: BuyerIdentity::default(),
            preferences: Preferences::default(),
            visitor_consent: VisitorConsent::default(),
            delivery_address: None,
            selected_delivery: SelectedDelivery::default(),
            chosen_details: ChosenDetails::default(),
            carrier_quotes: Vec::new(),
            carrier_unserved: Vec::new(),
            billing_address: None,
            payment: None,
            remote_order: None,
            returned_at: None,
            save_for: None,
            status: CartStatus::Open,
        }
    }

    /// Whether the cart can be changed: no attempt is live and none has completed it.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.status == CartStatus::Open
    }

    /// Removes the carrier's answers: they contain the destination.
    pub fn forget_carrier(&mut self) {
        self.carrier_quotes = Vec::new();
        self.carrier_unserved = Vec::new();
    }

    /// The delivery destination, as far as known.
    #[must_use]
    pub fn destination(&self) -> Option<Destination<'_>> {
        let address = self.delivery_address.as_ref();
        Some(Destination {
            country: self.destination_country()?,
            zip: address.and_then(|address| address.zip.as_deref()),
        })
    }

    /// The delivery country, as far as known: the delivery address's country, otherwise the buyer's.
    #[must_use]
    pub fn destination_country(&self) -> Option<&str> {
        let delivery = self.delivery_address.as_ref();
        delivery
            .and_then(|address| address.country.as_deref())
            .or(self.buyer.country.as_deref())
    }
}
