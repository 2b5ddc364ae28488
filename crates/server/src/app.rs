//! State that every request needs, built once at start and shared.

use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::Notify;
use zkratka_abuse::captcha::Captcha;
use zkratka_abuse::{ManualOrderLimiter, RateLimitKey, RateLimiter, SignInGuesses};
use zkratka_admission::Admission;
use zkratka_assets::theme::Theme;
use zkratka_assets::{Manifest, Source};
use zkratka_attempts::{AttemptDriver, NameFor, order_secret, public_id};
use zkratka_carrier::Carrier;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::ids::Secret;
use zkratka_commerce::rules::ShopRules;
use zkratka_company_register::CompanyRegister;
use zkratka_config::Config;
use zkratka_graphql_engine::ProcessorLimiter;
use zkratka_graphql_engine::document::Document;
use zkratka_idempotency::KeysInUse;
use zkratka_ids::{CartToken, Ids, secret_hex};
use zkratka_order_page::confirmation_url;
use zkratka_page_policy::Reports;
use zkratka_payments::PaymentGateway;
use zkratka_shop_wallets::Wallets;
use zkratka_sign_in::ShopWallet;
use zkratka_store::clock::{Clock, StoreClock};
use zkratka_store::{Store, StoreError};
use zkratka_storefront::SearchIndexes;

/// The running shop.
pub struct App {
    pub config: Config,
    /// The part of `config` that the commerce rules need.
    pub rules: Arc<ShopRules>,
    pub store: Arc<dyn Store>,
    pub catalogue: Arc<CatalogueCache>,
    pub clock: Arc<dyn Clock>,
    /// The same clock as `clock`, if the server takes its time from the store.
    pub store_clock: Option<Arc<StoreClock>>,
    /// Generates keys, secrets and public identifiers.
    pub ids: Arc<Ids>,
    /// Admission gates, which limit how much work runs at once.
    pub admission: Admission,
    /// Rate limiter for invalid discount and gift-card codes.
    pub(crate) code_rate_limiter: RateLimiter,
    /// Rate limiter for calls to wallets' providers.
    pub(crate) wallet_rate_limiter: RateLimiter,
    pub(crate) keyed_cart_limiter: RateLimiter,
    pub(crate) keys_in_use: KeysInUse,
    pub(crate) alert_rate_limiter: RateLimiter,
    /// Rate limiter for sign-ins that begin.
    pub(crate) sign_in_rate_limiter: RateLimiter,
    /// Limits wrong answers to codes that sign in.
    pub(crate) sign_in_guesses: SignInGuesses,
    /// Rate limiter for questions to the register of companies.
    pub(crate) company_rate_limiter: RateLimiter,
    /// Rate limiter for questions to a provider about a payment under way.
    pub(crate) payment_question_limiter: RateLimiter,
    /// Rate limiter for ceremonies of passkeys.
    pub(crate) passkey_rate_limiter: RateLimiter,
    /// Rate limiter for confirmations that a saved card pays.
    pub(crate) card_payment_limiter: RateLimiter,
    /// Rate limiter for addresses that owners of accounts type.
    pub(crate) typed_address_limiter: RateLimiter,
    /// Rate limiter for browsers' reports.
    pub(crate) report_rate_limiter: RateLimiter,
    /// Counts browsers' reports.
    pub(crate) reports: Reports,
    /// Bounds orders that are made before they are paid.
    pub(crate) manual_orders: Arc<ManualOrderLimiter>,
    pub attempts: Arc<AttemptDriver>,
    pub files: Source,
    /// The files of the web build.
    pub manifest: Arc<Manifest>,
    /// The query for the cart in the checkout's first page; `None` without a web build.
    pub(crate) cart_query: Option<Arc<Document>>,
    pub theme: Theme,
    pub(crate) search: SearchIndexes,
    /// Limits the work of anybody that holds a processor: new documents of the cart API, and searches.
    pub(crate) processors: Arc<ProcessorLimiter>,
    /// Captchas that a buyer may have to solve before submitting a cart.
    pub captcha: Captcha,
    pub wallets: Wallets,
    /// The shop's own wallet; `None` if the configuration has none.
    pub shop_wallet: Option<ShopWallet>,
    /// The carrier that quotes delivery prices; `None` if the configuration has no carrier.
    pub carrier: Option<Carrier>,
    /// The register of companies; `None` if the configuration has none.
    pub company_register: Option<CompanyRegister>,
    /// The payment gateway, for calls that do not belong to an attempt.
    pub gateway: Arc<dyn PaymentGateway>,
    /// The URL at which browsers reach the payment gateway; `None` in a shop without cards, or when a test replaces the
    /// gateway.
    pub gateway_url: Option<String>,
}

