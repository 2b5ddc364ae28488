//! Arguments and results of a store that are not types of the rules.

use std::fmt;
use std::sync::Arc;
use zkratka_commerce::attempt::{Attempt, SoldGiftCard, Start};
use zkratka_commerce::cart::Cart;
use zkratka_commerce::error::Fault;
use zkratka_commerce::gift_card::SealedToken;
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber, Secret};
use zkratka_commerce::order::{Mode, Order, OrderPayment, TimelineEntry};
use zkratka_commerce::order_life::Entry;
use zkratka_commerce::payment::{CaptchaProof, Excess};
use zkratka_commerce::time::Timestamp;

/// The input of [`crate::Store::begin_attempt`] (step 1 of an attempt).
#[derive(Clone, Debug)]
pub struct BeginAttempt {
    pub cart: CartKey,
    /// The client's attempt token.
    pub token: String,
    /// The same token as an attempt that sells gift cards stores it, with each key; the first is the current one. An attempt
    /// that sells none stores the token itself.
    pub sealed_tokens: Vec<SealedToken>,
    /// The key of the new attempt.
    pub attempt: AttemptKey,
    /// The unguessable part of the attempt's public id.
    pub token_secret: Secret,
    /// The secret from which the attempt's other names are derived.
    pub secret: Secret,
    /// Which carts the caller may buy.
    pub check: CartCheck,
    /// Whether the client may make an order that nobody has paid.
    pub manual: ManualOrderCheck,
    pub now: Timestamp,
    /// Until this time the gateway honours the idempotency key.
    pub key_expires_at: Timestamp,
    /// From this time another server may resume the attempt if this server dies.
    pub due_at: Timestamp,
    /// The mode of an order that is made at once (payment on delivery or by transfer).
    pub mode: Mode,
    /// Stored with the attempt, so that the gateway may be called as soon as the attempt has begun. `None` leaves the
    /// attempt reserved until [`zkratka_commerce::attempt::Event::Started`], as older servers leave it.
    pub start: Option<Start>,
}

/// Which carts a caller may buy: those whose secrets it knows. The caller decides how to compare secrets.
#[derive(Clone)]
pub struct CartCheck(Arc<dyn Fn(&Cart) -> bool + Send + Sync>);

impl CartCheck {
    /// Admits the carts for which `admits` returns true. For the caller, other carts do not exist. The store calls
    /// `admits` in a transaction, perhaps several times.
    pub fn new(admits: impl Fn(&Cart) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(admits))
    }

    /// Admits every cart.
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

/// Whether the client may make one more order that nobody has paid, besides what the store counts itself.
#[derive(Clone)]
pub struct ManualOrderCheck {
    proof: CaptchaProof,
    admits: Arc<dyn Fn(Timestamp) -> Result<(), Excess> + Send + Sync>,
}

impl ManualOrderCheck {
    /// `proof` says whether the client has solved a captcha for this attempt. The store calls `admits` in the transaction
    /// that begins the attempt, when nothing else stands in the way of the order. It may call it several times for one
    /// attempt token, which must count once.
    pub fn new(
        proof: CaptchaProof,
        admits: impl Fn(Timestamp) -> Result<(), Excess> + Send + Sync + 'static,
    ) -> Self {
        Self {
            proof,
            admits: Arc::new(admits),
        }
    }

    /// A client without bounds of its own, in a shop without a captcha.
    #[must_use]
    pub fn unbounded() -> Self {
        Self::new(CaptchaProof::Unavailable, |_| Ok(()))
    }

    pub(crate) const fn proof(&self) -> CaptchaProof {
        self.proof
    }

    pub(crate) fn admits(&self, now: Timestamp) -> Result<(), Excess> {
        (self.admits)(now)
    }
}

impl fmt::Debug for ManualOrderCheck {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("ManualOrderCheck(..)")
    }
}

