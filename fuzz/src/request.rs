//! Requests of browsers and proxies, in parts.

use crate::shop::Prepared;
use arbitrary::Arbitrary;
use serde_json::{Map, Value};

/// Where something is posted to.
pub const PLACES: &[&str] = &[
    "/cart",
    "/cart/checkout",
    "/cart/add",
    "/cart/add.js",
    "/cart/add.json",
    "/cart/change",
    "/cart/change.js",
    "/cart/update",
    "/cart/update.js",
    "/cart/clear",
    "/cart/clear.js",
    "/cs/cart/add.js",
    "/en-US/cart/update.js",
    "/checkout/buy-it-now",
    "/webhooks/paypal",
    "/webhooks/sandbox",
    "/sandbox/google-pay/tokens",
    "/sandbox/gateway/sessions",
    "/sandbox/gateway/challenge/x",
    "/sandbox/paypal/orders/x/approve",
];

/// How addresses begin that are asked for.
pub const PAGES: &[&str] = &[
    "/",
    "/products/",
    "/products/tricko",
    "/policies/",
    "/cart",
    "/cart.js",
    "/cart.json",
    "/cs/cart.js",
    "/snippet/accelerated-checkout",
    "/snippet/accelerated-checkout-cart",
    "/accelerated-checkout.js",
    "/assets/",
    "/theme/",
    "/robots.txt",
    "/healthz",
    "/checkout/",
    "/checkout/{token}?key={key}",
    "/checkout/{token}/confirmation?key={key}",
    "/attempts/",
    "/api/",
    "/api/2026-04/graphql.json",
    "/sandbox/gateway/hosted-fields",
    "/sandbox/gateway/challenge/",
    "/sandbox/google-pay/keys.json",
    "/sandbox/google-pay/tokens",
    "/sandbox/paypal/orders/",
];

/// Headers that somebody reads.
#[derive(Arbitrary, Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Header {
    Accept,
    AcceptEncoding,
    AcceptLanguage,
    Authorization,
    Cookie,
    ForwardedFor,
    ForwardedHost,
    ForwardedProto,
    Host,
    IfNoneMatch,
    Origin,
    PayPalAlgorithm,
    PayPalCertificate,
    PayPalId,
    PayPalSignature,
    PayPalTime,
    Referer,
    RequestId,
    RequestedWith,
    SecFetchSite,
    Signature,
    StorefrontToken,
    WalletName,
}

impl Header {
    /// Its name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::AcceptEncoding => "accept-encoding",
            Self::AcceptLanguage => "accept-language",
            Self::Authorization => "authorization",
            Self::Cookie => "cookie",
            Self::ForwardedFor => "x-forwarded-for",
            Self::ForwardedHost => "x-forwarded-host",
            Self::ForwardedProto => "x-forwarded-proto",
            Self::Host => "host",
            Self::IfNoneMatch => "if-none-match",
            Self::Origin => "origin",
            Self::PayPalAlgorithm => "paypal-auth-algo",
            Self::PayPalCertificate => "paypal-cert-url",
            Self::PayPalId => "paypal-transmission-id",
            Self::PayPalSignature => "paypal-transmission-sig",
            Self::PayPalTime => "paypal-transmission-time",
            Self::Referer => "referer",
            Self::RequestId => "x-request-id",
            Self::RequestedWith => "x-requested-with",
            Self::SecFetchSite => "sec-fetch-site",
            Self::Signature => "zkratka-signature",
            Self::StorefrontToken => "x-storefront-access-token",
            Self::WalletName => "x-wallet-name",
        }
    }
}

/// One post.
#[derive(Arbitrary, Debug)]
pub struct Posted<'p> {
    /// Where; counted around [`PLACES`].
    pub place: u8,
    encoding: Encoding<'p>,
    headers: Vec<(Header, &'p [u8])>,
    fields: Vec<(Field<'p>, Content<'p>)>,
}

#[derive(Arbitrary, Debug)]
enum Encoding<'p> {
    Urlencoded,
    Multipart {
        boundary: Option<&'p str>,
    },
    Json,
    /// Under the name of a type, but it may be anything.
    Raw {
        kind: RawKind<'p>,
        body: &'p [u8],
    },
}

