//! The snippet: what a storefront pastes, with the button as it is first painted.

use super::theme::escape;
use super::view::is_available;
use crate::app::App;
use serde_json::json;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::ids::VariantId;

/// Until something better is known, the wallet on offer is to buy at once.
const BUY_IT_NOW: &str = r#"{"name":"buy_it_now","wallet_params":{}}"#;

/// What stands in when the server was built without the web's views: the same button, undrawn.
const PLAIN_BUTTON: &str = r#"<button type="submit" class="shopify-payment-button__button shopify-payment-button__button--unbranded" formaction="/checkout/buy-it-now" formmethod="post">Koupit teď</button>"#;
const PLAIN_BUTTON_DISABLED: &str = r#"<button type="submit" class="shopify-payment-button__button shopify-payment-button__button--unbranded" formaction="/checkout/buy-it-now" formmethod="post" disabled>Koupit teď</button>"#;

/// The snippet for a product form in which `selected` is chosen.
#[must_use]
pub fn product_snippet(app: &App, product: &Product, selected: &Variant) -> String {
    let disabled = !is_available(selected);
    let (view, plain) = if disabled {
        ("buy-it-now-disabled", PLAIN_BUTTON_DISABLED)
    } else {
        ("buy-it-now", PLAIN_BUTTON)
    };
    let button = app.manifest.views.get(view).map_or(plain, String::as_str);
    let mut attributes = vec![
        ("recommended", Some(BUY_IT_NOW.to_owned())),
        ("fallback", Some(BUY_IT_NOW.to_owned())),
        (
            "access-token",
            Some(app.config.storefront.access_token.clone()),
        ),
        ("buyer-country", app.rules.countries.first().cloned()),
        ("buyer-currency", Some(app.rules.currency.to_string())),
        ("shop-id", Some(app.config.shop.id.to_string())),
        ("variant-params", Some(variant_params(product, selected.id))),
        ("page-type", Some("product".to_owned())),
    ];
    if selected.requires_shipping {
        attributes.push(("requires-shipping", None));
    }
    if disabled {
        attributes.push(("disabled", None));
    }
    let attributes: String = attributes.into_iter().map(attribute).collect();
    let styles = &app.manifest.embed.styles;
    let styles = match styles.as_str() {
        "" => String::new(),
        styles => format!("<style>{styles}</style>"),
    };
    format!(
        r#"<div data-shopify="payment-button" class="shopify-payment-button">{styles}<accelerated-checkout{attributes}>{button}</accelerated-checkout></div>"#
    )
}

/// What the element must know of every variant: the chosen one first.
fn variant_params(product: &Product, selected: VariantId) -> String {
    let mut variants: Vec<&Variant> = product.variants.iter().collect();
    variants.sort_by_key(|variant| variant.id != selected);
    let params = variants
        .into_iter()
        .map(|variant| json!({"id": variant.id.0, "requiresShipping": variant.requires_shipping}));
    params.collect::<serde_json::Value>().to_string()
}

fn attribute((name, value): (&str, Option<String>)) -> String {
    match value {
        None => format!(" {name}"),
        Some(value) => format!(r#" {name}="{}""#, escape(&value)),
    }
}
