//! Values of arguments: by type, and by name where something real has that name.

use crate::shop::{Prepared, ReadyCart};
use apollo_compiler::Schema;
use apollo_compiler::ast::Type;
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::validation::Valid;
use arbitrary::{Result, Unstructured};
use serde_json::{Map, Number, Value};

/// What is really there.
pub struct Names<'c> {
    /// The cart.
    pub cart: &'c ReadyCart,
    /// The shop.
    pub shop: &'c Prepared,
}

/// Texts that lead somewhere, or are awkward.
const TEXTS: &[&str] = &[
    "",
    " ",
    "Jana",
    "Nováková",
    "Dlouhá 1",
    "Praha",
    "110 00",
    "11000",
    "CZ",
    "DE",
    "US",
    "NY",
    "jana@example.cz",
    "+420777123456",
    "777123456",
    "cash_on_delivery",
    "bank_transfer",
    "ppl",
    "vydejna:brno",
    "vydejna",
    "tricko",
    "kniha",
    "ukazka",
    "novinka",
    "ceska-vyroba",
    "boolean",
    "true",
    "json",
    "list.color",
    "app.aa",
    "ECv2",
    "MQ",
    "LTE",
    "MTg0NDY3NDQwNzM3MDk1NTE2MTU",
    "0",
    "0.00",
    "-1",
    "1e9",
    "518.00",
    "9999999999999999.99",
    "tag:novinka AND x",
    "\"open",
    "a OR b",
    "\u{0}",
    "\u{202e}obrácené",
    "e\u{301}",
    "🔔",
    "𝒳",
    "\\\"\n\r\t",
    "gid://shopify/Cart/",
    "token-token",
];

const NUMBERS: &[i64] = &[
    0,
    1,
    2,
    3,
    10,
    100,
    250,
    251,
    -1,
    1_000_000,
    2_147_483_647,
    -2_147_483_648,
];

/// A value, before it is written as a literal or as JSON.
pub(super) enum Given {
    Plain(Value),
    Enum(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Given {
    /// A value of a type, for an argument or a member of this name.
    pub(super) fn of(
        kind: &Type,
        name: &str,
        schema: &Valid<Schema>,
        names: &Names<'_>,
        bytes: &mut Unstructured<'_>,
    ) -> Result<Self> {
        if !kind.is_non_null() && bytes.ratio(1, 16)? {
            return Ok(Self::Plain(Value::Null));
        }
        if kind.is_list() {
            let mut items = Vec::new();
            for _ in 0..bytes.int_in_range(0..=3)? {
                items.push(Self::of(kind.item_type(), name, schema, names, bytes)?);
            }
            return Ok(Self::List(items));
        }
        let named = kind.inner_named_type();
        match &schema.types[named] {
            ExtendedType::Enum(values) => {
                let values: Vec<_> = values.values.keys().collect();
                let usual = match name {
                    "countryCode" => Some("CZ"),
                    "currencyCode" => Some("CZK"),
                    _ => None,
                };
                let value = match usual {
                    Some(usual) if bytes.ratio(3, 4)? => usual,
                    _ => bytes.choose(&values)?.as_str(),
                };
                Ok(Self::Enum(value.to_owned()))
            }
            ExtendedType::InputObject(object) => {
                let mut members = Vec::new();
                for field in object.fields.values() {
                    if !field.ty.is_non_null() && bytes.ratio(1, 2)? {
                        continue;
                    }
                    let value = Self::of(&field.ty, &field.name, schema, names, bytes)?;
                    members.push((field.name.to_string(), value));
                }
                Ok(Self::Object(members))
            }
            _ => scalar(named.as_str(), name, names, bytes).map(Self::Plain),
        }
    }

    /// As it stands in a document.
    pub(super) fn literal(&self) -> String {
        match self {
            Self::Plain(value) => value.to_string(),
            Self::Enum(name) => name.clone(),
            Self::List(items) => {
                let items: Vec<_> = items.iter().map(Self::literal).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Object(members) => {
                let members = members
                    .iter()
                    .map(|(name, value)| format!("{name}: {}", value.literal()));
                let members: Vec<_> = members.collect();
                format!("{{ {} }}", members.join(", "))
            }
        }
    }

    /// As it stands among variables.
    pub(super) fn json(&self) -> Value {
        match self {
            Self::Plain(value) => value.clone(),
            Self::Enum(name) => Value::from(name.as_str()),
            Self::List(items) => items.iter().map(Self::json).collect(),
            Self::Object(members) => {
                let members = members
                    .iter()
                    .map(|(name, value)| (name.clone(), value.json()));
                Value::Object(members.collect::<Map<_, _>>())
            }
        }
    }
}

fn scalar(
    kind: &str,
    name: &str,
    names: &Names<'_>,
    bytes: &mut Unstructured<'_>,
) -> Result<Value> {
    Ok(match kind {
        "Boolean" => Value::Bool(bytes.arbitrary()?),
        "Int" if bytes.ratio(3, 4)? => Value::from(*bytes.choose(&[0, 1, 2, 5])?),
        "Int" => Value::from(*bytes.choose(NUMBERS)?),
        "Float" => Number::from_f64(bytes.arbitrary()?).map_or(Value::from(0), Value::Number),
        _ => match real(name, names, bytes)? {
            Some(real) if bytes.ratio(7, 8)? => Value::from(real),
            _ => any_text(bytes)?,
        },
    })
}

/// Something that is there under this name.
fn real<'n>(
    name: &str,
    names: &'n Names<'_>,
    bytes: &mut Unstructured<'_>,
) -> Result<Option<&'n str>> {
    let cart = names.cart;
    let among = |texts: &'n [String], bytes: &mut Unstructured<'_>| -> Result<Option<&'n str>> {
        Ok(if texts.is_empty() {
            None
        } else {
            Some(bytes.choose(texts)?.as_str())
        })
    };
    let of_token = |pointer: &str| {
        names
            .shop
            .wallet_token
            .pointer(pointer)
            .and_then(Value::as_str)
    };
    Ok(match name {
        "cartId" | "ownerId" => Some(&cart.id),
        "id" | "ids" if bytes.ratio(1, 3)? => Some(&cart.id),
        "id" | "lineIds" if bytes.ratio(2, 3)? => among(&cart.lines, bytes)?,
        "id" | "ids" | "merchandiseId" => among(&names.shop.variants, bytes)?,
        "deliveryGroupId" => among(&cart.groups, bytes)?,
        "deliveryOptionHandle" => Some("ppl"),
        "amount" => Some(&cart.total),
        "sessionId" => Some(&names.shop.session),
        "protocolVersion" => of_token("/protocolVersion"),
        "signature" => of_token("/signature"),
        "signedMessage" => of_token("/signedMessage"),
        "signedKey" => of_token("/intermediateSigningKey/signedKey"),
        "signatures" => of_token("/intermediateSigningKey/signatures/0"),
        "attemptToken" | "attemptId" => Some("token-token"),
        _ => None,
    })
}

fn any_text(bytes: &mut Unstructured<'_>) -> Result<Value> {
    if bytes.ratio(3, 4)? {
        return Ok(Value::from(*bytes.choose(TEXTS)?));
    }
    let length = bytes.int_in_range(0..=12)?;
    let text = String::from_utf8_lossy(bytes.bytes(length.min(bytes.len()))?).into_owned();
    Ok(Value::from(text))
}
