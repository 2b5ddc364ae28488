//! The parameters of Google Pay for browsers (`wallet_params`).

use super::GooglePay;
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;
use zkratka_config::{GoogleEnvironment, Tokenization};

impl GooglePay {
    /// The wallet's parameters for elements on pages of `origin`; `None` if the sheet may not be opened there. They
    /// contain permissions that expire, so they are created anew for every page.
    #[must_use]
    pub fn wallet_params(&self, origin: &str, now: Timestamp) -> Option<Value> {
        let permissions = self.permissions_at(origin)?;
        let settings = &self.settings;
        let environment = match settings.environment {
            GoogleEnvironment::Test => "TEST",
            GoogleEnvironment::Production => "PRODUCTION",
        };
        Some(json!({
            "sdkUrl": self.sdk_url(&permissions.site)?,
            "environment": environment,
            "countryCode": self.market.country,
            "merchantName": settings.merchant_name,
            "emailRequired": true,
            "phoneRequired": true,
            "paymentData": {
                "merchantInfo": {
                    "merchantId": settings.merchant_id,
                    "merchantName": settings.merchant_name,
                    "merchantOrigin": permissions.host(),
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
            "auth": [permissions.current(now)],
        }))
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
