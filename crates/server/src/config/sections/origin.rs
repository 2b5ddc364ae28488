//! Origins.

use url::Url;

/// An origin as browsers write it: scheme, host, perhaps a port, nothing after it.
pub(super) fn origin(text: &str) -> Result<String, ()> {
    let url = Url::parse(text).map_err(|_| ())?;
    let bare = matches!(url.scheme(), "http" | "https")
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    if bare {
        Ok(url.origin().ascii_serialization())
    } else {
        Err(())
    }
}
