//! PayPal's JSON documents: the members that the client reads.

use super::order::Funding;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
pub(super) struct AmountWire {
    pub(super) currency_code: String,
    pub(super) value: String,
}

#[derive(Deserialize)]
pub(super) struct OrderWire {
    pub(super) id: String,
    pub(super) status: String,
    #[serde(default)]
    pub(super) intent: String,
    #[serde(default)]
    pub(super) create_time: Option<String>,
    #[serde(default)]
    pub(super) payer: Option<PayerWire>,
    #[serde(default)]
    pub(super) payment_source: Option<SourceWire>,
    #[serde(default)]
    pub(super) purchase_units: Vec<UnitWire>,
}

#[derive(Default, Deserialize)]
pub(super) struct SourceWire {
    #[serde(default)]
    pub(super) paypal: Option<AccountWire>,
    #[serde(default)]
    pub(super) venmo: Option<AccountWire>,
}

impl SourceWire {
    pub(super) const fn funding(&self) -> Funding {
        if self.venmo.is_some() {
            Funding::Venmo
        } else {
            Funding::PayPal
        }
    }

    /// The account, of either kind.
    pub(super) fn account(self) -> AccountWire {
        self.paypal.or(self.venmo).unwrap_or_default()
    }
}

/// A setup token, or a payment token, which has no status.
#[derive(Deserialize)]
pub(super) struct SetupWire {
    pub(super) id: String,
    #[serde(default)]
    pub(super) status: String,
    #[serde(default)]
    pub(super) payment_source: SourceWire,
}

#[derive(Default, Deserialize)]
pub(super) struct AccountWire {
    #[serde(default)]
    pub(super) email_address: Option<String>,
    #[serde(default)]
    pub(super) account_id: Option<String>,
    #[serde(default)]
    pub(super) payer_id: Option<String>,
    #[serde(default)]
    pub(super) name: Option<NameWire>,
    #[serde(default)]
    pub(super) phone_number: Option<PhoneWire>,
    #[serde(default)]
    pub(super) phone: Option<PayerPhoneWire>,
    #[serde(default)]
    pub(super) shipping: Option<ShippingWire>,
    #[serde(default)]
    pub(super) address: Option<AddressWire>,
    #[serde(default)]
    pub(super) attributes: Option<AttributesWire>,
}

#[derive(Default, Deserialize)]
pub(super) struct AttributesWire {
    #[serde(default)]
    pub(super) vault: Option<VaultWire>,
}

#[derive(Default, Deserialize)]
pub(super) struct VaultWire {
    #[serde(default)]
    pub(super) id: Option<String>,
}

#[derive(Default, Deserialize)]
pub(super) struct PayerWire {
    #[serde(default)]
    pub(super) email_address: Option<String>,
    #[serde(default)]
    pub(super) payer_id: Option<String>,
    #[serde(default)]
    pub(super) name: Option<NameWire>,
    #[serde(default)]
    pub(super) address: Option<AddressWire>,
    #[serde(default)]
    pub(super) phone: Option<PayerPhoneWire>,
}

#[derive(Default, Deserialize)]
pub(super) struct PayerPhoneWire {
    #[serde(default)]
    pub(super) phone_number: Option<PhoneWire>,
}

#[derive(Default, Deserialize)]
pub(super) struct PhoneWire {
    #[serde(default)]
    pub(super) national_number: Option<String>,
}

#[derive(Clone, Default, Deserialize)]
pub(super) struct NameWire {
    #[serde(default)]
    pub(super) full_name: Option<String>,
    #[serde(default)]
    pub(super) given_name: Option<String>,
    #[serde(default)]
    pub(super) surname: Option<String>,
}

#[derive(Default, Deserialize)]
pub(super) struct AddressWire {
    #[serde(default)]
    pub(super) address_line_1: Option<String>,
    #[serde(default)]
    pub(super) address_line_2: Option<String>,
    #[serde(default)]
    pub(super) admin_area_1: Option<String>,
    #[serde(default)]
    pub(super) admin_area_2: Option<String>,
    #[serde(default)]
    pub(super) postal_code: Option<String>,
    #[serde(default)]
    pub(super) country_code: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct UnitWire {
    #[serde(default)]
    pub(super) reference_id: Option<String>,
    #[serde(default)]
    pub(super) custom_id: Option<String>,
    pub(super) amount: AmountWire,
    #[serde(default)]
    pub(super) payee: Option<PayeeWire>,
    #[serde(default)]
    pub(super) payment_instruction: Option<Value>,
    #[serde(default)]
    pub(super) shipping: Option<ShippingWire>,
    #[serde(default)]
    pub(super) payments: Option<PaymentsWire>,
}

#[derive(Deserialize)]
pub(super) struct PayeeWire {
    #[serde(default)]
    pub(super) merchant_id: Option<String>,
}

#[derive(Default, Deserialize)]
pub(super) struct ShippingWire {
    #[serde(default)]
    pub(super) name: Option<NameWire>,
    #[serde(default)]
    pub(super) address: Option<AddressWire>,
}

#[derive(Default, Deserialize)]
pub(super) struct PaymentsWire {
    #[serde(default)]
    pub(super) authorizations: Vec<AuthorizationWire>,
}

#[derive(Deserialize)]
pub(super) struct AuthorizationWire {
    pub(super) id: String,
    pub(super) status: String,
    pub(super) amount: AmountWire,
    #[serde(default)]
    pub(super) payee: Option<PayeeWire>,
    #[serde(default)]
    pub(super) custom_id: Option<String>,
    #[serde(default)]
    pub(super) supplementary_data: SupplementaryWire,
}

#[derive(Deserialize)]
pub(super) struct CaptureWire {
    pub(super) status: String,
    pub(super) amount: AmountWire,
    #[serde(default)]
    pub(super) payee: Option<PayeeWire>,
    #[serde(default)]
    pub(super) custom_id: Option<String>,
    #[serde(default)]
    pub(super) supplementary_data: SupplementaryWire,
}

#[derive(Default, Deserialize)]
pub(super) struct SupplementaryWire {
    #[serde(default)]
    pub(super) related_ids: RelatedWire,
}

#[derive(Default, Deserialize)]
pub(super) struct RelatedWire {
    #[serde(default)]
    pub(super) authorization_id: Option<String>,
    #[serde(default)]
    pub(super) order_id: Option<String>,
}
