//! Data that apps store with a cart.

use super::Cart;
use crate::error::{Fault, FaultCode};
use crate::subject::Subject;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// The namespace used when a key names none.
pub const COMMON_NAMESPACE: &str = "app";
/// Limits that keep a cart a small document. Lengths are in characters.
const MAX_METAFIELDS: usize = 25;
const NAME: std::ops::RangeInclusive<usize> = 2..=64;
const MAX_NAMESPACE: usize = 255;
const MAX_VALUE: usize = 5_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metafield {
    /// The app's namespace.
    pub namespace: String,
    /// The key within the namespace.
    pub key: String,
    /// The type of the value, e.g. `single_line_text_field`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The value as text, whatever its type.
    pub value: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetafieldKey {
    /// The app's namespace.
    pub namespace: String,
    /// The key within the namespace.
    pub key: String,
}

/// A metafield to store; already validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMetafield {
    key: MetafieldKey,
    kind: String,
    value: String,
}

/// What is wrong with a metafield to store (public `MetafieldsSetUserErrorCode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetafieldFault {
    /// Namespace, key or value is empty.
    Blank,
    /// Namespace or key is too short.
    TooShort,
    /// Namespace, key or value is too long.
    TooLong,
    /// Namespace or key contains characters other than letters, digits, `-` and `_`.
    InvalidKey,
    InvalidType,
    /// The value does not fit its type.
    InvalidValue,
}

/// The input member that a fault refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetafieldMember {
    /// `key`
    Key,
    /// `type`
    Kind,
    /// `value`
    Value,
}

impl MetafieldMember {
    /// The member's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Kind => "type",
            Self::Value => "value",
        }
    }
}

impl MetafieldKey {
    /// Parses `namespace.key`, or a key alone in the common namespace.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let (namespace, key) = text.split_once('.').unwrap_or((COMMON_NAMESPACE, text));
        Self {
            namespace: namespace.to_owned(),
            key: key.to_owned(),
        }
    }

    fn fault(&self) -> Option<MetafieldFault> {
        let name = name_fault(&self.key, *NAME.end());
        name.or_else(|| name_fault(&self.namespace, MAX_NAMESPACE))
    }
}

fn name_fault(name: &str, longest: usize) -> Option<MetafieldFault> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if name.trim().is_empty() {
        Some(MetafieldFault::Blank)
    } else if !name.bytes().all(is_plain) {
        Some(MetafieldFault::InvalidKey)
    } else if name.len() < *NAME.start() {
        Some(MetafieldFault::TooShort)
    } else {
        (name.len() > longest).then_some(MetafieldFault::TooLong)
    }
}

impl NewMetafield {
    /// Validates a metafield to store.
    pub fn read(
        key: &str,
        kind: String,
        value: String,
    ) -> Result<Self, (MetafieldMember, MetafieldFault)> {
        let key = MetafieldKey::read(key);
        if let Some(fault) = key.fault() {
            return Err((MetafieldMember::Key, fault));
        }
        let Some(shape) = Shape::of(&kind) else {
            return Err((MetafieldMember::Kind, MetafieldFault::InvalidType));
        };
        let fault = if value.is_empty() {
            Some(MetafieldFault::Blank)
        } else if value.chars().nth(MAX_VALUE).is_some() {
            Some(MetafieldFault::TooLong)
        } else {
            (!shape.admits(&value)).then_some(MetafieldFault::InvalidValue)
        };
        match fault {
            Some(fault) => Err((MetafieldMember::Value, fault)),
            None => Ok(Self { key, kind, value }),
        }
    }
}

/// The format of a type's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Boolean,
    Integer,
    Decimal,
    Date,
    Moment,
    Colour,
    Url,
    /// A global id.
    Reference,
    Line,
    Text,
    /// A JSON object.
    Object,
    List,
    /// Any JSON value.
    Json,
}

impl Shape {
    /// The shape for a type name of the public API.
    fn of(kind: &str) -> Option<Self> {
        if let Some(item) = kind.strip_prefix("list.") {
            return Self::of(item).map(|_| Self::List);
        }
        Some(match kind {
            "boolean" => Self::Boolean,
            "number_integer" => Self::Integer,
            "number_decimal" => Self::Decimal,
            "date" => Self::Date,
            "date_time" => Self::Moment,
            "color" => Self::Colour,
            "url" => Self::Url,
            "single_line_text_field" | "id" | "language" => Self::Line,
            "multi_line_text_field" => Self::Text,
            "json" => Self::Json,
            "dimension" | "volume" | "weight" | "money" | "rating" | "link" | "rich_text_field" => {
                Self::Object
            }
            kind if kind.ends_with("_reference") => Self::Reference,
            _ => return None,
        })
    }

