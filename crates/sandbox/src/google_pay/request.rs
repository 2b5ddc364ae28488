//! The request for a token: the merchant's parameters, and the buyer's card.

use super::card::CardInput;
use super::mint::Protocol;
use serde::Deserialize;

/// The body of `POST tokens`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenRequest {
    pub tokenization_specification: TokenizationSpecification,
    #[serde(default)]
    pub merchant_info: MerchantInfo,
    /// Overrides the specification's protocol. Without either, `ECv2` applies.
    #[serde(default)]
    pub protocol: Option<Protocol>,
    pub card: CardInput,
}

/// `tokenizationSpecification` of the payment method.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", content = "parameters")]
pub enum TokenizationSpecification {
    /// The merchant decrypts the token itself.
    #[serde(rename = "DIRECT", rename_all = "camelCase")]
    Direct {
        #[serde(default)]
        protocol_version: Option<Protocol>,
        /// Base64 of the uncompressed point.
        public_key: String,
    },
    /// A payment gateway decrypts it.
    #[serde(rename = "PAYMENT_GATEWAY", rename_all = "camelCase")]
    PaymentGateway {
        gateway: String,
        /// The merchant's name at the gateway.
        gateway_merchant_id: String,
    },
}

/// `merchantInfo` of the request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MerchantInfo {
    /// The registered id; optional in the test environment.
    #[serde(default)]
    pub merchant_id: Option<String>,
    /// For a platform's merchant: the host of its pages.
    #[serde(default)]
    pub merchant_origin: Option<String>,
    /// The platform's authorisation of the merchant.
    #[serde(default)]
    pub auth_jwt: Option<String>,
}
