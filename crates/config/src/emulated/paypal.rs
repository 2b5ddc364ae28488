//! Credentials that replace an application at PayPal in test mode.

/// Credentials that replace an application at PayPal in test mode.
pub(crate) struct EmulatedPayPal {
    /// The application's client id, which is public.
    pub(crate) client_id: &'static str,
    pub(crate) secret: &'static str,
    /// The application's owner, whom orders pay.
    pub(crate) merchant_id: &'static str,
    /// The id of the application's webhook.
    pub(crate) webhook_id: &'static str,
}
