//! What stands for an application at PayPal.

/// What stands for an application at PayPal.
pub(crate) struct EmulatedPayPal {
    /// The application's public name.
    pub(crate) client_id: &'static str,
    pub(crate) secret: &'static str,
    /// The name of its webhook.
    pub(crate) webhook_id: &'static str,
}
