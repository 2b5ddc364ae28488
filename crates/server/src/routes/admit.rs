//! How important a request is.

use zkratka_admission::Priority;

/// What is not bounded here: the cart API by its operations, which say what they are for; what waits for the gateway by
/// the attempts; files and health because they cost next to nothing.
const ELSEWHERE: &[&str] = &[
    "/api/",
    "/accelerated-checkout.js",
    "/assets/",
    "/attempts/",
    "/healthz",
    "/robots.txt",
    "/sandbox/",
    "/theme/",
    "/webhooks/",
];

/// The priority of a page; none for what is bounded elsewhere.
pub(super) fn priority_of(path: &str) -> Option<Priority> {
    if ELSEWHERE.iter().any(|prefix| path.starts_with(prefix)) {
        return None;
    }
    Some(if path == "/checkout/buy-it-now" {
        Priority::Browsing
    } else if path.starts_with("/checkout/") {
        Priority::Paying
    } else if path.contains("/cart") {
        Priority::Shopping
    } else {
        Priority::Browsing
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_pays_goes_before_who_looks_around() {
        for (path, priority) in [
            ("/", Some(Priority::Browsing)),
            ("/products/hrnek", Some(Priority::Browsing)),
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
        ] {
            assert_eq!(priority_of(path), priority, "{path}");
        }
    }
}
