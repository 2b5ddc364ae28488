//! What browsers are told about Google Pay (`wallet_params`).

use super::GooglePay;
use crate::config::{GoogleEnvironment, Tokenization};
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;

impl GooglePay {
    /// The wallet's parameters as elements carry them; holds permissions that expire, so it is made anew for every page.
    #[must_use]
    pub fn wallet_params(&self, now: Timestamp) -> Value {
        let settings = &self.settings;
        let environment = match settings.environment {
            GoogleEnvironment::Test => "TEST",
            GoogleEnvironment::Production => "PRODUCTION",
        };
        json!({
            "sdkUrl": self.sdk_url(),
            "environment": environment,
            "countryCode": self.market.country,
            "merchantName": settings.merchant_name,
            "emailRequired": true,
            "phoneRequired": true,
            "paymentData": {
                "merchantInfo": {
                    "merchantId": settings.merchant_id,
                    "merchantName": settings.merchant_name,
                    "merchantOrigin": self.market.host(),
                },
                "allowedPaymentMethods": [{
                    "type": "CARD",
                    "parameters": {
                        "allowedAuthMethods": ["PAN_ONLY", "CRYPTOGRAM_3DS"],
                        "allowedCardNetworks": ["AMEX", "MASTERCARD", "VISA"],
                        "billingAddressRequired": true,
                        "billingAddressParameters": {
                            "format": "FULL",
                            "phoneNumberRequired": true,
                        },
                    },
                    "tokenizationSpecification": self.tokenization(),
                }],
                "shippingAddressParameters": {
                    "allowedCountryCodes": self.market.delivery_countries,
                    "phoneNumberRequired": true,
                },
            },
            "auth": [self.permissions.current(now)],
        })
    }

    fn tokenization(&self) -> Value {
        match &self.settings.tokenization {
            Tokenization::Direct { .. } => {
                let protocol = self.settings.protocols.first().map(|it| it.name());
                json!({
                    "type": "DIRECT",
                    "parameters": { "protocolVersion": protocol, "publicKey": self.public_key },
                })
            }
            Tokenization::Gateway { gateway, merchant } => json!({
                "type": "PAYMENT_GATEWAY",
                "parameters": { "gateway": gateway, "gatewayMerchantId": merchant },
            }),
        }
    }
}
