//! The cart: what the buyer wants, before any price is worked out, and the operations that depend on nothing but the cart.
//! Those that depend on goods, rules or prices are in [`crate::cart_changes`].

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

use crate::address::Address;
use crate::consent::VisitorConsent;
use crate::delivery::{CarrierQuote, Destination, Unserved};
use crate::gift_card::CartGiftCard;
use crate::ids::{AttemptKey, CartKey, LineId, OrderNumber, Secret, SellingPlanId, VariantId};
use crate::money::{MinorUnits, Money};
use crate::payment::PaymentMethod;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// A cart: one document with a revision; every change is compare-and-set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cart {
    /// Storage key.
    pub key: CartKey,
    /// Unguessable part of the public token.
    #[serde(rename = "tail")]
    pub token_secret: Secret,
    /// The bearer secret carried as `?key=`.
    pub secret: Secret,
    /// Grows by one with every stored change.
    pub revision: u64,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// The next [`LineId`] to give out.
    pub next_line: u32,
    /// What is in it, in the order of adding.
    pub lines: Vec<CartLine>,
    /// The buyer's note.
    pub note: Option<String>,
    /// Attributes of the whole cart.
    pub attributes: Vec<Attribute>,
    /// Discount codes as entered.
    pub discount_codes: Vec<String>,
    /// Gift cards that pay for it, in the order of entering.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gift_cards: Vec<CartGiftCard>,
    /// Data that apps keep with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metafields: Vec<Metafield>,
    /// Who buys.
    pub buyer: BuyerIdentity,
    /// How the buyer would like it.
    #[serde(default, skip_serializing_if = "Preferences::is_empty")]
    pub preferences: Preferences,
    /// What the visitor has agreed to beside the purchase.
    #[serde(default, skip_serializing_if = "VisitorConsent::is_unknown")]
    pub visitor_consent: VisitorConsent,
    /// Where it goes.
    pub delivery_address: Option<Address>,
    /// How it goes.
    #[serde(default)]
    pub selected_delivery: SelectedDelivery,
    /// What that was when it was chosen.
    #[serde(default, skip_serializing_if = "ChosenDetails::is_empty")]
    pub chosen_details: ChosenDetails,
    /// What a carrier takes for it, as last asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carrier_quotes: Vec<CarrierQuote>,
    /// Its parcels that the carrier said it does not take, as last asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carrier_unserved: Vec<Unserved>,
    /// Where the bill goes; the delivery address when absent.
    pub billing_address: Option<Address>,
    /// The payment bound to a revision of this cart.
    pub payment: Option<BoundPayment>,
    /// The order at a wallet's provider that was made for it last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remote_order: Option<RemoteOrder>,
    /// Where it stands.
    pub status: CartStatus,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CartLine {
    /// Its number in this cart.
    pub id: LineId,
    /// What.
    pub variant: VariantId,
    /// How many; 0 when nothing was left, so that a storefront still sees the line.
    pub quantity: u32,
    /// Line-item properties.
    pub attributes: Vec<Attribute>,
    /// The selling plan it is bought under, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selling_plan: Option<SellingPlanId>,
    /// The line that it stands below, if any: it goes with it. That line stands below none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<LineId>,
}

/// A key and a value given by the storefront.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    pub key: String,
    pub value: String,
}

/// Who buys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuyerIdentity {
    /// E-mail address.
    pub email: Option<String>,
    /// Telephone.
    pub phone: Option<String>,
    /// The buyer's country, ISO 3166-1 alpha-2.
    pub country: Option<String>,
}

/// A payment bound to the priced content of a cart (design.md: "cartPaymentUpdate binds a payment to a revision").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundPayment {
    /// The amount that the buyer was shown.
    pub amount: Money,
    /// Duty and tax on top of prices, minor units, that the amount holds.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub on_top: MinorUnits,
    /// How it is paid.
    pub method: PaymentMethod,
    /// Revision of the cart that stored this payment: what changes the agreed contents later drops it
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

/// Where a cart stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum CartStatus {
    /// It can be changed.
    Open,
    /// An attempt is live; the cart cannot be changed.
    Completing {
        /// The live attempt.
        attempt: AttemptKey,
    },
    /// It has become an order.
    Completed {
        /// The attempt that succeeded.
        attempt: AttemptKey,
        order: OrderNumber,
    },
}

impl Cart {
    /// An empty, open cart. Key and secrets come from the caller.
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
            status: CartStatus::Open,
        }
    }

    /// Whether it can be changed: no attempt is live and none has completed it.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.status == CartStatus::Open
    }

    /// Forgets what a carrier has said: it tells where the cart goes.
    pub fn forget_carrier(&mut self) {
        self.carrier_quotes = Vec::new();
        self.carrier_unserved = Vec::new();
    }

    /// The place it would be delivered to, as far as known.
    #[must_use]
    pub fn destination(&self) -> Option<Destination<'_>> {
        let address = self.delivery_address.as_ref();
        Some(Destination {
            country: self.destination_country()?,
            zip: address.and_then(|address| address.zip.as_deref()),
        })
    }

    /// The country it would be delivered to, as far as known: the delivery address's, else the buyer's.
    #[must_use]
    pub fn destination_country(&self) -> Option<&str> {
        let delivery = self.delivery_address.as_ref();
        delivery
            .and_then(|address| address.country.as_deref())
            .or(self.buyer.country.as_deref())
    }
}
