//! Tests that every route has the policy that its path requires.

use super::indexing::{Indexing, PRIVATE_PATHS};
use super::policy::{FailureAnswer, HeaderPolicy, RoutePolicy, Secrecy, WorkLimit};
use super::table::{routes, unrouted};
use axum::extract::Request;
use axum::http::Uri;
use axum::routing::any;
use axum::{Extension, Router};
use std::collections::HashSet;
use tower::ServiceExt;
use zkratka_admission::Priority;

/// The policy of a path, as the router itself selects it.
async fn policy_of(path: &str) -> RoutePolicy {
    let said = |policy: RoutePolicy| any(async move || Extension(policy));
    let router = routes()
        .into_iter()
        .fold(Router::new(), |router: Router, route| {
            router.route(&route.path, said(route.policy))
        })
        .fallback(async |address: Uri| Extension(unrouted(address.path())));
    let request = Request::get(path).body(axum::body::Body::empty());
    let Ok(answer) = router.oneshot(request.expect("a request")).await;
    *answer.extensions().get().expect("a policy")
}

#[tokio::test]
async fn who_pays_goes_before_who_looks_around() {
    for (path, priority) in [
        ("/", Some(Priority::Browsing)),
        ("/products/hrnek", Some(Priority::Browsing)),
        ("/products/cart", Some(Priority::Browsing)),
        ("/snippet/accelerated-checkout", Some(Priority::Browsing)),
        ("/checkout/buy-it-now", Some(Priority::Browsing)),
        ("/cart", Some(Priority::Shopping)),
        ("/cart/add.js", Some(Priority::Shopping)),
        ("/cs/cart.js", Some(Priority::Shopping)),
        ("/checkout/Z1", Some(Priority::Paying)),
        ("/checkout/Z1/confirmation", Some(Priority::Paying)),
        ("/api/unstable/graphql.json", None),
        ("/webhooks/sandbox", None),
        ("/webhooks/paypal", None),
        ("/healthz", None),
        ("/reports", Some(Priority::Reporting)),
    ] {
        let expected = priority.map_or(WorkLimit::Elsewhere, WorkLimit::Gate);
        assert_eq!(policy_of(path).await.bound, expected, "{path}");
    }
}

/// The path determines the policy of every row, so a new row cannot get too weak a secrecy or the wrong error format.
#[tokio::test]
async fn every_route_fits_where_it_stands() {
    let mut paths = HashSet::new();
    for route in routes() {
        let (path, policy) = (route.path.as_str(), route.policy);
        assert!(paths.insert(path.to_owned()), "{path} stands twice");
        let is_of_one_cart = ["/amazon-pay/", "/checkout/", "/attempts/", "/cart/"]
            .iter()
            .any(|part| path.contains(part));
        if is_of_one_cart {
            assert_eq!(policy.secrecy, Secrecy::Secret, "{path}");
        }
        let is_script = [".js", ".json"].iter().any(|ending| path.ends_with(ending));
        if path.contains("/cart/") || is_script && path.contains("/cart.") {
            let expected = if ["/cart/checkout", "/cart/discount"].contains(&path) {
                FailureAnswer::Page
            } else {
                FailureAnswer::AjaxCart
            };
            assert_eq!(policy.failure, expected, "{path}");
        }
        let headers = if path.starts_with("/account") {
            HeaderPolicy::Account
        } else {
            HeaderPolicy::Shop
        };
        assert_eq!(policy.headers, headers, "{path}");
        let shown = path.replace("{*", "{").replace(['{', '}'], "");
        assert_eq!(policy_of(&shown).await, policy, "{shown}");
    }
}

/// Search engines may show no page of one buyer, and are told to leave its path alone.
#[tokio::test]
async fn private_pages_are_not_indexed() {
    for route in routes() {
        let (path, policy) = (route.path.as_str(), route.policy);
        let is_listed = PRIVATE_PATHS
            .iter()
            .any(|private| path.trim_start_matches("/{locale}").starts_with(private));
        let is_refused = policy.indexing == Indexing::Refused;
        let is_page = matches!(
            policy.failure,
            FailureAnswer::Page | FailureAnswer::AjaxCart
        );
        if is_page && path != "/search" && path != "/localization" {
            assert_eq!(is_refused, is_listed, "{path}");
        }
        if policy.secrecy == Secrecy::Secret {
            assert!(is_listed, "{path}");
        }
    }
    assert_eq!(policy_of("/search").await.indexing, Indexing::Refused);
}

/// A path that matches no route gets the policy of its neighbours, including their secrecy.
#[tokio::test]
async fn nothing_is_told_of_addresses_that_lead_nowhere() {
    for (path, failure, secrecy) in [
        ("/nic", FailureAnswer::Page, Secrecy::Public),
        ("/api/nic", FailureAnswer::CartApi, Secrecy::Public),
        ("/wallets/nic", FailureAnswer::CartApi, Secrecy::Secret),
        ("/webhooks/nic", FailureAnswer::Text, Secrecy::Public),
        ("/.well-known/nic", FailureAnswer::Text, Secrecy::Public),
        ("/assets/", FailureAnswer::Text, Secrecy::Public),
        ("/cart/nic", FailureAnswer::AjaxCart, Secrecy::Secret),
        ("/checkout/a/b/c", FailureAnswer::Page, Secrecy::Secret),
        ("/attempts/nic", FailureAnswer::Page, Secrecy::Secret),
        ("/amazon-pay/nic", FailureAnswer::Page, Secrecy::Secret),
        (
            "/sandbox/gateway/nic",
            FailureAnswer::Handler,
            Secrecy::Public,
        ),
    ] {
        let policy = policy_of(path).await;
        assert_eq!(
            (policy.failure, policy.secrecy),
            (failure, secrecy),
            "{path}"
        );
    }
}
