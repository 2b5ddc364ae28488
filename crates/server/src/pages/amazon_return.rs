//! A buyer who comes back to the checkout from Amazon's pages.

use super::failure::Failure;
use crate::app::App;
use crate::carts::{CartReference, CartView, Carts};
use std::net::IpAddr;
use std::time::Duration;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::cart_changes::Changed;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::rules::ShopRules;
use zkratka_shop_wallets::amazon_pay::{PayableCart, Unusable};

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
        chosen.take_over(cart, catalogue, rules);
        Changed::default()
    };
    Carts::new(app).change(&reference, write).await?;
    Ok(Some(checkout))
}
