//! Limits how fast a client can guess discount and gift-card codes.

use super::{Failure, RequestContext};
use crate::carts::{CartReference, Found};
use crate::graphql::input::Id;
use crate::graphql::user_error::UserError;
use zkratka_abuse::RateLimitKey;
use zkratka_commerce::discount::code_key;
use zkratka_texts::too_many_codes;

/// A client that enters codes, as the rate limiter identifies it.
pub(super) struct CodeAttempts<'c> {
    call: &'c RequestContext<'c>,
    who: Vec<RateLimitKey>,
}

impl<'c> CodeAttempts<'c> {
    /// Identifies the client by its address and the cart. `cart` is `None` while the cart is being created.
    pub(super) fn of(call: &'c RequestContext<'c>, cart: Option<&Id>) -> Self {
        let address = call.rate_limit_key();
        let cart = cart.map(|id| call.app.code_rate_limiter.cart(&id.0));
        Self {
            call,
            who: address.into_iter().chain(cart).collect(),
        }
    }

    /// Returns the error for a client that must wait; `None` if its codes may be checked. `field` is the path of the
    /// error.
    pub(super) fn refusal(&self, field: &[&str]) -> Option<UserError> {
        let app = self.call.app;
        let wait = app.code_rate_limiter.wait(&self.who, app.clock.now())?;
        let message = too_many_codes(wait);
        Some(UserError::new("SERVICE_UNAVAILABLE", field, &message))
    }

    /// Like [`CodeAttempts::refusal_of`], for the complete list of a cart's discount codes. A list of codes that are
    /// all on the cart already is never refused.
    pub(super) async fn refusal_of_discounts(
        &self,
        cart: &Id,
        codes: &[String],
    ) -> Result<Option<UserError>, Failure> {
        let Some(refusal) = self.refusal_of(codes, &["discountCodes"]) else {
            return Ok(None);
        };
        let Some(reference) = CartReference::from_gid(&cart.0) else {
            return Ok(Some(refusal));
        };
        let present = match self.call.carts().find(&reference).await? {
            Found::Cart(view) => view.cart.discount_codes,
            Found::Completed(_) | Found::Missing => Vec::new(),
        };
        let present: Vec<_> = present.iter().map(|code| code_key(code)).collect();
        let are_known = codes.iter().all(|code| present.contains(&code_key(code)));
        Ok((!are_known).then_some(refusal))
    }

    /// Checks and counts each code as a guess of its own, so that a list of codes reveals no more than the same number
    /// of requests would.
    pub(super) fn refusal_of(&self, codes: &[String], field: &[&str]) -> Option<UserError> {
        codes.iter().find_map(|code| {
            let refusal = self.refusal(field);
            if refusal.is_none() {
                self.count(code);
            }
            refusal
        })
    }

    /// Counts the code as a failed guess, unless it is a discount code. The caller has already ruled out gift-card
    /// codes.
    pub(super) fn count(&self, code: &str) {
        let app = self.call.app;
        if !code.trim().is_empty() && !app.rules.has_discount_code(code) {
            app.code_rate_limiter
                .count(&self.who, code, app.clock.now());
        }
    }
}
