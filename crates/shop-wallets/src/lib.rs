//! The wallets of this shop, on the server's side: parameters for browsers, and verification of what wallets return.

pub mod apple_pay;
mod cleared;
mod emulation;
pub mod google_pay;
pub mod paypal;
mod site;

pub use apple_pay::{ApplePay, ApplePayError};
pub use cleared::{ClearedToken, Refused};
pub use google_pay::{GooglePay, GooglePayError};
pub use paypal::{PayPal, PayPalError};

/// The enabled wallets.
#[derive(Default)]
pub struct Wallets {
    pub apple_pay: Option<ApplePay>,
    pub google_pay: Option<GooglePay>,
    /// PayPal, which includes Venmo.
    pub paypal: Option<PayPal>,
}

impl Wallets {
    /// Whether any wallet can be opened on pages of an origin.
    #[must_use]
    pub fn stand_at(&self, origin: &str) -> bool {
        let google_pay = self.google_pay.as_ref();
        let apple_pay = self.apple_pay.as_ref();
        let paypal = self.paypal.as_ref();
        google_pay.is_some_and(|google_pay| google_pay.allows_origin(origin))
            || paypal.is_some_and(|paypal| paypal.allows_origin(origin))
            || apple_pay.is_some_and(|apple_pay| apple_pay.allows_origin(origin))
    }
}
