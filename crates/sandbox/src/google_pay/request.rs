//! What the sheet asks for a token with: the merchant's own words, and the card that the buyer chose.

use super::card::CardInput;
use super::mint::Protocol;
use serde::Deserialize;

/// The body of `POST tokens`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenRequest {
    /// For whom.
    pub tokenization_specification: TokenizationSpecification,
    /// Who asks.
    #[serde(default)]
    pub merchant_info: MerchantInfo,
    /// Another protocol than the specification's; `ECv2` where neither says one.
    #[serde(default)]
    pub protocol: Option<Protocol>,
    /// The card.
    pub card: CardInput,
}

/// `tokenizationSpecification` of the payment method.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", content = "parameters")]
pub enum TokenizationSpecification {
    /// The merchant opens the token itself.
    #[serde(rename = "DIRECT", rename_all = "camelCase")]
    Direct {
        /// The protocol.
        #[serde(default)]
        protocol_version: Option<Protocol>,
        /// Base64 of the uncompressed point.
        public_key: String,
    },
    /// A payment gateway opens it.
    #[serde(rename = "PAYMENT_GATEWAY", rename_all = "camelCase")]
    PaymentGateway {
        /// Its name.
        gateway: String,
        /// The merchant's name there.
        gateway_merchant_id: String,
    },
}

/// `merchantInfo` of the request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MerchantInfo {
    /// As registered; the test environment does without.
    #[serde(default)]
    pub merchant_id: Option<String>,
    /// A platform's merchant: the host of its pages.
    #[serde(default)]
    pub merchant_origin: Option<String>,
    /// A platform's word that the merchant is its own.
    #[serde(default)]
    pub auth_jwt: Option<String>,
}
