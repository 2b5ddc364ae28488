//! A checkout session as Amazon shows it.

use super::AmazonPaySandbox;
use super::buyers::{Address, Buyer};
use super::sessions::{Session, SessionDetail};
use super::status;
use serde_json::{Value, json};

/// Every member that a session may have.
pub(super) fn blank() -> Value {
    json!({
        "checkoutSessionId": null,
        "webCheckoutDetails": {
            "checkoutReviewReturnUrl": null, "checkoutResultReturnUrl": null, "checkoutCancelUrl": null,
            "checkoutMode": null, "amazonPayRedirectUrl": null,
        },
        "productType": null,
        "paymentDetails": {
            "paymentIntent": null, "canHandlePendingAuthorization": false, "chargeAmount": null,
            "totalOrderAmount": null, "softDescriptor": null, "presentmentCurrency": null,
            "allowOvercharge": null, "extendExpiration": null,
        },
        "chargePermissionType": "OneTime",
        "recurringMetadata": null,
        "merchantMetadata": {
            "merchantReferenceId": null, "merchantStoreName": null, "noteToBuyer": null,
            "customInformation": null,
        },
        "supplementaryData": null,
        "buyer": null,
        "shippingAddress": null,
        "billingAddress": null,
        "paymentPreferences": [null],
        "statusDetails": null,
        "constraints": [],
        "creationTimestamp": null,
        "expirationTimestamp": null,
        "chargePermissionId": null,
        "chargeId": null,
        "storeId": null,
        "deliverySpecifications": null,
        "platformId": null,
        "providerMetadata": { "providerReferenceId": null },
        "releaseEnvironment": "Sandbox",
    })
}

/// The session as Amazon shows it: what the buyer shares only while it is open.
pub(super) fn shown(amazon: &AmazonPaySandbox, session: &Session) -> Value {
    let mut document = session.document.clone();
    if status::of(&document) != "Open" {
        return closed(&document);
    }
    let detail = &session.detail;
    if let (Some(buyer), Some(card)) = (detail.buyer(), detail.card()) {
        document["buyer"] = buyer.shown(|scope| detail.has_scope(scope));
        document["shippingAddress"] = shipping(detail, buyer);
        if detail.has_scope("billingAddress") {
            document["billingAddress"] = billing(buyer);
        }
        document["paymentPreferences"] = json!([{ "paymentDescriptor": card.descriptor() }]);
    }
    let constraints = constraints(&document);
    if constraints.is_empty() {
        let url = amazon.page_url("pay", &session.id);
        document["webCheckoutDetails"]["amazonPayRedirectUrl"] = json!(url);
    }
    document["constraints"] = json!(constraints);
    document
}

pub(super) fn shipping(detail: &SessionDetail, buyer: Buyer) -> Value {
    let address = detail.address.as_deref();
    let address = address.and_then(|handle| buyer.address(handle));
    address.map_or(Value::Null, |address| buyer.shipping(address))
}

pub(super) fn billing(buyer: Buyer) -> Value {
    let address = buyer.addresses.first();
    address.map_or(Value::Null, Address::as_json)
}

/// The buyer as the permission repeats it.
pub(super) fn buyer_shown(detail: &SessionDetail) -> Value {
    let buyer = detail.buyer();
    buyer.map_or(Value::Null, |buyer| {
        buyer.shown(|scope| detail.has_scope(scope))
    })
}

/// A session that is completed or cancelled: its end, and nothing of the buyer.
fn closed(document: &Value) -> Value {
    let kept = [
        "checkoutSessionId",
        "statusDetails",
        "chargePermissionId",
        "chargeId",
        "creationTimestamp",
        "releaseEnvironment",
    ];
    let members = document.as_object().into_iter().flatten();
    let shown = members.map(|(name, value)| {
        let is_kept = kept.contains(&name.as_str());
        (
            name.clone(),
            if is_kept { value.clone() } else { Value::Null },
        )
    });
    Value::Object(shown.collect())
}

/// What is still missing before the buyer can confirm.
pub(super) fn constraints(document: &Value) -> Vec<Value> {
    let payment = &document["paymentDetails"];
    let is_recurring = document["chargePermissionType"] == "Recurring";
    let no_frequency = is_recurring && document["recurringMetadata"]["frequency"].is_null();
    let constraints = [
        (
            document["buyer"].is_null(),
            "BuyerNotAssociated",
            "There is no buyer associated with the Checkout Session.",
        ),
        (
            payment["chargeAmount"].is_null(),
            "ChargeAmountNotSet",
            "chargeAmount is not set.",
        ),
        (
            document["webCheckoutDetails"]["checkoutResultReturnUrl"].is_null(),
            "CheckoutResultReturnUrlNotSet",
            "checkoutResultReturnUrl is not set.",
        ),
        (
            payment["paymentIntent"].is_null(),
            "PaymentIntentNotSet",
            "paymentIntent is not set.",
        ),
        (
            no_frequency,
            "RecurringFrequencyNotSet",
            "The frequency of the recurring charges is not set.",
        ),
    ];
    let open = constraints.into_iter().filter(|(is_open, ..)| *is_open);
    open.map(|(_, id, description)| json!({ "constraintId": id, "description": description }))
        .collect()
}
