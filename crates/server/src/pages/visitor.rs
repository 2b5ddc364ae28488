//! Who looks at a page: what is in the browser's cart, and the country whose prices it is shown.

use super::cookie;
use super::failure::Failure;
use super::storefront::open_cart;
use crate::app::App;
use crate::carts::CartView;
use crate::localized_shop::LocalizedShop;
use axum::http::HeaderMap;

/// A browser.
pub(super) struct Visitor {
    /// Its cart, unless that has become an order.
    pub(super) cart: Option<Box<CartView>>,
    chosen: Option<String>,
}

impl Visitor {
    /// Reads the browser's cookies, and its cart.
    pub(super) async fn of(app: &App, headers: &HeaderMap) -> Result<Self, Failure> {
        Ok(Self {
            cart: open_cart(app, headers).await?,
            chosen: cookie::country(app, headers),
        })
    }

    /// The same for a page that is not refused because its cart cannot be read.
    pub(super) async fn browsing(app: &App, headers: &HeaderMap) -> Self {
        let cart = open_cart(app, headers).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a cart could not be counted");
            None
        });
        Self {
            cart,
            chosen: cookie::country(app, headers),
        }
    }

    /// Units in the cart.
    pub(super) fn cart_count(&self) -> u64 {
        self.cart
            .as_ref()
            .map_or(0, |view| view.priced.total_quantity)
    }

    /// The country that things are shown for: where the cart goes, so that page and cart agree; else the one chosen; else
    /// the shop's own.
    pub(super) fn country<'v>(&'v self, app: &'v App) -> &'v str {
        let cart = self.cart.as_ref();
        let of_cart = cart.and_then(|view| view.cart.destination_country());
        of_cart
            .or(self.chosen.as_deref())
            .unwrap_or_else(|| home(app))
    }

    /// The shop as it is seen there.
    pub(super) fn shown<'v>(&'v self, app: &'v App) -> LocalizedShop<'v> {
        match &self.cart {
            Some(view) if view.cart.destination_country().is_some() => {
                LocalizedShop::to_buyer(app, &view.cart)
            }
            _ => LocalizedShop::in_country(app, Some(self.country(app))),
        }
    }
}

/// The shop's own country.
pub(super) fn home(app: &App) -> &str {
    app.rules.countries.first().map_or("", String::as_str)
}
