//! Sets the country for shopping, from a form in the page's footer that works without scripts.

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

/// `POST /localization`: the shopper chooses a country (`country_code`). The browser remembers it, and its cart gets
/// that destination. The response redirects to the page that contained the form (`return_to`).
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
    if let Some(reference) = cookie::cart(&app, &form.headers) {
        let go = |cart: &mut _, _: &_, _: &_| {
            set_country(cart, country);
            Changed::default()
        };
        // A cart that is being completed, or no longer exists, is not changed. The choice applies to the next cart.
        Carts::new(&app).change(&reference, go).await?;
    }
    let mut response = see_other(&way_back(&app, &form));
    if let Some(cookie) = cookie::set_country(&app, country) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// The page that contained the form, including its query if the browser sends it. The path comes from the form itself,
/// because a page that was the response to a form has a URL that cannot be opened.
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

/// Whether this is a path of this shop. Browsers treat `//` and `/\` as the start of another host, and remove tabs and
/// line breaks before they parse.
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
