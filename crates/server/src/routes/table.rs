//! The table of all routes. The server serves no path that is not in it.

use super::files::{built_asset, theme_asset};
use super::health::healthz;
use super::indexing::robots;
#[cfg(not(feature = "sandbox"))]
use super::no_sandbox as sandbox;
use super::policy::RoutePolicy;
use super::reports::reports;
#[cfg(feature = "sandbox")]
use super::sandbox;
use super::security_txt::{SECURITY_TXT, security_txt};
use crate::app::SharedApp;
use crate::pages::CartWallet;
use crate::sandbox::Pages;
use crate::{graphql, pages};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use zkratka_page_policy::REPORTS_PATH;
use zkratka_shop_wallets::amazon_pay::RetailerWallet;

/// The path at which Apple verifies that a domain belongs to the merchant.
const DOMAIN_ASSOCIATION: &str = "/.well-known/apple-developer-merchantid-domain-association";

pub(super) struct Route {
    pub(super) path: String,
    pub(super) methods: MethodRouter<SharedApp>,
    pub(super) policy: RoutePolicy,
}

/// A router from another module, with all paths below a prefix.
pub(super) struct Mount {
    pub(super) prefix: &'static str,
    pub(super) router: Router<SharedApp>,
    pub(super) policy: RoutePolicy,
}

pub(super) struct RouteTable {
    pub(super) routes: Vec<Route>,
    pub(super) mounts: Vec<Mount>,
}

impl RouteTable {
    /// The routes of this shop in its mode.
    pub(super) fn new(app: &SharedApp, pages: Pages) -> Self {
        let mut routes = routes();
        routes.extend(sandbox::routes(app));
        let mounts = sandbox::mounts(app, pages);
        Self { routes, mounts }
    }
}

/// The policy for a path that matches no route: the policy of neighbouring paths.
pub(super) fn unrouted(path: &str) -> RoutePolicy {
    let mut areas = AREAS.iter().filter(|(prefix, _)| path.starts_with(prefix));
    let area = areas.next().map(|(_, policy)| *policy);
    let area = area.or_else(|| sandbox::unrouted(path));
    area.unwrap_or(RoutePolicy::BROWSING)
}

/// The policy below each prefix, for paths that match no route.
const AREAS: &[(&str, RoutePolicy)] = &[
    ("/account/", RoutePolicy::ACCOUNT_PAGE),
    ("/amazon-pay/", RoutePolicy::CHECKOUT),
    ("/api/", RoutePolicy::CART_API),
    ("/assets/", RoutePolicy::PROGRAM),
    ("/attempts/", RoutePolicy::CHALLENGE_RETURN),
    ("/cart/", RoutePolicy::CART),
    ("/checkout/", RoutePolicy::CHECKOUT),
    ("/services/", RoutePolicy::FACE),
    ("/snippet/", RoutePolicy::SNIPPET),
    ("/theme/", RoutePolicy::PROGRAM),
    ("/wallets/", RoutePolicy::CART_CONFIG),
    ("/webhooks/", RoutePolicy::PROGRAM),
    ("/.well-known/", RoutePolicy::SNIPPET),
];

