//! `Collection`, and lists of collections, of products, and of texts

use super::connection::{Connection, Entries, Page};
use super::metafield::no_metafields;
use super::object::{leaf, object, text};
use super::product::ProductObject;
use crate::graphql::gids;
use crate::graphql::value::{Fault, Value};
use crate::localized_shop::LocalizedShop;
use apollo_compiler::response::{JsonMap, JsonValue};
use std::borrow::Cow;
use std::sync::Arc;
use zkratka_commerce::catalogue::{Catalogue, Collection, Product, ProductOrder};

/// A collection, in the catalogue as it was when the query ran.
pub(super) struct CollectionObject<'v> {
    pub(super) app: LocalizedShop<'v>,
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) place: usize,
}

impl CollectionObject<'_> {
    fn of(&self) -> Option<&Collection> {
        self.catalogue.collections().get(self.place)
    }

    fn handle(&self) -> &str {
        self.of().map_or("", |collection| &collection.handle)
    }

    fn title(&self) -> &str {
        self.of().map_or("", |collection| &collection.title)
    }
}

object!(CollectionObject<'_>, "Collection", |this, arguments| {
    "description" => leaf(""),
    "descriptionHtml" => leaf(""),
    "handle" => leaf(this.handle()),
    "id" => leaf(gids::collection(this.handle())),
    "image" => Value::Null,
    "metafield" => Value::Null,
    "metafields" => no_metafields(arguments),
    "onlineStoreUrl" => Value::Null,
    "products" => {
        let of = this.of().into_iter().flat_map(|collection| this.catalogue.products_of(collection));
        let mut products: Vec<Arc<Product>> = of.cloned().collect();
        order(arguments).sort(&mut products);
        Products::connection(this.app, products, arguments)?
    },
    "seo" => Value::object(Seo { title: None, description: None }),
    "title" => leaf(this.title()),
    "trackingParameters" => Value::Null,
});

/// The order for a value of `ProductCollectionSortKeys`.
fn order(arguments: &JsonMap) -> ProductOrder {
    match arguments.get("sortKey").and_then(JsonValue::as_str) {
        Some("ID") => ProductOrder::Id,
        Some("PRICE") => ProductOrder::Price,
        Some("TITLE") => ProductOrder::Title,
        _ => ProductOrder::Given,
    }
}

/// `SEO`
pub(super) struct Seo<'v> {
    pub(super) title: Option<&'v str>,
    pub(super) description: Option<String>,
}

object!(Seo<'_>, "SEO", |this, arguments| {
    "description" => text(this.description.as_deref()),
    "title" => text(this.title),
});

/// `ProductConnection`
pub(super) struct Products<'v> {
    pub(super) app: LocalizedShop<'v>,
    pub(super) products: Cow<'v, [Arc<Product>]>,
}

impl<'v> Products<'v> {
    fn connection(
        app: LocalizedShop<'v>,
        products: Vec<Arc<Product>>,
        arguments: &JsonMap,
    ) -> Result<Value<'v>, Fault> {
        let identity = |place: usize| {
            let product = products.get(place);
            product.map_or_else(String::new, |product| product.id.0.to_string())
        };
        let page = Page::of(products.len(), identity, arguments)?;
        Ok(Value::object(Connection {
            page: Cow::Owned(page),
            entries: Self {
                app,
                products: Cow::Owned(products),
            },
        }))
    }
}

impl Entries for Products<'_> {
    const CONNECTION: &'static str = "ProductConnection";
    const EDGE: &'static str = "ProductEdge";

    fn entry(&self, position: usize) -> Value<'_> {
        Value::nullable(self.products.get(position).map(|product| ProductObject {
            app: self.app,
            product,
        }))
    }
}

/// `CollectionConnection`
pub(super) struct Collections<'v> {
    pub(super) app: LocalizedShop<'v>,
    pub(super) catalogue: Arc<Catalogue>,
    /// Positions in the catalogue.
    pub(super) places: Cow<'v, [usize]>,
}

impl<'v> Collections<'v> {
    /// The collections to which a product's tags assign it.
    pub(super) fn of_product(
        app: LocalizedShop<'v>,
        product: &Product,
        arguments: &JsonMap,
    ) -> Result<Value<'v>, Fault> {
        let catalogue = app.catalogue.current();
        let places = catalogue.collections_of(product);
        let identity = |place: usize| {
            let collection = places
                .get(place)
                .and_then(|&place| catalogue.collections().get(place));
            collection.map_or_else(String::new, |collection| collection.handle.clone())
        };
        let page = Page::of(places.len(), identity, arguments)?;
        Ok(Value::object(Connection {
            page: Cow::Owned(page),
            entries: Self {
                app,
                places: Cow::Owned(places),
                catalogue,
            },
        }))
    }
}

impl Entries for Collections<'_> {
    const CONNECTION: &'static str = "CollectionConnection";
    const EDGE: &'static str = "CollectionEdge";

    fn entry(&self, position: usize) -> Value<'_> {
        Value::nullable(self.places.get(position).map(|&place| CollectionObject {
            app: self.app,
            catalogue: Arc::clone(&self.catalogue),
            place,
        }))
    }

    fn of_all(&self, name: &str) -> Option<Value<'_>> {
        (name == "totalCount").then(|| leaf(self.places.len().to_string()))
    }
}

/// `StringConnection`
pub(super) struct Texts<'v> {
    pub(super) texts: &'v [String],
}

impl Entries for Texts<'_> {
    const CONNECTION: &'static str = "StringConnection";
    const EDGE: &'static str = "StringEdge";

    fn entry(&self, position: usize) -> Value<'_> {
        text(self.texts.get(position).map(String::as_str))
    }
}