/// The running shop, as handlers receive it.
pub type SharedApp = Arc<App>;

impl App {
    /// The URL of this cart's checkout. It contains the cart's secret.
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

    /// The same URL, from token and secret, without the visitor's consent.
    #[must_use]
    pub fn checkout_url_of(&self, token: &CartToken, secret: &Secret) -> String {
        let origin = &self.config.server.public_origin;
        format!("{origin}/checkout/{token}?key={}", secret_hex(secret))
    }

    /// The URL of the checkout for the client that submitted this attempt: it leads on to the order with its data.
    #[must_use]
    pub fn own_checkout_url(&self, cart: &Cart, attempt: &Attempt) -> String {
        format!(
            "{}&attempt={}",
            self.checkout_url(cart),
            self.attempt_id(attempt)
        )
    }

    /// The id of the attempt for the client that submitted it.
    #[must_use]
    pub fn attempt_id(&self, attempt: &Attempt) -> String {
        public_id(attempt, &self.config.gift_card_codes)
    }

    /// Whether this is [`Self::attempt_id`].
    #[must_use]
    pub fn is_attempt_id(&self, name: &str, attempt: &Attempt) -> bool {
        NameFor::Client.is(name, attempt, &self.config.gift_card_codes)
    }

    /// The id of the attempt for any other client that knows the cart's key.
    #[must_use]
    pub fn watcher_id(&self, attempt: &Attempt) -> String {
        NameFor::Watcher.of(attempt, &self.config.gift_card_codes)
    }

    /// The secret of the order's own link; `None` if it has none.
    #[must_use]
    pub fn order_secret(&self, attempt: &Attempt) -> Option<Secret> {
        order_secret(attempt, &self.config.gift_card_codes)
    }

    /// The URL of the order that the attempt made, with the order's own secret. Only the buyer who paid may get it.
    #[must_use]
    pub fn order_url(&self, token: &CartToken, secret: &Secret, attempt: &Attempt) -> String {
        let own = self.order_secret(attempt);
        self.confirmation_url_of(token, own.as_ref().unwrap_or(secret))
    }

    /// The URL of the confirmation of the order made from this cart. It contains the cart's secret, so it shows nothing
    /// about the buyer.
    #[must_use]
    pub fn confirmation_url(&self, cart: &Cart) -> String {
        let token = CartToken {
            key: cart.key,
            token_secret: cart.token_secret.clone(),
        };
        self.confirmation_url_of(&token, &cart.secret)
    }

    /// The URL of a confirmation with this secret: the order's own, or the cart's.
    #[must_use]
    pub fn confirmation_url_of(&self, token: &CartToken, secret: &Secret) -> String {
        confirmation_url(&self.config.server.public_origin, token, secret)
    }
}

impl App {
    /// The page with the card fields, which the checkout shows in a frame; `None` if browsers reach no gateway.
    #[must_use]
    pub fn hosted_fields_url(&self) -> Option<String> {
        let base = self.gateway_url.as_deref()?;
        Some(format!("{base}/hosted-fields"))
    }

    /// Counts a call to a wallet's provider that this client causes, or returns how long the client must wait.
    pub(crate) fn count_provider_call(&self, client: Option<IpAddr>) -> Result<(), Duration> {
        let who: Vec<_> = client.map(RateLimitKey::at).into_iter().collect();
        self.wallet_rate_limiter.take(&who, self.clock.now())
    }
}

/// The catalogue in memory. Readers take the current snapshot. A refresh replaces it.
#[derive(Default)]
pub struct CatalogueCache {
    current: RwLock<(u64, Arc<Catalogue>)>,
    stale: Notify,
}

impl CatalogueCache {
    #[must_use]
    pub fn current(&self) -> Arc<Catalogue> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&current.1)
    }

    /// Marks the stock as changed. The refresh task then reads it again.
    pub fn invalidate(&self) {
        self.stale.notify_one();
    }

    /// Waits for a call of [`CatalogueCache::invalidate`].
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

    /// Reads the catalogue again: the whole of it after an import, otherwise only the stock.
    pub async fn refresh(&self, store: &dyn Store) -> Result<(), StoreError> {
        // Read the version first: an import between the two reads then causes one refresh too many, never one too few.
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
        // Another task may meanwhile have stored a later version, which must stay.
        if version >= current.0 {
            *current = (version, Arc::new(catalogue));
        }
        Ok(())
    }
}
