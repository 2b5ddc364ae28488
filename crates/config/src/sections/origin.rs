//! Parses origins.

use url::Url;

const NO_ORIGIN: &str = "must be a scheme, a host and optionally a port, and nothing else";

/// Parses an origin as browsers write it: a scheme, a host and optionally a port, with nothing after them.
pub(super) fn origin(text: &str) -> Result<String, &'static str> {
    let url = Url::parse(text).map_err(|_| NO_ORIGIN)?;
    let bare = matches!(url.scheme(), "http" | "https")
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    if bare {
        Ok(url.origin().ascii_serialization())
    } else {
        Err(NO_ORIGIN)
    }
}
