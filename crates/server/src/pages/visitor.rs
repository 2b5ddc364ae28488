//! The visitor of a page: the browser's cart, and the country that determines the prices.

use super::cookie;
use super::failure::Failure;
use super::snippet::SnippetPage;
use super::storefront::open_cart;
use crate::app::App;
use crate::carts::CartView;
use crate::localized_shop::LocalizedShop;
use axum::http::HeaderMap;
use zkratka_account_pages::cookies::{self, DEVICE};

pub(super) struct Visitor {
    /// The browser's cart, unless it has become an order.
    pub(super) cart: Option<Box<CartView>>,
    chosen: Option<String>,
    /// Whether the browser has a cookie of the shop's own wallet.
    pub(super) is_recognised: bool,
}

impl Visitor {
    /// Reads the browser's cookies and its cart.
    pub(super) async fn of(app: &App, headers: &HeaderMap) -> Result<Self, Failure> {
        Ok(Self {
            cart: open_cart(app, headers).await?,
            chosen: cookie::country(app, headers),
            is_recognised: is_recognised(app, headers),
        })
    }

    /// Like [`Visitor::of`], for a page that is shown even if the cart cannot be read.
    pub(super) async fn browsing(app: &App, headers: &HeaderMap) -> Self {
        let cart = open_cart(app, headers).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a cart could not be counted");
            None
        });
        Self {
            cart,
            chosen: cookie::country(app, headers),
            is_recognised: is_recognised(app, headers),
        }
    }

    /// The page of this origin, for its snippet.
    pub(super) fn page<'v>(&'v self, app: &'v App, origin: &'v str) -> SnippetPage<'v> {
        SnippetPage {
            origin: Some(origin),
            country: self.country(app),
            is_recognised: self.is_recognised,
        }
    }

    /// Number of units in the cart.
    pub(super) fn cart_count(&self) -> u64 {
        self.cart
            .as_ref()
            .map_or(0, |view| view.priced.total_quantity)
    }

    /// The country that determines the prices: the cart's destination, so that page and cart agree; otherwise the
    /// chosen country; otherwise the shop's own.
    pub(super) fn country<'v>(&'v self, app: &'v App) -> &'v str {
        let cart = self.cart.as_ref();
        let of_cart = cart.and_then(|view| view.cart.destination_country());
        of_cart
            .or(self.chosen.as_deref())
            .unwrap_or_else(|| home(app))
    }

    /// The shop with the prices of that country.
    pub(super) fn shown<'v>(&'v self, app: &'v App) -> LocalizedShop<'v> {
        match &self.cart {
            Some(view) if view.cart.destination_country().is_some() => {
                LocalizedShop::to_buyer(app, &view.cart)
            }
            _ => LocalizedShop::in_country(app, Some(self.country(app))),
        }
    }
}

/// Without asking the store: the wallet itself says later whether it still knows the browser.
fn is_recognised(app: &App, headers: &HeaderMap) -> bool {
    let wallet = app.shop_wallet.as_ref();
    wallet.is_some_and(|wallet| cookies::read(wallet, headers, &DEVICE).is_some())
}

pub(super) fn home(app: &App) -> &str {
    app.rules.countries.first().map_or("", String::as_str)
}
