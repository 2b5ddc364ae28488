//! Prices that a carrier quotes for a cart. They are stored with the cart, so that every server prices it the same.

use super::{CartReference, CartView, Carts, Change};
use zkratka_carrier::Carrier;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::cart_changes::Changed;
use zkratka_commerce::delivery::{
    CarrierQuote, DeliveryGroup, Destination, QuotedFor, RefusedParcel, carrier_is_asked,
};
use zkratka_commerce::selling_plan::{ByPurchase, PurchaseType};
use zkratka_commerce::time::Timestamp;
use zkratka_store::StoreError;

/// The carrier's answers for a cart's parcels.
#[derive(Default)]
struct CarrierAnswer {
    quotes: Vec<CarrierQuote>,
    /// Parcels that the carrier does not serve.
    unserved: Vec<RefusedParcel>,
}

impl Carts<'_> {
    /// Updates the carrier's prices of the cart, if a delivery option takes its price from the carrier. If the carrier
    /// does not answer, an option keeps its configured price, or stays pending without one.
    pub async fn quoted(&self, view: CartView) -> Result<CartView, StoreError> {
        let app = self.app;
        let now = app.clock.now();
        let Some(carrier) = &app.carrier else {
            return Ok(view);
        };
        // The carrier has just been asked, and would give the same answer.
        if view.is_asked {
            return Ok(view);
        }
        let parcels = self.parcels(&view);
        let kept = &view.cart;
        if parcels
            .iter()
            .all(|(_, parcel)| known(kept, parcel, now).is_some())
        {
            return Ok(view);
        }
        let ask = async |parcel: Option<&QuotedFor>| match parcel {
            None => CarrierAnswer::default(),
            Some(parcel) => match known(kept, parcel, now) {
                Some(known) => known,
                None => said(carrier, parcel, now).await,
            },
        };
        let (once, again) = (parcels.one_time.as_ref(), parcels.subscription.as_ref());
        let (once, again) = tokio::join!(ask(once), ask(again));
        let said = CarrierAnswer {
            quotes: [once.quotes, again.quotes].concat(),
            unserved: [once.unserved, again.unserved].concat(),
        };
        self.keep(view, &said).await
    }

    /// Returns the parcel of each delivery group for which the carrier must be asked.
    fn parcels(self, view: &CartView) -> ByPurchase<Option<QuotedFor>> {
        let (cart, priced) = (&view.cart, &view.priced);
        // The carrier is told the value of the goods in the shop's currency. A market's rounded prices cannot be
        // converted back.
        let at_home = priced.currency == self.app.rules.currency;
        let is_asked = |destination: &Destination<'_>| {
            at_home
                && cart.is_open()
                && carrier_is_asked(self.app.rules.delivery_terms(), *destination)
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

    async fn keep(self, view: CartView, said: &CarrierAnswer) -> Result<CartView, StoreError> {
        let (quotes, unserved) = (&view.cart.carrier_quotes, &view.cart.carrier_unserved);
        let asked = |view: CartView| CartView {
            is_asked: true,
            ..view
        };
        if *quotes == said.quotes && *unserved == said.unserved {
            return Ok(asked(view));
        }
        let reference = CartReference::from(&view.cart);
        let change = |cart: &mut Cart| {
            cart.carrier_quotes.clone_from(&said.quotes);
            cart.carrier_unserved.clone_from(&said.unserved);
            Changed::default()
        };
        Ok(asked(
            match self.change(&reference, |cart, _, _| change(cart)).await? {
                Change::Cart(mut kept) | Change::Completing(mut kept) => {
                    // Keep the faults and warnings of the operation itself for the answer.
                    kept.faults = view.faults;
                    kept.warnings = view.warnings;
                    *kept
                }
                Change::Completed(_) | Change::Missing => view,
            },
        ))
    }
}

/// Returns the stored answer for this parcel if it has not expired. The answer may be that the carrier does not serve
/// the parcel.
fn known(cart: &Cart, parcel: &QuotedFor, now: Timestamp) -> Option<CarrierAnswer> {
    let quotes = cart.carrier_quotes.iter();
    let quotes = quotes.filter(|quote| quote.parcel == *parcel && now < quote.until);
    let unserved = cart.carrier_unserved.iter();
    let unserved = unserved.filter(|no| no.parcel == *parcel && now < no.until);
    let said = CarrierAnswer {
        quotes: quotes.cloned().collect(),
        unserved: unserved.cloned().collect(),
    };
    (!said.quotes.is_empty() || !said.unserved.is_empty()).then_some(said)
}

/// Asks the carrier about a parcel. The answer is empty if the carrier is late or fails.
async fn said(carrier: &Carrier, parcel: &QuotedFor, now: Timestamp) -> CarrierAnswer {
    match carrier.quotes(parcel, now).await {
        Ok(quotes) => {
            let no = quotes.is_empty().then(|| RefusedParcel {
                parcel: parcel.clone(),
                until: carrier.until(now),
            });
            CarrierAnswer {
                unserved: Vec::from_iter(no),
                quotes,
            }
        }
        Err(reason) => {
            tracing::warn!(%reason, "the carrier gave no prices");
            CarrierAnswer::default()
        }
    }
}
