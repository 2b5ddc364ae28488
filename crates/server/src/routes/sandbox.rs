//! The routes of the emulated services, in `mode = "test"` only.

use super::files::built_asset;
use super::headers::OPENER_POLICY;
use super::policy::RoutePolicy;
use super::table::{Mount, Route, route};
use crate::app::SharedApp;
use crate::pages;
use crate::sandbox::Pages;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get, post};
use std::sync::Arc;
use zkratka_assets::{SandboxScripts, Source, integrity_of};
use zkratka_commerce::order::Mode;
use zkratka_config::AppleIssuer;
use zkratka_sandbox::apple_pay::{ApplePaySettings, Merchant, routes as apple_pay_routes};
use zkratka_sandbox::google_pay::{GooglePaySettings, routes as google_pay_routes};
use zkratka_sandbox::meta_pay::{Minter, Partner, routes as meta_pay_routes};
use zkratka_sandbox::places;

/// The policy below each prefix.
const AREAS: [(&str, RoutePolicy); 7] = [
    (places::GATEWAY, RoutePolicy::GATEWAY_FRAME),
    (places::APPLE_PAY, RoutePolicy::PROGRAM),
    (places::GOOGLE_PAY, RoutePolicy::PROGRAM),
    (places::META_PAY, RoutePolicy::PROGRAM),
    (places::PAYPAL, RoutePolicy::PROGRAM),
    (places::AMAZON_PAY, RoutePolicy::PROGRAM),
    (places::MAIL, RoutePolicy::PROGRAM),
];

/// The policy for a path below one of the prefixes that matches no route.
pub(super) fn unrouted(path: &str) -> Option<RoutePolicy> {
    let mut areas = AREAS.iter().filter(|(prefix, _)| path.starts_with(prefix));
    areas.next().map(|(_, policy)| *policy)
}

/// The emulations' rows in the table of routes, and the page that shows the wallets' buttons.
pub(super) fn routes(app: &SharedApp) -> Vec<Route> {
    match app.config.server.mode {
        Mode::Test => vec![
            route(
                places::GATEWAY_WEBHOOK,
                post(pages::sandbox_webhook),
                RoutePolicy::PROGRAM,
            ),
            route(
                pages::WALLET_BUTTONS,
                get(pages::wallet_buttons),
                RoutePolicy::BROWSING,
            ),
        ],
        Mode::Live => Vec::new(),
    }
}

/// The routers of the running emulations, with their prefixes.
pub(super) fn mounts(app: &SharedApp, pages: Pages) -> Vec<Mount> {
    let scripts = SandboxScripts::load();
    let (apple_pay, google_pay) = match app.config.server.mode {
        Mode::Test => (
            Some(apple_pay(app, &scripts)),
            Some(google_pay(app, &scripts)),
        ),
        Mode::Live => (None, None),
    };
    let meta_pay = meta_pay(app, &scripts);
    let gateway = pages.gateway.map(|inside| inside.with_state(()));
    let paypal = pages.paypal.map(|inside| paypal(inside, &scripts));
    let mail = pages.mail.map(|inside| inside.with_state(()));
    let amazon_pay = pages.amazon_pay.map(|inside| amazon_pay(inside, &scripts));
    // Typed, so that an area without its router does not compile: `zip` would leave it out.
    let routers: [Option<Router<SharedApp>>; AREAS.len()] = [
        gateway, apple_pay, google_pay, meta_pay, paypal, amazon_pay, mail,
    ];
    AREAS
        .into_iter()
        .zip(routers)
        .filter_map(|((prefix, policy), router)| {
            Some(Mount {
                prefix,
                router: router?,
                policy,
            })
        })
        .collect()
}

/// `pay.js`, and the routes that it calls.
fn google_pay(app: &SharedApp, scripts: &SandboxScripts) -> Router<SharedApp> {
    let clock = Arc::clone(&app.clock);
    let settings = GooglePaySettings::new(Arc::new(move || clock.now()));
    Router::new()
        .route("/pay.js", classic(scripts.google_pay.as_deref()))
        .merge(google_pay_routes(settings).with_state(()))
}

