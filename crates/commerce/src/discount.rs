//! Discount codes: which of those entered the shop knows.

use crate::cart::Cart;

/// What a code is worth in a cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeStanding {
    /// The shop has given out no such code.
    NotFound,
}

impl CodeStanding {
    /// Whether it lowers the price of anything in the cart.
    #[must_use]
    pub const fn is_applicable(self) -> bool {
        match self {
            Self::NotFound => false,
        }
    }
}

/// What a code is worth in this cart. The shop gives out no codes, so none is known; those entered stay with the cart.
#[must_use]
pub const fn standing(_cart: &Cart, _code: &str) -> CodeStanding {
    CodeStanding::NotFound
}

/// The codes of a cart with what each is worth.
pub fn standings(cart: &Cart) -> impl Iterator<Item = (&str, CodeStanding)> {
    let codes = cart.discount_codes.iter();
    codes.map(|code| (code.as_str(), standing(cart, code)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{SHIRT_M, cart_of};

    /// An unknown code is kept, lowers nothing, and says why.
    #[test]
    fn an_unknown_code_is_kept_and_lowers_nothing() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        cart.discount_codes = vec!["LETO".to_owned()];
        let found: Vec<_> = standings(&cart).collect();
        assert_eq!(found, [("LETO", CodeStanding::NotFound)]);
        assert!(!found[0].1.is_applicable());
    }
}