    fn admits(self, value: &str) -> bool {
        let enclosed = |start: char, end: char| {
            let value = value.trim();
            value.starts_with(start) && value.ends_with(end) && value.len() > 1
        };
        match self {
            Self::Boolean => matches!(value, "true" | "false"),
            Self::Integer => value.parse::<i64>().is_ok(),
            Self::Decimal => is_decimal(value),
            Self::Date => is_date(value),
            Self::Moment => value
                .split_once('T')
                .is_some_and(|(date, time)| is_date(date) && is_time(time)),
            Self::Colour => value.strip_prefix('#').is_some_and(|digits| {
                digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
            }),
            Self::Url => ["https://", "http://", "mailto:", "sms:", "tel:"]
                .iter()
                .any(|scheme| value.starts_with(scheme) && value.len() > scheme.len()),
            Self::Reference => value.starts_with("gid://"),
            Self::Line => !value.contains(['\n', '\r']),
            // Readers of the document parse it themselves. This check only makes sure that plain text is not accepted.
            Self::Object => enclosed('{', '}'),
            Self::List => enclosed('[', ']'),
            Self::Json => {
                enclosed('{', '}')
                    || enclosed('[', ']')
                    || enclosed('"', '"')
                    || matches!(value, "true" | "false" | "null")
                    || is_decimal(value)
            }
            Self::Text => true,
        }
    }
}

fn digits(text: &str, count: usize) -> Option<u32> {
    let all = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| text.parse().ok()).flatten()
}

fn is_decimal(value: &str) -> bool {
    let value = value.strip_prefix('-').unwrap_or(value);
    let (whole, part) = value.split_once('.').unwrap_or((value, "0"));
    let all_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all_digits(whole) && all_digits(part)
}

