//! Inputs that describe a payment.

use super::address::MailingAddressInput;
use super::scalars::Decimal;
use serde::{Deserialize, Serialize};

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

/// `CartWalletPaymentMethodInput`. The contents of wallets that the shop does not accept are not read.
#[derive(Deserialize)]
pub(in crate::graphql) struct WalletPaymentMethodInput {
    #[serde(rename = "amazonPayWalletContent")]
    pub(in crate::graphql) amazon_pay: Option<AmazonPayWalletContentInput>,
    #[serde(rename = "applePayWalletContent")]
    pub(in crate::graphql) apple: Option<ApplePayWalletContentInput>,
    #[serde(rename = "facebookPayWalletContent")]
    pub(in crate::graphql) meta_pay: Option<FacebookPayWalletContentInput>,
    #[serde(rename = "googlePayWalletContent")]
    pub(in crate::graphql) google: Option<GooglePayWalletContentInput>,
    #[serde(rename = "paypalWalletContent")]
    pub(in crate::graphql) paypal: Option<PaypalWalletContentInput>,
    #[serde(rename = "shopPayWalletContent")]
    pub(in crate::graphql) shop: Option<ShopPayWalletContentInput>,
}

/// `AmazonPayWalletContentInput`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct AmazonPayWalletContentInput {
    pub(in crate::graphql) billing_address: MailingAddressInput,
    pub(in crate::graphql) checkout_session_id: String,
}

/// `ApplePayWalletContentInput`. It has no `Debug`, because the token is as good as money and must not be logged.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct ApplePayWalletContentInput {
    pub(in crate::graphql) billing_address: MailingAddressInput,
    #[serde(flatten)]
    pub(in crate::graphql) token: ApplePayToken,
}

/// The token's members (`paymentData`), named as in the token itself.
#[derive(Deserialize, Serialize)]
pub(in crate::graphql) struct ApplePayToken {
    version: String,
    data: String,
    signature: String,
    header: ApplePayHeader,
}

/// `ApplePayWalletHeaderInput`
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct ApplePayHeader {
    #[serde(skip_serializing_if = "Option::is_none")]
    application_data: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    ephemeral_public_key: String,
    public_key_hash: String,
    transaction_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrapped_key: Option<String>,
}

/// `FacebookPayWalletContentInput`. It has no `Debug`, because the container is as good as money and must not be logged.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct FacebookPayWalletContentInput {
    pub(in crate::graphql) billing_address: MailingAddressInput,
    #[serde(flatten)]
    pub(in crate::graphql) container: FacebookPayContainer,
}

/// The container's members.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct FacebookPayContainer {
    pub(in crate::graphql) container_id: String,
    pub(in crate::graphql) container_data: String,
    pub(in crate::graphql) mode: String,
}

/// `GooglePayWalletContentInput`. It has no `Debug`, because the token is as good as money and must not be logged.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct GooglePayWalletContentInput {
    pub(in crate::graphql) billing_address: MailingAddressInput,
    #[serde(flatten)]
    pub(in crate::graphql) token: GooglePayToken,
}

/// The token's members, named as in the token itself.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct GooglePayToken {
    pub(in crate::graphql) protocol_version: String,
    pub(in crate::graphql) signature: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::graphql) intermediate_signing_key: Option<GooglePayIntermediateSigningKey>,
    pub(in crate::graphql) signed_message: String,
}

/// `GooglePayIntermediateSigningKeyInput`
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct GooglePayIntermediateSigningKey {
    pub(in crate::graphql) signed_key: String,
    pub(in crate::graphql) signatures: Vec<String>,
}

/// `PaypalWalletContentInput`. Fields for which PayPal's own data is more reliable are not read.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct PaypalWalletContentInput {
    pub(in crate::graphql) billing_address: MailingAddressInput,
    #[serde(flatten)]
    pub(in crate::graphql) token: PaypalToken,
}

/// An order or agreement that the buyer has approved.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct PaypalToken {
    pub(in crate::graphql) token: String,
    pub(in crate::graphql) payer_id: String,
}

/// `ShopPayWalletContentInput`. It has no `Debug`, because the token is as good as money and must not be logged.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct ShopPayWalletContentInput {
    pub(in crate::graphql) billing_address: MailingAddressInput,
    pub(in crate::graphql) session_token: String,
}

/// `PaypalFundingSource`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(in crate::graphql) enum PaypalFundingSource {
    Paypal,
    Venmo,
}

/// `CartPaymentInput`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct PaymentInput {
    pub(in crate::graphql) amount: MoneyInput,
    pub(in crate::graphql) direct_payment_method: Option<DirectPaymentMethodInput>,
    pub(in crate::graphql) free_payment_method: Option<FreePaymentMethodInput>,
    pub(in crate::graphql) manual_payment_method: Option<ManualPaymentMethodInput>,
    pub(in crate::graphql) wallet_payment_method: Option<WalletPaymentMethodInput>,
}
