//! What every request needs, built once at start and shared.

use crate::wallets::Wallets;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::Notify;
use zkratka_abuse::CodeRateLimiter;
use zkratka_abuse::captcha::Captcha;
use zkratka_admission::Admission;
use zkratka_assets::theme::Theme;
use zkratka_assets::{Manifest, Source};
use zkratka_attempts::AttemptDriver;
use zkratka_carrier::Carrier;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::ids::Secret;
use zkratka_commerce::rules::ShopRules;
use zkratka_config::Config;
use zkratka_graphql_engine::document::Document;
use zkratka_ids::{CartToken, Ids, secret_hex};
use zkratka_payments::PaymentGateway;
use zkratka_store::clock::{Clock, StoreClock};
use zkratka_store::{Store, StoreError};

/// The running shop.
pub struct App {
    /// What the merchant has set.
    pub config: Config,
    /// The same, as the rules need it.
    pub rules: Arc<ShopRules>,
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// Products, in memory.
    pub catalogue: Arc<CatalogueCache>,
    pub clock: Arc<dyn Clock>,
    /// The same, where it goes by the store's time.
    pub store_clock: Option<Arc<StoreClock>>,
    /// Makes keys and secrets.
    pub ids: Arc<Ids>,
    /// How much is taken on at the same time.
    pub admission: Admission,
    /// Who has tried codes that there are not.
    pub(crate) code_rate_limiter: CodeRateLimiter,
    /// Drives attempts.
    pub attempts: Arc<AttemptDriver>,
    /// The files that browsers load.
    pub files: Source,
    /// What the web build made.
    pub manifest: Arc<Manifest>,
    /// The query for the cart that the checkout begins with; none without a web build.
    pub(crate) cart_query: Option<Arc<Document>>,
    pub theme: Theme,
    /// Captchas before an order is taken.
    pub captcha: Captcha,
    pub wallets: Wallets,
    /// The carrier that prices are taken from; none where no way of delivery does.
    pub carrier: Option<Carrier>,
    /// The payment gateway, for what is not an attempt's.
    pub gateway: Arc<dyn PaymentGateway>,
    /// Where browsers reach the payment gateway; none in a shop without cards.
    pub gateway_url: Option<String>,
}

/// The running shop, as handlers take it.
pub type SharedApp = Arc<App>;

impl App {
    /// Where the buyer of this cart pays; carries the cart's secret.
    #[must_use]
    pub fn checkout_url(&self, cart: &Cart) -> String {
        let token = CartToken {
            key: cart.key,
            token_secret: cart.token_secret.clone(),
        };
        let url = self.checkout_url_of(&token, &cart.secret);
        match cart.visitor_consent.parameter() {
            Some(consent) => format!("{url}&_cs={consent}"),
            None => url,
        }
    }

    /// The same from token and secret.
    #[must_use]
    pub fn checkout_url_of(&self, token: &CartToken, secret: &Secret) -> String {
        let origin = &self.config.server.public_origin;
        format!("{origin}/checkout/{token}?key={}", secret_hex(secret))
    }

    /// Where the buyer sees the order made of this cart; carries the cart's secret.
    #[must_use]
    pub fn confirmation_url(&self, cart: &Cart) -> String {
        let token = CartToken {
            key: cart.key,
            token_secret: cart.token_secret.clone(),
        };
        self.confirmation_url_of(&token, &cart.secret)
    }

    /// The same from token and secret.
    #[must_use]
    pub fn confirmation_url_of(&self, token: &CartToken, secret: &Secret) -> String {
        let origin = &self.config.server.public_origin;
        let secret = secret_hex(secret);
        format!("{origin}/checkout/{token}/confirmation?key={secret}")
    }
}

impl App {
    /// The page that the checkout frames for the card's fields, where there is a gateway.
    #[must_use]
    pub fn hosted_fields_url(&self) -> Option<String> {
        let base = self.gateway_url.as_deref()?;
        Some(format!("{base}/hosted-fields"))
    }
}

/// The catalogue in memory. Readers take the present one; a change makes a new one.
#[derive(Default)]
pub struct CatalogueCache {
    current: RwLock<(u64, Arc<Catalogue>)>,
    stale: Notify,
}

impl CatalogueCache {
    /// The catalogue as of the last refresh.
    #[must_use]
    pub fn current(&self) -> Arc<Catalogue> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&current.1)
    }

    /// Says that stock has changed: the next turn of the refresh task reads it again.
    pub fn invalidate(&self) {
        self.stale.notify_one();
    }

    /// Waits until somebody calls [`CatalogueCache::invalidate`].
    pub async fn invalidated(&self) {
        self.stale.notified().await;
    }

    /// Reads the catalogue again if an import has changed it.
    pub async fn refresh_if_changed(&self, store: &dyn Store) -> Result<(), StoreError> {
        let version = store.catalogue_version().await?;
        let known = self
            .current
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .0;
        if version == known {
            return Ok(());
        }
        self.refresh(store).await
    }

    /// Reads the catalogue again: only the stock, unless an import has changed more than that.
    pub async fn refresh(&self, store: &dyn Store) -> Result<(), StoreError> {
        // The version first: an import in between makes the next refresh read once more, never once less.
        let version = store.catalogue_version().await?;
        let (known, present) = self
            .current
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let catalogue = if version == known {
            store.restock(present).await?
        } else {
            store.catalogue().await?
        };
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        // Whoever has read a later version meanwhile knows better.
        if version >= current.0 {
            *current = (version, Arc::new(catalogue));
        }
        Ok(())
    }
}
