//! `paypalTokenCreate` and `paypalBuyerDetailsFetch` (row 7.09).

use super::{Call, Failure};
use crate::carts::{CartReference, CartView, Found};
use crate::graphql::input::{Id, PaypalFundingSource};
use crate::graphql::messages;
use crate::graphql::output::{PaypalDetails, PaypalDetailsPayload, PaypalTokenPayload, RootValue};
use crate::graphql::user_error::UserError;
use crate::wallets::PayPal;
use crate::wallets::paypal::{NoOrder, Wish, expires_at};
use serde::Deserialize;
use zkratka_commerce::address::{Address, normalise_phone};
use zkratka_commerce::cart::{Cart, CartStatus, Changed, keep_remote_order};
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::rules::ShopRules;
use zkratka_payments::paypal::{Funding, Order, PayPalAddress};

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
    call: &Call<'_>,
    arguments: TokenArguments,
) -> Result<RootValue, Failure> {
    let answer = |token, errors| Ok(RootValue::PaypalToken(PaypalTokenPayload { token, errors }));
    let (paypal, view) = match payable(call, &arguments.cart_id).await? {
        Ok(found) => found,
        Err(error) => return answer(None, vec![error]),
    };
    let wish = Wish {
        vault: arguments.billing_agreement.unwrap_or_default(),
        funding: match arguments.funding_source {
            Some(PaypalFundingSource::Venmo) => Funding::Venmo,
            Some(PaypalFundingSource::Paypal) | None => Funding::PayPal,
        },
    };
    // PayPal is waited for: slow, bounded by itself, and nothing of this machine's work.
    let _exchange = call.go_out()?;
    match paypal.create(&view, wish, call.app.clock.now()).await {
        Ok(order) => {
            keep(call, &view, &order).await?;
            answer(Some(order.id), Vec::new())
        }
        Err(NoOrder::NotApplicable) => {
            let message = messages::NOT_FOR_PAYPAL;
            let code = "PAYMENT_METHOD_NOT_APPLICABLE";
            answer(None, vec![UserError::new(code, &["cartId"], message)])
        }
        Err(NoOrder::Failed) => answer(None, vec![no_paypal()]),
    }
}

/// Writes down which order it is, so that the checkout finds what the buyer has approved, whatever becomes of the page that
/// the popup stands before. A cart that is being bought meanwhile needs it no more.
async fn keep(call: &Call<'_>, view: &CartView, order: &Order) -> Result<(), Failure> {
    let reference = CartReference::from(&view.cart);
    let revision = view.cart.remote_revision();
    let change = |cart: &mut Cart, _: &Catalogue, _: &ShopRules| {
        keep_remote_order(cart, order.id.clone(), revision);
        Changed::default()
    };
    call.carts().change(&reference, change).await?;
    Ok(())
}

/// `paypalBuyerDetailsFetch`
pub(super) async fn fetch_details(
    call: &Call<'_>,
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
    let _exchange = call.go_out()?;
    match paypal.details(&arguments.token, &view.cart).await {
        Ok(Some(order)) => match details(order, &view) {
            Some(details) => answer(Some(details), Vec::new()),
            None => answer(None, vec![no_paypal()]),
        },
        Ok(None) => {
            let message = messages::NOT_APPROVED_AT_PAYPAL;
            answer(None, vec![UserError::new("INVALID", &["token"], message)])
        }
        Err(_not_approved) => answer(None, vec![no_paypal()]),
    }
}

/// PayPal and the cart, if it can still be paid.
async fn payable<'c>(
    call: &Call<'c>,
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

fn details(order: Order, view: &CartView) -> Option<PaypalDetails> {
    let expires_at = expires_at(&order)?;
    let buyer = order.buyer;
    let phone = buyer.phone;
    let address = |given: PayPalAddress| mailing(given, phone.as_deref());
    Some(PaypalDetails {
        cart: view.token(),
        email: buyer.email,
        payer_id: buyer.payer_id,
        expires_at,
        remote_order_id: order.id,
        destination: buyer.destination.map(address),
        billing: buyer.billing.map(address),
    })
}

/// As a buyer would have typed it: zones, postal codes and numbers in this shop's spelling. PayPal gives a number with or
/// without its country's code, and never says which: what cannot be told is left for the buyer to fill in.
fn mailing(given: PayPalAddress, phone: Option<&str>) -> Address {
    let country = given.country.clone().unwrap_or_default();
    let address = Address {
        first_name: given.first_name,
        last_name: given.last_name,
        company: None,
        address1: given.line1,
        address2: given.line2,
        city: given.city,
        zip: given.postal_code,
        province: given.zone,
        country: given.country,
        phone: phone.and_then(|phone| normalise_phone(phone, &country)),
    };
    address.tidied()
}
