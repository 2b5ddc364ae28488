//! The results of the root fields, and their values.

use super::apple_pay::{SessionObject, SessionPayload};
use super::collection::{CollectionObject, Collections, Products, Texts};
use super::completion::{
    AttemptObject, AttemptStatus, PreparedObject, PreparedPayload, SubmitObject, SubmitPayload,
};
use super::connection::{Connection, Page};
use super::localization::localization;
use super::metafield::{DeletedObject, DeletedPayload, MetafieldsObject, MetafieldsPayload};
use super::payload::{Payload, PayloadObject, nullable_cart};
use super::paypal::{FetchedObject, PaypalDetailsPayload, PaypalTokenPayload, TokenObject};
use super::policy::subscription_policy;
use super::product::ProductObject;
use super::promise::{PromiseObject, SoonestDelivery};
use super::shop::{PaymentSettings, ShopObject};
use super::variant::VariantObject;
use crate::carts::CartView;
use crate::graphql::value::Value;
use crate::localized_shop::LocalizedShop;
use std::borrow::Cow;
use std::sync::Arc;
use zkratka_commerce::catalogue::{Catalogue, Product};

/// The result of a root field.
#[derive(Debug)]
pub(in crate::graphql) enum RootValue {
    /// `cart`
    Cart(Option<Box<CartView>>),
    /// The payload of an ordinary cart mutation.
    Payload(Payload),
    /// `cartPrepareForCompletion`
    Prepared(Box<PreparedPayload>),
    /// `cartSubmitForCompletion`
    SubmitOutcome(SubmitPayload),
    /// `cartCompletionAttempt`, `cartCompletionAttemptGiveUp`
    Attempt(Option<AttemptStatus>),
    /// `cartMetafieldsSet`
    Metafields(MetafieldsPayload),
    /// `cartMetafieldDelete`
    Deleted(DeletedPayload),
    /// `applePaySessionCreate`
    Session(SessionPayload),
    /// `paypalTokenCreate`
    PaypalToken(PaypalTokenPayload),
    /// `paypalBuyerDetailsFetch`
    PaypalDetails(Box<PaypalDetailsPayload>),
    /// `shop`
    Shop,
    /// `paymentSettings`
    PaymentSettings,
    /// `subscriptionPolicy`
    SubscriptionPolicy,
    /// `deliveryPromise`
    Promise(Option<SoonestDelivery>),
    /// `localization`: the country of the operation's context.
    Localization(Option<String>),
    /// `product`
    Product(Option<Arc<Product>>),
    /// `products`
    Products {
        /// All matching products, in order.
        products: Vec<Arc<Product>>,
        page: Page,
    },
    /// `collection`: its position in the catalogue.
    Collection(Option<(Arc<Catalogue>, usize)>),
    /// `collections`
    Collections {
        /// The catalogue as it was when the query ran.
        catalogue: Arc<Catalogue>,
        /// The positions of all matching collections, in order.
        places: Vec<usize>,
        page: Page,
    },
    /// `productTags`, `productTypes`
    Texts {
        /// All matching texts, in alphabetical order.
        texts: Vec<String>,
        page: Page,
    },
    /// `node`
    Node(Option<NodeValue>),
    /// `nodes`
    Nodes(Vec<Option<NodeValue>>),
}

/// The object that a global id names.
#[derive(Debug)]
pub(in crate::graphql) enum NodeValue {
    Product(Arc<Product>),
    /// A variant of a published product, by its position.
    Variant(Arc<Product>, usize),
    /// A collection, by its position in the catalogue.
    Collection(Arc<Catalogue>, usize),
    Shop,
}

impl NodeValue {
    fn answer<'a>(&'a self, shown: LocalizedShop<'a>) -> Value<'a> {
        let app = shown.app;
        match self {
            Self::Product(product) => Value::object(ProductObject {
                app: shown,
                product,
            }),
            Self::Variant(product, place) => {
                let variant = product.variants.get(*place);
                Value::nullable(variant.map(|variant| VariantObject {
                    app: shown,
                    product,
                    variant,
                }))
            }
            Self::Collection(catalogue, place) => collection(shown, catalogue, *place),
            Self::Shop => Value::object(ShopObject { app }),
        }
    }

    fn nullable<'a>(node: Option<&'a Self>, shown: LocalizedShop<'a>) -> Value<'a> {
        node.map_or(Value::Null, |node| node.answer(shown))
    }
}

fn collection<'a>(app: LocalizedShop<'a>, catalogue: &Arc<Catalogue>, place: usize) -> Value<'a> {
    Value::object(CollectionObject {
        app,
        catalogue: Arc::clone(catalogue),
        place,
    })
}

impl RootValue {
    /// The cart in the result, if a client can ask for its delivery options there.
    pub(in crate::graphql) fn view_mut(&mut self) -> Option<&mut CartView> {
        match self {
            Self::Cart(view) => view.as_deref_mut(),
            Self::Payload(payload) => payload.view_mut(),
            _ => None,
        }
    }

    /// The value of the root field.
    pub(in crate::graphql) fn answer<'a>(&'a self, shown: LocalizedShop<'a>) -> Value<'a> {
        let app = shown.app;
        match self {
            Self::Cart(view) => nullable_cart(app, view.as_deref()),
            Self::Payload(payload) => Value::object(PayloadObject { app, payload }),
            Self::Prepared(payload) => Value::object(PreparedObject { app, payload }),
            Self::SubmitOutcome(payload) => Value::object(SubmitObject { payload }),
            Self::Attempt(status) => {
                Value::nullable(status.as_ref().map(|status| AttemptObject { status }))
            }
            Self::Metafields(payload) => Value::object(MetafieldsObject { app, payload }),
            Self::Deleted(payload) => Value::object(DeletedObject { payload }),
            Self::Session(payload) => Value::object(SessionObject { payload }),
            Self::PaypalToken(payload) => Value::object(TokenObject { payload }),
            Self::PaypalDetails(payload) => Value::object(FetchedObject { payload }),
            Self::SubscriptionPolicy => subscription_policy(app),
            Self::Promise(soonest) => {
                Value::nullable(soonest.as_ref().map(|soonest| PromiseObject { soonest }))
            }
            Self::Localization(country) => localization(app, country.as_deref()),
            Self::Product(product) => {
                let product = product.as_deref();
                Value::nullable(product.map(|product| ProductObject {
                    app: shown,
                    product,
                }))
            }
            Self::Products { products, page } => Value::object(Connection {
                page: Cow::Borrowed(page),
                entries: Products {
                    app: shown,
                    products: Cow::Borrowed(products),
                },
            }),
            Self::Collection(found) => found.as_ref().map_or(Value::Null, |(catalogue, place)| {
                collection(shown, catalogue, *place)
            }),
            Self::Collections {
                catalogue,
                places,
                page,
            } => Value::object(Connection {
                page: Cow::Borrowed(page),
                entries: Collections {
                    app: shown,
                    catalogue: Arc::clone(catalogue),
                    places: Cow::Borrowed(places),
                },
            }),
            Self::Texts { texts, page } => Value::object(Connection {
                page: Cow::Borrowed(page),
                entries: Texts { texts },
            }),
            Self::Node(node) => NodeValue::nullable(node.as_ref(), shown),
            Self::Nodes(nodes) => Value::list(
                nodes
                    .iter()
                    .map(|node| NodeValue::nullable(node.as_ref(), shown)),
            ),
            Self::Shop => Value::object(ShopObject { app }),
            Self::PaymentSettings => Value::object(PaymentSettings { app }),
        }
    }
}
