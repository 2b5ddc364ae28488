//! How important a request is.

use zkratka_admission::Class;

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

/// The class of a page; none for what is bounded elsewhere.
pub(super) fn class_of(path: &str) -> Option<Class> {
    if ELSEWHERE.iter().any(|prefix| path.starts_with(prefix)) {
        return None;
    }
    Some(if path == "/checkout/buy-it-now" {
        Class::Browsing
    } else if path.starts_with("/checkout/") {
        Class::Paying
    } else if path.contains("/cart") {
        Class::Shopping
    } else {
        Class::Browsing
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_pays_goes_before_who_looks_around() {
        for (path, class) in [
            ("/", Some(Class::Browsing)),
            ("/products/hrnek", Some(Class::Browsing)),
            ("/snippet/accelerated-checkout", Some(Class::Browsing)),
            ("/checkout/buy-it-now", Some(Class::Browsing)),
            ("/cart", Some(Class::Shopping)),
            ("/cart/add.js", Some(Class::Shopping)),
            ("/cs/cart.js", Some(Class::Shopping)),
            ("/checkout/Z1", Some(Class::Paying)),
            ("/checkout/Z1/confirmation", Some(Class::Paying)),
            ("/api/unstable/graphql.json", None),
            ("/webhooks/sandbox", None),
            ("/webhooks/paypal", None),
            ("/healthz", None),
        ] {
            assert_eq!(class_of(path), class, "{path}");
        }
    }
}
