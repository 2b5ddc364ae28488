//! Prices that a carrier quotes for a cart. They are kept with it, so that every server prices it the same.

use super::{CartReference, CartView, Carts, Change};
use zkratka_commerce::cart::{Cart, Changed};
use zkratka_commerce::delivery::{CarrierQuote, QuotedFor, carrier_is_asked};
use zkratka_store::StoreError;

impl Carts<'_> {
    /// The cart with the carrier's prices of now, where some way of delivery takes its price from one. A carrier that
    /// does not answer leaves the configured prices.
    pub async fn quoted(&self, view: CartView) -> Result<CartView, StoreError> {
        let app = self.app;
        let now = app.clock.now();
        let (Some(carrier), Some(parcel)) = (&app.carrier, self.parcel(&view)) else {
            return Ok(view);
        };
        let fresh = |quote: &CarrierQuote| quote.parcel == parcel && now < quote.until;
        if view.cart.carrier_quotes.iter().any(fresh) {
            return Ok(view);
        }
        let quotes = carrier.quotes(&parcel, now).await.unwrap_or_else(|reason| {
            tracing::warn!(%reason, "no prices from the carrier");
            Vec::new()
        });
        self.keep(view, &quotes).await
    }

    /// What a carrier would have to be asked about.
    fn parcel(self, view: &CartView) -> Option<QuotedFor> {
        let (cart, priced) = (&view.cart, &view.priced);
        let destination = cart.destination().filter(|_| priced.requires_shipping)?;
        // A carrier is told the goods' value in the shop's currency, and there is no way back from a market's rounding.
        let at_home = priced.currency == self.app.rules.currency;
        let asked = at_home && cart.is_open() && carrier_is_asked(&self.app.rules, destination);
        asked.then(|| QuotedFor::new(destination, priced.goods))
    }

    async fn keep(self, view: CartView, quotes: &[CarrierQuote]) -> Result<CartView, StoreError> {
        if view.cart.carrier_quotes == quotes {
            return Ok(view);
        }
        let reference = CartReference::from(&view.cart);
        let change = |cart: &mut Cart| {
            cart.carrier_quotes = quotes.to_vec();
            Changed::default()
        };
        Ok(
            match self.change(&reference, |cart, _, _| change(cart)).await? {
                Change::Cart(mut kept) | Change::Completing(mut kept) => {
                    // What was wrong with the operation itself is still to be told.
                    kept.faults = view.faults;
                    kept.warnings = view.warnings;
                    *kept
                }
                Change::Completed(_) | Change::Missing => view,
            },
        )
    }
}
