//! The wallets' server half: what browsers are told about a wallet, and what comes back from it.

pub mod google_pay;
pub(crate) mod page_origin;

pub use google_pay::{GooglePay, GooglePayError};

/// The wallets that are switched on.
#[derive(Default)]
pub struct Wallets {
    /// Google Pay.
    pub google_pay: Option<GooglePay>,
}

impl Wallets {
    /// Whether a wallet can be opened on pages of an origin.
    #[must_use]
    pub fn stand_at(&self, origin: &str) -> bool {
        let google_pay = self.google_pay.as_ref();
        google_pay.is_some_and(|google_pay| google_pay.stands_at(origin))
    }
}
