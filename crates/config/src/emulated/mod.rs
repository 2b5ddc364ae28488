//! The values that test mode uses for empty keys of a wallet. They are public, so live mode refuses them in every program
//! ([`published`]). A program without the feature `sandbox` has no such values, and no test mode.

mod amazon_pay;
mod apple_pay;
mod google_pay;
mod meta_pay;
mod paypal;
mod published;
#[cfg(feature = "sandbox")]
mod sandbox;

pub(crate) use amazon_pay::EmulatedAmazonPay;
pub use apple_pay::EmulatedApplePay;
pub use google_pay::EmulatedGooglePay;
pub(crate) use meta_pay::EmulatedMetaPay;
pub(crate) use paypal::EmulatedPayPal;
pub(crate) use published::is_published;
#[cfg(feature = "sandbox")]
pub use sandbox::apple_pay;
#[cfg(feature = "sandbox")]
pub(crate) use sandbox::{PAYPAL, amazon_pay, code_key, google_pay, meta_pay};

/// Whether this program has a test mode.
pub(crate) const HAS_TEST_MODE: bool = cfg!(feature = "sandbox");

/// There is no emulated Apple Pay without the feature `sandbox`.
#[cfg(not(feature = "sandbox"))]
#[must_use]
pub fn apple_pay() -> Option<EmulatedApplePay> {
    None
}

/// There is no emulated Google Pay without the feature `sandbox`.
#[cfg(not(feature = "sandbox"))]
pub(crate) fn google_pay() -> Option<EmulatedGooglePay> {
    None
}

/// There is no key for codes of gift cards that everybody knows without the feature `sandbox`.
#[cfg(not(feature = "sandbox"))]
pub(crate) fn code_key() -> Option<zkratka_gift_cards::CodeKey> {
    None
}

/// There is no emulated PayPal without the feature `sandbox`.
#[cfg(not(feature = "sandbox"))]
pub(crate) const PAYPAL: Option<EmulatedPayPal> = None;

/// There is no emulated Amazon Pay without the feature `sandbox`.
#[cfg(not(feature = "sandbox"))]
pub(crate) fn amazon_pay() -> Option<EmulatedAmazonPay> {
    None
}

/// There is no emulated Meta Pay without the feature `sandbox`.
#[cfg(not(feature = "sandbox"))]
pub(crate) fn meta_pay() -> Option<EmulatedMetaPay> {
    None
}
