//! What goes in and out of a store besides the rules' own types.

use std::fmt;
use std::sync::Arc;
use zkratka_commerce::attempt::{Attempt, Start};
use zkratka_commerce::cart::Cart;
use zkratka_commerce::error::Fault;
use zkratka_commerce::gift_card::GiftCardId;
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber, Secret};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order::{Mode, Order, OrderPayment, TimelineEntry};
use zkratka_commerce::time::Timestamp;

/// What [`crate::Store::begin_attempt`] needs (step 1 of an attempt).
#[derive(Clone, Debug)]
pub struct BeginAttempt {
    pub cart: CartKey,
    /// The client's attempt token.
    pub token: String,
    /// Key of the attempt to make.
    pub attempt: AttemptKey,
    /// Unguessable part of its public id.
    pub token_secret: Secret,
    /// What its other names are derived from.
    pub secret: Secret,
    /// Which carts the caller may buy.
    pub check: CartCheck,
    pub now: Timestamp,
    /// Until when the gateway honours the idempotency key.
    pub key_expires_at: Timestamp,
    /// When another server may resume it if this one dies.
    pub due_at: Timestamp,
    /// Mode of an order made at once (payment on delivery or by transfer).
    pub mode: Mode,
    /// Stored with the attempt, so that its gateway may be asked as soon as it has begun. Without it the attempt is left
    /// reserved, as older servers leave it, until [`zkratka_commerce::attempt::Event::Started`].
    pub start: Option<Start>,
}

/// Which carts a caller may buy: those whose secrets it knows. How secrets are compared is the caller's.
#[derive(Clone)]
pub struct CartCheck(Arc<dyn Fn(&Cart) -> bool + Send + Sync>);

impl CartCheck {
    /// Carts of which this is true; another one does not exist for the caller. It is called in a transaction, perhaps
    /// several times.
    pub fn new(admits: impl Fn(&Cart) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(admits))
    }

    /// Whichever cart is named.
    #[must_use]
    pub fn any() -> Self {
        Self::new(|_| true)
    }

    pub(crate) fn admits(&self, cart: &Cart) -> bool {
        (self.0)(cart)
    }
}

impl fmt::Debug for CartCheck {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("CartCheck(..)")
    }
}

/// How step 1 ended.
#[derive(Clone, Debug)]
pub enum Begun {
    /// The attempt is new: stock is reserved, the cart is closed.
    /// For payment without a gateway the order was made in the same transaction (state `Placed`).
    New(Box<Attempt>),
    /// This token already has this attempt (in whatever state) on this cart.
    SameToken(Box<Attempt>),
    /// Another token's attempt is live on this cart, or has completed it.
    OtherAttempt(Box<Attempt>),
    /// The token belongs to another cart.
    TokenOfAnotherCart,
    /// There is no such cart, or not for the caller.
    NoCart,
    /// The cart cannot be bought as it is; nothing was changed.
    Refused(Vec<Fault>),
}

/// One stored step of an attempt, fenced by its version.
#[derive(Clone, Debug)]
pub struct AttemptStep {
    /// The attempt after the step, with `version` one above what was read.
    pub attempt: Attempt,
    /// What the step means for stock, cart and order.
    pub commit: StepCommit,
    /// Timeline entries to append.
    pub timeline: Vec<TimelineEntry>,
}

/// What a step means for stock, cart and order.
#[derive(Clone, Debug)]
pub enum StepCommit {
    Nothing,
    /// An order is made; the reservation becomes a sale; the cart is completed. The store fills `attempt.order`.
    /// The order is dated by the step's last timeline entry.
    MakeOrder {
        /// Test or live.
        mode: Mode,
        /// Where its payment stands.
        payment: OrderPayment,
    },
    /// The order's payment moves on.
    UpdateOrderPayment(OrderPayment),
    /// Stock goes back; the cart opens again (its bound payment is dropped).
    Release,
}

/// Whether a fenced write took place.
#[derive(Clone, Debug)]
pub enum Advanced {
    /// It did; this is the attempt as stored (with its order number, if one was made).
    Stored(Box<Attempt>),
    /// Somebody else was faster; this is what is stored.
    Superseded(Box<Attempt>),
}

/// Whether a compare-and-set of a cart took place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// It did.
    Stored,
    /// The stored revision is another one; read again.
    Conflict,
    /// There is no such cart.
    Missing,
}

/// A wallet's message that is to pay for a cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletMessage {
    /// A digest of what names the message.
    pub id: String,
    pub cart: CartKey,
    /// When the message is refused for its age anyway.
    pub expires_at: Timestamp,
}

/// A gift card to issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGiftCard {
    /// A digest of its code; the code itself is kept nowhere.
    pub digest: String,
    /// The end of its code, for its holder to know it by.
    pub last_characters: String,
    /// What can be paid with it; more than nothing.
    pub amount: Money,
    /// When it is issued.
    pub issued_at: Timestamp,
    /// It pays before this moment; none: for good.
    pub expires_at: Option<Timestamp>,
    /// Whom it is for, in the operator's words.
    pub note: Option<String>,
}

/// Whether a gift card can pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GiftCardState {
    /// It can, as far as anything is left on it.
    Usable,
    /// Its time is over.
    Expired,
    /// Somebody has seen to it that it does not.
    Disabled,
}

/// A gift card as it stands. Amounts are minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GiftCard {
    /// Its number.
    pub id: GiftCardId,
    /// The end of its code.
    pub last_characters: String,
    /// The currency of its amounts.
    pub currency: Currency,
    /// What it was issued with.
    pub initial: MinorUnits,
    /// What is left; what live attempts hold is taken off.
    pub balance: MinorUnits,
    /// When it was issued.
    pub issued_at: Timestamp,
    /// It pays before this moment; none: for good.
    pub expires_at: Option<Timestamp>,
    /// When it was disabled, if it was.
    pub disabled_at: Option<Timestamp>,
    /// Whom it is for, in the operator's words.
    pub note: Option<String>,
    /// The order that it was bought with; none: somebody issued it.
    pub order: Option<OrderNumber>,
}

impl GiftCard {
    /// Whether it can pay now.
    #[must_use]
    pub fn state(&self, now: Timestamp) -> GiftCardState {
        if self.disabled_at.is_some() {
            GiftCardState::Disabled
        } else if self.expires_at.is_some_and(|end| end <= now) {
            GiftCardState::Expired
        } else {
            GiftCardState::Usable
        }
    }
}

/// An order with the timeline of its attempt.
#[derive(Clone, Debug)]
pub struct OrderRecord {
    pub order: Order,
    /// Oldest first.
    pub timeline: Vec<TimelineEntry>,
}

/// Which orders to list, newest first.
#[derive(Clone, Copy, Debug)]
pub struct OrderPage {
    /// Only orders below this number.
    pub before: Option<OrderNumber>,
    /// At most this many.
    pub limit: u32,
}

/// What an import did, in products and variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportCounts {
    /// Products that were not there.
    pub products_added: u64,
    /// Products that changed (themselves or a variant).
    pub products_changed: u64,
    /// Products that were already so.
    pub products_unchanged: u64,
    /// Variants in the feed's products.
    pub variants: u64,
}
