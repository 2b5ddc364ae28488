//! The answers of `paypalTokenCreate` and `paypalBuyerDetailsFetch`.

use super::address::{Place, PostalAddress};
use super::object::{leaf, moment, object, text};
use super::payload::user_errors;
use crate::graphql::user_error::UserError;
use crate::graphql::value::Value;
use zkratka_commerce::address::Address;
use zkratka_commerce::time::Timestamp;
use zkratka_ids::CartToken;

/// `PaypalTokenCreatePayload`
#[derive(Debug)]
pub(in crate::graphql) struct PaypalTokenPayload {
    pub(in crate::graphql) token: Option<String>,
    pub(in crate::graphql) errors: Vec<UserError>,
}

/// `PaypalBuyerDetailsFetchPayload`
#[derive(Debug)]
pub(in crate::graphql) struct PaypalDetailsPayload {
    pub(in crate::graphql) details: Option<PaypalDetails>,
    pub(in crate::graphql) errors: Vec<UserError>,
}

/// `PaypalBuyerDetails`
#[derive(Debug)]
pub(in crate::graphql) struct PaypalDetails {
    /// The cart, which is part of the addresses' ids.
    pub(in crate::graphql) cart: CartToken,
    pub(in crate::graphql) email: Option<String>,
    pub(in crate::graphql) payer_id: Option<String>,
    pub(in crate::graphql) expires_at: Timestamp,
    pub(in crate::graphql) remote_order_id: String,
    pub(in crate::graphql) destination: Option<Address>,
    pub(in crate::graphql) billing: Option<Address>,
}

pub(super) struct TokenObject<'v> {
    pub(super) payload: &'v PaypalTokenPayload,
}

object!(TokenObject<'_>, "PaypalTokenCreatePayload", |this, arguments| {
    "token" => text(this.payload.token.as_deref()),
    "userErrors" => user_errors(&this.payload.errors),
});

pub(super) struct FetchedObject<'v> {
    pub(super) payload: &'v PaypalDetailsPayload,
}

object!(FetchedObject<'_>, "PaypalBuyerDetailsFetchPayload", |this, arguments| {
    "details" => {
        let details = this.payload.details.as_ref();
        Value::nullable(details.map(|details| DetailsObject { details }))
    },
    "userErrors" => user_errors(&this.payload.errors),
});

struct DetailsObject<'v> {
    details: &'v PaypalDetails,
}

object!(DetailsObject<'_>, "PaypalBuyerDetails", |this, arguments| {
    "billingAddress" => address(this.details, this.details.billing.as_ref()),
    "destinationAddress" => address(this.details, this.details.destination.as_ref()),
    "email" => text(this.details.email.as_deref()),
    "expiresAt" => moment(this.details.expires_at)?,
    "payerId" => text(this.details.payer_id.as_deref()),
    "remoteOrderId" => leaf(this.details.remote_order_id.as_str()),
});

fn address<'v>(details: &'v PaypalDetails, address: Option<&'v Address>) -> Value<'v> {
    Value::nullable(address.map(|address| PostalAddress {
        address,
        place: Place::Mailing(details.cart.clone()),
    }))
}
