//! The recipient of a token, and its name in signatures.

use super::keys::{GATEWAY, KeyUse, MERCHANT_ID};
use super::mint::Protocol;
use super::refusal::Refusal;
use super::request::{MerchantInfo, TokenizationSpecification};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use p256::PublicKey;

pub(super) struct Account {
    /// `merchant:..` or `gateway:..`
    pub(super) recipient: String,
    pub(super) key: PublicKey,
    /// The merchant's requested protocol, if any.
    pub(super) protocol: Option<Protocol>,
    pub(super) gateway_merchant_id: Option<String>,
}

impl Account {
    /// The recipient of a specification.
    pub(super) fn of(
        specification: TokenizationSpecification,
        merchant: &MerchantInfo,
    ) -> Result<Self, Refusal> {
        match specification {
            TokenizationSpecification::Direct {
                protocol_version,
                public_key,
            } => Ok(Self {
                recipient: format!(
                    "merchant:{}",
                    merchant.merchant_id.as_deref().unwrap_or(MERCHANT_ID)
                ),
                key: point(&public_key)?,
                protocol: protocol_version,
                gateway_merchant_id: None,
            }),
            TokenizationSpecification::PaymentGateway { gateway, .. } if gateway != GATEWAY => Err(
                Refusal::Developer("tokenizationSpecification.parameters.gateway is not supported"),
            ),
            TokenizationSpecification::PaymentGateway {
                gateway_merchant_id,
                ..
            } if gateway_merchant_id.is_empty() => Err(Refusal::Developer(
                "tokenizationSpecification.parameters.gatewayMerchantId is empty",
            )),
            TokenizationSpecification::PaymentGateway {
                gateway_merchant_id,
                ..
            } => Ok(Self {
                recipient: format!("gateway:{GATEWAY}"),
                key: KeyUse::Gateway.secret().public_key(),
                protocol: None,
                gateway_merchant_id: Some(gateway_merchant_id),
            }),
        }
    }
}

/// The key of a `DIRECT` specification. Like Google, it accepts uncompressed points only.
fn point(text: &str) -> Result<PublicKey, Refusal> {
    const WRONG: Refusal = Refusal::Developer(
        "tokenizationSpecification.parameters.publicKey is no base64 of an uncompressed P-256 point",
    );
    let bytes = STANDARD.decode(text).map_err(|_not_base64| WRONG)?;
    if bytes.len() != 65 {
        return Err(WRONG);
    }
    PublicKey::from_sec1_bytes(&bytes).map_err(|_not_on_the_curve| WRONG)
}
