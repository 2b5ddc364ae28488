//! Amazon's published members of request bodies. Written from Amazon's documentation, independently of the shop's client.

use super::schema::Schema::{Any, ByCountry, Flag, List, Object, OneOf, Price, Text, Url};
use super::schema::{Member, Schema, optional, required};

const WEB_CHECKOUT: Schema = Object(&[
    optional("checkoutReviewReturnUrl", Url),
    optional("checkoutResultReturnUrl", Url),
    optional("checkoutCancelUrl", Url),
    optional("checkoutMode", OneOf(&["ProcessOrder"])),
]);

const INTENT: Schema = OneOf(&["Confirm", "Authorize", "AuthorizeWithCapture"]);

const PAYMENT: Schema = Object(&[
    optional("paymentIntent", INTENT),
    optional("canHandlePendingAuthorization", Flag),
    optional("chargeAmount", Price),
    optional("totalOrderAmount", Price),
    optional("presentmentCurrency", Text(3)),
    optional("softDescriptor", Text(16)),
    optional("allowOvercharge", Flag),
    optional("extendExpiration", Flag),
]);

const METADATA: Schema = Object(&[
    optional("merchantReferenceId", Text(256)),
    optional("merchantStoreName", Text(50)),
    optional("noteToBuyer", Text(255)),
    optional("customInformation", Text(4_096)),
]);

const PROVIDER: Schema = Object(&[optional("providerReferenceId", Text(256))]);

const RECURRING: Schema = Object(&[
    optional(
        "frequency",
        Object(&[
            required("unit", OneOf(&["Year", "Month", "Week", "Day", "Variable"])),
            required("value", Text(4)),
        ]),
    ),
    optional("amount", Price),
]);

const DELIVERY: Schema = Object(&[
    optional(
        "specialRestrictions",
        List(&OneOf(&["RestrictPOBoxes", "RestrictPackstations"])),
    ),
    optional(
        "addressRestrictions",
        Object(&[
            required("type", OneOf(&["Allowed", "NotAllowed"])),
            required(
                "restrictions",
                ByCountry(&[
                    optional("statesOrRegions", List(&Text(64))),
                    optional("zipCodes", List(&Text(20))),
                ]),
            ),
        ]),
    ),
]);

const SCOPE: Schema = OneOf(&[
    "name",
    "email",
    "phoneNumber",
    "billingAddress",
    "postalCode",
    "shippingAddress",
    "primeStatus",
]);

/// `POST checkoutSessions`, and the payload that a button's signature covers.
pub(super) const SESSION: &[Member] = &[
    required("storeId", Text(128)),
    required("webCheckoutDetails", WEB_CHECKOUT),
    optional("scopes", List(&SCOPE)),
    optional("deliverySpecifications", DELIVERY),
    optional("paymentDetails", PAYMENT),
    optional("merchantMetadata", METADATA),
    optional("chargePermissionType", OneOf(&["OneTime", "Recurring"])),
    optional("recurringMetadata", RECURRING),
    optional("supplementaryData", Text(4_096)),
    optional("platformId", Text(128)),
    optional("providerMetadata", PROVIDER),
    // Shown by the Prime button; the session does not repeat it.
    optional("cartDetails", Object(&[required("lineItems", List(&Any))])),
];

/// `PATCH checkoutSessions/{id}`
pub(super) const SESSION_CHANGE: &[Member] = &[
    optional("webCheckoutDetails", WEB_CHECKOUT),
    optional("paymentDetails", PAYMENT),
    optional("merchantMetadata", METADATA),
    optional("recurringMetadata", RECURRING),
    optional("supplementaryData", Text(4_096)),
    optional("platformId", Text(128)),
    optional("providerMetadata", PROVIDER),
];

/// `POST checkoutSessions/{id}/complete`
pub(super) const COMPLETE: &[Member] = &[
    required("chargeAmount", Price),
    optional("totalOrderAmount", Price),
    optional("supplementaryData", Text(4_096)),
];

/// `PATCH chargePermissions/{id}`
pub(super) const PERMISSION_CHANGE: &[Member] = &[
    optional("merchantMetadata", METADATA),
    optional("recurringMetadata", RECURRING),
];

/// `DELETE chargePermissions/{id}/close`
pub(super) const CLOSE: &[Member] = &[
    required("closureReason", Text(255)),
    optional("cancelPendingCharges", Flag),
];

const CHANNEL: Schema = OneOf(&[
    "Web",
    "Phone",
    "App",
    "Alexa",
    "PointOfSale",
    "FireTv",
    "Offline",
]);

/// `POST charges`
pub(super) const CHARGE: &[Member] = &[
    required("chargePermissionId", Text(64)),
    required("chargeAmount", Price),
    optional("captureNow", Flag),
    optional("canHandlePendingAuthorization", Flag),
    optional("softDescriptor", Text(16)),
    optional("merchantMetadata", METADATA),
    optional("providerMetadata", PROVIDER),
    optional("platformId", Text(128)),
    optional("chargeInitiator", OneOf(&["CITU", "MITU", "CITR", "MITR"])),
    optional("channel", CHANNEL),
];

/// `POST charges/{id}/capture`
pub(super) const CAPTURE: &[Member] = &[
    required("captureAmount", Price),
    optional("softDescriptor", Text(16)),
    optional("providerMetadata", PROVIDER),
];

/// `DELETE charges/{id}/cancel`
pub(super) const CANCEL: &[Member] = &[required("cancellationReason", Text(255))];

/// `POST refunds`
pub(super) const REFUND: &[Member] = &[
    required("chargeId", Text(64)),
    required("refundAmount", Price),
    optional("softDescriptor", Text(16)),
    optional("providerMetadata", PROVIDER),
];
