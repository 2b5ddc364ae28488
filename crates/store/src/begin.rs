//! Step 1 of an attempt, shared by both databases: decides whether an attempt begins, and which rows it needs. The
//! database module locks and reads the rows, calls these functions, and writes the plan.

use crate::cart_status::with_status;
use crate::order_plan::{NewOrder, OrderPlan};
use crate::{BeginAttempt, BeginOutcome, StoreError};
use zkratka_commerce::attempt::{self, Attempt, Beginning, ContentsDigest, NewAttempt};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::completion::complete;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::gift_card::SealedToken;
use zkratka_commerce::hex;
use zkratka_commerce::ids::{AttemptKey, OrderNumber};
use zkratka_commerce::order::{Claim, Mode, OrderPayment, TimelineEntry, claims};
use zkratka_commerce::payment::{Excess, PaymentMethod};
use zkratka_commerce::pricing::{Facts, price};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::subject::Subject;
use zkratka_commerce::time::Timestamp;
use zkratka_commerce::transfer::TransferDue;
use zkratka_commerce::unpaid_orders::{UnpaidPlace, contacts, is_bounded, places, too_many};

impl BeginAttempt {
    /// The client's attempt token in every form in which an attempt may have stored it.
    pub(crate) fn stored_tokens(&self) -> Vec<&str> {
        let sealed = self.sealed_tokens.iter().map(SealedToken::as_str);
        sealed.chain([self.token.as_str()]).collect()
    }
}

/// The first decision, made from the attempt token and the cart.
pub(crate) enum Opening {
    Answer(BeginOutcome),
    /// The attempt of another token holds the cart, or has made its order.
    OtherAttempt(AttemptKey),
    /// The cart is open; the caller reads its goods and its facts next.
    Open(Box<Cart>),
}

/// Decides by the cart and by the attempt that already has this token. It checks the cart's secrets first, so that a
/// caller without them learns nothing.
pub(crate) fn opening(begin: &BeginAttempt, known: Option<Attempt>, cart: Option<Cart>) -> Opening {
    let Some(cart) = cart.filter(|cart| begin.check.admits(cart)) else {
        return Opening::Answer(BeginOutcome::NoCart);
    };
    match known {
        Some(attempt) if attempt.cart == begin.cart => {
            Opening::Answer(if attempt.began_with(&cart) {
                BeginOutcome::SameToken(Box::new(attempt))
            } else {
                BeginOutcome::TokenOfOtherContents
            })
        }
        Some(_) => Opening::Answer(BeginOutcome::TokenOfAnotherCart),
        None => match cart.status {
            CartStatus::Open => Opening::Open(Box::new(cart)),
            CartStatus::Completing { attempt } | CartStatus::Completed { attempt, .. } => {
                Opening::OtherAttempt(attempt)
            }
        },
    }
}

/// Whether the confirmation of a saved card still counts. It is deleted when it is over, with its card, and when its owner signs out
/// everywhere. Both engines understand it.
pub(crate) const CONFIRMED: &str = "SELECT 1 FROM account_payments
    WHERE id = $1 AND spent_at IS NOT NULL AND expires_at > $2";

/// The id of the confirmation by which a saved card is to pay.
pub(crate) fn confirmation(cart: &Cart) -> Option<Vec<u8>> {
    let id = cart.payment.as_ref()?.method.confirmation()?;
    Some(hex::decode(id).unwrap_or_default())
}

/// The buyer must confirm again.
pub(crate) fn unconfirmed() -> BeginOutcome {
    let fault = Fault::of(FaultCode::InvalidPayment, Subject::PaymentMethod);
    BeginOutcome::Refused(vec![fault])
}

/// The rows that begin an attempt.
pub(crate) struct BeginPlan {
    pub(crate) attempt: Attempt,
    /// Entries to append to the attempt's timeline.
    pub(crate) timeline: Vec<TimelineEntry>,
    /// The uses of discount codes that the attempt takes.
    pub(crate) claims: Vec<Claim>,
    /// The contacts whose unpaid orders are to be counted first.
    pub(crate) contacts: Vec<ContactKey>,
    /// The places of unpaid orders that it takes.
    pub(crate) places: Vec<UnpaidPlace>,
    pub(crate) cart: CartPlan,
}

/// What happens to the cart of a new attempt.
pub(crate) enum CartPlan {
    /// The gateway is called, and the attempt holds the cart meanwhile. The cart is ready to be written.
    Held(Box<Cart>),
    /// No gateway takes part: the order is made in the same transaction.
    Ordered(Box<UnnumberedOrder>),
}

