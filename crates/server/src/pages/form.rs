//! Reads the storefront's forms, and checks that they come from this shop's pages.

use super::failure::Failure;
use super::multipart;
use crate::app::{App, SharedApp};
use crate::http::OwnPage;
use crate::http::same_site;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{CONTENT_TYPE, REFERER};
use axum::http::{HeaderMap, StatusCode};
use zkratka_commerce::cart::Attribute;
use zkratka_commerce::cart_changes::{LineInput, ParentReference};
use zkratka_commerce::ids::{LineId, SellingPlanId, VariantId};
use zkratka_config::http_origin;
use zkratka_storefront::{MAX_FIELDS, json_fields};

pub struct ShopForm {
    pub headers: HeaderMap,
    /// The origin of this server to which the form was posted.
    pub sent_to: String,
    fields: Vec<(String, String)>,
}

impl FromRequest<SharedApp> for ShopForm {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &SharedApp) -> Result<Self, Failure> {
        if !same_site::is_allowed(app, &request) {
            return Err(Failure::OtherSite);
        }
        let (mut parts, body) = request.into_parts();
        let Ok(OwnPage(sent_to)) = OwnPage::from_request_parts(&mut parts, app).await;
        let headers = parts.headers.clone();
        let fields = fields(Request::from_parts(parts, body)).await?;
        if fields.len() > MAX_FIELDS {
            return Err(Failure::BadRequest);
        }
        Ok(Self {
            headers,
            sent_to,
            fields,
        })
    }
}

/// Reads the fields in the order sent. Themes post product forms in either form encoding. Their scripts also post JSON.
async fn fields(request: Request) -> Result<Vec<(String, String)>, Failure> {
    let kind = request.headers().get(CONTENT_TYPE);
    let kind = kind.and_then(|value| value.to_str().ok());
    let kind = kind.unwrap_or("application/x-www-form-urlencoded");
    let essence = kind.split(';').next().unwrap_or_default().trim();
    let essence = essence.to_ascii_lowercase();
    let (parts, body) = request.into_parts();
    let body = Bytes::from_request(Request::from_parts(parts.clone(), body), &()).await;
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Failure::TooLarge,
        _ => Failure::BadRequest,
    })?;
    let fields = match essence.as_str() {
        "application/x-www-form-urlencoded" => {
            Some(url::form_urlencoded::parse(&body).into_owned().collect())
        }
        "multipart/form-data" => {
            multipart::text_fields(Request::from_parts(parts, Body::from(body))).await
        }
        "application/json" => json_fields(&body),
        // A script may post an empty body as plain text, as fetch does for /cart/clear.js.
        _ => body.is_empty().then(Vec::new),
    };
    fields.ok_or(Failure::BadRequest)
}

impl ShopForm {
    /// The page that contained the form, if it belongs to this shop or to an allowed storefront.
    #[must_use]
    pub fn stood_on(&self, app: &App) -> Option<&str> {
        let address = self.headers.get(REFERER)?.to_str().ok()?;
        let origin = http_origin(&url::Url::parse(address).ok()?)?;
        let allowed = &app.config.storefront.allowed_origins;
        let known = origin == app.config.server.public_origin || allowed.contains(&origin);
        known.then_some(address)
    }

    /// A field's value. The last one counts, because browsers send a chosen value after the preset one.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.fields.iter().rev().find(|(field, _)| field == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The line that a product form adds. An invalid variant, quantity or selling plan becomes 0, which the cart
    /// refuses with the right fault.
    #[must_use]
    pub fn line(&self) -> LineInput {
        let variant = self.value("id").and_then(|text| text.trim().parse().ok());
        LineInput {
            variant: VariantId(variant.unwrap_or(0)),
            quantity: self.quantity().unwrap_or(1),
            attributes: self.properties(),
            selling_plan: self.selling_plan(),
            parent: self.parent(),
        }
    }

    /// The requested quantity; `None` if the field is missing or empty.
    #[must_use]
    pub fn quantity(&self) -> Option<i64> {
        let text = self.value("quantity")?.trim();
        match text {
            "" => None,
            text => Some(text.parse().unwrap_or(0)),
        }
    }

    /// The requested selling plan. Themes may send the text `undefined` for none.
    #[must_use]
    pub fn selling_plan(&self) -> Option<SellingPlanId> {
        let text = self.value("selling_plan")?.trim();
        let none = matches!(text, "" | "undefined" | "null");
        (!none).then(|| SellingPlanId(text.parse().unwrap_or(0)))
    }

