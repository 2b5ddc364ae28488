//! Where the emulations stand in a shop's server.

/// The gateway's hosted fields and challenges.
pub const GATEWAY: &str = "/sandbox/gateway";
/// What the gateway reports to.
pub const GATEWAY_WEBHOOK: &str = "/webhooks/sandbox";
/// Apple Pay.
pub const APPLE_PAY: &str = "/sandbox/apple-pay";
/// Its script.
pub const APPLE_PAY_SCRIPT: &str = "/sandbox/apple-pay/apple-pay-sdk.js";
/// Google Pay.
pub const GOOGLE_PAY: &str = "/sandbox/google-pay";
/// Its script.
pub const GOOGLE_PAY_SCRIPT: &str = "/sandbox/google-pay/pay.js";
/// The inbox of e-mails.
pub const MAIL: &str = "/sandbox/mail";
/// Meta Pay.
pub const META_PAY: &str = "/sandbox/meta-pay";
/// Its script.
pub const META_PAY_SCRIPT: &str = "/sandbox/meta-pay/meta-pay.js";
/// PayPal: its pages and its script.
pub const PAYPAL: &str = "/sandbox/paypal";
/// Amazon Pay: its pages and its script.
pub const AMAZON_PAY: &str = "/sandbox/amazon-pay";
