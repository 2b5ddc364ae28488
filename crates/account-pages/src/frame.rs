//! The sign-in as a frame or a window of a shop's page (`flow=login`, row 7.16). The page around it learns when somebody has signed in,
//! and nothing of who. The document holds nothing to press but the sign-in itself: what is signed in stands on pages that no page
//! frames, and a code must be typed.

use crate::visit::Visit;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use zkratka_assets::theme::escape;
use zkratka_store::StoreError;
use zkratka_texts::sign_in_page as texts;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

const STYLE: &str = "*{box-sizing:border-box}body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:#1d1b18;background:#fff}main{padding:1.5rem;max-inline-size:30rem;margin-inline:auto}h1{font-size:1.375rem;line-height:1.3;margin:0 0 .75rem}p{margin:.75rem 0;overflow-wrap:anywhere}label{display:block;font-weight:600;margin-block-end:.25rem}input{inline-size:100%;min-block-size:3rem;padding:.5rem .75rem;font:inherit;color:inherit;background:#fff;border:1px solid #6b645b;border-radius:.5rem}input[aria-invalid=true]{border:2px solid #b3261e}.error{color:#b3261e;font-weight:600}button{inline-size:100%;min-block-size:3rem;margin-block-start:.75rem;padding:.5rem 1rem;font:inherit;font-weight:600;color:#fff;background:#5433c9;border:1px solid transparent;border-radius:.5rem;cursor:pointer}a.button{display:block;padding:.75rem 1rem;text-align:center;font-weight:600;color:#fff;background:#5433c9;border:1px solid transparent;border-radius:.5rem;text-decoration:none}button.plain{color:#3f2699;background:none;text-decoration:underline}:focus-visible{outline:3px solid #3f2699;outline-offset:2px}[hidden]{display:none}@media(forced-colors:active){button,a.button{border-color:ButtonText}:focus-visible{outline-color:Highlight}}";

/// A script with its hash.
#[derive(Clone, Copy)]
pub struct FrameScript<'a> {
    pub url: &'a str,
    pub integrity: &'a str,
    /// As a content security policy names it.
    pub sources: &'a str,
}

/// The sign-in for the page of this origin, which the caller has checked.
///
/// # Errors
/// The store does not answer.
pub async fn login_page(
    visit: &Visit<'_>,
    target: &str,
    script: Option<FrameScript<'_>>,
) -> Result<Response, StoreError> {
    let is_signed_in = visit.signed_in().await?.is_some();
    let name = escape(&visit.wallet.settings.name);
    let content = if is_signed_in {
        format!("<p role=status>{}</p>", texts::SIGNED_IN)
    } else if is_foreign_frame(visit.headers) {
        window(&name)
    } else {
        forms(&name)
    };
    let run = script.map_or_else(String::new, |script| {
        format!(
            "<script type=module src=\"{}\" integrity=\"{}\"></script>",
            escape(script.url),
            escape(script.integrity)
        )
    });
    let state = if is_signed_in { " data-signed-in" } else { "" };
    let html = format!(
        "<!doctype html><html lang=cs><head><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>{title} – {name}</title><style>{STYLE}</style>{run}</head><body data-wallet-frame data-target=\"{target}\"{state}><main><h1>{title}</h1>{content}</main></body></html>",
        title = texts::TITLE,
        target = escape(target),
    );
    Ok(with_headers(
        html,
        target,
        script.map(|script| script.sources),
    ))
}

/// Whether the page around the frame is of another site. Browsers keep no cookie of the wallet there, so a code could not be answered.
fn is_foreign_frame(headers: &HeaderMap) -> bool {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|it| it == value);
    is("sec-fetch-dest", "iframe") && is("sec-fetch-site", "cross-site")
}

/// The way to the sign-in's own page.
fn window(name: &str) -> String {
    format!(
        "<p>{intro}</p><p><a class=button href=/account target=_blank rel=noopener>{open}</a></p>",
        intro = texts::frame_intro(name),
        open = texts::FRAME_WINDOW,
    )
}

/// Without a script the form opens the sign-in's own page, above the frame.
fn forms(name: &str) -> String {
    format!(
        "<form data-step=email method=post action=/account/code target=_top novalidate>\
         <p>{intro}</p><label for=email>E-mail</label>\
         <input id=email name=email type=email autocomplete=email maxlength=254 required aria-describedby=email-error>\
         <p class=error id=email-error role=alert hidden></p><button type=submit>Poslat kód</button></form>\
         <form data-step=code hidden novalidate><p>{sent}</p><label for=code>Kód</label>\
         <input id=code name=code type=text inputmode=numeric autocomplete=one-time-code maxlength=12 required aria-describedby=code-error>\
         <p class=error id=code-error role=alert hidden></p><button type=submit>Přihlásit se</button>\
         <button class=plain type=button data-other>Změnit e-mail</button></form>\
         <p role=status data-done hidden>{done}</p>",
        intro = texts::frame_intro(name),
        sent = texts::FRAME_SENT,
        done = texts::SIGNED_IN,
    )
}

fn with_headers(html: String, target: &str, sources: Option<&str>) -> Response {
    let style = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{style}'; script-src {}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors {target}; require-trusted-types-for 'script'; trusted-types 'none'",
        sources.unwrap_or("'none'")
    );
    let mut response = html.into_response();
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    // The storefront may be another host of the wallet's site, and hear from a window of its own.
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-site"));
    headers.insert(OPENER_POLICY, HeaderValue::from_static("unsafe-none"));
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}
