//! Inputs that describe addresses.

use super::scalars::Id;
use serde::Deserialize;
use zkratka_commerce::address::Strictness;

/// `DeliveryAddressValidationStrategy`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(in crate::graphql) enum ValidationStrategy {
    #[default]
    CountryCodeOnly,
    Strict,
}

impl From<ValidationStrategy> for Strictness {
    fn from(strategy: ValidationStrategy) -> Self {
        match strategy {
            ValidationStrategy::CountryCodeOnly => Self::CountryOnly,
            ValidationStrategy::Strict => Self::Strict,
        }
    }
}

/// `MailingAddressInput`: country and province by name or by code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(in crate::graphql) struct MailingAddressInput {
    pub(in crate::graphql) address1: Option<String>,
    pub(in crate::graphql) address2: Option<String>,
    pub(in crate::graphql) city: Option<String>,
    pub(in crate::graphql) company: Option<String>,
    pub(in crate::graphql) country: Option<String>,
    #[serde(rename = "firstName")]
    pub(in crate::graphql) first_name: Option<String>,
    #[serde(rename = "lastName")]
    pub(in crate::graphql) last_name: Option<String>,
    pub(in crate::graphql) phone: Option<String>,
    pub(in crate::graphql) province: Option<String>,
    pub(in crate::graphql) zip: Option<String>,
}

/// `CartDeliveryAddressInput`: country and province by code.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::graphql) struct CartDeliveryAddressInput {
    pub(in crate::graphql) address1: Option<String>,
    pub(in crate::graphql) address2: Option<String>,
    pub(in crate::graphql) city: Option<String>,
    pub(in crate::graphql) company: Option<String>,
    pub(in crate::graphql) country_code: Option<String>,
    pub(in crate::graphql) first_name: Option<String>,
    pub(in crate::graphql) last_name: Option<String>,
    pub(in crate::graphql) phone: Option<String>,
    pub(in crate::graphql) province_code: Option<String>,
    pub(in crate::graphql) zip: Option<String>,
}

/// `CartAddressInput`
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct CartAddressInput {
    pub(in crate::graphql) copy_from_customer_address_id: Option<Id>,
    pub(in crate::graphql) delivery_address: Option<CartDeliveryAddressInput>,
}

/// `CartSelectableAddressInput`
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct SelectableAddressInput {
    pub(in crate::graphql) address: CartAddressInput,
    pub(in crate::graphql) selected: Option<bool>,
    pub(in crate::graphql) validation_strategy: Option<ValidationStrategy>,
}

/// `CartSelectableAddressUpdateInput`
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct SelectableAddressUpdateInput {
    pub(in crate::graphql) address: Option<CartAddressInput>,
    pub(in crate::graphql) id: Id,
    pub(in crate::graphql) validation_strategy: Option<ValidationStrategy>,
}

/// `DeliveryAddressInput`
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct DeliveryAddressInput {
    pub(in crate::graphql) customer_address_id: Option<Id>,
    pub(in crate::graphql) delivery_address: Option<MailingAddressInput>,
    pub(in crate::graphql) delivery_address_validation_strategy: Option<ValidationStrategy>,
}
