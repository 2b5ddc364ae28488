//! The shop as a buyer in one country sees it: prices depend on the country.

use crate::app::App;
use std::ops::Deref;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::rules::PricingContext;

/// The shop with the prices of one country.
#[derive(Clone, Copy)]
pub(crate) struct LocalizedShop<'v> {
    pub(crate) app: &'v App,
    /// The country, and the market that determines its prices.
    pub(crate) place: PricingContext<'v>,
}

impl<'v> LocalizedShop<'v> {
    /// The shop as seen from this country. An unknown country counts as the shop's own.
    #[must_use]
    pub(crate) fn in_country(app: &'v App, country: Option<&str>) -> Self {
        let place = app.rules.pricing_context_in(country);
        Self { app, place }
    }

    /// The shop as the buyer of this cart sees it.
    #[must_use]
    pub(crate) fn to_buyer(app: &'v App, cart: &Cart) -> Self {
        let place = app.rules.pricing_context_of(cart);
        Self { app, place }
    }

    /// The currency of all its prices.
    #[must_use]
    pub(crate) const fn currency(&self) -> Currency {
        self.place.currency()
    }

    #[must_use]
    pub(crate) fn price(&self, product: &Product, variant: &Variant) -> MinorUnits {
        self.place.price(product, variant)
    }

    /// The variant's price before a reduction.
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
