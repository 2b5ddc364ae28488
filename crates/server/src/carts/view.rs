//! A cart with every figure worked out.

use zkratka_commerce::cart::Cart;
use zkratka_commerce::cart_changes::Changed;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::error::Fault;
use zkratka_commerce::pricing::{Facts, PricedCart, price};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::stock::CartWarning;
use zkratka_ids::CartToken;

/// A cart as it is shown.
#[derive(Clone, Debug)]
pub struct CartView {
    /// The cart as stored.
    pub cart: Cart,
    /// Its figures.
    pub priced: PricedCart,
    /// What was wrong with the change just asked for; then nothing of it was applied.
    pub faults: Vec<Fault>,
    /// What the buyer should know, each thing once.
    pub warnings: Vec<CartWarning>,
    /// Whether its carrier has just been asked, and need not be asked again for the same answer.
    pub is_asked: bool,
}

impl CartView {
    /// Prices a cart.
    #[must_use]
    pub fn new(
        cart: Cart,
        changed: Changed,
        catalogue: &Catalogue,
        rules: &ShopRules,
        facts: &Facts,
    ) -> Self {
        let priced = price(&cart, catalogue, rules, facts);
        let mut warnings = changed.warnings;
        for warning in &priced.warnings {
            if !warnings.contains(warning) {
                warnings.push(warning.clone());
            }
        }
        Self {
            cart,
            priced,
            faults: changed.faults,
            warnings,
            is_asked: false,
        }
    }

    /// Its public token.
    #[must_use]
    pub fn token(&self) -> CartToken {
        CartToken {
            key: self.cart.key,
            token_secret: self.cart.token_secret.clone(),
        }
    }
}
