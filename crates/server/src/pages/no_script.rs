//! The shop's own wallet for browsers without scripts: a button of the product's form, and a link to the cart's checkout.

use super::form::ShopForm;
use crate::app::App;
use crate::carts::CartView;
use zkratka_assets::theme::escape;
use zkratka_commerce::payment::Brand;
use zkratka_texts::buy_with;

/// The field of a form that names the wallet.
const PAYMENT: &str = "payment";
const CLASSES: &str = "shopify-payment-button__button shopify-payment-button__button--unbranded";

/// The pages that lead to the wallet, as the checkout's URL names them (row 2.30).
#[derive(Clone, Copy)]
pub(super) enum LeadsFrom {
    Product,
    Cart,
}

impl LeadsFrom {
    /// The parameters that open the wallet in the checkout.
    const fn parameters(self) -> &'static str {
        match self {
            Self::Product => "payment=shop_pay&redirect_source=direct_checkout_product",
            Self::Cart => "payment=shop_pay&redirect_source=direct_checkout_cart",
        }
    }
}

/// The checkout's URL for a product's form, with the wallet if the buyer pressed its button.
pub(super) fn url_for(app: &App, form: &ShopForm, checkout_url: &str) -> String {
    let is_chosen = form.value(PAYMENT) == Some(Brand::ShopPay.attribute_name());
    if is_chosen && app.wallets.shop_pay.is_some() {
        at_wallet(app, checkout_url, LeadsFrom::Product)
    } else {
        format!("{checkout_url}&storefront_wallet=true")
    }
}

/// The checkout's URL that opens the wallet, on the wallet's own host: there are its cookies.
fn at_wallet(app: &App, checkout_url: &str, from: LeadsFrom) -> String {
    let public = &app.config.server.public_origin;
    let path = checkout_url.strip_prefix(public.as_str());
    let wallet = app.shop_wallet.as_ref();
    let url = match (path, wallet) {
        (Some(path), Some(wallet)) => format!("{}{path}", wallet.settings.origin),
        _ => checkout_url.to_owned(),
    };
    format!("{url}&storefront_wallet=true&{}", from.parameters())
}

/// A button of the product's form.
pub(super) fn button(app: &App, disabled: bool) -> String {
    let Some(label) = label(app) else {
        return String::new();
    };
    let state = if disabled { " disabled" } else { "" };
    let value = Brand::ShopPay.attribute_name();
    format!(
        r#"<button type="submit" class="{CLASSES}" formaction="/checkout/buy-it-now" formmethod="post" name="{PAYMENT}" value="{value}"{state}>{label}</button>"#
    )
}

/// A link from the cart's page. No form: the theme may put the snippet into one.
pub(super) fn link(app: &App, cart: &CartView) -> String {
    let Some(label) = label(app) else {
        return String::new();
    };
    let url = escape(&at_wallet(
        app,
        &app.checkout_url(&cart.cart),
        LeadsFrom::Cart,
    ));
    format!(r#"<noscript><a class="{CLASSES}" href="{url}">{label}</a></noscript>"#)
}

fn label(app: &App) -> Option<String> {
    let wallet = app.shop_wallet.as_ref();
    let offered = wallet.filter(|_| app.wallets.shop_pay.is_some())?;
    Some(escape(&buy_with(&offered.settings.name)))
}
