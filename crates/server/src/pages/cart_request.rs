//! A request that changes the cart. A form gets a redirect, a script gets JSON.

use super::cart_answer;
use super::failure::Failure;
use super::form::ShopForm;
use crate::app::SharedApp;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

pub struct CartRequest {
    pub(super) form: ShopForm,
    /// Whether to respond with JSON, because a script sent the request.
    pub(super) wants_json: bool,
}

impl FromRequest<SharedApp> for CartRequest {
    type Rejection = Response;

    async fn from_request(request: Request, app: &SharedApp) -> Result<Self, Response> {
        let path = request.uri().path();
        if !has_known_place(path) {
            return Err(Failure::NotFound.into_response());
        }
        let wants_json = wants_json(path, request.headers());
        match ShopForm::from_request(request, app).await {
            Ok(form) => Ok(Self { form, wants_json }),
            Err(failure) => Err(failed(wants_json, failure)),
        }
    }
}

impl CartRequest {
    /// Converts a result into a response. A script gets a failure as JSON, too.
    pub(super) fn answer(&self, made: Result<Response, Failure>) -> Response {
        made.unwrap_or_else(|failure| failed(self.wants_json, failure))
    }
}

fn failed(wants_json: bool, failure: Failure) -> Response {
    if wants_json {
        cart_answer::failure(failure)
    } else {
        failure.into_response()
    }
}

/// Whether a theme's script asks for JSON: by the path's extension, by `Accept`, by the header of older libraries, or
/// by posting JSON.
pub(crate) fn wants_json(path: &str, headers: &HeaderMap) -> bool {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_script = |kind: &str| {
        kind.contains("application/json")
            || kind.contains("application/javascript")
            || kind.contains("text/javascript")
    };
    let is_form = |kind: &str| {
        header(CONTENT_TYPE.as_str()).is_some_and(|given| given.trim_start().starts_with(kind))
    };
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    matches!(ending, Some("js" | "json"))
        || header(ACCEPT.as_str()).is_some_and(is_script)
        || header("x-requested-with").is_some_and(|by| by.eq_ignore_ascii_case("xmlhttprequest"))
        || is_form("application/json")
}

/// Whether the path is one that themes use: at the root, or below a locale (`/cs/cart/add`, `/cs-cz/cart.js`).
pub(super) fn has_known_place(path: &str) -> bool {
    let first = path.split('/').nth(1).unwrap_or_default();
    let language = |part: &str| {
        (2..=3).contains(&part.len()) && part.bytes().all(|letter| letter.is_ascii_alphabetic())
    };
    let region = |part: &str| {
        (2..=4).contains(&part.len()) && part.bytes().all(|letter| letter.is_ascii_alphanumeric())
    };
    match first.split_once('-') {
        _ if matches!(first, "cart" | "cart.js" | "cart.json") => true,
        Some((left, right)) => language(left) && region(right),
        None => language(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [2.02] The watched paths are served at the root and below a locale.
    #[test]
    fn the_cart_stands_at_the_root_or_below_a_locale() {
        for path in ["/cart/add", "/cart.js", "/cs/cart/add.js", "/pt-BR/cart.js"] {
            assert!(has_known_place(path), "{path}");
        }
        for path in [
            "/products/cart/add",
            "/c/cart.js",
            "/cs-/cart.js",
            "//cart/add",
        ] {
            assert!(!has_known_place(path), "{path}");
        }
    }
}
