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

/// The parameters for the checkout if the buyer pressed the wallet's button; they begin with `&`.
pub(super) fn chosen(app: &App, form: &ShopForm) -> String {
    let is_chosen = form.value(PAYMENT) == Some(Brand::ShopPay.attribute_name());
    if is_chosen && app.wallets.shop_pay.is_some() {
        format!("&{}", LeadsFrom::Product.parameters())
    } else {
        String::new()
    }
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
    let url = app.checkout_url(&cart.cart);
    let url = format!(
        "{url}&storefront_wallet=true&{}",
        LeadsFrom::Cart.parameters()
    );
    let url = escape(&url);
    format!(r#"<noscript><a class="{CLASSES}" href="{url}">{label}</a></noscript>"#)
}

fn label(app: &App) -> Option<String> {
    let wallet = app.shop_wallet.as_ref();
    let offered = wallet.filter(|_| app.wallets.shop_pay.is_some())?;
    Some(escape(&buy_with(&offered.settings.name)))
}
