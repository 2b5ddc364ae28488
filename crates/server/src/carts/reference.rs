//! How clients that may see a cart refer to it.

use zkratka_commerce::cart::Cart;
use zkratka_commerce::ids::Secret;
use zkratka_ids::{CartToken, gid, same_secret};

/// A cart's token and secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartReference {
    pub token: CartToken,
    /// A client that presents this secret may read and change the cart.
    pub secret: Secret,
}

impl CartReference {
    /// Reads a global id: `gid://shopify/Cart/<token>?key=<secret>`.
    #[must_use]
    pub fn from_gid(text: &str) -> Option<Self> {
        let (token, secret) = gid::parse_cart(text)?;
        Some(Self { token, secret })
    }

    /// Whether this is the reference of the cart. Always compares every part, the secrets in constant time, so that
    /// timing reveals nothing.
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
