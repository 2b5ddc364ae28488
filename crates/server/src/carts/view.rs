//! A cart with its prices.

use zkratka_commerce::cart::Cart;
use zkratka_commerce::cart_changes::Changed;
use zkratka_commerce::error::Fault;
use zkratka_commerce::pricing::{Facts, PricedCart};
use zkratka_commerce::stock::CartWarning;
use zkratka_ids::CartToken;

#[derive(Clone, Debug)]
pub struct CartView {
    pub cart: Cart,
    /// The prices of the cart and its lines.
    pub priced: PricedCart,
    /// What the prices were calculated with, besides the catalogue and the rules.
    pub facts: Facts,
    /// Faults of the change just requested. If there are any, nothing was changed.
    pub faults: Vec<Fault>,
    /// Warnings for the buyer, without duplicates.
    pub warnings: Vec<CartWarning>,
    /// Whether the carrier has just been asked about this cart, so that asking again is pointless.
    pub is_asked: bool,
}

impl CartView {
    #[must_use]
    pub fn new(cart: Cart, changed: Changed, priced: PricedCart, facts: Facts) -> Self {
        let mut warnings = changed.warnings;
        for warning in &priced.warnings {
            if !warnings.contains(warning) {
                warnings.push(warning.clone());
            }
        }
        Self {
            cart,
            priced,
            facts,
            faults: changed.faults,
            warnings,
            is_asked: false,
        }
    }

    #[must_use]
    pub fn token(&self) -> CartToken {
        CartToken {
            key: self.cart.key,
            token_secret: self.cart.token_secret.clone(),
        }
    }
}
