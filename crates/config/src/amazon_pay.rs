//! Amazon Pay's gateway, as the configuration sets it up.

use crate::model::{AmazonPayConfig, ProviderAt};
use zkratka_commerce::money::Currency;
use zkratka_payments::CALL_DEADLINE;
use zkratka_payments::amazon_pay::{
    AmazonPaySettings, Clock, Environment, NotOffered, Region, takes,
};

impl AmazonPayConfig {
    /// The address of Amazon's API. `None` for the emulation, whose address only the process that runs it knows.
    #[must_use]
    pub const fn api(&self) -> Option<&'static str> {
        match self.at {
            ProviderAt::Live | ProviderAt::Sandbox => Some(self.region.api()),
            ProviderAt::Emulation => None,
        }
    }

    /// Scheme and host of Amazon's script for browsers. `None` for the emulation, which this server serves.
    #[must_use]
    pub const fn script_host(&self) -> Option<&'static str> {
        match (self.at, self.region) {
            (ProviderAt::Emulation, _) => None,
            (_, Region::Europe) => Some("https://static-eu.payments-amazon.com"),
            (_, Region::NorthAmerica) => Some("https://static-na.payments-amazon.com"),
            (_, Region::Japan) => Some("https://static-fe.payments-amazon.com"),
        }
    }

    /// Amazon's pages in the account's region, as sources of a page's policy, each after a space.
    #[must_use]
    pub const fn page_sources(&self) -> &'static str {
        match self.region {
            Region::NorthAmerica => " https://*.payments-amazon.com https://*.amazon.com",
            Region::Europe => {
                " https://*.payments-amazon.com https://*.amazon.co.uk https://*.amazon.de https://*.amazon.es https://*.amazon.fr https://*.amazon.it"
            }
            Region::Japan => " https://*.payments-amazon.com https://*.amazon.co.jp",
        }
    }

    /// Whether real money moves.
    #[must_use]
    pub const fn environment(&self) -> Environment {
        match self.at {
            ProviderAt::Live => Environment::Live,
            ProviderAt::Sandbox | ProviderAt::Emulation => Environment::Sandbox,
        }
    }

    /// Whether the shop offers Amazon Pay to buyers who pay in this currency.
    ///
    /// # Errors
    /// Why the account cannot charge it.
    pub fn offered_in(&self, currency: Currency) -> Result<(), NotOffered> {
        takes(self.ledger, currency)
    }

    /// The settings of the gateway that calls the API at this address.
    #[must_use]
    pub fn settings(&self, api: String, clock: Clock) -> AmazonPaySettings {
        AmazonPaySettings {
            api,
            region: self.region,
            environment: self.environment(),
            merchant_id: self.merchant_id.clone(),
            store_id: self.store_id.clone(),
            ledger: self.ledger,
            store_name: self.store_name.clone(),
            signer: self.signer.clone(),
            deadline: CALL_DEADLINE,
            clock,
        }
    }
}
