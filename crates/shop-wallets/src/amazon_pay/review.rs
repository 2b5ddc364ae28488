//! What the page does to which Amazon redirects a buyer after the choice of address and card.

use super::button::ButtonCart;
use super::payload::PrimeLine;
use super::prime::text_of_goods;
use super::return_name::{PATH, ReturnName, written};
use super::{AmazonPay, RetailerWallet};
use url::form_urlencoded;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::hex;
use zkratka_commerce::ids::CartKey;
use zkratka_commerce::payment::Wallet;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::amazon_pay::DerivedKey;

/// Before the seal of the goods that Buy with Prime's button sold.
const GOODS: &str = "?goods=";
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

/// The page that the shop signed for a button.
pub(super) struct ReviewPage<'u> {
    pub(super) wallet: RetailerWallet,
    /// When the shop signed it.
    pub(super) made_at: Timestamp,
    name: &'u str,
    goods: Option<&'u str>,
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
    /// The page to which Amazon redirects the buyer of this cart. Its name tells later which button it came from, and which
    /// goods Buy with Prime's button sold.
    pub(super) fn review_url(
        &self,
        wallet: RetailerWallet,
        cart: &ButtonCart<'_>,
        prime_lines: Option<&[PrimeLine<'_>]>,
    ) -> String {
        let name = written(&self.return_key, wallet, cart.cart, &cart.nonce, cart.now);
        let goods = prime_lines.map(|lines| format!("{GOODS}{}", self.seal_of_goods(&name, lines)));
        let goods = goods.unwrap_or_default();
        format!("{}{PATH}{name}{goods}", self.public_origin)
    }

    /// The review page of a session; `None` unless the shop has signed the page for this cart.
    pub(super) fn review_page<'u>(
        &self,
        review_url: &'u str,
        cart: &Cart,
    ) -> Option<ReviewPage<'u>> {
        let (text, goods) = self.parts(review_url)?;
        let name = ReturnName::read(text)?;
        let page = ReviewPage {
            wallet: name.wallet,
            made_at: name.made_at,
            name: text,
            goods,
        };
        name.is_of(cart, &self.return_key).then_some(page)
    }

    /// Whether the page's button sold the goods of these lines.
    pub(super) fn sold(&self, page: &ReviewPage<'_>, lines: &[PrimeLine<'_>]) -> bool {
        page.goods == Some(&*self.seal_of_goods(page.name, lines))
    }

    /// Tells nobody else what the goods are, and is another one for each button.
    fn seal_of_goods(&self, name: &str, lines: &[PrimeLine<'_>]) -> String {
        let goods = text_of_goods(lines);
        hex::encode(&self.return_key.seal(&[name.as_bytes(), goods.as_bytes()]))
    }

    /// Whether a session's review page is the one that has this name.
    pub(super) fn is_review_page(&self, review_url: &str, name: &str) -> bool {
        self.parts(review_url).is_some_and(|(own, _)| own == name)
    }

    /// The name and the goods in the address of a review page.
    fn parts<'u>(&self, review_url: &'u str) -> Option<(&'u str, Option<&'u str>)> {
        let path = review_url.strip_prefix(&self.public_origin)?;
        let name = path.strip_prefix(PATH)?;
        Some(match name.split_once(GOODS) {
            Some((name, goods)) => (name, Some(goods)),
            None => (name, None),
        })
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
    // Another payment may have taken the session's place in the cart meanwhile.
    let is_spent = cart.returned_at.is_some_and(|last| name.made_at <= last);
    match (visit.holds_cart, visit.confirms) {
        (true, _) if !is_open => ReviewStep::Checkout,
        // The buyer has changed the address or the card at Amazon.
        (true, _) if is_kept => ReviewStep::TakeOver,
        _ if name.is_expired(now) => ReviewStep::Expired,
        (false, _) if !is_open || is_kept || is_spent => ReviewStep::Used,
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
    use zkratka_commerce::ids::Secret;

    fn visit(name: &str, holds_cart: bool, confirms: bool) -> ReviewVisit<'_> {
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
        use ReviewStep::{Ask, Checkout, Expired, TakeOver, Used};
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
        // The cart has dropped the session since, but not that it came.
        let mut forgotten = open.clone();
        forgotten.returned_at = Some(NOW);
        let mut ordering = open.clone();
        ordering.status = CartStatus::Completing {
            attempt: AttemptKey(1),
        };
        for (what, cart, now, [holder, confirming, other]) in [
            ("open", &open, NOW, [TakeOver, TakeOver, Ask]),
            ("late", &open, late, [Expired, Expired, Expired]),
            ("kept", &kept, NOW, [TakeOver, Used, Used]),
            ("kept, late", &kept, late, [TakeOver, Expired, Expired]),
            ("forgotten", &forgotten, NOW, [TakeOver, Used, Used]),
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
