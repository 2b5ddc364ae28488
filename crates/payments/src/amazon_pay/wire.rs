//! Amazon's JSON documents: the members that the client reads. Amazon writes an absent member as `null`.

use super::address::{AddressWire, BuyerWire};
use serde::{Deserialize, Deserializer};
use zkratka_commerce::time::Timestamp;

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PriceWire {
    /// A text, or a number in some answers.
    #[serde(default, deserialize_with = "text_or_number")]
    pub(super) amount: Option<String>,
    #[serde(default)]
    pub(super) currency_code: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TextOrNumber {
    Text(String),
    Number(serde_json::Number),
}

fn text_or_number<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    let value = Option::<TextOrNumber>::deserialize(value)?;
    Ok(value.map(|value| match value {
        TextOrNumber::Text(text) => text,
        TextOrNumber::Number(number) => number.to_string(),
    }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionWire {
    pub(super) checkout_session_id: String,
    #[serde(default)]
    pub(super) web_checkout_details: Option<WebCheckoutWire>,
    #[serde(default)]
    pub(super) payment_details: Option<PaymentWire>,
    #[serde(default)]
    pub(super) charge_permission_type: Option<String>,
    #[serde(default)]
    pub(super) recurring_metadata: Option<RecurringWire>,
    #[serde(default)]
    pub(super) merchant_metadata: Option<MetadataWire>,
    #[serde(default)]
    pub(super) buyer: Option<BuyerWire>,
    #[serde(default)]
    pub(super) shipping_address: Option<AddressWire>,
    #[serde(default)]
    pub(super) billing_address: Option<AddressWire>,
    #[serde(default)]
    pub(super) payment_preferences: Option<Vec<Option<PreferenceWire>>>,
    pub(super) status_details: StatusWire,
    #[serde(default)]
    pub(super) constraints: Option<Vec<Option<ConstraintWire>>>,
    #[serde(default)]
    pub(super) expiration_timestamp: Option<String>,
    #[serde(default)]
    pub(super) charge_permission_id: Option<String>,
    #[serde(default)]
    pub(super) charge_id: Option<String>,
    #[serde(default)]
    pub(super) store_id: Option<String>,
}

/// Addresses of pages.
#[derive(Default, Deserialize)]
pub(super) struct WebCheckoutWire {
    #[serde(default, rename = "checkoutReviewReturnUrl")]
    pub(super) review: Option<String>,
    #[serde(default, rename = "checkoutResultReturnUrl")]
    pub(super) result: Option<String>,
    #[serde(default, rename = "amazonPayRedirectUrl")]
    pub(super) redirect: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentWire {
    #[serde(default)]
    pub(super) payment_intent: Option<String>,
    #[serde(default)]
    pub(super) charge_amount: Option<PriceWire>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecurringWire {
    #[serde(default)]
    pub(super) amount: Option<PriceWire>,
    #[serde(default)]
    pub(super) frequency: Option<FrequencyWire>,
}

#[derive(Deserialize)]
pub(super) struct FrequencyWire {
    #[serde(default)]
    pub(super) unit: String,
    #[serde(default)]
    pub(super) value: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MetadataWire {
    #[serde(default)]
    pub(super) merchant_reference_id: Option<String>,
    #[serde(default)]
    pub(super) custom_information: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PreferenceWire {
    #[serde(default)]
    pub(super) payment_descriptor: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatusWire {
    #[serde(default)]
    pub(super) state: Option<String>,
    /// Of a session or a charge.
    #[serde(default)]
    pub(super) reason_code: Option<String>,
    /// Of a dispute.
    #[serde(default)]
    pub(super) resolution: Option<String>,
    #[serde(default)]
    pub(super) last_updated_timestamp: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConstraintWire {
    pub(super) constraint_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChargeWire {
    pub(super) charge_id: String,
    #[serde(default)]
    pub(super) charge_permission_id: Option<String>,
    #[serde(default)]
    pub(super) charge_amount: Option<PriceWire>,
    #[serde(default)]
    pub(super) capture_amount: Option<PriceWire>,
    #[serde(default)]
    pub(super) refunded_amount: Option<PriceWire>,
    #[serde(default)]
    pub(super) creation_timestamp: Option<String>,
    pub(super) status_details: StatusWire,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChargePermissionWire {
    pub(super) charge_permission_id: String,
    #[serde(default)]
    pub(super) charge_permission_type: Option<String>,
    #[serde(default)]
    pub(super) merchant_metadata: Option<MetadataWire>,
    #[serde(default)]
    pub(super) presentment_currency: Option<String>,
    #[serde(default)]
    pub(super) shipping_address: Option<AddressWire>,
    pub(super) status_details: StatusWire,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RefundWire {
    pub(super) refund_id: String,
    #[serde(default)]
    pub(super) charge_id: Option<String>,
    #[serde(default)]
    pub(super) refund_amount: Option<PriceWire>,
    #[serde(default)]
    pub(super) creation_timestamp: Option<String>,
    pub(super) status_details: StatusWire,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DisputeWire {
    pub(super) dispute_id: String,
    #[serde(default)]
    pub(super) charge_id: Option<String>,
    #[serde(default)]
    pub(super) dispute_amount: Option<PriceWire>,
    #[serde(default)]
    pub(super) creation_timestamp: Option<String>,
    pub(super) status_details: StatusWire,
}

impl StatusWire {
    /// When the state changed last, or else when the object was made.
    pub(super) fn moment(&self, created: Option<&str>) -> Option<Timestamp> {
        let changed = self.last_updated_timestamp.as_deref();
        changed.or(created).and_then(compact_time)
    }
}

/// Reads Amazon's form of moments: `20200412T101414Z`.
pub(super) fn compact_time(text: &str) -> Option<Timestamp> {
    let moment = jiff::civil::DateTime::strptime("%Y%m%dT%H%M%SZ", text).ok()?;
    let moment = moment.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
    Some(Timestamp(moment.timestamp().as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_compact() {
        let moment = compact_time("20200412T101414Z").expect("a moment");
        assert_eq!(moment.rfc3339(), "2020-04-12T10:14:14Z");
        for text in [
            "",
            "2020-04-12T10:14:14Z",
            "20200412T101414",
            "20201312T101414Z",
        ] {
            assert_eq!(compact_time(text), None, "{text}");
        }
    }

    /// [B.12] The moment of an object is that of its last change, because that is when money moved.
    #[test]
    fn the_last_change_is_the_moment() {
        let (made, changed) = ("20200412T101414Z", "20200413T101414Z");
        for (last, expected) in [(Some(changed), changed), (None, made)] {
            let status = StatusWire {
                last_updated_timestamp: last.map(str::to_owned),
                ..StatusWire::default()
            };
            assert_eq!(status.moment(Some(made)), compact_time(expected));
        }
    }
}