/// The result of step 1.
#[derive(Clone, Debug)]
pub enum BeginOutcome {
    /// The attempt is new: its stock is reserved and its cart is closed. If no gateway takes part in the payment, the
    /// order was made in the same transaction (state `Placed`).
    New(Box<Attempt>),
    /// This token already has this attempt on this cart. The attempt may be in any state.
    SameToken(Box<Attempt>),
    /// The attempt of another token is live on this cart, or has completed it.
    OtherAttempt(Box<Attempt>),
    /// The token belongs to another cart.
    TokenOfAnotherCart,
    /// The token has an attempt on this cart that made no order, and the cart has changed since.
    TokenOfOtherContents,
    /// The cart does not exist, or the caller may not see it.
    NoCart,
    /// The cart cannot be bought as it is; nothing was changed.
    Refused(Vec<Fault>),
    /// So many orders without a payment are made for clients that have solved a captcha; nothing was changed.
    CaptchaRequired,
}

/// One step of an attempt to store. The version fences the write.
#[derive(Clone, Debug)]
pub struct AttemptStep {
    /// The attempt after the step. Its `version` is one above the version that was read.
    pub attempt: Attempt,
    /// The effect of the step on stock, cart and order.
    pub commit: StepCommit,
    /// Timeline entries to append.
    pub timeline: Vec<TimelineEntry>,
}

/// The effect of a step on stock, cart and order.
#[derive(Clone, Debug)]
pub enum StepCommit {
    Nothing,
    /// Makes an order: the reservation becomes a sale and the cart is completed. The store fills `attempt.order`. The
    /// time of the step's last timeline entry becomes the date of the order.
    MakeOrder {
        mode: Mode,
        /// The state of the order's payment.
        payment: OrderPayment,
        /// The gift cards that the order sells: a card for each unit of the snapshot's gift card lines.
        cards: Vec<SoldGiftCard>,
    },
    /// Changes the payment of the order.
    UpdateOrderPayment(OrderPayment),
    /// Returns the stock and opens the cart again. The cart loses the payment that was bound to it.
    Release,
}

/// The result of a fenced write.
#[derive(Clone, Debug)]
pub enum StepOutcome {
    /// The write took place. This is the stored attempt, with its order number if an order was made.
    Stored(Box<Attempt>),
    /// Another write came first. This is the stored attempt.
    Superseded(Box<Attempt>),
}

/// The result of a compare-and-set of a cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplaceOutcome {
    Stored,
    /// The stored revision is a different one. Read the cart again.
    Conflict,
    Missing,
}

/// The result of a compare-and-set of a cart that also claims a wallet's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// The message can pay for the cart. If the cart was stored, it is claimed for the cart.
    Replaced(ReplaceOutcome),
    /// The message has expired, belongs to another cart, or an attempt of its cart has begun since. Nothing was stored.
    Spent,
}

/// An idempotency key with the request that it stands for, to create one cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedRequest {
    /// A digest of the key.
    pub key: String,
    /// A digest of the request.
    pub request: String,
    pub now: Timestamp,
    /// Keys that were used at or before this time are forgotten.
    pub since: Timestamp,
}

/// The cart that an idempotency key has created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedCart {
    /// The digest of the request that created it.
    pub request: String,
    pub cart: CartKey,
}

/// A wallet's message, with which one cart can be paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletMessage {
    /// A digest of the data that identify the message.
    pub id: String,
    /// From this time the message is refused for its age anyway.
    pub expires_at: Timestamp,
}

/// An order with its timeline and its life after the sale.
#[derive(Clone, Debug)]
pub struct OrderRecord {
    pub order: Order,
    /// Oldest first.
    pub timeline: Vec<TimelineEntry>,
    /// What has happened since the sale, in sequence.
    pub entries: Vec<Entry>,
}

/// Which orders to list, newest first.
#[derive(Clone, Copy, Debug)]
pub struct OrderPage {
    /// Only orders below this number.
    pub before: Option<OrderNumber>,
    pub limit: u32,
}

/// What an import changed, counted in products and variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportCounts {
    /// Products that were not stored before.
    pub products_added: u64,
    /// Products that changed themselves, or in at least one variant.
    pub products_changed: u64,
    /// Products that the feed left as they were.
    pub products_unchanged: u64,
    /// Variants of the feed's products.
    pub variants: u64,
}
