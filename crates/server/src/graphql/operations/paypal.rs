//! `paypalTokenCreate` and `paypalBuyerDetailsFetch` (row 7.09).

use super::{Failure, RequestContext};
use crate::carts::{CartReference, CartView, Found};
use crate::graphql::input::{Id, PaypalFundingSource};
use crate::graphql::messages;
use crate::graphql::output::{PaypalDetails, PaypalDetailsPayload, PaypalTokenPayload, RootValue};
use crate::graphql::user_error::UserError;
use serde::Deserialize;
use zkratka_commerce::address::{Address, is_country, normalise_phone};
use zkratka_commerce::cart::{Cart, CartStatus, RemoteOrder, keep_remote_order};
use zkratka_commerce::cart_changes::Changed;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::payment::Wallet;
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{Funding, PayPalAddress};
use zkratka_shop_wallets::PayPal;
use zkratka_shop_wallets::paypal::{ApprovedBuyer, NoOrder};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TokenArguments {
    cart_id: Id,
    billing_agreement: Option<bool>,
    funding_source: Option<PaypalFundingSource>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DetailsArguments {
    cart_id: Id,
    token: String,
}

/// `paypalTokenCreate`
pub(super) async fn create_token(
    call: &RequestContext<'_>,
    arguments: TokenArguments,
) -> Result<RootValue, Failure> {
    let answer = |token, errors| Ok(RootValue::PaypalToken(PaypalTokenPayload { token, errors }));
    let (paypal, view) = match payable(call, &arguments.cart_id).await? {
        Ok(found) => found,
        Err(error) => return answer(None, vec![error]),
    };
    let funding = match arguments.funding_source {
        Some(PaypalFundingSource::Venmo) => Funding::Venmo,
        Some(PaypalFundingSource::Paypal) | None => Funding::PayPal,
    };
    let agreement = arguments.billing_agreement.unwrap_or_default();
    let now = call.app.clock.now();
    // Waiting for PayPal is slow but has a deadline of its own, and takes none of this server's capacity. So give up
    // the place in the admission gate.
    let _exchange = call.call_provider()?;
    match make(paypal, &view, funding, agreement, now).await {
        Ok(made) => {
            let token = made.id.clone();
            keep(call, &view, made).await?;
            answer(Some(token), Vec::new())
        }
        Err(NoOrder::NotApplicable) => {
            let message = messages::NOT_FOR_PAYPAL;
            let code = "PAYMENT_METHOD_NOT_APPLICABLE";
            answer(None, vec![UserError::new(code, &["cartId"], message)])
        }
        Err(NoOrder::Failed) => answer(None, vec![no_paypal()]),
    }
}

/// Creates an order at PayPal for the amount due, or an agreement.
async fn make(
    paypal: &PayPal,
    view: &CartView,
    funding: Funding,
    agreement: bool,
    now: Timestamp,
) -> Result<RemoteOrder, NoOrder> {
    let revision = view.cart.remote_revision();
    let bought = (&view.cart, &view.priced);
    let (id, agreement_until) = if agreement {
        let (agreement, until) = paypal.agreement(bought, funding, now).await?;
        (agreement.id, Some(until))
    } else {
        (paypal.create(bought, funding, now).await?.id, None)
    };
    Ok(RemoteOrder {
        wallet: Wallet::PayPal,
        id,
        revision,
        renews: agreement && view.priced.has_selling_plan(),
        agreement_until,
    })
}

/// Stores the order or agreement with the cart, so that the checkout finds the buyer's approval even if the page that
/// opened the popup is gone. If the cart is already being completed, it does not need the order, and nothing is stored.
async fn keep(
    call: &RequestContext<'_>,
    view: &CartView,
    made: RemoteOrder,
) -> Result<(), Failure> {
    let reference = CartReference::from(&view.cart);
    let change = |cart: &mut Cart, _: &Catalogue, _: &ShopRules| {
        keep_remote_order(cart, made.clone());
        Changed::default()
    };
    call.carts().change(&reference, change).await?;
    Ok(())
}

/// `paypalBuyerDetailsFetch`
pub(super) async fn fetch_details(
    call: &RequestContext<'_>,
    arguments: DetailsArguments,
) -> Result<RootValue, Failure> {
    let answer = |details, errors| {
        Ok(RootValue::PaypalDetails(Box::new(PaypalDetailsPayload {
            details,
            errors,
        })))
    };
    let (paypal, view) = match payable(call, &arguments.cart_id).await? {
        Ok(found) => found,
        Err(error) => return answer(None, vec![error]),
    };
    let _exchange = call.call_provider()?;
    match paypal.details(&arguments.token, &view.cart).await {
        Ok(Some(told)) => answer(Some(details(told, &view)), Vec::new()),
        Ok(None) => {
            let message = messages::NOT_APPROVED_AT_PAYPAL;
            answer(None, vec![UserError::new("INVALID", &["token"], message)])
        }
        Err(_not_approved) => answer(None, vec![no_paypal()]),
    }
}

/// Returns PayPal and the cart, or an error unless the cart is open.
async fn payable<'c>(
    call: &RequestContext<'c>,
    cart: &Id,
) -> Result<Result<(&'c PayPal, Box<CartView>), UserError>, Failure> {
    let Some(paypal) = &call.app.wallets.paypal else {
        let message = messages::UNKNOWN_PAYMENT_METHOD;
        return Ok(Err(UserError::new(
            "PAYMENT_METHOD_NOT_SUPPORTED",
            &[],
            message,
        )));
    };
    let Some(reference) = CartReference::from_gid(&cart.0) else {
        return Ok(Err(UserError::no_cart()));
    };
    Ok(match call.carts().find(&reference).await? {
        Found::Cart(view) if view.cart.status == CartStatus::Open => Ok((paypal, view)),
        Found::Cart(_) => Err(UserError::completing()),
        Found::Completed(_) => Err(UserError::completed()),
        Found::Missing => Err(UserError::no_cart()),
    })
}

