//! The form that the checkout begins with: drawn when the shop was built, filled in here, and typed into before any script
//! has come. What it is filled in with is read from the cart as the API answers it, because that is what the page's script
//! draws its first picture from: the two must be the same.

use super::checkout_countries::Country;
use crate::app::SharedApp;
use crate::graphql::own_query::ask;
use minijinja::value::{Serde, Value as Shown};
use serde::Serialize;
use serde_json::{Value, json};
use zkratka_assets::theme::CHECKOUT_FORM;
use zkratka_commerce::address::country_name;

/// The form, and the cart that it is for.
pub(super) struct FirstForm {
    /// As the API answers it.
    pub(super) cart: Value,
    /// HTML.
    pub(super) html: String,
}

#[derive(Serialize)]
struct Context<'a> {
    requires_shipping: bool,
    country: Country<'a>,
    countries: Vec<Choice<'a>>,
    notices: &'a [String],
}

#[derive(Serialize)]
struct Choice<'a> {
    code: &'a str,
    name: &'a str,
}

/// The form for an open cart; none where there is nothing to buy, something is sold out, or the shop is too busy: then the
/// script asks, and says what is the matter.
pub(super) async fn first_form(
    app: &SharedApp,
    cart_id: &str,
    notices: &[String],
) -> Option<FirstForm> {
    let query = app.cart_query.as_ref()?;
    let mut data = ask(app, query, &json!({ "id": cart_id })).await?;
    let cart = data.get_mut("cart").map(Value::take)?;
    let lines = cart.pointer("/lines/nodes")?.as_array()?;
    let is_left = |line: &Value| line["quantity"].as_u64().is_some_and(|left| left > 0);
    if lines.is_empty() || !lines.iter().all(is_left) {
        return None;
    }
    let is_shipped = |line: &Value| line["merchandise"]["requiresShipping"] == true;
    let countries = &app.rules.countries;
    let choice = |code| Choice {
        code,
        name: country_name(code).unwrap_or(code),
    };
    let context = Context {
        requires_shipping: lines.iter().any(is_shipped),
        country: Country::new(country_of(&cart, countries)?),
        countries: countries.iter().map(|code| choice(code)).collect(),
        notices,
    };
    let html = app.theme.render(CHECKOUT_FORM, Shown::from(Serde(context)));
    let html = html
        .inspect_err(|error| tracing::error!(%error, "the checkout's form cannot be drawn"))
        .ok()?;
    Some(FirstForm { cart, html })
}

/// Where it goes, if the shop delivers there; the first country otherwise.
fn country_of<'a>(cart: &Value, countries: &'a [String]) -> Option<&'a str> {
    let delivered = cart.pointer("/delivery/addresses/0/address/countryCode");
    let at_home = cart.pointer("/buyerIdentity/countryCode");
    let is_known = |country: &&Value| !country.is_null();
    let wanted = delivered.filter(is_known).or(at_home);
    let wanted = wanted.and_then(Value::as_str);
    let known = countries.iter().find(|code| Some(code.as_str()) == wanted);
    known.or(countries.first()).map(String::as_str)
}