    /// The parent line, given by its key or otherwise by its variant. An invalid value becomes 0, which no cart
    /// contains.
    #[must_use]
    pub fn parent(&self) -> Option<ParentReference> {
        let given = |name| {
            let text = self.value(name)?.trim();
            (!text.is_empty()).then_some(text)
        };
        if let Some(key) = given("parent_line_key") {
            // Keep the variant as well as the line's id: a key from a cart that has become an order must not match
            // another line of the same id in the next cart.
            let (variant, line) = line_key(key).unwrap_or((VariantId(0), LineId(0)));
            return Some(ParentReference::Key(variant, line));
        }
        let variant = given("parent_id")?.parse().unwrap_or(0);
        Some(ParentReference::Variant(VariantId(variant)))
    }

    /// Line-item properties, from fields named `properties[...]`. Empty ones are left out.
    #[must_use]
    pub fn properties(&self) -> Vec<Attribute> {
        let given = self.under("properties");
        given
            .filter(|(key, value)| !key.is_empty() && !value.is_empty())
            .map(|(key, value)| Attribute {
                key: key.to_owned(),
                value: value.to_owned(),
            })
            .collect()
    }

    /// Whether the form contains properties, even if they are empty.
    #[must_use]
    pub fn has_properties(&self) -> bool {
        self.under("properties").next().is_some()
    }

    /// Keys and values of the fields named `name[key]`, in the order sent.
    pub fn under<'f>(&'f self, name: &'f str) -> impl Iterator<Item = (&'f str, &'f str)> {
        self.fields.iter().filter_map(move |(field, value)| {
            let key = field.strip_prefix(name)?.strip_prefix('[')?;
            Some((key.strip_suffix(']')?, value.as_str()))
        })
    }

    /// The product forms within this one, in the order sent: fields named `items[0][id]`, `items[0][properties][...]`.
    #[must_use]
    pub fn items(&self) -> Vec<Self> {
        let mut items: Vec<(&str, Self)> = Vec::new();
        for (path, value) in self.under("items") {
            // `path` is e.g. `0][id` or `0][properties][Věnování`, because under() has removed the outer brackets.
            let Some((index, rest)) = path.split_once("][") else {
                continue;
            };
            let field = match rest.split_once("][") {
                Some((outer, key)) => format!("{outer}[{key}]"),
                None => rest.to_owned(),
            };
            let field = (field, value.to_owned());
            if let Some((_, item)) = items.iter_mut().find(|(known, _)| *known == index) {
                item.fields.push(field);
            } else {
                let item = Self {
                    headers: HeaderMap::new(),
                    sent_to: self.sent_to.clone(),
                    fields: vec![field],
                };
                items.push((index, item));
            }
        }
        items.into_iter().map(|(_, item)| item).collect()
    }
}

/// Parses a line's key: the variant's id and the line's id.
pub(super) fn line_key(text: &str) -> Option<(VariantId, LineId)> {
    let (variant, line) = text.split_once(':')?;
    Some((VariantId(variant.parse().ok()?), LineId(line.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(fields: &[(&str, &str)]) -> ShopForm {
        ShopForm {
            headers: HeaderMap::new(),
            sent_to: String::new(),
            fields: fields
                .iter()
                .map(|&(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
        }
    }

    /// [3.06] The quantity is 1 unless the form contains another. A variant that is not a number adds no line.
    #[test]
    fn a_product_form_makes_a_line() {
        let line = form(&[("id", "12")]).line();
        assert_eq!((line.variant, line.quantity), (VariantId(12), 1));
        let line = form(&[("id", "12"), ("quantity", "3")]).line();
        assert_eq!(line.quantity, 3);
        assert_eq!(form(&[("id", "x")]).line().variant, VariantId(0));
        assert_eq!(form(&[("id", "1"), ("quantity", "1.5")]).line().quantity, 0);
        assert_eq!(form(&[("id", "1"), ("quantity", "-2")]).line().quantity, -2);
    }

    /// [3.08] Properties come from `properties[...]` fields. Empty values are skipped.
    #[test]
    fn properties_are_read_and_empty_ones_skipped() {
        let line = form(&[
            ("id", "12"),
            ("properties[Věnování]", "Mámě"),
            ("properties[Barva mašle]", ""),
            ("properties[]", "x"),
            ("property", "x"),
        ])
        .line();
        assert_eq!(
            line.attributes,
            [Attribute {
                key: "Věnování".into(),
                value: "Mámě".into()
            }]
        );
    }

    /// [3.07] The text `undefined` means no selling plan.
    #[test]
    fn undefined_is_no_selling_plan() {
        assert_eq!(form(&[("selling_plan", "undefined")]).selling_plan(), None);
        assert_eq!(form(&[("selling_plan", "")]).selling_plan(), None);
        assert_eq!(
            form(&[("selling_plan", "7")]).selling_plan(),
            Some(SellingPlanId(7))
        );
        let odd = form(&[("id", "12"), ("selling_plan", "sedm")]);
        assert_eq!(odd.line().selling_plan, Some(SellingPlanId(0)));
    }
}
