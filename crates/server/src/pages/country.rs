//! Choosing the country to shop in: a form in the page's foot, which works without scripts.

use super::cookie;
use super::failure::Failure;
use super::form::ShopForm;
use super::render::see_other;
use crate::app::{App, SharedApp};
use crate::carts::Carts;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::Response;
use zkratka_commerce::cart::set_country;
use zkratka_commerce::cart_changes::Changed;

/// `POST /localization`: the shopper chooses a country (`country_code`); the browser keeps it, and its cart goes there. The
/// way back is the page that the form stood on (`return_to`).
pub async fn localization(
    State(app): State<SharedApp>,
    form: ShopForm,
) -> Result<Response, Failure> {
    let wanted = form.value("country_code").map(str::trim);
    let country = wanted.and_then(|wanted| {
        let mut countries = app.rules.countries.iter();
        countries.find(|code| code.as_str() == wanted)
    });
    let country = country.ok_or(Failure::BadRequest)?;
    if let Some(reference) = cookie::cart(&form.headers) {
        let go = |cart: &mut _, _: &_, _: &_| {
            set_country(cart, country);
            Changed::default()
        };
        // A cart that is being paid for, or is gone, keeps its own country: the choice is for what comes next.
        Carts::new(&app).change(&reference, go).await?;
    }
    let mut response = see_other(&way_back(&app, &form));
    if let Some(cookie) = cookie::set_country(&app, country) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// The page that the form stood on. With its query, where the browser tells it: a page that answered a form has an address
/// that cannot be opened, so the address is taken from the page itself.
fn way_back(app: &App, form: &ShopForm) -> String {
    let path = form.value("return_to").filter(|path| is_own(path));
    let stood_on = form
        .stood_on(app)
        .and_then(|page| url::Url::parse(page).ok());
    match (path, stood_on) {
        (Some(path), Some(page)) if page.path() == path => page.to_string(),
        (Some(path), _) => path.to_owned(),
        (None, Some(page)) => page.to_string(),
        (None, None) => "/".to_owned(),
    }
}

/// Whether it is a path of this shop; browsers read `//` and `/\` as the beginning of another host, and leave tabs and line
/// ends out before they look.
fn is_own(path: &str) -> bool {
    path.starts_with('/') && !path[1..].starts_with(['/', '\\']) && !path.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::is_own;

    #[test]
    fn nobody_is_led_elsewhere() {
        for (path, own) in [
            ("/", true),
            ("/products/hrnek?variant=1", true),
            ("//jinde.example", false),
            ("/\\jinde.example", false),
            ("/\t/jinde.example", false),
            ("/\n/jinde.example", false),
            ("https://jinde.example/", false),
            ("", false),
        ] {
            assert_eq!(is_own(path), own, "{path}");
        }
    }
}
