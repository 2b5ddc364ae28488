//! Prices that a carrier quotes for a cart. They are kept with it, so that every server prices it the same.

use super::{CartReference, CartView, Carts, Change};
use zkratka_commerce::cart::{Cart, Changed};
use zkratka_commerce::delivery::{
    CarrierQuote, DeliveryGroup, Destination, QuotedFor, carrier_is_asked,
};
use zkratka_commerce::selling_plan::{ByPurchase, PurchaseType};
use zkratka_store::StoreError;

impl Carts<'_> {
    /// The cart with the carrier's prices of now, where some way of delivery takes its price from one. A carrier that
    /// does not answer leaves the configured prices.
    pub async fn quoted(&self, view: CartView) -> Result<CartView, StoreError> {
        let app = self.app;
        let now = app.clock.now();
        let Some(carrier) = &app.carrier else {
            return Ok(view);
        };
        let parcels = self.parcels(&view);
        let kept = &view.cart.carrier_quotes;
        let fresh = |parcel: &QuotedFor| {
            let own = kept.iter().filter(|quote| quote.parcel == *parcel);
            own.filter(|quote| now < quote.until)
                .cloned()
                .collect::<Vec<_>>()
        };
        if parcels.iter().all(|(_, parcel)| !fresh(parcel).is_empty()) {
            return Ok(view);
        }
        let ask = async |parcel: Option<&QuotedFor>| match parcel {
            None => Vec::new(),
            Some(parcel) => match fresh(parcel) {
                known if !known.is_empty() => known,
                _ => carrier.quotes(parcel, now).await.unwrap_or_else(|reason| {
                    tracing::warn!(%reason, "no prices from the carrier");
                    Vec::new()
                }),
            },
        };
        let (once, again) = (parcels.one_time.as_ref(), parcels.subscription.as_ref());
        let (once, again) = tokio::join!(ask(once), ask(again));
        self.keep(view, &[once, again].concat()).await
    }

    /// What a carrier would have to be asked about: the parcel of each delivery group.
    fn parcels(self, view: &CartView) -> ByPurchase<Option<QuotedFor>> {
        let (cart, priced) = (&view.cart, &view.priced);
        // A carrier is told the goods' value in the shop's currency, and there is no way back from a market's rounding.
        let at_home = priced.currency == self.app.rules.currency;
        let is_asked = |destination: &Destination<'_>| {
            at_home && cart.is_open() && carrier_is_asked(&self.app.rules, *destination)
        };
        let Some(destination) = cart.destination().filter(is_asked) else {
            return ByPurchase::default();
        };
        let parcel = |group: &DeliveryGroup| QuotedFor::new(destination, group.goods);
        let of = |purchase| priced.delivery.get(purchase).map(parcel);
        ByPurchase {
            one_time: of(PurchaseType::OneTimePurchase),
            subscription: of(PurchaseType::Subscription),
        }
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
