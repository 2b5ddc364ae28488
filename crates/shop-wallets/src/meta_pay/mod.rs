//! Meta Pay. There is only the emulation: `docs/meta-pay.md` says why.

mod open;
mod params;
#[cfg(test)]
mod tests;

use super::site::Site;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::money::Money;
use zkratka_commerce::order;
use zkratka_commerce::pricing::PricedCart;
use zkratka_config::{Config, MetaPayConfig};
use zkratka_ids::{CartToken, gid};
pub use zkratka_wallets::meta_pay::Content;
use zkratka_wallets::meta_pay::{ContextKey, Mode, Opener, Purchase};

/// Meta Pay, as configured for this shop.
pub struct MetaPay {
    settings: MetaPayConfig,
    /// Opens the merchant's containers.
    opener: Opener,
    contexts: ContextKey,
    /// The shop's number, which contexts are bound to.
    shop: String,
    /// The country from which the shop sells.
    country: String,
    public_origin: String,
    sites: Vec<Site>,
}

/// The cart's name in contexts: its key and its secrets, so that nobody else can compute a context, even with the emulation's
/// key, which is public.
fn name_of(cart: &Cart) -> String {
    let token = CartToken {
        key: cart.key,
        token_secret: cart.token_secret.clone(),
    };
    gid::cart(&token, &cart.secret)
}

impl MetaPay {
    /// Sets up Meta Pay; `None` if it is disabled. `config.server.public_origin` must already be set.
    #[must_use]
    pub fn new(config: &Config) -> Option<Self> {
        let settings = config.wallets.meta_pay.clone()?;
        let opener = Opener {
            roots: vec![settings.root.clone()],
            keys: vec![settings.private_key.clone()],
            mode: match config.server.mode {
                order::Mode::Test => Mode::Test,
                order::Mode::Live => Mode::Live,
            },
            merchant_id: settings.merchant_id.clone(),
        };
        let countries = &config.rules.countries;
        Some(Self {
            contexts: ContextKey::of(&settings.private_key),
            opener,
            settings,
            shop: config.shop.id.to_string(),
            country: countries.first().cloned().unwrap_or_default(),
            public_origin: config.server.public_origin.clone(),
            sites: Site::all(config),
        })
    }

    /// Whether pages of an origin may open the sheet.
    pub(crate) fn allows_origin(&self, origin: &str) -> bool {
        self.sites.iter().any(|site| site.origin == origin)
    }

    /// The text that binds a container to what this cart costs now; `None` for an empty cart.
    #[must_use]
    pub fn context(&self, cart: &Cart, priced: &PricedCart) -> Option<String> {
        let due = Money::new(priced.total, priced.currency);
        let purchase = |name: &str| {
            self.contexts
                .context(self.opener.mode, &self.purchase(name, due))
        };
        (priced.total_quantity > 0).then(|| purchase(&name_of(cart)))
    }

    fn purchase<'p>(&'p self, cart: &'p str, amount: Money) -> Purchase<'p> {
        Purchase {
            shop: &self.shop,
            cart,
            amount,
        }
    }
}

/// Why a shop with these settings could take no payment.
#[must_use]
pub fn faults(settings: &MetaPayConfig) -> Vec<String> {
    let problem = "root_file is not the emulation's: the emulated sheet opens, but the server refuses its containers. Leave root_file empty, or write enabled = false";
    let is_refused = !settings.accepts_emulation();
    is_refused.then(|| problem.to_owned()).into_iter().collect()
}
