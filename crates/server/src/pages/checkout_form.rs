//! The form at the start of the checkout. It is rendered at build time and filled in by the server, so the buyer can
//! type before any script has loaded. Its data is the cart as the API returns it. The page's script renders from the
//! same data, so both show the same.

use crate::app::SharedApp;
use crate::graphql::own_query::ask;
use minijinja::value::{Serde, Value as Shown};
use serde::Serialize;
use serde_json::{Value, json};
use zkratka_assets::theme::CHECKOUT_FORM;
use zkratka_commerce::address::country_name;
use zkratka_texts::CountryForm;

/// The form with the data of its cart.
pub(super) struct FirstForm {
    /// The cart as the API returns it.
    pub(super) cart: Value,
    /// The form's HTML.
    pub(super) html: String,
}

#[derive(Serialize)]
struct Context<'a> {
    requires_shipping: bool,
    country: CountryForm<'a>,
    countries: Vec<Choice<'a>>,
    notices: &'a [String],
    /// What the cart has from the buyer's choice at Amazon.
    amazon: Option<Value>,
}

#[derive(Serialize)]
struct Choice<'a> {
    code: &'a str,
    name: &'a str,
}

/// Renders the form for an open cart. Returns `None` if the cart is empty, a line is sold out, or the shop is too busy.
/// The page's script then queries the API and shows the problem.
pub(super) async fn first_form(
    app: &SharedApp,
    cart_id: &str,
    notices: &[String],
    amazon: Option<Value>,
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
        country: CountryForm::new(country_of(&cart, countries)?),
        countries: countries.iter().map(|code| choice(code)).collect(),
        notices,
        amazon,
    };
    let html = app.theme.render(CHECKOUT_FORM, Shown::from(Serde(context)));
    let html = html
        .inspect_err(|error| tracing::error!(%error, "the checkout's form cannot be drawn"))
        .ok()?;
    Some(FirstForm { cart, html })
}

/// The cart's destination if the shop delivers there; otherwise the shop's first country.
fn country_of<'a>(cart: &Value, countries: &'a [String]) -> Option<&'a str> {
    let delivered = cart.pointer("/delivery/addresses/0/address/countryCode");
    let at_home = cart.pointer("/buyerIdentity/countryCode");
    let is_known = |country: &&Value| !country.is_null();
    let wanted = delivered.filter(is_known).or(at_home);
    let wanted = wanted.and_then(Value::as_str);
    let known = countries.iter().find(|code| Some(code.as_str()) == wanted);
    known.or(countries.first()).map(String::as_str)
}
