//! Inputs that describe a payment.

use super::address::MailingAddressInput;
use super::scalars::Decimal;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// `MoneyInput`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct MoneyInput {
    pub(in crate::graphql) amount: Decimal,
    pub(in crate::graphql) currency_code: String,
}

/// `CartDirectPaymentMethodInput`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct DirectPaymentMethodInput {
    pub(in crate::graphql) billing_address: MailingAddressInput,
    pub(in crate::graphql) session_id: String,
}

/// `CartFreePaymentMethodInput`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct FreePaymentMethodInput {
    pub(in crate::graphql) billing_address: MailingAddressInput,
}

/// `CartManualPaymentMethodInput`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct ManualPaymentMethodInput {
    pub(in crate::graphql) billing_address: MailingAddressInput,
    pub(in crate::graphql) handle: String,
}

/// `CartPaymentInput`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct PaymentInput {
    pub(in crate::graphql) amount: MoneyInput,
    pub(in crate::graphql) direct_payment_method: Option<DirectPaymentMethodInput>,
    pub(in crate::graphql) free_payment_method: Option<FreePaymentMethodInput>,
    pub(in crate::graphql) manual_payment_method: Option<ManualPaymentMethodInput>,
    /// No wallet is accepted yet; its contents are not even read.
    pub(in crate::graphql) wallet_payment_method: Option<IgnoredAny>,
}
