//! What the page does to which Amazon redirects a buyer after the choice of address and card.

use super::return_name::{PATH, ReturnName, written};
use super::{AmazonPay, RetailerWallet};
use url::form_urlencoded;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::ids::{CartKey, Secret};
use zkratka_commerce::payment::Wallet;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::amazon_pay::DerivedKey;

/// The name of the checkout session in the query.
const SESSION: &str = "amazonCheckoutSessionId";

/// A visitor of the page.
#[derive(Clone, Copy)]
pub struct ReviewVisit<'a> {
    /// The cart's name in the address.
    pub name: &'a str,
    /// The checkout session that Amazon adds to the address.
    pub session: &'a str,
    /// Whether the visitor's browser has the cart's secrets.
    pub holds_cart: bool,
    /// Whether the visitor has asked on the page to go on.
    pub confirms: bool,
}

/// What the page does for a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewStep {
    /// It writes the buyer's choice into the cart, and leads to the checkout.
    TakeOver,
    /// It leads to the checkout, which knows what happens to the cart.
    Checkout,
    /// It asks whether to go on: the visitor may have been led here from somebody else's cart.
    Ask,
    /// The name is too old.
    Expired,
    /// The session is the cart's already, or the cart is being ordered.
    Used,
    /// The shop has not written this name for this cart.
    Forged,
}

/// The cart that a name claims to be of. The name may be forged.
#[must_use]
pub fn cart_in(name: &str) -> Option<CartKey> {
    ReturnName::read(name).map(|name| name.cart)
}

/// The checkout session in the query that Amazon adds to the address; empty without one.
#[must_use]
pub fn session_in(query: Option<&str>) -> String {
    let mut pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let session = pairs.find(|(name, _)| name == SESSION);
    session.map_or_else(String::new, |(_, session)| session.into_owned())
}

/// The page's address on this server, as Amazon redirects to it.
#[must_use]
pub fn review_path(name: &str, session: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair(SESSION, session)
        .finish();
    format!("{PATH}{name}?{query}")
}

impl AmazonPay {
    /// The page to which Amazon redirects the buyer of this cart. Its name tells later which button it came from. `nonce` must
    /// be new.
    pub(super) fn review_url(
        &self,
        wallet: RetailerWallet,
        cart: &Cart,
        nonce: &Secret,
        now: Timestamp,
    ) -> String {
        let name = written(&self.return_key, wallet, cart, nonce, now);
        format!("{}{PATH}{name}", self.public_origin)
    }

    /// The button that a session with this review page came from; `None` unless the shop has signed the page for this cart.
    pub(super) fn wallet_of(&self, review_url: &str, cart: &Cart) -> Option<RetailerWallet> {
        let name = review_url.strip_prefix(&self.public_origin)?;
        let name = ReturnName::read(name.strip_prefix(PATH)?)?;
        name.is_of(cart, &self.return_key).then_some(name.wallet)
    }

    /// Whether a session's review page is the one that has this name.
    pub(super) fn is_review_page(&self, review_url: &str, name: &str) -> bool {
        let path = review_url.strip_prefix(&self.public_origin);
        path.and_then(|path| path.strip_prefix(PATH)) == Some(name)
    }

    /// Decides what the page does. It never tells a visitor without the cart's secrets anything about the cart, and leads such
    /// a visitor into it at most once for each session.
    #[must_use]
    pub fn review(&self, cart: &Cart, visit: ReviewVisit<'_>, now: Timestamp) -> ReviewStep {
        step(&self.return_key, cart, visit, now)
    }
}

fn step(key: &DerivedKey, cart: &Cart, visit: ReviewVisit<'_>, now: Timestamp) -> ReviewStep {
    let name = ReturnName::read(visit.name);
    let Some(name) = name.filter(|name| name.is_of(cart, key)) else {
        return ReviewStep::Forged;
    };
    let is_open = cart.status == CartStatus::Open;
    let is_kept = cart.has_remote_order(Wallet::AmazonPay, visit.session);
    match (visit.holds_cart, visit.confirms) {
        (true, _) if !is_open => ReviewStep::Checkout,
        // The buyer has changed the address or the card at Amazon.
        (true, _) if is_kept => ReviewStep::TakeOver,
        (false, _) if !is_open || is_kept => ReviewStep::Used,
        _ if name.is_expired(now) => ReviewStep::Expired,
        (true, _) | (false, true) => ReviewStep::TakeOver,
        (false, false) => ReviewStep::Ask,
    }
}

#[cfg(test)]
mod tests {
    use super::super::return_name::tests::{NOW, cart, key};
    use super::*;
    use zkratka_commerce::cart::{RemoteOrder, keep_remote_order};
    use zkratka_commerce::ids::AttemptKey;

    fn visit<'a>(name: &'a str, holds_cart: bool, confirms: bool) -> ReviewVisit<'a> {
        ReviewVisit {
            name,
            session: "s-1",
            holds_cart,
            confirms,
        }
    }

    /// [4.21] The page asks at its own address, and no session can break out of the query.
    #[test]
    fn a_session_stands_in_the_query() {
        for session in ["s-1", "", "a&b=c#d\"<"] {
            let path = review_path("7.1.2.a.3", session);
            let (path, query) = path.split_once('?').expect("a query");
            assert_eq!(path, "/amazon-pay/review/7.1.2.a.3");
            assert_eq!(session_in(Some(query)), session);
        }
        assert_eq!(session_in(None), "");
    }

    /// [4.21] Only a visitor who has the cart's secrets, or who asks to go on, gets into the cart; without the secrets once.
    #[test]
    fn a_visitor_gets_into_the_own_cart() {
        let wallet = RetailerWallet::AmazonPay;
        let open = cart(7, 2);
        let name = written(&key(), wallet, &open, &Secret([9; 16]), NOW);
        let late = Timestamp(NOW.0 + 24 * 60 * 60 * 1_000);
        let mut kept = open.clone();
        let session = RemoteOrder {
            wallet: Wallet::AmazonPay,
            id: "s-1".to_owned(),
            revision: 0,
            agreement_until: None,
            renews: false,
        };
        keep_remote_order(&mut kept, session);
        let mut ordering = open.clone();
        ordering.status = CartStatus::Completing {
            attempt: AttemptKey(1),
        };
        use ReviewStep::{Ask, Checkout, Expired, TakeOver, Used};
        for (what, cart, now, [holder, confirming, other]) in [
            ("open", &open, NOW, [TakeOver, TakeOver, Ask]),
            ("late", &open, late, [Expired, Expired, Expired]),
            ("kept", &kept, NOW, [TakeOver, Used, Used]),
            ("kept, late", &kept, late, [TakeOver, Used, Used]),
            ("ordering", &ordering, NOW, [Checkout, Used, Used]),
        ] {
            let step = |holds, confirms| step(&key(), cart, visit(&name, holds, confirms), now);
            assert_eq!(step(true, false), holder, "{what}");
            assert_eq!(step(false, true), confirming, "{what}");
            assert_eq!(step(false, false), other, "{what}");
        }
        let foreign = written(&key(), wallet, &cart(7, 3), &Secret([9; 16]), NOW);
        for text in ["", "x", foreign.as_str()] {
            let step = step(&key(), &open, visit(text, true, true), NOW);
            assert_eq!(step, ReviewStep::Forged, "{text}");
        }
    }
}
