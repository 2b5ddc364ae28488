//! Changes a cart: reads it, changes it, and stores it unless another request has changed it meanwhile.

use super::{CartReference, CartView, Carts, Prices};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::cart_changes::{Changed, drop_outdated_payment};
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::rules::ShopRules;
use zkratka_store::{ReplaceOutcome, StoreError};

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

impl Carts<'_> {
    /// Changes a cart. `change` may run several times, each time on the cart as stored then.
    pub async fn change(
        &self,
        reference: &CartReference,
        change: impl Fn(&mut Cart, &Catalogue, &ShopRules) -> Changed + Send + Sync,
    ) -> Result<Change, StoreError> {
        let change =
            |cart: &mut Cart, prices: &Prices<'_>| change(cart, &prices.catalogue, prices.rules);
        self.change_at(reference, None, change).await
    }

    /// Like [`Carts::change`], for a change that depends on what the cart costs. `known` are prices that the caller has
    /// calculated in the same request. They are used as long as they hold.
    pub async fn change_at(
        &self,
        reference: &CartReference,
        mut known: Option<Prices<'_>>,
        change: impl Fn(&mut Cart, &Prices<'_>) -> Changed + Send + Sync,
    ) -> Result<Change, StoreError> {
        for _try in 0..TRIES {
            let Some(stored) = self.read(reference).await? else {
                return Ok(Change::Missing);
            };
            match &stored.status {
                CartStatus::Completed { .. } => return Ok(Change::Completed(Box::new(stored))),
                CartStatus::Completing { .. } => {
                    let view = self.view(stored, Changed::default()).await?;
                    return Ok(Change::Completing(Box::new(view)));
                }
                CartStatus::Open => {}
            }
            if let Some(view) = self.try_change(stored, known.take(), &change).await? {
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
        change: &(impl Fn(&mut Cart, &Prices<'_>) -> Changed + Send + Sync),
    ) -> Result<Option<CartView>, StoreError> {
        let mut cart = stored.clone();
        let catalogue = self.app.catalogue.current();
        let prices = match known.filter(|known| known.hold_for(&stored, &catalogue)) {
            Some(known) => known,
            None => self.prices(&stored).await?,
        };
        let changed = change(&mut cart, &prices);
        self.keep_consent(&mut cart);
        if !changed.faults.is_empty() || cart == stored {
            return Ok(Some(self.view_at(stored, changed, prices).await?));
        }
        drop_outdated_payment(&stored, &mut cart);
        cart.revision = stored.revision + 1;
        cart.updated_at = self.app.clock.now();
        match self.app.store.replace_cart(&cart).await? {
            ReplaceOutcome::Stored => Ok(Some(self.view_at(cart, changed, prices).await?)),
            // The caller reads the cart again, and reports a deleted cart as missing.
            ReplaceOutcome::Conflict | ReplaceOutcome::Missing => Ok(None),
        }
    }

    /// The cart with its prices. Calculates them unless they are known.
    async fn view_at(
        &self,
        cart: Cart,
        changed: Changed,
        prices: Prices<'_>,
    ) -> Result<CartView, StoreError> {
        match prices.known(&cart) {
            Some(known) => Ok(CartView::new(cart, changed, known)),
            None => self.view(cart, changed).await,
        }
    }
}
