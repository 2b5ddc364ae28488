//! `Product`, `Image`, and lists of variants and images

use super::collection::{Collections, Seo};
use super::connection::{Connection, Entries, Page};
use super::metafield::no_metafields;
use super::object::{count, leaf, money, object, owned, text, texts};
use super::option::{OptionObject, selection};
use super::selling_plan;
use super::variant::VariantObject;
use crate::app::App;
use crate::graphql::gids;
use crate::graphql::value::{Fault, Value};
use crate::localized_shop::LocalizedShop;
use apollo_compiler::response::{JsonMap, JsonValue};
use std::borrow::Cow;
use zkratka_commerce::catalogue::{Product, Stock, Variant};
use zkratka_commerce::money::MinorUnits;
use zkratka_ids::gid;

pub(super) struct ProductObject<'v> {
    pub(super) app: LocalizedShop<'v>,
    pub(super) product: &'v Product,
}

object!(ProductObject<'_>, "Product", |this, arguments| {
    "adjacentVariants" => {
        let adjacent = this.product.adjacent_variants(&selection(arguments)).into_iter();
        Value::list(adjacent.map(|variant| Value::object(this.variant(variant))))
    },
    "availableForSale" => leaf(this.product.is_available()),
    "collections" => Collections::of_product(this.app, this.product, arguments)?,
    "compareAtPriceRange" => {
        Value::object(PriceRange::of(this, |variant| {
            this.app.compare_at_price(this.product, variant).unwrap_or(MinorUnits::ZERO)
        }))
    },
    "description" => leaf(description(this.product, arguments)),
    "descriptionHtml" => leaf(this.product.description_html.as_str()),
    "encodedVariantAvailability" => {
        let available = |variant: &Variant| variant.stock.is_available();
        owned(this.product.encoded_variants(available))
    },
    "encodedVariantExistence" => owned(this.product.encoded_variants(|_| true)),
    "featuredImage" => Value::nullable(ImageObject::at(this.app.app, this.product, 0)),
    "handle" => leaf(this.product.handle.as_str()),
    "id" => leaf(gids::product(this.product.id)),
    "images" => {
        let position = |place: usize| place.to_string();
        Value::object(Connection {
            page: Cow::Owned(Page::of(this.product.images.len(), position, arguments)?),
            entries: Images { app: this.app.app, product: this.product },
        })
    },
    "isGiftCard" => leaf(this.product.gift_card),
    "metafield" => Value::Null,
    "metafields" => no_metafields(arguments),
    "onlineStoreUrl" => {
        let origin = &this.app.config.server.public_origin;
        let url = format!("{origin}/products/{}", this.product.handle);
        owned(this.product.published.then_some(url))
    },
    "options" => {
        let options = this.product.options.iter().enumerate();
        let first = arguments.get("first").and_then(JsonValue::as_i64);
        let first = first.map_or(usize::MAX, |first| usize::try_from(first).unwrap_or(0));
        Value::list(options.take(first).map(|(position, name)| {
            Value::object(OptionObject { app: this.app, product: this.product, position, name })
        }))
    },
    "priceRange" => Value::object(PriceRange::of(this, |variant| this.app.price(this.product, variant))),
    "productType" => leaf(this.product.product_type.as_str()),
    "requiresSellingPlan" => leaf(this.app.rules.selling_plans.is_required_for(this.product)),
    "selectedOrFirstAvailableVariant" => {
        let selected = this.product.selected_or_first(&selection(arguments));
        Value::nullable(selected.map(|variant| this.variant(variant)))
    },
    "sellingPlanGroups" => selling_plan::groups(this.app, this.product, arguments)?,
    "seo" => {
        let description = description(this.product, &JsonMap::new());
        Value::object(Seo { title: Some(this.product.title.as_str()), description: Some(description) })
    },
    "tags" => texts(this.product.tags.iter().cloned()),
    "title" => leaf(this.product.title.as_str()),
    "totalInventory" => total_inventory(this.product),
    "trackingParameters" => Value::Null,
    "variantBySelectedOptions" => {
        let selected = this.product.variant_by_options(&selection(arguments));
        Value::nullable(selected.map(|variant| this.variant(variant)))
    },
    "variants" => variants(this, arguments)?,
    "variantsCount" => Value::object(Count(this.product.variants.len())),
    "vendor" => leaf(this.product.vendor.as_str()),
});

impl<'v> ProductObject<'v> {
    fn variant(&self, variant: &'v Variant) -> VariantObject<'v> {
        VariantObject {
            app: self.app,
            product: self.product,
            variant,
        }
    }
}

struct Count(usize);

object!(Count, "Count", |this, arguments| {
    "count" => count(this.0),
    "precision" => leaf("EXACT"),
});

/// A page of the product's variants, in the requested order.
fn variants<'v>(of: &ProductObject<'v>, arguments: &JsonMap) -> Result<Value<'v>, Fault> {
    let mut variants: Vec<&Variant> = of.product.variants.iter().collect();
    match arguments.get("sortKey").and_then(JsonValue::as_str) {
        Some("ID") => variants.sort_by_key(|variant| variant.id.0),
        Some("SKU") => variants.sort_by_key(|variant| &variant.sku),
        Some("TITLE") => variants.sort_by_key(|variant| variant.title()),
        _ => {}
    }
    let identity = |place: usize| {
        let variant = variants.get(place);
        variant.map_or_else(String::new, |variant| gid::variant(variant.id))
    };
    let page = Page::of(variants.len(), identity, arguments)?;
    Ok(Value::object(Connection {
        page: Cow::Owned(page),
        entries: Variants {
            app: of.app,
            product: of.product,
            order: variants,
        },
    }))
}