/// The routes that every shop has.
pub(super) fn routes() -> Vec<Route> {
    let mut routes = vec![
        route(
            "/cart",
            get(pages::cart).post(pages::submit_cart),
            RoutePolicy::CART_PAGE,
        ),
        route(
            "/cart/discount",
            get(pages::to_cart).post(pages::discount_code),
            RoutePolicy::CART_CHECKOUT,
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
            "/checkout/company",
            post(pages::company),
            RoutePolicy::COMPANY,
        ),
        route(
            "/checkout/{token}",
            get(pages::checkout),
            RoutePolicy::CHECKOUT,
        ),
        route(
            "/checkout/{token}/account",
            get(pages::checkout_wallet),
            RoutePolicy::ACCOUNT,
        ),
        route(
            "/checkout/{token}/confirmation",
            get(pages::confirmation).post(pages::prove),
            RoutePolicy::CHECKOUT,
        ),
        route(
            "/checkout/{token}/downloads",
            post(pages::download_consent),
            RoutePolicy::CHECKOUT,
        ),
        route(
            "/checkout/{token}/downloads/{line}",
            get(pages::download),
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
        route(SECURITY_TXT, get(security_txt), RoutePolicy::PROGRAM),
        route(REPORTS_PATH, post(reports), RoutePolicy::REPORTS),
        route("/sitemap.xml", get(pages::sitemap), RoutePolicy::SNIPPET),
        route("/robots.txt", get(robots), RoutePolicy::PROGRAM),
        route("/healthz", get(healthz), RoutePolicy::PROGRAM),
    ];
    routes.extend(saved_cards());
    routes.extend(browsing());
    routes.extend(vendors());
    routes.extend(shop_wallet());
    routes.extend(account());
    routes.extend(cart(""));
    routes.extend(cart("/{locale}"));
    routes
}

/// What the checkout's script asks for a buyer who is signed in.
fn saved_cards() -> [Route; 2] {
    [
        route(
            "/checkout/{token}/account/pay",
            post(pages::pay_by_saved_card),
            RoutePolicy::ACCOUNT,
        ),
        route(
            "/checkout/{token}/account/save",
            post(pages::save_in_account),
            RoutePolicy::ACCOUNT,
        ),
    ]
}

/// The pages on which shoppers look for goods.
fn browsing() -> [Route; 9] {
    [
        route("/", get(pages::home), RoutePolicy::BROWSING),
        route(
            "/products/{handle}",
            get(pages::product),
            RoutePolicy::BROWSING,
        ),
        route(
            "/collections",
            get(pages::collections),
            RoutePolicy::BROWSING,
        ),
        route(
            "/collections/{handle}",
            get(pages::collection),
            RoutePolicy::BROWSING,
        ),
        route(
            "/stock-alerts",
            post(pages::stock_alert),
            RoutePolicy::BUY_IT_NOW,
        ),
        route(
            "/stock-alerts/{id}",
            get(pages::ask_to_end_stock_alerts).post(pages::end_stock_alerts),
            RoutePolicy::BUY_IT_NOW,
        ),
        route("/search", get(pages::search), RoutePolicy::SEARCH),
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
    ]
}

/// The pages and forms of buyers' accounts in the shop's wallet.
fn account() -> [Route; 11] {
    let of_account = |path, methods| route(path, methods, RoutePolicy::ACCOUNT_PAGE);
    [
        of_account("/account", get(pages::account_page)),
        of_account(
            "/account/code",
            get(pages::code_form).post(pages::send_code),
        ),
        of_account(
            "/account/address",
            get(pages::address_form).post(pages::save_address),
        ),
        of_account("/account/orders/{number}", get(pages::account_order)),
        of_account("/account/passkeys/name", post(pages::name_passkey)),
        of_account("/account/delete", post(pages::delete_account)),
        of_account("/account/export", post(pages::export_account)),
        of_account("/account/remove", post(pages::remove_entry)),
        of_account("/account/code/answer", post(pages::answer_code)),
        of_account("/account/sign-out", post(pages::sign_out)),
        of_account("/account/session", get(pages::session_state)),
    ]
}

/// What wallets' scripts ask for, where wallets' buyers come back, and what wallets' vendors report to.
fn vendors() -> [Route; 6] {
    [
        route(
            "/amazon-pay/review/{name}",
            get(pages::amazon_review).post(pages::go_on_from_amazon),
            RoutePolicy::CHECKOUT,
        ),
        route(
            "/wallets/config/amazon_pay",
            pages::cart_config(CartWallet::Retailer(RetailerWallet::AmazonPay)),
            RoutePolicy::CART_CONFIG,
        ),
        route(
            "/wallets/config/optimus",
            pages::cart_config(CartWallet::Retailer(RetailerWallet::BuyWithPrime)),
            RoutePolicy::CART_CONFIG,
        ),
        route(
            "/wallets/config/meta_pay",
            pages::cart_config(CartWallet::MetaPay),
            RoutePolicy::CART_CONFIG,
        ),
        route(
            "/webhooks/paypal",
            post(pages::paypal_webhook),
            RoutePolicy::PROGRAM,
        ),
        route(
            "/webhooks/amazon-pay",
            post(pages::amazon_pay_webhook),
            RoutePolicy::PROGRAM,
        ),
    ]
}

/// The shop's own wallet: its face, and its passkeys.
fn shop_wallet() -> [Route; 4] {
    [
        route(
            "/services/login_with_shop/authorize",
            get(pages::authorize),
            RoutePolicy::FACE,
        ),
        route(
            "/account/passkey/options",
            post(pages::passkey_options),
            RoutePolicy::PASSKEYS,
        ),
        route(
            "/account/passkey/sign-in",
            post(pages::passkey_sign_in),
            RoutePolicy::PASSKEYS,
        ),
        route(
            "/account/passkeys",
            post(pages::create_passkey),
            RoutePolicy::PASSKEYS,
        ),
    ]
}

/// The paths at which themes' scripts change the cart, at the root or below a locale.
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

/// The configured file that proves to Apple that the domain belongs to the merchant.
async fn domain_association(State(app): State<SharedApp>) -> Response {
    let apple_pay = app.wallets.apple_pay.as_ref();
    match apple_pay.and_then(|apple_pay| apple_pay.domain_association()) {
        Some(text) => text.to_owned().into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