/// `apple-pay-sdk.js`, and the routes from which its sheet requests tokens. There are none if Apple issues the tokens.
fn apple_pay(app: &SharedApp, scripts: &SandboxScripts) -> Router<SharedApp> {
    let settings = app.config.wallets.apple_pay.as_ref();
    let emulated = settings.filter(|settings| settings.issuer == AppleIssuer::Emulation);
    let certificate = emulated.and_then(|settings| {
        let certificate = settings.certificates.first()?;
        Some((settings.merchant_id.clone(), certificate))
    });
    let Some((id, certificate)) = certificate else {
        return Router::new();
    };
    let clock = Arc::clone(&app.clock);
    let settings = ApplePaySettings {
        clock: Arc::new(move || clock.now()),
        merchant: Merchant {
            id,
            public_key_info: certificate.public_key_info().to_vec(),
        },
    };
    Router::new()
        .route("/apple-pay-sdk.js", classic(scripts.apple_pay.as_deref()))
        .merge(apple_pay_routes(settings).with_state(()))
}

/// `meta-pay.js`, and the route from which its sheet requests containers. There are none if the wallet is disabled, which it
/// is in live mode.
fn meta_pay(app: &SharedApp, scripts: &SandboxScripts) -> Option<Router<SharedApp>> {
    let settings = app.config.wallets.meta_pay.as_ref()?;
    let clock = Arc::clone(&app.clock);
    let minter = Minter {
        clock: Arc::new(move || clock.now()),
        partner: Partner {
            merchant_id: settings.merchant_id.clone(),
            public_key_info: settings.private_key.public_key_info(),
        },
    };
    let routes = Router::new().route("/meta-pay.js", classic(scripts.meta_pay.as_deref()));
    Some(routes.merge(meta_pay_routes(minter).with_state(())))
}

/// Amazon's script, its two pages, and the emulated Amazon's routes for them. The pages have one script, which reads from the
/// address which of them it is.
fn amazon_pay(inside: Router, scripts: &SandboxScripts) -> Router<SharedApp> {
    let url = scripts.amazon_pay_pages.clone().unwrap_or_default();
    let file = Source::default().built(url.trim_start_matches('/'));
    let hash = file.map(|file| integrity_of(&file.bytes));
    let html = include_str!("sandbox/amazon.html")
        .replace("{{url}}", &url)
        .replace("{{integrity}}", &hash.unwrap_or_default());
    let page = move || {
        let html = html.clone();
        get(async || vendor_page(html))
    };
    Router::new()
        .route("/checkout.js", classic(scripts.amazon_pay.as_deref()))
        .route("/choose", page())
        .route("/pay", page())
        .merge(inside.with_state(()))
}

/// PayPal's script, the page in its window, and the emulated PayPal's routes for that page.
fn paypal(inside: Router, scripts: &SandboxScripts) -> Router<SharedApp> {
    let url = scripts.paypal_approval.clone().unwrap_or_default();
    let file = Source::default().built(url.trim_start_matches('/'));
    let hash = file.map(|file| integrity_of(&file.bytes));
    let html = include_str!("sandbox/approve.html")
        .replace("{{url}}", &url)
        .replace("{{integrity}}", &hash.unwrap_or_default());
    Router::new()
        .route("/web-sdk/v6/core", classic(scripts.paypal.as_deref()))
        .route("/approve", get(async || vendor_page(html)))
        .merge(inside.with_state(()))
}

/// A page of an emulated vendor. Storefronts on other origins may open it in a window, and it sends them messages.
fn vendor_page(html: String) -> Response<Body> {
    let policy = "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; \
                  form-action 'none'; frame-ancestors 'none'";
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, policy),
        (OPENER_POLICY, "unsafe-none"),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    (headers, html).into_response()
}

/// Serves one of the sandbox's built scripts directly, not through a module that imports it, because the real scripts
/// are classic scripts.
fn classic(url: Option<&str>) -> MethodRouter<SharedApp> {
    let name = url.and_then(|url| url.strip_prefix("/assets/"));
    let Some(name) = name.map(str::to_owned) else {
        return get(async || StatusCode::NOT_FOUND);
    };
    get(async move |app: State<SharedApp>, headers: HeaderMap| {
        let mut response = built_asset(app, Path(name), headers).await;
        // Unlike the asset's URL, this URL does not contain a hash of the content.
        let shortly = HeaderValue::from_static("public, max-age=300");
        response.headers_mut().insert(CACHE_CONTROL, shortly);
        response
    })
}
