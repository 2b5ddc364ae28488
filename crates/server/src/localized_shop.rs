//! The shop as somebody sees it: its prices depend on where they are.

use crate::app::App;
use std::ops::Deref;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::rules::PricingContext;

/// The shop, seen from one place.
#[derive(Clone, Copy)]
pub(crate) struct LocalizedShop<'v> {
    /// The shop.
    pub(crate) app: &'v App,
    /// What its prices follow from there.
    pub(crate) place: PricingContext<'v>,
}

impl<'v> LocalizedShop<'v> {
    /// As it is seen in a country; where that is not known, as at home.
    #[must_use]
    pub(crate) fn in_country(app: &'v App, country: Option<&str>) -> Self {
        let place = app.rules.pricing_context_in(country);
        Self { app, place }
    }

    /// As it is seen by the buyer of a cart.
    #[must_use]
    pub(crate) fn to_buyer(app: &'v App, cart: &Cart) -> Self {
        let place = app.rules.pricing_context_of(cart);
        Self { app, place }
    }

    /// The currency of every price.
    #[must_use]
    pub(crate) const fn currency(&self) -> Currency {
        self.place.currency()
    }

    #[must_use]
    pub(crate) fn price(&self, product: &Product, variant: &Variant) -> MinorUnits {
        self.place.price(product, variant)
    }

    /// Its price before a reduction.
    #[must_use]
    pub(crate) fn compare_at_price(
        &self,
        product: &Product,
        variant: &Variant,
    ) -> Option<MinorUnits> {
        self.place.compare_at_price(product, variant)
    }
}

impl Deref for LocalizedShop<'_> {
    type Target = App;

    fn deref(&self) -> &App {
        self.app
    }
}
