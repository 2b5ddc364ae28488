//! Pages that list products: the home page, collections, search results.

use crate::app::{App, SharedApp};
use crate::http::ClientAddress;
use crate::pages::failure::Failure;
use crate::pages::render::page;
use crate::pages::view::PageView;
use crate::pages::visitor::Visitor;
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use url::form_urlencoded;
use zkratka_admission::Deadline;
use zkratka_commerce::catalogue::Product;
use zkratka_storefront::{
    Breadcrumb, Card, CollectionView, Found, Paging, SearchText, collection_title,
    collection_views, of_collection, to_goods,
};

/// The requested page of the products.
#[derive(Deserialize)]
pub struct Part {
    strana: Option<NonZeroUsize>,
}

/// A search, and the requested page of its results.
#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    q: String,
    strana: Option<NonZeroUsize>,
}

/// What a page that lists products shows.
#[derive(Serialize)]
struct Listing<'a, T: Serialize> {
    products: Vec<Card<'a>>,
    #[serde(flatten)]
    paging: Paging,
    #[serde(flatten)]
    own: T,
}

/// Shows one page of these products.
async fn listing<'a>(
    app: &App,
    headers: &HeaderMap,
    (template, view): (&str, PageView<'_>),
    (products, paging): (impl Iterator<Item = &'a Arc<Product>> + Send, Paging),
    own: impl Serialize + Send,
) -> Result<Response, Failure> {
    let visitor = Visitor::browsing(app, headers).await;
    let shown = visitor.shown(app);
    let cards = paging.part(products);
    let content = Listing {
        products: cards
            .map(|product| Card::new(&shown.place, product))
            .collect(),
        paging,
        own,
    };
    page(app, template, view, Some(&visitor), content)
}

/// `GET /`
pub async fn home(
    State(app): State<SharedApp>,
    Query(part): Query<Part>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Home {}
    let catalogue = app.catalogue.current();
    let paging = Paging::new(catalogue.published().count(), part.strana);
    let paging = paging.ok_or(Failure::NotFound)?;
    let view = PageView {
        title: &app.config.shop.name,
        kind: "home",
        description: &app.config.shop.tagline,
        path: "/",
    };
    let goods = (catalogue.published(), paging);
    listing(&app, &headers, ("home.html", view), goods, Home {}).await
}

/// `GET /collections`
pub async fn collections(
    State(app): State<SharedApp>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Collections {
        collections: Vec<CollectionView>,
        breadcrumbs: Vec<Breadcrumb>,
    }
    let visitor = Visitor::browsing(&app, &headers).await;
    let view = PageView {
        title: "Zboží",
        kind: "collections",
        description: "",
        path: "/collections",
    };
    let content = Collections {
        collections: collection_views(&app.catalogue.current()),
        breadcrumbs: to_goods(),
    };
    page(&app, "collections.html", view, Some(&visitor), content)
}

/// `GET /collections/{handle}`
pub async fn collection(
    State(app): State<SharedApp>,
    Path(handle): Path<String>,
    Query(part): Query<Part>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Collection {
        collection: CollectionView,
        breadcrumbs: Vec<Breadcrumb>,
    }
    let catalogue = app.catalogue.current();
    let found = catalogue.collection(&handle).ok_or(Failure::NotFound)?;
    let paging = Paging::new(found.size(), part.strana).ok_or(Failure::NotFound)?;
    let title = collection_title(&found.title);
    let path = format!("/collections/{handle}");
    let view = PageView {
        title: &title,
        kind: "collection",
        description: "",
        path: &path,
    };
    let own = Collection {
        collection: found.into(),
        breadcrumbs: of_collection(found),
    };
    let goods = (catalogue.products_of(found), paging);
    listing(&app, &headers, ("collection.html", view), goods, own).await
}

/// `GET /search?q=`
pub async fn search(
    State(app): State<SharedApp>,
    Query(asked): Query<Asked>,
    ClientAddress(client): ClientAddress,
    Extension(deadline): Extension<Deadline>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Search<'a> {
        query: &'a str,
        /// The address of its results, up to the page's number.
        address: String,
        /// Whether there was nothing to search for.
        is_idle: bool,
        /// Whether the search found more than it shows.
        is_cut: bool,
    }
    let text = SearchText::read(&asked.q);
    let catalogue = app.catalogue.current();
    let found = if text.is_empty() {
        Found::default()
    } else {
        let _permit = processor(&app, client, deadline).await?;
        app.search.find(&catalogue, &text)
    };
    let paging = Paging::new(found.products.len(), asked.strana).ok_or(Failure::NotFound)?;
    let view = PageView {
        title: "Hledání",
        kind: "search",
        description: "",
        path: "/search",
    };
    let own = Search {
        query: &text.text,
        address: format!(
            "/search?{}&",
            form_urlencoded::Serializer::new(String::new())
                .append_pair("q", &text.text)
                .finish()
        ),
        is_idle: text.is_empty(),
        is_cut: found.is_cut,
    };
    let products = found.products.iter();
    let products = products.filter_map(|&index| catalogue.products().get(index));
    let goods = (products, paging);
    listing(&app, &headers, ("search.html", view), goods, own).await
}

/// Waits for a processor, so that searches leave some of them to buyers who pay.
async fn processor(
    app: &App,
    client: IpAddr,
    deadline: Deadline,
) -> Result<zkratka_graphql_engine::ProcessorPermit, Failure> {
    let permit = app.processors.acquire(client, deadline.0.into()).await;
    permit.ok_or(Failure::Busy)
}
