//! Identifiers of Amazon's payments in this shop. All have the same prefix, so that they never match another gateway's.
//!
//! A payment's reference grows: first it names the session and the attempt, then also the charge. Amazon keeps a session
//! for 30 days only, and a refund may come later. The attempt's tag keeps apart attempts that pay by the same session.

use super::address::AmazonAddress;
use super::session::Session;
use sha2::{Digest as _, Sha256};
use zkratka_commerce::hex;

/// The prefix of Amazon Pay's sessions and references.
pub const PREFIX: &str = "amazon:";
/// Before the digest of the cart's review page in a session.
const REVIEW: char = '@';
/// Before the digest of the delivery address in a session.
const SHIPPING: char = '~';
/// Before the id of a charge permission under which nothing is charged.
const PERMISSION: &str = "permission:";
/// Bytes of a tag.
const TAG: usize = 8;
/// Bytes of the digest of an address.
const ADDRESS: usize = 16;
/// After the key in the note of a session that must not be completed any more.
const VOID: &str = ".void";
/// After the reference of a payment whose money goes back to the buyer even if it is captured.
const BACK: &str = "/back";

/// The session that the attempt machine knows.
///
/// `review_url` is the `checkoutReviewReturnUrl` that the shop signs for the cart. It must be that cart's alone, and the
/// server must derive it from the cart, never from a request: the gateway accepts no session that was made for another.
#[must_use]
pub fn session_of(checkout_session: &str, review_url: &str) -> String {
    let review = digest::<ADDRESS>(review_url);
    format!("{PREFIX}{checkout_session}{REVIEW}{review}")
}

/// The session that the attempt machine knows of a checkout session in which the buyer has chosen. It also names the delivery
/// address that the buyer has chosen if the order `ships`; the gateway pays for no other.
#[must_use]
pub fn bound_session(session: &Session, ships: bool) -> String {
    let review = session.review_url.as_deref().unwrap_or_default();
    let bound = session_of(&session.id, review);
    match session.shipping.as_ref().filter(|_| ships) {
        Some(shipping) => format!("{bound}{SHIPPING}{}", place(shipping)),
        None => bound,
    }
}

/// The digest of where goods go, and to whom.
fn place(address: &AmazonAddress) -> String {
    let AmazonAddress {
        name,
        lines,
        city,
        region,
        county,
        district,
        postal_code,
        country,
        phone: _,
    } = address;
    let members = [name, city, region, county, district, postal_code, country];
    let members = members.map(|it| it.as_deref().unwrap_or_default());
    let members = members.into_iter().chain(lines.iter().map(String::as_str));
    digest::<ADDRESS>(&members.collect::<Vec<_>>().join("\n"))
}

/// Whether Amazon shows the delivery address that the attempt machine's session names. One without an address, which a
/// cart without shipped goods or an older server has made, permits any.
pub(super) fn goes_to_bound_address(session: &str, shown: Option<&AmazonAddress>) -> bool {
    bound_address(session).is_none_or(|bound| shown.map(place).as_deref() == Some(bound))
}

/// Whether the attempt machine's session names a delivery address.
pub(super) fn has_address(session: &str) -> bool {
    bound_address(session).is_some()
}

fn bound_address(session: &str) -> Option<&str> {
    let bound = stripped(session).split_once(SHIPPING);
    bound.map(|(_, bound)| bound)
}

/// The id of the checkout session in the attempt machine's session.
pub(super) fn id_in(session: &str) -> &str {
    let session = stripped(session);
    session.split_once(REVIEW).map_or(session, |(id, _)| id)
}

/// Whether the attempt machine's session is for the cart with this review page.
pub(super) fn is_of_cart(session: &str, review_url: &str) -> bool {
    let session = stripped(session);
    let session = session.split_once(SHIPPING).map_or(session, |(it, _)| it);
    let review = session.split_once(REVIEW);
    review.is_some_and(|(_, review)| review == digest::<ADDRESS>(review_url))
}

fn stripped(text: &str) -> &str {
    text.strip_prefix(PREFIX).unwrap_or_default()
}

fn digest<const BYTES: usize>(text: &str) -> String {
    hex::encode(&Sha256::digest(text)[..BYTES])
}

/// The parts of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reference<'a> {
    pub(super) session: &'a str,
    pub(super) tag: &'a str,
    pub(super) holding: Holding<'a>,
    /// Whether a void refunds what is captured.
    pub(super) goes_back: bool,
}