/// `2026-03-31`
fn is_date(value: &str) -> bool {
    let mut parts = value.split('-');
    let mut next = |count| parts.next().and_then(|part| digits(part, count));
    let (Some(year), Some(month), Some(day)) = (next(4), next(2), next(2)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    parts.next().is_none() && (1..=last).contains(&day)
}

/// `08:30:00`, optionally with fractional seconds and a time zone.
fn is_time(value: &str) -> bool {
    let end = value.find(['Z', '+', '-', '.']).unwrap_or(value.len());
    let mut parts = value[..end].split(':');
    let mut below = |limit| {
        parts
            .next()
            .and_then(|part| digits(part, 2))
            .is_some_and(|part| part < limit)
    };
    below(24) && below(60) && below(60) && parts.next().is_none()
}

/// Stores metafields. A metafield with an existing key is replaced.
#[must_use]
pub fn set_metafields(cart: &mut Cart, given: &[NewMetafield], now: Timestamp) -> Vec<Fault> {
    let mut kept = cart.metafields.clone();
    for new in given {
        put(&mut kept, new, now);
    }
    if kept.len() > MAX_METAFIELDS {
        return vec![Fault::of(FaultCode::InvalidMetafields, Subject::Metafields)];
    }
    cart.metafields = kept;
    Vec::new()
}

fn put(kept: &mut Vec<Metafield>, new: &NewMetafield, now: Timestamp) {
    let NewMetafield { key, kind, value } = new;
    if let Some(present) = kept.iter_mut().find(|present| present.has(key)) {
        if present.kind != *kind || present.value != *value {
            present.kind.clone_from(kind);
            present.value.clone_from(value);
            present.updated_at = now;
        }
        return;
    }
    kept.push(Metafield {
        namespace: key.namespace.clone(),
        key: key.key.clone(),
        kind: kind.clone(),
        value: value.clone(),
        created_at: now,
        updated_at: now,
    });
}

/// Removes a metafield. Returns a fault if the cart has none with this key.
#[must_use]
pub fn remove_metafield(cart: &mut Cart, key: &MetafieldKey) -> Vec<Fault> {
    let before = cart.metafields.len();
    cart.metafields.retain(|present| !present.has(key));
    if cart.metafields.len() == before {
        return vec![Fault::of(
            FaultCode::InvalidMetafields,
            Subject::MetafieldKey,
        )];
    }
    Vec::new()
}

impl Metafield {
    fn has(&self, key: &MetafieldKey) -> bool {
        self.namespace == key.namespace && self.key == key.key
    }
}

impl Cart {
    /// Looks up a metafield; `None` as namespace means the common namespace.
    #[must_use]
    pub fn metafield(&self, namespace: Option<&str>, key: &str) -> Option<&Metafield> {
        let key = MetafieldKey {
            namespace: namespace.unwrap_or(COMMON_NAMESPACE).to_owned(),
            key: key.to_owned(),
        };
        self.metafields.iter().find(|present| present.has(&key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::empty_cart;

    fn new(key: &str, value: &str) -> NewMetafield {
        NewMetafield::read(key, "single_line_text_field".to_owned(), value.to_owned()).unwrap()
    }

    fn fault(key: &str, kind: &str, value: &str) -> Option<(MetafieldMember, MetafieldFault)> {
        NewMetafield::read(key, kind.to_owned(), value.to_owned()).err()
    }

    #[test]
    fn data_is_kept_once_per_key_and_found_by_it() {
        let mut cart = empty_cart();
        let (first, later) = (Timestamp(1_000), Timestamp(2_000));
        assert_eq!(
            set_metafields(
                &mut cart,
                &[new("gift.from", "Jana"), new("from", "Eva")],
                first
            ),
            []
        );
        assert_eq!(
            set_metafields(&mut cart, &[new("gift.from", "Petr")], later),
            []
        );
        let kept = cart.metafield(Some("gift"), "from").unwrap();
        assert_eq!(
            (kept.value.as_str(), kept.created_at, kept.updated_at),
            ("Petr", first, later)
        );
        let common = cart.metafield(None, "from").unwrap();
        assert_eq!(
            (common.namespace.as_str(), common.value.as_str()),
            ("app", "Eva")
        );
        assert_eq!(
            remove_metafield(&mut cart, &MetafieldKey::read("app.from")),
            []
        );
        assert_eq!(cart.metafields.len(), 1);
        assert_eq!(
            remove_metafield(&mut cart, &MetafieldKey::read("from")),
            [Fault::of(
                FaultCode::InvalidMetafields,
                Subject::MetafieldKey
            )]
        );
    }

    #[test]
    fn a_cart_keeps_so_much_data_and_no_more() {
        let mut cart = empty_cart();
        let many: Vec<_> = (10..35)
            .map(|number| new(&format!("k{number}"), "x"))
            .collect();
        assert_eq!(set_metafields(&mut cart, &many, Timestamp(1)), []);
        let before = cart.clone();
        let faults = set_metafields(&mut cart, &[new("one-more", "x")], Timestamp(1));
        assert_eq!(
            faults,
            [Fault::of(FaultCode::InvalidMetafields, Subject::Metafields)]
        );
        assert_eq!(cart, before);
    }

    #[test]
    fn keys_are_short_names() {
        use MetafieldFault::{Blank, InvalidKey, TooLong, TooShort};
        let long = "a".repeat(65);
        for (key, wanted) in [
            ("", Blank),
            ("a", TooShort),
            (long.as_str(), TooLong),
            ("a b", InvalidKey),
            ("dárek", InvalidKey),
            ("x.from", TooShort),
            (".from", Blank),
            ("gift.", Blank),
            ("a.b.c", InvalidKey),
        ] {
            let found = fault(key, "boolean", "true");
            assert_eq!(found, Some((MetafieldMember::Key, wanted)), "{key}");
        }
    }

    #[test]
    fn values_are_of_their_type() {
        for (kind, good, bad) in [
            ("boolean", &["true", "false"][..], &["yes", "True"][..]),
            (
                "number_integer",
                &["0", "-12"],
                &["1.5", "x", "99999999999999999999"],
            ),
            (
                "number_decimal",
                &["1.50", "-2", "0"],
                &["1.", ".5", "1e5", "x"],
            ),
            (
                "date",
                &["2026-02-28", "2024-02-29"],
                &["2026-02-29", "2026-13-01", "1.2.2026"],
            ),
            (
                "date_time",
                &["2026-01-31T08:30:00Z", "2026-01-31T23:59:59.123+01:00"],
                &["2026-01-31", "2026-01-31T25:00:00"],
            ),
            ("color", &["#6A8d48"], &["red", "#fff"]),
            (
                "url",
                &["https://example.com"],
                &["example.com", "javascript:alert(1)", "https://"],
            ),
            ("product_reference", &["gid://shopify/Product/1"], &["1"]),
            ("single_line_text_field", &["Jana"], &["a\nb"]),
            ("multi_line_text_field", &["a\nb"], &[]),
            (
                "json",
                &["{\"a\":1}", "[1]", "\"a\"", "null", "5"],
                &["{", "text"],
            ),
            ("weight", &["{\"value\":1,\"unit\":\"g\"}"], &["5"]),
            ("list.number_integer", &["[1,2]"], &["1"]),
        ] {
            for value in good {
                assert_eq!(fault("key", kind, value), None, "{kind} {value}");
            }
            for value in bad {
                let wanted = Some((MetafieldMember::Value, MetafieldFault::InvalidValue));
                assert_eq!(fault("key", kind, value), wanted, "{kind} {value}");
            }
            let empty = Some((MetafieldMember::Value, MetafieldFault::Blank));
            assert_eq!(fault("key", kind, ""), empty, "{kind}");
        }
        for kind in ["", "text", "list.text", "Boolean"] {
            let wanted = Some((MetafieldMember::Kind, MetafieldFault::InvalidType));
            assert_eq!(fault("key", kind, "x"), wanted, "{kind}");
        }
        let long = "x".repeat(5_001);
        let wanted = Some((MetafieldMember::Value, MetafieldFault::TooLong));
        assert_eq!(fault("key", "multi_line_text_field", &long), wanted);
    }

    /// Carts stored before metafields existed are read as carts without any, and such a cart is stored as before.
    #[test]
    fn carts_from_before_are_read() {
        let cart = empty_cart();
        let stored = serde_json::to_string(&cart).unwrap();
        assert!(
            !stored.contains("metafields") && !stored.contains("preferences"),
            "{stored}"
        );
        assert_eq!(serde_json::from_str::<Cart>(&stored).unwrap(), cart);
    }
}