fn no_paypal() -> UserError {
    UserError::new("INVALID_PAYMENT", &[], messages::NO_PAYPAL)
}

fn details(told: ApprovedBuyer, view: &CartView) -> PaypalDetails {
    let buyer = told.buyer;
    let phone = buyer.phone;
    let address = |given: PayPalAddress| mailing(given, phone.as_deref());
    PaypalDetails {
        cart: view.token(),
        email: buyer.email,
        payer_id: buyer.payer_id,
        expires_at: told.expires_at,
        remote_order_id: told.token,
        destination: buyer.destination.map(address),
        billing: buyer.billing.map(address),
    }
}

/// Converts an address from PayPal, and normalises zones, postal codes and telephone numbers as for an address that a
/// buyer types. PayPal gives telephone numbers with or without the country's calling code and never says which. A
/// number that cannot be interpreted is left out, and the buyer has to enter it.
fn mailing(given: PayPalAddress, phone: Option<&str>) -> Address {
    let country = given.country.and_then(country_of);
    let phone =
        phone.and_then(|phone| normalise_phone(phone, country.as_deref().unwrap_or_default()));
    let address = Address {
        first_name: given.first_name,
        last_name: given.last_name,
        company: None,
        address1: given.line1,
        address2: given.line2,
        city: given.city,
        zip: given.postal_code,
        province: given.zone,
        country,
        phone,
    };
    address.tidied()
}

/// Converts PayPal's country code: PayPal writes C2 for China. A code that is not in the API's enumeration is left out.
fn country_of(code: String) -> Option<String> {
    match code.as_str() {
        "C2" => Some("CN".to_owned()),
        known => is_country(known).then_some(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [7.09] A country code from PayPal becomes a country of the API, or none.
    #[test]
    fn countries_are_those_that_there_are() {
        for (told, expected) in [
            (Some("CZ"), Some("CZ")),
            (Some("C2"), Some("CN")),
            (Some("QX"), None),
            (Some(""), None),
            (None, None),
        ] {
            let given = PayPalAddress {
                line1: Some("1 Road".to_owned()),
                country: told.map(str::to_owned),
                ..PayPalAddress::default()
            };
            let address = mailing(given, None);
            assert_eq!(address.country.as_deref(), expected, "{told:?}");
            assert_eq!(address.address1.as_deref(), Some("1 Road"), "{told:?}");
        }
    }
}
