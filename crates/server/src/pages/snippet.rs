//! The snippets that a storefront pastes, with the buttons as they look before any script runs.

use super::no_script;
use super::visitor::home;
use super::wallet_configs::{buy_it_now, wallet_configs};
use crate::app::App;
use crate::carts::{CartReference, CartView};
use serde_json::{Value, json};
use zkratka_assets::theme::escape;
use zkratka_commerce::cart::CartStatus;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::delivery::{DeliveryMethod, DeliveryMethodType};
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::money::Currency;
use zkratka_commerce::payment::Brand;
use zkratka_ids::gid;
use zkratka_shop_wallets::WalletPage;

/// The buttons for a server built without the web's views: the same button, without artwork.
const PLAIN_BUTTON: &str = r#"<button type="submit" class="shopify-payment-button__button shopify-payment-button__button--unbranded" formaction="/checkout/buy-it-now" formmethod="post">Koupit teď</button>"#;
const PLAIN_BUTTON_DISABLED: &str = r#"<button type="submit" class="shopify-payment-button__button shopify-payment-button__button--unbranded" formaction="/checkout/buy-it-now" formmethod="post" disabled>Koupit teď</button>"#;
const PLAIN_SKELETON: &str =
    "<div class=\"shopify-payment-button__skeleton\" aria-hidden=\"true\">\u{a0}</div>";
/// Placeholder for the wallets of a cart or a checkout. It is never empty, because themes hide empty elements.
const CART_SKELETON: &str =
    "<div class=\"wallet-cart-button__skeleton\" aria-hidden=\"true\">\u{a0}</div>";

/// The page that contains a snippet.
#[derive(Clone, Copy)]
pub struct SnippetPage<'a> {
    /// The page's origin; without one the snippet offers no wallet, because a wallet would refuse to open there.
    pub origin: Option<&'a str>,
    /// The country that determines the prices on the page.
    pub country: &'a str,
    /// Whether the browser has a cookie of the shop's own wallet. The wallet may have forgotten it.
    pub is_recognised: bool,
}

/// The snippet for a product form with the variant `selected`. The shop's recommended wallet, or else the first one that can pay
/// for it, is recommended, and the next one is the fallback. The server cannot tell which of them the browser supports, so the snippet contains a
/// skeleton as a placeholder.
#[must_use]
pub fn product_snippet(
    app: &App,
    shown: SnippetPage<'_>,
    product: &Product,
    selected: &Variant,
) -> String {
    let SnippetPage {
        origin,
        country,
        is_recognised,
    } = shown;
    let disabled = !selected.stock.is_available();
    let currency = app.rules.pricing_context_in(Some(country)).currency();
    let page = WalletPage {
        origin,
        country,
        currency,
        product: Some(product),
    };
    let suits = |brand: Brand| selected.requires_shipping || !brand.ships_only();
    let mut wallets = wallet_configs(app, page, is_recognised, suits).into_iter();
    let recommended = wallets.next();
    let button = match (&recommended, plain_button(app, disabled)) {
        (Some(_), button) => {
            let skeleton = view(app, "buy-it-now-skeleton", PLAIN_SKELETON);
            let own = no_script::button(app, disabled);
            format!("{skeleton}<noscript>{button}{own}</noscript>")
        }
        (None, button) => button.to_owned(),
    };
    let recommended = recommended.unwrap_or_else(buy_it_now);
    let fallback = wallets.next().unwrap_or_else(buy_it_now);
    let mut attributes = Attributes::new(app, country, currency);
    attributes.set("recommended", &recommended.to_string());
    attributes.set("fallback", &fallback.to_string());
    attributes.set("variant-params", &variant_params(product, selected.id));
    attributes.set("page-type", "product");
    attributes.flag("requires-shipping", selected.requires_shipping);
    attributes.flag("disabled", disabled);
    format!(
        r#"<div data-shopify="payment-button" class="shopify-payment-button">{}<accelerated-checkout{}>{button}</accelerated-checkout></div>"#,
        styles(app),
        attributes.text,
    )
}

/// The snippet for a cart's page; empty in a shop without wallets. It is also rendered for an empty cart, so that the
/// buttons can appear when a script fills the cart. It contains the cart's secret.
#[must_use]
pub fn cart_snippet(app: &App, shown: SnippetPage<'_>, cart: Option<&CartView>) -> String {
    let SnippetPage {
        origin,
        country,
        is_recognised,
    } = shown;
    let cart = cart.filter(|cart| is_open(cart));
    let filled = cart.filter(|cart| cart.priced.total_quantity > 0);
    let shipped = filled.is_some_and(|cart| cart.priced.requires_shipping());
    let renews = filled.is_some_and(|cart| cart.priced.has_selling_plan());
    let at_country = || app.rules.pricing_context_in(Some(country)).currency();
    let currency = cart.map_or_else(at_country, |cart| cart.priced.currency);
    let page = WalletPage {
        origin,
        country,
        currency,
        product: None,
    };
    let configs = wallet_configs(app, page, is_recognised, |_| true);
    if configs.is_empty() {
        return String::new();
    }
    let mut attributes = Attributes::new(app, country, currency);
    if let Some(cart) = filled {
        attributes.set("cart-id", &cart_id(cart));
    }
    attributes.set("wallet-configs", &Value::from(configs).to_string());
    attributes.set("page-type", "cart_page");
    attributes.flag("requires-shipping", shipped);
    attributes.flag("has-selling-plan", renews);
    let skeleton = if shipped { CART_SKELETON } else { "" };
    let own = filled.map_or_else(String::new, |cart| no_script::link(app, cart));
    format!(
        r#"<div class="additional-checkout-buttons dynamic-checkout__content">{}<accelerated-checkout-cart{}>{skeleton}</accelerated-checkout-cart>{own}</div>"#,
        styles(app),
        attributes.text,
    )
}

