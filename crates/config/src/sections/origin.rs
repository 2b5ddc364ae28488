//! Parses origins.

use url::Url;

const NO_ORIGIN: &str = "must be a scheme, a host and optionally a port, and nothing else";

/// The origin of an `http` or `https` URL as browsers write it; `None` for any other URL.
///
/// Anybody can send an URL, and `Url::origin` parses what a `blob:` URL contains again, at each level of many.
#[must_use]
pub fn http_origin(url: &Url) -> Option<String> {
    let is_http = matches!(url.scheme(), "http" | "https");
    is_http.then(|| url.origin().ascii_serialization())
}

/// Parses an origin as browsers write it: a scheme, a host and optionally a port, with nothing after them.
pub(super) fn origin(text: &str) -> Result<String, &'static str> {
    let url = Url::parse(text).map_err(|_| NO_ORIGIN)?;
    let origin = http_origin(&url).ok_or(NO_ORIGIN)?;
    let bare = url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    if bare { Ok(origin) } else { Err(NO_ORIGIN) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.07] A page's address has an origin; what only contains one has none.
    #[test]
    fn only_the_web_has_origins() {
        let origin = |text: &str| http_origin(&Url::parse(text).unwrap());
        let shop = Some("https://shop.example".to_owned());
        assert_eq!(origin("https://shop.example/cart?a=1"), shop);
        assert_eq!(origin("https://SHOP.example:443/"), shop);
        for text in [
            "blob:https://shop.example/1",
            "blob:blob:https://shop.example/1",
            "ftp://shop.example/",
            "data:text/html,x",
        ] {
            assert_eq!(origin(text), None, "{text}");
        }
    }
}