/// What holds the money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holding<'a> {
    /// The session is not completed yet.
    None,
    /// The charge's id.
    Charge(&'a str),
    /// The id of a charge permission under which nothing is charged.
    Permission(&'a str),
}

impl<'a> Reference<'a> {
    pub(super) fn read(reference: &'a str) -> Option<Self> {
        let whole = stripped(reference);
        let kept = whole.strip_suffix(BACK);
        let (payment, holding) = match kept.unwrap_or(whole).split_once('/') {
            Some((payment, holding)) => match holding.strip_prefix(PERMISSION) {
                Some(id) => (payment, Holding::Permission(id)),
                None => (payment, Holding::Charge(holding)),
            },
            None => (kept.unwrap_or(whole), Holding::None),
        };
        let (session, tag) = payment.split_once(':')?;
        Some(Self {
            session,
            tag,
            holding,
            goes_back: kept.is_some(),
        })
    }
}

/// The reference of an attempt's payment whose session is not completed.
pub(super) fn reference_of(session: &str, key: &str) -> String {
    format!("{PREFIX}{session}:{}", tag(key))
}

pub(super) fn reference_of_charge(session: &str, key: &str, charge: &str) -> String {
    format!("{}/{charge}", reference_of(session, key))
}

pub(super) fn reference_of_permission(session: &str, key: &str, permission: &str) -> String {
    format!("{}/{PERMISSION}{permission}", reference_of(session, key))
}

/// The same payment, whose void refunds what is captured.
pub(super) fn to_give_back(reference: &str) -> String {
    format!("{reference}{BACK}")
}

/// Whether something may be captured: there is a charge.
pub(super) fn has_charge(reference: &str) -> bool {
    let holding = Reference::read(reference).map(|read| read.holding);
    matches!(holding, Some(Holding::Charge(_)))
}

pub(super) fn tag(key: &str) -> String {
    digest::<TAG>(key)
}

/// The note of a session that must not be completed any more for the attempt with this key.
pub(super) fn voided(key: &str) -> String {
    format!("{key}{VOID}")
}

/// Whether a note says that the payment was voided before the session was completed.
pub(super) fn is_voided(note: &str) -> bool {
    note.ends_with(VOID)
}

/// The key in the shop's note of a session or a charge permission.
pub(super) fn key_in(note: &str) -> &str {
    note.strip_suffix(VOID).unwrap_or(note)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::attempt::is_same_payment;

    #[test]
    fn references_round_trip() {
        let read = |text: &str, holding: Holding<'_>| {
            let expected = Reference {
                session: "s-1",
                tag: &tag("K1"),
                holding,
                goes_back: false,
            };
            assert_eq!(Reference::read(text), Some(expected), "{text}");
            let back = to_give_back(text);
            let expected = Reference {
                goes_back: true,
                ..expected
            };
            assert_eq!(Reference::read(&back), Some(expected), "{back}");
            assert!(is_same_payment(text, &back), "{back}");
            assert!(text.starts_with(PREFIX), "{text}");
            assert!(text.starts_with(&reference_of("s-1", "K1")), "{text}");
        };
        read(&reference_of("s-1", "K1"), Holding::None);
        let charge = reference_of_charge("s-1", "K1", "S01-1-C1");
        read(&charge, Holding::Charge("S01-1-C1"));
        let permission = reference_of_permission("s-1", "K1", "S01-1");
        read(&permission, Holding::Permission("S01-1"));
        assert_ne!(reference_of("s-1", "K1"), reference_of("s-1", "K2"));
        for text in ["", "amazon:", "amazon:s-1", "paypal:s:t", "s:t"] {
            assert_eq!(Reference::read(text), None, "{text}");
        }
        assert_eq!((key_in("K1"), key_in(&voided("K1"))), ("K1", "K1"));
        assert_eq!((is_voided("K1"), is_voided(&voided("K1"))), (false, true));
    }

    fn shown(shipping: Option<AmazonAddress>) -> Session {
        let wire = r#"{"checkoutSessionId":"s-1","statusDetails":{"state":"Open"},
            "webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example/1"}}"#;
        let session = Session::read(serde_json::from_str(wire).expect("JSON"));
        Session {
            shipping,
            ..session.expect("a session")
        }
    }

    /// [4.21] A session names where the goods go, and none of it can be read out of it. Another telephone number is the same
    /// place.
    #[test]
    fn a_session_names_its_address() {
        let home = AmazonAddress {
            name: Some("Zuzana Kováčová".to_owned()),
            lines: vec!["Hlavná 1".to_owned()],
            city: Some("Bratislava".to_owned()),
            postal_code: Some("81101".to_owned()),
            country: Some("SK".to_owned()),
            ..AmazonAddress::default()
        };
        let bound = bound_session(&shown(Some(home.clone())), true);
        assert_eq!(id_in(&bound), "s-1");
        assert!(is_of_cart(&bound, "https://shop.example/1"));
        assert!(!bound.contains("Hlavn") && !bound.contains("81101"));
        assert!(goes_to_bound_address(&bound, Some(&home)));
        let called = AmazonAddress {
            phone: Some("+421900000000".to_owned()),
            ..home.clone()
        };
        assert!(goes_to_bound_address(&bound, Some(&called)));
        let changed = |change: fn(&mut AmazonAddress)| {
            let mut address = home.clone();
            change(&mut address);
            !goes_to_bound_address(&bound, Some(&address))
        };
        assert!(changed(|it| it.country = Some("DE".to_owned())));
        assert!(changed(|it| it.region = Some("BL".to_owned())));
        assert!(changed(|it| it.postal_code = Some("81102".to_owned())));
        assert!(changed(|it| it.city = Some("Nitra".to_owned())));
        assert!(changed(|it| it.lines.push("2. poschodie".to_owned())));
        assert!(changed(|it| it.name = Some("Jana Nová".to_owned())));
        assert!(!goes_to_bound_address(&bound, None));
        let any = bound_session(&shown(None), true);
        assert!(goes_to_bound_address(&any, Some(&home)));
    }

    /// [B.02] A session names the cart's review page, which cannot be read out of it.
    #[test]
    fn a_session_names_its_cart() {
        let (one, two) = ("https://shop.example/1", "https://shop.example/2");
        let session = session_of("s-1", one);
        assert_eq!(id_in(&session), "s-1");
        assert!(is_of_cart(&session, one) && !session.contains(one));
        for (session, url) in [
            (session.as_str(), two),
            ("amazon:s-1", one),
            ("amazon:s-1", ""),
            ("amazon:s-1@", one),
            ("s-1", one),
        ] {
            assert!(!is_of_cart(session, url), "{session} {url}");
        }
    }
}