/// The snippet for the checkout: one button for every wallet that can pay for the cart, each in an element of its own.
/// It is empty if no wallet can pay, or if there is nothing to pay: the cart is empty, free, or not open.
#[must_use]
pub fn checkout_snippet(app: &App, origin: &str, cart: &CartView) -> String {
    if !is_open(cart) || cart.priced.total_quantity == 0 || cart.priced.is_free() {
        return String::new();
    }
    let country = cart.cart.destination_country().unwrap_or_else(|| home(app));
    let shipped = cart.priced.requires_shipping();
    let page = WalletPage {
        origin: Some(origin),
        country,
        currency: cart.priced.currency,
        product: None,
    };
    // The checkout itself offers the shop's own wallet.
    let suits = |brand: Brand| brand != Brand::ShopPay && (shipped || !brand.ships_only());
    let wallets = wallet_configs(app, page, false, suits);
    if wallets.is_empty() {
        return String::new();
    }
    let elements = wallets.iter().map(|config| {
        let mut attributes = Attributes::new(app, country, cart.priced.currency);
        attributes.set("wallet-config", &config.to_string());
        attributes.set("cart-id", &cart_id(cart));
        attributes.set("page-type", "checkout");
        attributes.flag("requires-shipping", shipped);
        attributes.flag("has-selling-plan", cart.priced.has_selling_plan());
        attributes.flag("call-to-action", true);
        let Attributes { text } = attributes;
        format!("<checkout-wallet-button{text}>{CART_SKELETON}</checkout-wallet-button>")
    });
    format!("{}{}", styles(app), elements.collect::<String>())
}

fn is_open(cart: &CartView) -> bool {
    matches!(cart.cart.status, CartStatus::Open)
}

fn cart_id(cart: &CartView) -> String {
    let CartReference { token, secret } = CartReference::from(&cart.cart);
    gid::cart(&token, &secret)
}

fn plain_button(app: &App, disabled: bool) -> &str {
    if disabled {
        view(app, "buy-it-now-disabled", PLAIN_BUTTON_DISABLED)
    } else {
        view(app, "buy-it-now", PLAIN_BUTTON)
    }
}

fn view<'a>(app: &'a App, name: &str, plain: &'a str) -> &'a str {
    app.manifest.views.get(name).map_or(plain, String::as_str)
}

fn styles(app: &App) -> String {
    match app.manifest.embed.styles.as_str() {
        "" => String::new(),
        styles => format!("<style>{styles}</style>"),
    }
}

/// Optional features that the shop uses. Elements load the code of such a feature only if its flag is set.
fn enabled_flags(app: &App) -> Vec<&'static str> {
    let brings = |method: &DeliveryMethod| {
        matches!(
            method.kind,
            DeliveryMethodType::Shipping | DeliveryMethodType::Local
        )
    };
    let mut methods = app.rules.delivery.iter();
    let promises = methods.any(|method| brings(method) && method.promise.is_some());
    let mut flags = Vec::new();
    if promises {
        flags.push("delivery_promise");
    }
    if app.carrier.is_some() {
        flags.push("carrier_rates");
    }
    flags
}

/// The ids of all variants and whether they are shipped, the selected variant first.
fn variant_params(product: &Product, selected: VariantId) -> String {
    let mut variants: Vec<&Variant> = product.variants.iter().collect();
    variants.sort_by_key(|variant| variant.id != selected);
    let params = variants
        .into_iter()
        .map(|variant| json!({"id": variant.id.0, "requiresShipping": variant.requires_shipping}));
    params.collect::<Value>().to_string()
}

/// An element's attributes, as HTML.
struct Attributes {
    text: String,
}

impl Attributes {
    /// The attributes that every element needs. `country` and `currency` are those of the prices that the page shows.
    fn new(app: &App, country: &str, currency: Currency) -> Self {
        let mut attributes = Self {
            text: String::new(),
        };
        attributes.set("access-token", &app.config.storefront.access_token);
        if !country.is_empty() {
            attributes.set("buyer-country", country);
        }
        attributes.set("buyer-currency", currency.as_str());
        attributes.set("shop-id", &app.config.shop.id.to_string());
        let flags = enabled_flags(app);
        if !flags.is_empty() {
            attributes.set("enabled-flags", &json!(flags).to_string());
        }
        attributes
    }

    fn set(&mut self, name: &str, value: &str) {
        let value = escape(value);
        for part in [" ", name, "=\"", &value, "\""] {
            self.text.push_str(part);
        }
    }

    fn flag(&mut self, name: &str, present: bool) {
        if present {
            self.text.push(' ');
            self.text.push_str(name);
        }
    }
}
