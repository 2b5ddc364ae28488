//! How a cart is named by those who may see it.

use zkratka_commerce::cart::Cart;
use zkratka_commerce::ids::Secret;
use zkratka_ids::{CartToken, gid, same_secret};

/// A cart's token and the secret that goes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartReference {
    pub token: CartToken,
    /// The bearer secret.
    pub secret: Secret,
}

impl CartReference {
    /// Reads a global id: `gid://shopify/Cart/<token>?key=<secret>`.
    #[must_use]
    pub fn from_gid(text: &str) -> Option<Self> {
        let (token, secret) = gid::parse_cart(text)?;
        Some(Self { token, secret })
    }

    /// Whether it names this cart. All parts are compared, in constant time, whichever differs first.
    #[must_use]
    pub fn names(&self, cart: &Cart) -> bool {
        let token_secret = same_secret(&cart.token_secret, &self.token.token_secret);
        let secret = same_secret(&cart.secret, &self.secret);
        (cart.key == self.token.key) & token_secret & secret
    }

    /// Reads `<token>?key=<secret>`, the value of the cart cookie.
    #[must_use]
    pub fn from_cookie(text: &str) -> Option<Self> {
        let (token, secret) = gid::parse_cart_reference(text)?;
        Some(Self { token, secret })
    }
}

impl From<&Cart> for CartReference {
    fn from(cart: &Cart) -> Self {
        Self {
            token: CartToken {
                key: cart.key,
                token_secret: cart.token_secret.clone(),
            },
            secret: cart.secret.clone(),
        }
    }
}
