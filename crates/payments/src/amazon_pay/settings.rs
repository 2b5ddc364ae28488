//! The settings of Amazon Pay.

use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::money::Currency;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::amazon_pay::Signer;

/// Amazon's name of a key may begin with its environment; paths then do not name it.
const LIVE_KEY: &str = "LIVE-";
const SANDBOX_KEY: &str = "SANDBOX-";

/// The group of countries of the merchant's account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    NorthAmerica,
    /// The European Union and the United Kingdom.
    Europe,
    Japan,
}

impl Region {
    /// The name in the header `x-amz-pay-region`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NorthAmerica => "NA",
            Self::Europe => "EU",
            Self::Japan => "JP",
        }
    }

    /// Scheme and host of Amazon's API for this region.
    #[must_use]
    pub const fn api(self) -> &'static str {
        match self {
            Self::NorthAmerica => "https://pay-api.amazon.com",
            Self::Europe => "https://pay-api.amazon.eu",
            Self::Japan => "https://pay-api.amazon.jp",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// Real money.
    Live,
    /// Test money.
    Sandbox,
}

/// Returns the present time.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Amazon's address, and the shop's identity there.
#[derive(Clone)]
pub struct AmazonPaySettings {
    /// Scheme, host and port of the API: [`Region::api`], or an emulation's.
    pub api: String,
    pub region: Region,
    pub environment: Environment,
    /// Amazon's id of the merchant.
    pub merchant_id: String,
    /// Amazon's id of the shop: `amzn1.application-oa2-client....`.
    pub store_id: String,
    /// The currency of the merchant's account.
    pub ledger: Currency,
    /// The shop's name for the buyer.
    pub store_name: String,
    pub signer: Signer,
    /// The limit of one call.
    pub deadline: Duration,
    /// The time that requests are signed with. Amazon refuses a request that is minutes old.
    pub clock: Clock,
}

#[derive(Debug, thiserror::Error)]
pub enum AmazonPaySetupError {
    /// The address is malformed or has an unknown scheme.
    #[error("'{0}' is not the address of Amazon Pay's API: write e.g. https://pay-api.amazon.eu")]
    Address(String),
    /// The machine's certificate authorities cannot be loaded.
    #[error("Amazon's certificate could not be checked: {0}")]
    Tls(String),
    /// The key's name says that it is for the other environment.
    #[error(
        "the key '{0}' is for the other environment: a key of the sandbox begins with SANDBOX-, a live one with LIVE-"
    )]
    KeyEnvironment(String),
    /// The account's currency is not one of Amazon's.
    #[error("Amazon Pay has no accounts in {0}: its ledger currencies are EUR, GBP, JPY and USD")]
    Ledger(Currency),
}

impl AmazonPaySettings {
    /// The beginning of every path at Amazon.
    pub(super) fn base_path(&self) -> Result<&'static str, AmazonPaySetupError> {
        let id = self.signer.public_key_id();
        match self.environment {
            Environment::Live if id.starts_with(LIVE_KEY) => Ok("/v2"),
            Environment::Sandbox if id.starts_with(SANDBOX_KEY) => Ok("/v2"),
            _ if id.starts_with(LIVE_KEY) || id.starts_with(SANDBOX_KEY) => {
                Err(AmazonPaySetupError::KeyEnvironment(id.to_owned()))
            }
            Environment::Live => Ok("/live/v2"),
            Environment::Sandbox => Ok("/sandbox/v2"),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use zkratka_wallets::amazon_pay::{Algorithm, SigningKey};

    const KEY: &str = include_str!("../../../wallets/tests/keys/rsa2048-pkcs8.pem");

    /// Settings for this address and this name of a key.
    pub(in crate::amazon_pay) fn settings(
        api: &str,
        environment: Environment,
        key_id: &str,
    ) -> AmazonPaySettings {
        let key = SigningKey::from_pem(KEY).expect("a key");
        AmazonPaySettings {
            api: api.to_owned(),
            region: Region::Europe,
            environment,
            merchant_id: String::new(),
            store_id: String::new(),
            ledger: Currency::new("EUR").expect("euros"),
            store_name: String::new(),
            signer: Signer::new(key, key_id.to_owned(), Algorithm::V2),
            deadline: Duration::ZERO,
            clock: Arc::new(|| Timestamp(0)),
        }
    }

    /// [B.02] Amazon knows a region by these two letters only.
    #[test]
    fn a_region_has_amazons_code() {
        for (region, code) in [
            (Region::NorthAmerica, "NA"),
            (Region::Europe, "EU"),
            (Region::Japan, "JP"),
        ] {
            assert_eq!(region.code(), code);
        }
    }

    /// [B.02] A key of one environment is not used in the other; a key without one leaves it to the path.
    #[test]
    fn the_key_or_the_path_names_the_environment() {
        let base_path = |environment, id: &str| {
            let settings = settings(Region::Europe.api(), environment, id);
            settings.base_path().ok()
        };
        for (environment, id, path) in [
            (Environment::Live, "LIVE-A1", Some("/v2")),
            (Environment::Sandbox, "SANDBOX-A1", Some("/v2")),
            (Environment::Live, "A1", Some("/live/v2")),
            (Environment::Sandbox, "A1", Some("/sandbox/v2")),
            (Environment::Live, "SANDBOX-A1", None),
            (Environment::Sandbox, "LIVE-A1", None),
        ] {
            assert_eq!(base_path(environment, id), path, "{environment:?} {id}");
        }
    }
}
