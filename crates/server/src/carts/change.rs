//! Changes a cart: reads it, changes it, and stores it unless another request has changed it meanwhile.

use super::{CartReference, CartView, Carts, Prices};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::cart_changes::{Changed, drop_outdated_payment};
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::error::Fault;
use zkratka_commerce::rules::ShopRules;
use zkratka_shop_wallets::amazon_pay::ChosenSession;
use zkratka_store::{ClaimOutcome, ReplaceOutcome, StoreError, WalletMessage};

/// How many times to try a change that conflicts with other changes of the same cart.
const TRIES: u32 = 16;

/// The result of a change.
#[derive(Debug)]
pub enum Change {
    /// The cart as it is now. If it has faults, nothing was changed. A pending carrier quote is not an error. The
    /// change is saved and the pending state is reported separately.
    Cart(Box<CartView>),
    /// An attempt is completing the cart, so it cannot be changed.
    Completing(Box<CartView>),
    /// The cart has become an order.
    Completed(Box<Cart>),
    /// There is no such cart, or the secret is wrong. The caller cannot tell the two apart.
    Missing,
}

/// What a request brings to a change of its cart.
#[derive(Default)]
pub struct Prepared<'p> {
    /// The cart as the request has read it before, with its prices. Saves reading and pricing it again.
    pub known: Option<(Cart, Prices<'p>)>,
    /// A wallet's message, claimed for the cart together with the change.
    pub claim: Option<Claim>,
}

/// A claim on a wallet's message.
pub struct Claim {
    pub message: WalletMessage,
    /// The fault of the change if the message is spent.
    pub refusal: Fault,
}

impl Carts<'_> {
    /// Changes a cart. `change` may run several times, each time on the cart as stored then.
    pub async fn change(
        &self,
        reference: &CartReference,
        change: impl Fn(&mut Cart, &Catalogue, &ShopRules) -> Changed + Send + Sync,
    ) -> Result<Change, StoreError> {
        let change =
            |cart: &mut Cart, prices: &Prices<'_>| change(cart, &prices.catalogue, prices.rules);
        let prepared = Prepared::default();
        self.change_at(reference, prepared, change).await
    }

    /// Writes what a buyer chose at Amazon into the cart.
    pub async fn take_over(
        &self,
        reference: &CartReference,
        chosen: &ChosenSession,
    ) -> Result<Change, StoreError> {
        let write = |cart: &mut Cart, catalogue: &Catalogue, rules: &ShopRules| {
            chosen.take_over(cart, catalogue, rules);
            Changed::default()
        };
        self.change(reference, write).await
    }

    /// Like [`Carts::change`], for a change that depends on what the cart costs. If another request has changed a known
    /// cart since, the change is not stored, and the cart is read again.
    pub async fn change_at(
        &self,
        reference: &CartReference,
        prepared: Prepared<'_>,
        change: impl Fn(&mut Cart, &Prices<'_>) -> Changed + Send + Sync,
    ) -> Result<Change, StoreError> {
        let Prepared { mut known, claim } = prepared;
        for _try in 0..TRIES {
            let (stored, known) = match known.take() {
                Some((cart, prices)) => (cart, Some(prices)),
                None => match self.read(reference).await? {
                    Some(cart) => (cart, None),
                    None => return Ok(Change::Missing),
                },
            };
            match &stored.status {
                CartStatus::Completed { .. } => return Ok(Change::Completed(Box::new(stored))),
                CartStatus::Completing { .. } => {
                    let view = self.view(stored, Changed::default()).await?;
                    return Ok(Change::Completing(Box::new(view)));
                }
                CartStatus::Open => {}
            }
            // Boxed, because this large future would be copied with each future around it.
            let tried = Box::pin(self.try_change(stored, known, claim.as_ref(), &change));
            if let Some(view) = tried.await? {
                return Ok(Change::Cart(Box::new(view)));
            }
        }
        // Report that the store is busy, so that the other requests finish first.
        Err(StoreError::Busy)
    }

    /// Tries once. Returns `None` if another request changed or deleted the cart meanwhile.
    async fn try_change(
        &self,
        stored: Cart,
        known: Option<Prices<'_>>,
        claim: Option<&Claim>,
        change: &(impl Fn(&mut Cart, &Prices<'_>) -> Changed + Send + Sync),
    ) -> Result<Option<CartView>, StoreError> {
        let mut cart = stored.clone();
        let was_read_before = known.is_some();
        let catalogue = self.app.catalogue.current();
        let prices = match known.filter(|known| known.hold_for(&stored, &catalogue)) {
            Some(known) => known,
            None => self.prices(&stored).await?,
        };
        let mut changed = change(&mut cart, &prices);
        self.keep_consent(&mut cart);
        let is_as_stored = claim.is_none() && cart == stored;
        if !changed.faults.is_empty() || is_as_stored {
            return Ok(Some(self.view_at(stored, changed, prices).await?));
        }
        drop_outdated_payment(&stored, &mut cart);
        cart.revision = stored.revision + 1;
        cart.updated_at = self.app.clock.now();
        match self.store(&cart, claim).await? {
            Ok(ReplaceOutcome::Stored) => Ok(Some(self.view_at(cart, changed, prices).await?)),
            // The caller reads the cart again, and reports a deleted cart as missing.
            Ok(ReplaceOutcome::Conflict | ReplaceOutcome::Missing) => Ok(None),
            // The message may have paid for this cart since it was read.
            Err(_refusal) if was_read_before => Ok(None),
            Err(refusal) => {
                tracing::info!(refusal = "replayed", "a wallet's token was refused");
                changed.faults.push(refusal);
                Ok(Some(self.view_at(stored, changed, prices).await?))
            }
        }
    }

    /// Stores a changed cart, and the claim with it. The inner error is the fault of a message that is spent.
    async fn store(
        &self,
        cart: &Cart,
        claim: Option<&Claim>,
    ) -> Result<Result<ReplaceOutcome, Fault>, StoreError> {
        let store = &self.app.store;
        let Some(Claim { message, refusal }) = claim else {
            return store.replace_cart(cart).await.map(Ok);
        };
        let now = self.app.clock.now();
        let outcome = store.replace_cart_claiming(cart, message.clone(), now);
        Ok(match outcome.await? {
            ClaimOutcome::Replaced(outcome) => Ok(outcome),
            ClaimOutcome::Spent => Err(refusal.clone()),
        })
    }

    /// The cart with its prices. Calculates them unless they are known.
    async fn view_at(
        &self,
        cart: Cart,
        changed: Changed,
        prices: Prices<'_>,
    ) -> Result<CartView, StoreError> {
        match prices.known(&cart) {
            Some((known, facts)) => Ok(CartView::new(cart, changed, known, facts)),
            None => self.view(cart, changed).await,
        }
    }
}
