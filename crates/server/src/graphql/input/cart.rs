//! Inputs that describe a cart.

use super::address::{DeliveryAddressInput, SelectableAddressInput};
use super::scalars::{Edit, Id};
use serde::Deserialize;
use zkratka_commerce::cart::PreferredMethod;

/// `AttributeInput`
#[derive(Debug, Deserialize)]
pub(in crate::graphql) struct AttributeInput {
    pub(in crate::graphql) key: String,
    pub(in crate::graphql) value: String,
}

/// `CartLineInput`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct CartLineInput {
    pub(in crate::graphql) attributes: Option<Vec<AttributeInput>>,
    pub(in crate::graphql) merchandise_id: Id,
    pub(in crate::graphql) parent: Option<CartLineParentInput>,
    pub(in crate::graphql) quantity: Option<i64>,
    pub(in crate::graphql) selling_plan_id: Option<Id>,
}

/// `CartLineParentInput`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct CartLineParentInput {
    pub(in crate::graphql) line_id: Option<Id>,
    pub(in crate::graphql) merchandise_id: Option<Id>,
}

/// `CartLineUpdateInput`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct CartLineUpdateInput {
    pub(in crate::graphql) attributes: Option<Vec<AttributeInput>>,
    pub(in crate::graphql) id: Id,
    pub(in crate::graphql) merchandise_id: Option<Id>,
    pub(in crate::graphql) quantity: Option<i64>,
    #[serde(default)]
    pub(in crate::graphql) selling_plan_id: Edit<Id>,
}

/// `CartBuyerIdentityInput`
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::graphql) struct BuyerIdentityInput {
    pub(in crate::graphql) company_location_id: Option<Id>,
    pub(in crate::graphql) country_code: Edit<String>,
    pub(in crate::graphql) customer_access_token: Option<String>,
    pub(in crate::graphql) delivery_address_preferences: Option<Vec<DeliveryAddressInput>>,
    pub(in crate::graphql) email: Edit<String>,
    pub(in crate::graphql) phone: Edit<String>,
    pub(in crate::graphql) preferences: Edit<PreferencesInput>,
}

/// `CartPreferencesInput`
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub(in crate::graphql) struct PreferencesInput {
    pub(in crate::graphql) delivery: Option<DeliveryPreferenceInput>,
    pub(in crate::graphql) wallet: Option<Vec<String>>,
}

/// `CartDeliveryPreferenceInput`
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct DeliveryPreferenceInput {
    pub(in crate::graphql) coordinates: Option<CoordinatesInput>,
    pub(in crate::graphql) delivery_method: Option<Vec<PreferredMethod>>,
    pub(in crate::graphql) pickup_handle: Option<Vec<String>>,
}

/// `CartDeliveryCoordinatesPreferenceInput`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct CoordinatesInput {
    pub(in crate::graphql) country_code: String,
    pub(in crate::graphql) latitude: f64,
    pub(in crate::graphql) longitude: f64,
}

/// `CartInputMetafieldInput`. `CartMetafieldsSetInput` has the same fields and the owner.
#[derive(Debug, Deserialize)]
pub(in crate::graphql) struct MetafieldInput {
    pub(in crate::graphql) key: String,
    #[serde(rename = "type")]
    pub(in crate::graphql) kind: String,
    pub(in crate::graphql) value: String,
}

/// `CartMetafieldsSetInput`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct OwnedMetafieldInput {
    pub(in crate::graphql) owner_id: Id,
    #[serde(flatten)]
    pub(in crate::graphql) metafield: MetafieldInput,
}

/// `CartMetafieldDeleteInput`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct MetafieldDeleteInput {
    pub(in crate::graphql) key: String,
    pub(in crate::graphql) owner_id: Id,
}

/// `CartDeliveryInput`
#[derive(Debug, Deserialize)]
pub(in crate::graphql) struct CartDeliveryInput {
    pub(in crate::graphql) addresses: Option<Vec<SelectableAddressInput>>,
}

/// `CartInput`
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::graphql) struct CartInput {
    pub(in crate::graphql) attributes: Option<Vec<AttributeInput>>,
    pub(in crate::graphql) buyer_identity: Option<BuyerIdentityInput>,
    pub(in crate::graphql) delivery: Option<CartDeliveryInput>,
    pub(in crate::graphql) discount_codes: Option<Vec<String>>,
    pub(in crate::graphql) gift_card_codes: Option<Vec<String>>,
    pub(in crate::graphql) lines: Option<Vec<CartLineInput>>,
    pub(in crate::graphql) metafields: Option<Vec<MetafieldInput>>,
    pub(in crate::graphql) note: Option<String>,
}

/// `CartSelectedDeliveryOptionInput`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::graphql) struct SelectedDeliveryOptionInput {
    pub(in crate::graphql) delivery_group_id: Id,
    pub(in crate::graphql) delivery_option_handle: String,
}
