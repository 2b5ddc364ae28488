//! Schemas of bodies. Unlike other providers Amazon refuses members that it does not know.

use super::refusal::{Reason, Refusal};
use serde_json::Value;
use std::net::Ipv4Addr;

pub(super) type CheckResult<T = ()> = Result<T, Refusal>;

pub(super) enum Schema {
    /// A text of at most so many characters.
    Text(usize),
    /// An address on the merchant's site.
    Url,
    Flag,
    OneOf(&'static [&'static str]),
    /// A decimal number, in a text or as a number, and a currency. Other rules say which.
    Price,
    Object(&'static [Member]),
    List(&'static Self),
    /// Restrictions by country.
    ByCountry(&'static [Member]),
    /// Anything: it is stored and not read.
    Any,
}

/// A member of an object. `null` counts as absent.
pub(super) struct Member {
    name: &'static str,
    required: bool,
    schema: Schema,
}

pub(super) const fn required(name: &'static str, schema: Schema) -> Member {
    Member {
        name,
        required: true,
        schema,
    }
}

pub(super) const fn optional(name: &'static str, schema: Schema) -> Member {
    Member {
        name,
        required: false,
        schema,
    }
}

/// Refuses a body that does not match the members.
pub(super) fn conform(body: &Value, members: &'static [Member]) -> CheckResult {
    object(body, members, "")
}

impl Schema {
    fn conform(&self, value: &Value, at: &str) -> CheckResult {
        let fits = match self {
            Self::Text(most) => value.as_str().is_some_and(|it| it.chars().count() <= *most),
            Self::Url => value.as_str().is_some_and(is_url),
            Self::Flag => value.is_boolean(),
            Self::OneOf(known) => value.as_str().is_some_and(|it| known.contains(&it)),
            Self::Price => return object(value, PRICE, at),
            Self::Object(members) => return object(value, members, at),
            Self::List(of) => return list(value, of, at),
            Self::ByCountry(members) => return by_country(value, members, at),
            Self::Any => true,
        };
        if fits {
            Ok(())
        } else {
            Err(Refusal::value(at))
        }
    }
}

const PRICE: &[Member] = &[
    required("amount", Schema::Any),
    required("currencyCode", Schema::Text(3)),
];

fn object(value: &Value, members: &'static [Member], at: &str) -> CheckResult {
    let given = value.as_object().ok_or_else(|| Refusal::value(at))?;
    let unknown = given
        .keys()
        .find(|name| !members.iter().any(|it| it.name == *name));
    if let Some(name) = unknown {
        let message = format!("Unrecognized field '{}'.", path(at, name));
        return Err(Refusal::new(Reason::UnrecognizedField, message));
    }
    members.iter().try_for_each(|member| {
        let at = path(at, member.name);
        match &value[member.name] {
            Value::Null if member.required => Err(Refusal::missing(&at)),
            Value::Null => Ok(()),
            value => member.schema.conform(value, &at),
        }
    })
}

fn list(value: &Value, of: &'static Schema, at: &str) -> CheckResult {
    let items = value.as_array().ok_or_else(|| Refusal::value(at))?;
    let mut items = items.iter().enumerate();
    items.try_for_each(|(index, item)| of.conform(item, &format!("{at}[{index}]")))
}

fn by_country(value: &Value, members: &'static [Member], at: &str) -> CheckResult {
    let countries = value.as_object().ok_or_else(|| Refusal::value(at))?;
    countries.iter().try_for_each(|(country, value)| {
        let at = path(at, country);
        let is_code = country.len() == 2 && country.bytes().all(|it| it.is_ascii_uppercase());
        if !is_code {
            return Err(Refusal::value(&at));
        }
        object(value, members, &at)
    })
}

fn path(at: &str, name: &str) -> String {
    if at.is_empty() {
        name.to_owned()
    } else {
        format!("{at}.{name}")
    }
}

/// HTTPS, or a developer's own machine.
fn is_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|it| it.is_ascii_digit()) => host,
        _ => authority,
    };
    let is_loopback = host.parse().is_ok_and(|ip: Ipv4Addr| ip.is_loopback());
    let is_local =
        host == "localhost" || host.ends_with(".localhost") || is_loopback || host == "[::1]";
    !host.is_empty() && !text.contains(' ') && (scheme == "https" || scheme == "http" && is_local)
}

#[cfg(test)]
mod tests {
    use super::is_url;

    /// [B.02] Addresses are those of HTTPS, or of the developer's own machine.
    #[test]
    fn an_address_is_safe_or_local() {
        for good in [
            "https://obchod.example/a?b=c",
            "https://obchod.example:8443/",
            "http://localhost:8080/x",
            "http://shop.localhost",
            "http://127.0.0.1:1/",
            "http://127.1.2.3:1/",
            "http://[::1]:1/",
        ] {
            assert!(is_url(good), "{good}");
        }
        for bad in [
            "http://obchod.example/",
            "http://localhost.example/",
            "http://10.0.0.1/",
            "http://127.0.0.1.example/",
            "https://",
            "ftp://localhost/",
            "/checkout",
            "https://a b/",
            "javascript://localhost",
        ] {
            assert!(!is_url(bad), "{bad}");
        }
    }
}