#[derive(Arbitrary, Debug)]
enum RawKind<'p> {
    Urlencoded,
    Multipart,
    Json,
    Other(&'p [u8]),
}

/// The name of a field.
#[derive(Arbitrary, Debug)]
#[allow(missing_docs)]
pub enum Field<'p> {
    Known(u8),
    Property(&'p str),
    Item(u8, &'p str),
    Update(&'p str),
    Attribute(&'p str),
    Any(&'p str),
}

#[derive(Arbitrary, Debug)]
enum Content<'p> {
    Variant(u8),
    Number(i64),
    Text(&'p str),
}

const KNOWN: &[&str] = &[
    "id",
    "quantity",
    "line",
    "updates[]",
    "note",
    "checkout",
    "selling_plan",
    "items[0][id]",
    "items[0][quantity]",
    "items[0][properties][a]",
    "items[1][id]",
    "sections",
    "return_to",
    "number",
    "expiry",
    "cvc",
    "name",
    "decision",
    "shop-id",
    "product",
    "variant",
    "discount",
    "form_type",
    "utf8",
];

impl Field<'_> {
    /// The name as it is sent; `{n}` in it would be a variant.
    #[must_use]
    pub fn name(&self, prepared: &Prepared) -> String {
        match self {
            Self::Known(number) => KNOWN[usize::from(*number) % KNOWN.len()].to_owned(),
            Self::Property(key) => format!("properties[{key}]"),
            Self::Item(index, rest) => format!("items[{index}]{rest}"),
            Self::Update("") => format!("updates[{}]", prepared.numbers[0]),
            Self::Update(key) => format!("updates[{key}]"),
            Self::Attribute(key) => format!("attributes[{key}]"),
            Self::Any(name) => (*name).to_owned(),
        }
    }
}

impl Posted<'_> {
    /// The headers beside the content type.
    #[must_use]
    pub fn headers(&self) -> Vec<(&'static str, Vec<u8>)> {
        let headers = self.headers.iter().take(4);
        headers
            .map(|(header, value)| (header.name(), value.to_vec()))
            .collect()
    }

    /// Content type and body.
    pub fn encoded(&self, prepared: &Prepared) -> (Vec<u8>, Vec<u8>) {
        let fields = self.fields.iter().take(32);
        let fields = fields.map(|(name, value)| (name.name(prepared), value.text(prepared)));
        let fields: Vec<(String, String)> = fields.collect();
        match &self.encoding {
            Encoding::Urlencoded => {
                let mut body = url::form_urlencoded::Serializer::new(String::new());
                body.extend_pairs(fields);
                (URLENCODED.into(), body.finish().into_bytes())
            }
            Encoding::Multipart { boundary } => multipart(boundary.unwrap_or("----x"), &fields),
            Encoding::Json => {
                let members = fields
                    .into_iter()
                    .map(|(name, value)| (name, Value::from(value)));
                let object = Value::Object(members.collect::<Map<_, _>>());
                (JSON.into(), object.to_string().into_bytes())
            }
            Encoding::Raw { kind, body } => {
                let kind = match kind {
                    RawKind::Urlencoded => URLENCODED.into(),
                    RawKind::Multipart => "multipart/form-data; boundary=x".into(),
                    RawKind::Json => JSON.into(),
                    RawKind::Other(kind) => kind.to_vec(),
                };
                (kind, body.to_vec())
            }
        }
    }
}

const URLENCODED: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";

impl Content<'_> {
    fn text(&self, prepared: &Prepared) -> String {
        match self {
            Self::Variant(number) => {
                prepared.numbers[usize::from(*number) % prepared.numbers.len()].clone()
            }
            Self::Number(number) => number.to_string(),
            Self::Text(text) => (*text).to_owned(),
        }
    }
}

fn multipart(boundary: &str, fields: &[(String, String)]) -> (Vec<u8>, Vec<u8>) {
    let mut body = String::new();
    for (name, value) in fields {
        let part = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        );
        body.push_str(&part);
    }
    body.push_str(&format!("--{boundary}--\r\n"));
    let kind = format!("multipart/form-data; boundary={boundary}");
    (kind.into_bytes(), body.into_bytes())
}
