//! The providers whose ledgers the configuration lets this process read.

use crate::clock::now;
use crate::question::Provider;
use std::sync::Arc;
use zkratka_config::{AmazonPayConfig, Config, PayPalConfig};
use zkratka_payments::GatewayName;
use zkratka_payments::amazon_pay::{AmazonPayGateway, AmazonPaySetupError};
use zkratka_payments::paypal::PayPalGateway;

/// The providers, and what must live as long as they are read.
pub struct Providers {
    pub list: Vec<Provider>,
    /// The emulations that this process serves for itself.
    #[cfg(feature = "sandbox")]
    pub(crate) _emulated: Vec<crate::emulated::Served>,
}

/// Why a provider's ledger cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum NoProvider {
    #[error("PayPal cannot be called: {0}")]
    PayPal(#[from] zkratka_payments::paypal::PayPalSetupError),
    #[error("Amazon Pay cannot be called: {0}")]
    AmazonPay(#[from] AmazonPaySetupError),
    #[error("this shop takes no payments through a provider whose ledger can be read")]
    None,
    #[cfg(feature = "sandbox")]
    #[error("{0}")]
    Emulated(#[from] crate::emulated::EmulatedError),
}

/// The providers of a shop. Test money and live money have providers of their own: the mode of the configuration decides.
///
/// In test mode with emulated providers this opens their ledgers, which the shop's server shares, and serves them on
/// addresses of this process until [`Providers`] is dropped. Without a provider whose ledger can be read, the error is
/// [`NoProvider::None`].
pub async fn providers(config: &Config) -> Result<Providers, NoProvider> {
    let mut list = Vec::new();
    #[cfg(feature = "sandbox")]
    let mut served = Vec::new();
    #[cfg(feature = "sandbox")]
    if let Some((provider, own)) = crate::emulated::card_gateway(config).await? {
        list.push(provider);
        served.extend(own);
    }
    if let Some(paypal) = &config.wallets.paypal {
        let api = match paypal.api() {
            Some(api) => api.to_owned(),
            #[cfg(feature = "sandbox")]
            None => {
                let (api, own) = crate::emulated::paypal(config).await?;
                served.push(own);
                api
            }
            #[cfg(not(feature = "sandbox"))]
            None => return Err(NoProvider::None),
        };
        list.push(paypal_provider(paypal, api)?);
    }
    if let Some(amazon) = &config.wallets.amazon_pay {
        let api = match amazon.api() {
            Some(api) => api.to_owned(),
            #[cfg(feature = "sandbox")]
            None => {
                let (api, own) = crate::emulated::amazon_pay(config, amazon).await?;
                served.push(own);
                api
            }
            #[cfg(not(feature = "sandbox"))]
            None => return Err(NoProvider::None),
        };
        list.push(amazon_provider(amazon, api)?);
    }
    if list.is_empty() {
        return Err(NoProvider::None);
    }
    Ok(Providers {
        list,
        #[cfg(feature = "sandbox")]
        _emulated: served,
    })
}

fn amazon_provider(amazon: &AmazonPayConfig, api: String) -> Result<Provider, NoProvider> {
    let gateway = AmazonPayGateway::new(&amazon.settings(api, Arc::new(now)))?;
    Ok(Provider {
        name: GatewayName::AmazonPay,
        ledger: Box::new(gateway),
    })
}

fn paypal_provider(paypal: &PayPalConfig, api: String) -> Result<Provider, NoProvider> {
    let gateway = PayPalGateway::new(&paypal.settings(api))?;
    Ok(Provider {
        name: GatewayName::PayPal,
        ledger: Box::new(gateway),
    })
}
