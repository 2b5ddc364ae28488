//! Amazon Pay and Buy with Prime, whose buyers choose an address and a card on Amazon's pages.

mod address;
mod button;
mod checkout_view;
mod notifications;
mod params;
mod payload;
mod prime;
mod return_name;
mod returned;
mod review;
mod take_over;

pub use button::{ButtonCart, ButtonRequest, NoButton, RetailerWallet};
pub use notifications::NotTaken;
pub use returned::{
    Account, Approved, ChosenSession, NotApproved, PayableCart, Unusable, message_of,
};
pub use review::{ReviewStep, ReviewVisit, cart_in, review_path, session_in};

use super::emulation::api_or_emulation;
use super::site::Site;
use std::net::SocketAddr;
use std::sync::Arc;
use zkratka_commerce::money::Currency;
use zkratka_commerce::rules::{PricingContext, ShopRules};
use zkratka_config::{AmazonPayConfig, BuyWithPrimeConfig, Config};
use zkratka_payments::amazon_pay::{AmazonPayGateway, AmazonPaySetupError, SnsPublisher};
use zkratka_store::clock::Clock;
use zkratka_wallets::amazon_pay::DerivedKey;
use zkratka_wallets::amazon_pay::notification::Inbox;

/// Amazon Pay, as configured for this shop.
pub struct AmazonPay {
    api: String,
    settings: AmazonPayConfig,
    /// `None` if the shop sells nothing by Buy with Prime.
    prime: Option<BuyWithPrimeConfig>,
    gateway: Arc<AmazonPayGateway>,
    /// `None` if the server accepts no notifications.
    inbox: Option<Inbox>,
    publisher: SnsPublisher,
    /// Seals the names in the addresses to which Amazon redirects buyers.
    return_key: DerivedKey,
    public_origin: String,
    sites: Vec<Site>,
    /// The countries that the shop delivers to, and the currency of the prices there.
    countries: Vec<(String, Currency)>,
}

/// Why Amazon Pay cannot be accepted.
#[derive(Debug, thiserror::Error)]
pub enum AmazonPayError {
    /// The client that calls Amazon cannot be set up.
    #[error(
        "[wallets.amazon_pay] Amazon Pay cannot be called: {0}. Install the system's certificate authorities (on Debian the package ca-certificates), or write enabled = false"
    )]
    Setup(#[from] AmazonPaySetupError),
}

fn priced_countries(rules: &ShopRules) -> Vec<(String, Currency)> {
    let countries = rules.countries.iter();
    let priced = countries.map(|country| {
        let prices = PricingContext::of(rules, Some(country), None);
        (country.clone(), prices.currency())
    });
    priced.collect()
}

impl AmazonPay {
    /// Sets up Amazon Pay; `None` if it is disabled. `emulation` is the address of the emulated Amazon Pay.
    pub fn new(
        config: &Config,
        emulation: Option<SocketAddr>,
        clock: &Arc<dyn Clock>,
    ) -> Result<Option<Self>, AmazonPayError> {
        let Some(settings) = config.wallets.amazon_pay.clone() else {
            return Ok(None);
        };
        let api = api_or_emulation(settings.api(), emulation);
        let clock = Arc::clone(clock);
        let gateway_settings = settings.settings(api.clone(), Arc::new(move || clock.now()));
        let prime = config.wallets.buy_with_prime.clone();
        let mut gateway = AmazonPayGateway::new(&gateway_settings)?;
        if let Some(prime) = &prime {
            gateway = gateway.also_for_store(prime.store_id.clone());
        }
        Ok(Some(Self {
            inbox: notifications::inbox(&settings, &api),
            publisher: notifications::publisher(&api)?,
            return_key: settings.signer.derived_key(return_name::PURPOSE),
            api,
            settings,
            prime,
            gateway: Arc::new(gateway),
            public_origin: config.server.public_origin.clone(),
            sites: Site::all(config),
            countries: priced_countries(&config.rules),
        }))
    }

    /// The origin of Amazon's API for this shop.
    #[must_use]
    pub fn api(&self) -> &str {
        &self.api
    }

    /// Whether pages of an origin may lead to Amazon.
    pub(crate) fn allows_origin(&self, origin: &str) -> bool {
        self.sites.iter().any(|site| site.origin == origin)
    }

    /// The gateway that attempts use.
    #[must_use]
    pub fn gateway(&self) -> Arc<AmazonPayGateway> {
        Arc::clone(&self.gateway)
    }
}
