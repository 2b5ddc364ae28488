//! Queries for products, collections, and anything that has a global id.

use super::{Failure, RequestContext};
use crate::graphql::gids;
use crate::graphql::input::Id;
use crate::graphql::output::{NodeValue, Page, RootValue};
use crate::graphql::value::Fault;
use apollo_compiler::response::{JsonMap, JsonValue};
use serde::Deserialize;
use std::sync::Arc;
use zkratka_commerce::catalogue::{Collection, Product, ProductOrder, Search};
use zkratka_ids::gid;

/// Maximum number of ids in one query.
const MAX_IDS: usize = 250;

/// The arguments for finding an object by handle or by id. The id takes precedence if a client gives both.
#[derive(Deserialize)]
pub(super) struct NameArguments {
    handle: Option<String>,
    id: Option<Id>,
}

/// `product`, `productByHandle`
pub(super) fn product(call: &RequestContext<'_>, arguments: &NameArguments) -> RootValue {
    let catalogue = call.app.catalogue.current();
    let found = match (&arguments.id, &arguments.handle) {
        (Some(id), _) => gids::parse_product(&id.0).and_then(|id| catalogue.product_by_id(id)),
        (None, Some(handle)) => catalogue.product(handle),
        (None, None) => None,
    };
    RootValue::Product(found.filter(|product| product.published).cloned())
}

/// `collection`, `collectionByHandle`
pub(super) fn collection(call: &RequestContext<'_>, arguments: &NameArguments) -> RootValue {
    let catalogue = call.app.catalogue.current();
    let handle = match (&arguments.id, &arguments.handle) {
        (Some(id), _) => gids::parse_collection(&id.0),
        (None, handle) => handle.as_deref(),
    };
    let place = handle.and_then(|handle| catalogue.collection_place(handle));
    RootValue::Collection(place.map(|place| (catalogue, place)))
}

/// `collections`
pub(super) fn collections(
    call: &RequestContext<'_>,
    arguments: &JsonMap,
) -> Result<RootValue, Failure> {
    let catalogue = call.app.catalogue.current();
    let query = text(arguments, "query").unwrap_or_default().to_lowercase();
    let fits = |collection: &Collection| collection.title.to_lowercase().contains(&query);
    let all = catalogue.collections().iter().enumerate();
    let places: Vec<usize> = all
        .filter_map(|(place, collection)| fits(collection).then_some(place))
        .collect();
    let handle = |place: usize| {
        let collection = places
            .get(place)
            .and_then(|&place| catalogue.collections().get(place));
        collection.map_or_else(String::new, |collection| collection.handle.clone())
    };
    let page = Page::of(places.len(), handle, arguments).map_err(Failure::Unfit)?;
    Ok(RootValue::Collections {
        catalogue,
        places,
        page,
    })
}

/// `products`
pub(super) fn products(
    call: &RequestContext<'_>,
    arguments: &JsonMap,
) -> Result<RootValue, Failure> {
    let search = Search::read(text(arguments, "query").unwrap_or_default());
    let unknown =
        Fault("the query is not supported: write words and `field:value`, without alternatives");
    let search = search.ok_or(Failure::Unfit(unknown))?;
    let order = match text(arguments, "sortKey") {
        Some("TITLE") => ProductOrder::Title,
        Some("PRICE") => ProductOrder::Price,
        Some("PRODUCT_TYPE") => ProductOrder::Type,
        Some("VENDOR") => ProductOrder::Vendor,
        Some("ID") => ProductOrder::Id,
        _ => ProductOrder::Given,
    };
    let catalogue = call.app.catalogue.current();
    let fitting = catalogue.published().filter(|product| search.fits(product));
    let mut products: Vec<Arc<Product>> = fitting.cloned().collect();
    order.sort(&mut products);
    let id = |place: usize| {
        let product = products.get(place);
        product.map_or_else(String::new, |product| product.id.0.to_string())
    };
    let page = Page::of(products.len(), id, arguments).map_err(Failure::Unfit)?;
    Ok(RootValue::Products { products, page })
}

/// `productTags`
pub(super) fn tags(call: &RequestContext<'_>, arguments: &JsonMap) -> Result<RootValue, Failure> {
    texts(call, arguments, |product| product.tags.clone())
}

/// `productTypes`
pub(super) fn types(call: &RequestContext<'_>, arguments: &JsonMap) -> Result<RootValue, Failure> {
    texts(call, arguments, |product| {
        vec![product.product_type.clone()]
    })
}

/// Texts of published products, without duplicates, in alphabetical order.
fn texts(
    call: &RequestContext<'_>,
    arguments: &JsonMap,
    of: impl Fn(&Product) -> Vec<String>,
) -> Result<RootValue, Failure> {
    let catalogue = call.app.catalogue.current();
    let mut texts: Vec<String> = catalogue
        .published()
        .flat_map(|product| of(product))
        .collect();
    texts.retain(|text| !text.is_empty());
    texts.sort();
    texts.dedup();
    let identity = |place: usize| texts.get(place).cloned().unwrap_or_default();
    let page = Page::of(texts.len(), identity, arguments).map_err(Failure::Unfit)?;
    Ok(RootValue::Texts { texts, page })
}

#[derive(Deserialize)]
pub(super) struct NodeArguments {
    id: Id,
}

/// `node`
pub(super) fn node(call: &RequestContext<'_>, arguments: &NodeArguments) -> RootValue {
    RootValue::Node(find(call, &arguments.id))
}

#[derive(Deserialize)]
pub(super) struct NodesArguments {
    ids: Vec<Id>,
}

/// `nodes`
pub(super) fn nodes(
    call: &RequestContext<'_>,
    arguments: &NodesArguments,
) -> Result<RootValue, Failure> {
    if arguments.ids.len() > MAX_IDS {
        return Err(Failure::Unfit(Fault("at most 250 ids are allowed at once")));
    }
    let found = arguments.ids.iter().map(|id| find(call, id));
    Ok(RootValue::Nodes(found.collect()))
}

fn find(call: &RequestContext<'_>, Id(id): &Id) -> Option<NodeValue> {
    let catalogue = call.app.catalogue.current();
    let published = |product: &Arc<Product>| product.published.then(|| Arc::clone(product));
    if let Some(id) = gids::parse_product(id) {
        return catalogue
            .product_by_id(id)
            .and_then(published)
            .map(NodeValue::Product);
    }
    if let Some(id) = gid::parse_variant(id) {
        let (product, place) = catalogue.locate(id)?;
        return published(product).map(|product| NodeValue::Variant(product, place));
    }
    if let Some(handle) = gids::parse_collection(id) {
        let place = catalogue.collection_place(handle)?;
        return Some(NodeValue::Collection(catalogue, place));
    }
    (*id == gids::shop(call.app.config.shop.id)).then_some(NodeValue::Shop)
}

fn text<'a>(arguments: &'a JsonMap, name: &str) -> Option<&'a str> {
    arguments.get(name).and_then(JsonValue::as_str)
}
