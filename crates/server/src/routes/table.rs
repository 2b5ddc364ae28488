//! Every address that this server answers. What is not in this table cannot be served.

use super::files::{built_asset, theme_asset};
use super::health::healthz;
#[cfg(not(feature = "sandbox"))]
use super::no_sandbox as sandbox;
use super::policy::RoutePolicy;
#[cfg(feature = "sandbox")]
use super::sandbox;
use crate::app::SharedApp;
use crate::sandbox::Pages;
use crate::{graphql, pages};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};

/// Where Apple looks whether a domain is the merchant's.
const DOMAIN_ASSOCIATION: &str = "/.well-known/apple-developer-merchantid-domain-association";

/// One path pattern.
pub(super) struct Route {
    pub(super) path: String,
    /// The handler of each method.
    pub(super) methods: MethodRouter<SharedApp>,
    pub(super) policy: RoutePolicy,
}

/// A router made elsewhere, with the paths below a prefix.
pub(super) struct Mount {
    pub(super) prefix: &'static str,
    pub(super) router: Router<SharedApp>,
    pub(super) policy: RoutePolicy,
}

/// The whole table.
pub(super) struct RouteTable {
    pub(super) routes: Vec<Route>,
    pub(super) mounts: Vec<Mount>,
}

impl RouteTable {
    /// The routes of this shop, in its mode.
    pub(super) fn new(app: &SharedApp, pages: Pages) -> Self {
        let mut routes = routes();
        routes.extend(sandbox::routes(app));
        let mounts = sandbox::mounts(app, pages);
        Self { routes, mounts }
    }
}

/// The policy of an address that no route takes: that of its neighbours.
pub(super) fn unrouted(path: &str) -> RoutePolicy {
    let mut areas = AREAS.iter().filter(|(prefix, _)| path.starts_with(prefix));
    let area = areas.next().map(|(_, policy)| *policy);
    let area = area.or_else(|| sandbox::unrouted(path));
    area.unwrap_or(RoutePolicy::BROWSING)
}

/// Which policy holds below which prefix, for addresses that no route takes.
const AREAS: &[(&str, RoutePolicy)] = &[
    ("/api/", RoutePolicy::CART_API),
    ("/assets/", RoutePolicy::PROGRAM),
    ("/attempts/", RoutePolicy::CHALLENGE_RETURN),
    ("/cart/", RoutePolicy::CART),
    ("/checkout/", RoutePolicy::CHECKOUT),
    ("/snippet/", RoutePolicy::SNIPPET),
    ("/theme/", RoutePolicy::PROGRAM),
    ("/webhooks/", RoutePolicy::PROGRAM),
    ("/.well-known/", RoutePolicy::SNIPPET),
];

/// The routes of every shop.
pub(super) fn routes() -> Vec<Route> {
    let mut routes = vec![
        route("/", get(pages::home), RoutePolicy::BROWSING),
        route(
            "/products/{handle}",
            get(pages::product),
            RoutePolicy::BROWSING,
        ),
        route(
            "/policies/{handle}",
            get(pages::policy),
            RoutePolicy::BROWSING,
        ),
        route(
            "/localization",
            post(pages::localization),
            RoutePolicy::BROWSING,
        ),
        route(
            "/cart",
            get(pages::cart).post(pages::submit_cart),
            RoutePolicy::CART_PAGE,
        ),
        route(
            "/cart/checkout",
            post(pages::checkout_cart),
            RoutePolicy::CART_CHECKOUT,
        ),
        route(
            "/checkout/buy-it-now",
            post(pages::buy_it_now),
            RoutePolicy::BUY_IT_NOW,
        ),
        route(
            "/checkout/{token}",
            get(pages::checkout),
            RoutePolicy::CHECKOUT,
        ),
        route(
            "/checkout/{token}/confirmation",
            get(pages::confirmation),
            RoutePolicy::CHECKOUT,
        ),
        route(
            "/attempts/{id}/return",
            get(pages::challenge_return),
            RoutePolicy::CHALLENGE_RETURN,
        ),
        route(
            "/api/{version}/graphql.json",
            graphql::endpoint(),
            RoutePolicy::CART_API,
        ),
        route(
            "/webhooks/paypal",
            post(pages::paypal_webhook),
            RoutePolicy::PROGRAM,
        ),
        route(
            "/snippet/accelerated-checkout",
            get(pages::snippet),
            RoutePolicy::SNIPPET,
        ),
        route(
            "/snippet/accelerated-checkout-cart",
            get(pages::cart_snippet_alone),
            RoutePolicy::SNIPPET,
        ),
        route(
            "/accelerated-checkout.js",
            get(pages::entry_script),
            RoutePolicy::ENTRY_SCRIPT,
        ),
        route("/assets/{*name}", get(built_asset), RoutePolicy::PROGRAM),
        route("/theme/{*name}", get(theme_asset), RoutePolicy::PROGRAM),
        route(
            DOMAIN_ASSOCIATION,
            get(domain_association),
            RoutePolicy::SNIPPET,
        ),
        route("/robots.txt", get(robots), RoutePolicy::PROGRAM),
        route("/healthz", get(healthz), RoutePolicy::PROGRAM),
    ];
    routes.extend(cart(""));
    routes.extend(cart("/{locale}"));
    routes
}

/// The addresses that themes' scripts change the cart at, also below a locale.
fn cart(prefix: &str) -> Vec<Route> {
    let mut routes = Vec::new();
    let mut add = |path: &str, ending: &str, methods| {
        let path = format!("{prefix}{path}{ending}");
        routes.push(route(&path, methods, RoutePolicy::CART));
    };
    for ending in [".js", ".json"] {
        add("/cart", ending, get(pages::cart_json));
    }
    for ending in ["", ".js", ".json"] {
        add("/cart/add", ending, post(pages::add));
        add("/cart/change", ending, post(pages::change));
        add("/cart/update", ending, post(pages::update));
        add("/cart/clear", ending, post(pages::clear));
    }
    routes
}

pub(super) fn route(path: &str, methods: MethodRouter<SharedApp>, policy: RoutePolicy) -> Route {
    Route {
        path: path.to_owned(),
        methods,
        policy,
    }
}

/// Search engines have no business in carts; what they could find there is nobody else's either.
async fn robots() -> &'static str {
    "User-agent: *\nDisallow: /api/\nDisallow: /attempts/\nDisallow: /cart\nDisallow: /checkout/\n"
}

/// What proves a domain to Apple, as it was configured.
async fn domain_association(State(app): State<SharedApp>) -> Response {
    let apple_pay = app.wallets.apple_pay.as_ref();
    match apple_pay.and_then(|apple_pay| apple_pay.domain_association()) {
        Some(text) => text.to_owned().into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
