//! A buyer who comes back to the checkout from Amazon's pages.

use super::failure::Failure;
use crate::app::App;
use crate::carts::{CartReference, CartView, Carts};
use std::net::IpAddr;
use std::time::Duration;
use zkratka_commerce::address::Strictness;
use zkratka_commerce::cart::{
    BuyerIdentity, Cart, RemoteOrder, keep_remote_order, set_billing_address, set_buyer,
    set_delivery_address,
};
use zkratka_commerce::cart_changes::Changed;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::merchant::destination_faults;
use zkratka_commerce::payment::Wallet;
use zkratka_commerce::rules::ShopRules;
use zkratka_shop_wallets::amazon_pay::{ChosenSession, PayableCart, Unusable, mailing};

/// Tells the checkout that the account at Amazon cannot pay for this cart.
const NOT_APPLICABLE: &str = "&wallet_payment_method_not_applicable=true";

/// How long the buyer waits for Amazon. The request has a place among those of buyers who pay.
const DEADLINE: Duration = Duration::from_secs(3);

/// Writes what the buyer chose at Amazon into the cart, and returns the address of the checkout without the session, so that
/// reloading it writes nothing again. A session of another cart changes nothing. `None` if Amazon cannot be asked now: the
/// checkout opens at the address with the session, and reloading it tries again.
pub(super) async fn receive(
    app: &App,
    view: &CartView,
    session: &str,
    client: IpAddr,
) -> Result<Option<String>, Failure> {
    let checkout = app.checkout_url(&view.cart);
    let Some(amazon) = &app.wallets.amazon_pay else {
        return Ok(Some(checkout));
    };
    if app.count_provider_call(Some(client)).is_err() {
        return Ok(None);
    }
    let reference = CartReference::from(&view.cart);
    let paid = PayableCart {
        cart: &view.cart,
        priced: &view.priced,
        checkout_url: &app.checkout_url_of(&reference.token, &reference.secret),
    };
    let asked = amazon.chosen(session, paid, app.clock.now());
    let chosen = match tokio::time::timeout(DEADLINE, asked).await {
        Ok(Ok(chosen)) => chosen,
        Ok(Err(Unusable::Refused)) => return Ok(Some(checkout + NOT_APPLICABLE)),
        Ok(Err(Unusable::NoAnswer)) | Err(_) => return Ok(None),
    };
    let write = |cart: &mut Cart, catalogue: &Catalogue, rules: &ShopRules| {
        take_over(cart, &chosen, catalogue, rules);
        Changed::default()
    };
    Carts::new(app).change(&reference, write).await?;
    Ok(Some(checkout))
}

/// Binds the session to the cart, and writes the buyer's contact and addresses. What the shop cannot use, the buyer enters in
/// the checkout.
fn take_over(cart: &mut Cart, chosen: &ChosenSession, catalogue: &Catalogue, rules: &ShopRules) {
    let session = &chosen.session;
    let made = RemoteOrder {
        wallet: Wallet::AmazonPay,
        id: session.id.clone(),
        revision: cart.remote_revision(),
        agreement_until: None,
        renews: false,
    };
    if !cart.has_remote_order(Wallet::AmazonPay, &session.id) {
        // The buyer chose anew: an earlier session pays no more.
        cart.payment = None;
    }
    keep_remote_order(cart, made);
    if let Some(shipping) = &session.shipping {
        let before = cart.clone();
        let address = Some(mailing(shipping));
        let mut faults = set_delivery_address(cart, address, Strictness::CountryOnly);
        faults.extend(destination_faults(&before, cart, catalogue, rules));
        if !faults.is_empty() {
            // Nor the address from before: the buyer chose another one.
            *cart = before;
            let _none = set_delivery_address(cart, None, Strictness::CountryOnly);
        }
    }
    if let Some(billing) = &session.billing {
        let address = Some(mailing(billing));
        let _unusable = set_billing_address(cart, address, Strictness::CountryOnly);
    }
    if let Some(buyer) = &session.buyer {
        let known = cart.buyer.clone();
        let told = BuyerIdentity {
            email: buyer.email.clone().or(known.email.clone()),
            phone: buyer.phone.clone().or(known.phone.clone()),
            country: known.country.clone(),
        };
        let without_phone = BuyerIdentity {
            phone: known.phone,
            ..told.clone()
        };
        if !set_buyer(cart, told).is_empty() {
            let _unusable = set_buyer(cart, without_phone);
        }
    }
}