/// An order that lacks only its number. Take the number last, because other orders wait for it.
pub(crate) struct UnnumberedOrder {
    cart: Cart,
    mode: Mode,
    payment: OrderPayment,
    transfer_due: Option<TransferDue>,
    now: Timestamp,
}

/// Prices the cart again and plans the attempt. An error lists every fault that keeps the cart from being bought.
pub(crate) fn plan(
    begin: &BeginAttempt,
    cart: Cart,
    catalogue: &Catalogue,
    facts: &Facts,
    rules: &ShopRules,
) -> Result<BeginPlan, Vec<Fault>> {
    let priced = price(&cart, catalogue, rules, facts);
    let snapshot = complete(&cart, &priced, rules)?;
    let claims = claims(&snapshot, &rules.discounts);
    let contacts = contacts(&snapshot, &rules.manual_payments);
    let sealed = begin
        .sealed_tokens
        .first()
        .filter(|_| snapshot.sells_gift_cards());
    let token = sealed.map_or(begin.token.as_str(), SealedToken::as_str);
    let beginning = attempt::begin(NewAttempt {
        key: begin.attempt,
        token_secret: begin.token_secret.clone(),
        secret: begin.secret.clone(),
        cart: begin.cart,
        token: token.to_owned(),
        cart_revision: cart.revision,
        contents: ContentsDigest::of(&cart),
        now: begin.now,
        key_expires_at: begin.key_expires_at,
        due_at: begin.due_at,
        snapshot,
    });
    let Beginning {
        attempt,
        order,
        timeline,
    } = match &begin.start {
        Some(start) => beginning.started(start),
        None => beginning,
    };
    let now = begin.now;
    let cart = match order {
        None => {
            let attempt = attempt.key;
            let status = CartStatus::Completing { attempt };
            CartPlan::Held(Box::new(with_status(cart, status, now)))
        }
        Some(payment) => CartPlan::Ordered(Box::new(UnnumberedOrder {
            cart,
            mode: begin.mode,
            transfer_due: match payment {
                OrderPayment::AwaitingTransfer => rules.transfers.deadline(now, &rules.calendar),
                _ => None,
            },
            payment,
            now,
        })),
    };
    Ok(BeginPlan {
        attempt,
        timeline,
        claims,
        contacts,
        places: Vec::new(),
        cart,
    })
}

impl BeginPlan {
    /// The plan, if the bounds on orders without a payment allow it. `taken` are the places that its contacts take already.
    /// The client is asked last, because being admitted counts.
    pub(crate) fn within_bounds(
        mut self,
        begin: &BeginAttempt,
        taken: &[(String, u32)],
        rules: &ShopRules,
    ) -> Result<Self, BeginOutcome> {
        if !is_bounded(&self.attempt.snapshot) {
            return Ok(self);
        }
        let contacts = std::mem::take(&mut self.contacts);
        let proof = begin.manual.proof();
        let found = places(contacts, taken, &rules.manual_payments, proof);
        let admitted = found.and_then(|places| begin.manual.admits(begin.now).map(|()| places));
        match admitted {
            Ok(places) => Ok(Self { places, ..self }),
            Err(Excess::CaptchaRequired) => Err(BeginOutcome::CaptchaRequired),
            Err(Excess::Refused) => Err(BeginOutcome::Refused(vec![too_many(
                &self.attempt.snapshot,
            )])),
        }
    }
}

/// Whether the attempt uses up the buyer's approval in a wallet, the shop's own included. The approval stays used whatever happens to the attempt.
pub(crate) const fn uses_up_approval(attempt: &Attempt) -> bool {
    matches!(
        attempt.snapshot.payment,
        PaymentMethod::Wallet { .. } | PaymentMethod::SavedCard { .. }
    )
}

impl UnnumberedOrder {
    /// Gives the order its number and stores the number in the attempt.
    pub(crate) fn numbered(
        self,
        attempt: &mut Attempt,
        number: OrderNumber,
    ) -> Result<OrderPlan, StoreError> {
        OrderPlan::new(
            attempt,
            self.cart,
            number,
            NewOrder {
                mode: self.mode,
                payment: self.payment,
                transfer_due: self.transfer_due,
                // Gift cards cannot be paid later, so an order that is made at once sells none.
                cards: Vec::new(),
            },
            self.now,
        )
    }
}