struct Variants<'v> {
    app: LocalizedShop<'v>,
    product: &'v Product,
    order: Vec<&'v Variant>,
}

impl Entries for Variants<'_> {
    const CONNECTION: &'static str = "ProductVariantConnection";
    const EDGE: &'static str = "ProductVariantEdge";

    fn entry(&self, position: usize) -> Value<'_> {
        Value::nullable(self.order.get(position).map(|variant| VariantObject {
            app: self.app,
            product: self.product,
            variant,
        }))
    }
}

struct Images<'v> {
    app: &'v App,
    product: &'v Product,
}

impl Entries for Images<'_> {
    const CONNECTION: &'static str = "ImageConnection";
    const EDGE: &'static str = "ImageEdge";

    fn entry(&self, position: usize) -> Value<'_> {
        Value::nullable(ImageObject::at(self.app, self.product, position))
    }
}

/// The description without markup, truncated if an argument asks for that.
fn description(product: &Product, arguments: &JsonMap) -> String {
    let plain = plain_text(&product.description_html);
    let limit = arguments.get("truncateAt").and_then(JsonValue::as_i64);
    match limit.map(|limit| usize::try_from(limit).unwrap_or(0)) {
        Some(limit) if plain.chars().count() > limit => {
            let kept: String = plain.chars().take(limit.saturating_sub(1)).collect();
            format!("{}…", kept.trim_end())
        }
        _ => plain,
    }
}

/// Removes the tags from sanitised HTML. A tag ends a word.
fn plain_text(html: &str) -> String {
    let mut plain = String::with_capacity(html.len());
    let mut in_tag = false;
    for letter in html.chars() {
        match letter {
            '<' => {
                in_tag = true;
                plain.push(' ');
            }
            '>' => in_tag = false,
            letter if !in_tag => plain.push(letter),
            _ => {}
        }
    }
    let plain = plain
        .replace("&nbsp;", " ")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn total_inventory<'a>(product: &Product) -> Value<'a> {
    let tracked = product
        .variants
        .iter()
        .filter_map(|variant| match variant.stock {
            Stock::Untracked => None,
            Stock::Tracked { available, .. } => Some(available),
        });
    let total = tracked.reduce(i64::saturating_add);
    total.map_or(Value::Null, |total| {
        leaf(i32::try_from(total).unwrap_or(i32::MAX))
    })
}

struct PriceRange<'v> {
    app: LocalizedShop<'v>,
    least: MinorUnits,
    greatest: MinorUnits,
}

impl<'v> PriceRange<'v> {
    fn of(product: &ProductObject<'v>, price: impl Fn(&Variant) -> MinorUnits) -> Self {
        let prices = || product.product.variants.iter().map(&price);
        Self {
            app: product.app,
            least: prices().min().unwrap_or(MinorUnits::ZERO),
            greatest: prices().max().unwrap_or(MinorUnits::ZERO),
        }
    }
}

object!(PriceRange<'_>, "ProductPriceRange", |this, arguments| {
    "maxVariantPrice" => money(this.greatest, this.app.currency()),
    "minVariantPrice" => money(this.least, this.app.currency()),
});

pub(super) struct ImageObject<'v> {
    app: &'v App,
    product: &'v Product,
    position: usize,
}

impl<'v> ImageObject<'v> {
    /// The image at a position; `None` if there is none.
    pub(super) fn at(app: &'v App, product: &'v Product, position: usize) -> Option<Self> {
        let image = Self {
            app,
            product,
            position,
        };
        (position < product.images.len()).then_some(image)
    }

    /// The variant's own image, or otherwise the product's first image.
    pub(super) fn of_variant(
        app: &'v App,
        product: &'v Product,
        variant: &Variant,
    ) -> Option<Self> {
        let own = variant
            .image
            .and_then(|position| Self::at(app, product, position));
        own.or_else(|| Self::at(app, product, 0))
    }

    fn url(&self) -> String {
        let source = self
            .product
            .images
            .get(self.position)
            .map(|image| image.source.as_str());
        let url = self.app.theme.image_url(source.unwrap_or_default());
        if !url.starts_with('/') {
            return url;
        }
        // The theme returns paths, but the API's URLs are absolute.
        format!("{}{url}", self.app.config.server.public_origin)
    }
}

object!(ImageObject<'_>, "Image", |this, arguments| {
    "altText" => text(this.product.images.get(this.position).map(|image| image.alt.as_str())),
    // The catalogue does not record the size of images.
    "height" => Value::Null,
    "id" => leaf(gids::image(this.product.id, this.position)),
    "originalSrc" => leaf(this.url()),
    "src" => leaf(this.url()),
    "url" => leaf(this.url()),
    "width" => Value::Null,
});

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn a_description_loses_its_markup() {
        let html = "<p>Hrnek &amp; podšálek<br>z <strong>porcelánu</strong></p>";
        assert_eq!(plain_text(html), "Hrnek & podšálek z porcelánu");
    }
}
