//! Serves files: hashed ones are cached forever, the others are revalidated by `ETag`.

use crate::app::SharedApp;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{
    ACCEPT_ENCODING, ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE,
    ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use std::borrow::Cow;
use zkratka_assets::{Asset, Source, content_type};

/// No proxy may rewrite a file, because pages check its hash.
const FOR_EVER: &str = "public, max-age=31536000, immutable, no-transform";
const SHORTLY: &str = "public, max-age=300";

/// `GET /assets/{*name}`: a file of the web build. Its name contains the hash of its content.
pub(super) async fn built_asset(
    State(app): State<SharedApp>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    let path = format!("assets/{name}");
    // Compressed copies are served only under the name of the uncompressed file.
    let extension = name.rsplit('.').next();
    let compressed = matches!(extension, Some("br" | "gz"));
    let Some(plain) = app.files.built(&path).filter(|_| !compressed) else {
        return plain_status(StatusCode::NOT_FOUND);
    };
    let (asset, encoding) = encoded(&app.files, &path, &headers).unwrap_or((plain, None));
    let mut response = file(asset, &name, FOR_EVER);
    if let Some(encoding) = encoding {
        let value = HeaderValue::from_static(encoding);
        response.headers_mut().insert(CONTENT_ENCODING, value);
    }
    let vary = HeaderValue::from_static("accept-encoding");
    response.headers_mut().insert(VARY, vary);
    response
}

/// `GET /theme/{*name}`: a file of the theme that is not part of the web build.
pub(super) async fn theme_asset(
    State(app): State<SharedApp>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    let Some(asset) = app.files.theme_asset(&name) else {
        return plain_status(StatusCode::NOT_FOUND);
    };
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&asset.hash[..16]));
    let known = headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .any(|value| {
            value
                .split(',')
                .any(|part| part.trim().trim_start_matches("W/") == tag)
        });
    let mut response = if known {
        plain_status(StatusCode::NOT_MODIFIED)
    } else {
        file(asset, &name, SHORTLY)
    };
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

/// The smallest copy whose encoding the browser accepts.
fn encoded(
    files: &Source,
    path: &str,
    headers: &HeaderMap,
) -> Option<(Asset, Option<&'static str>)> {
    let accepted = headers.get(ACCEPT_ENCODING)?.to_str().ok()?;
    [("br", ".br"), ("gzip", ".gz")]
        .into_iter()
        .filter(|(encoding, _)| accepts(accepted, encoding))
        .find_map(|(encoding, suffix)| {
            let asset = files.built(&format!("{path}{suffix}"))?;
            Some((asset, Some(encoding)))
        })
}

/// Whether an `Accept-Encoding` header lists the encoding with a weight above 0.
fn accepts(accepted: &str, encoding: &str) -> bool {
    accepted.split(',').any(|part| {
        let (name, weight) = part.split_once(';').unwrap_or((part, ""));
        let refused = weight
            .trim()
            .strip_prefix("q=")
            .is_some_and(|weight| weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0));
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

fn file(asset: Asset, name: &str, caching: &'static str) -> Response<Body> {
    let bytes = match asset.bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    };
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    // Storefronts on other origins load modules with CORS. The files are public.
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(
        "cross-origin-resource-policy",
        HeaderValue::from_static("cross-origin"),
    );
    response
}

fn plain_status(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

#[cfg(test)]
mod tests {
    use super::accepts;

    #[test]
    fn an_encoding_is_used_only_when_it_is_wanted() {
        assert!(accepts("gzip, deflate, br", "br"));
        assert!(accepts("br;q=0.5", "br"));
        assert!(accepts("BR", "br"));
        assert!(!accepts("gzip, br;q=0", "br"));
        assert!(!accepts("br;q=0.000", "br"));
        assert!(!accepts("brotli", "br"));
        assert!(!accepts("", "gzip"));
    }
}
