//! The part of an answer that waits for somebody else: for prices that a carrier quotes (row 7.12).

use super::roots::RootValues;
use super::{Run, walk};
use crate::app::SharedApp;
use crate::carts::Carts;
use crate::graphql::context::BuyerContext;
use crate::localized_shop::LocalizedShop;
use apollo_compiler::Name;
use apollo_compiler::response::JsonMap;
use std::pin::Pin;
use std::sync::Arc;
use zkratka_graphql_engine::ApiSchema;
use zkratka_graphql_engine::document::Document;

/// A part that is still being made. Whoever hangs up drops it; the carrier's answer is kept for whoever asks next.
pub(in crate::graphql) type Later = Pin<Box<dyn Future<Output = Vec<u8>> + Send>>;

/// What is needed to make it.
pub(super) struct Waiting {
    pub(super) app: SharedApp,
    pub(super) schema: &'static ApiSchema,
    pub(super) document: Arc<Document>,
    pub(super) operation: Option<Name>,
    /// Coerced.
    pub(super) variables: JsonMap,
    pub(super) values: RootValues,
    /// The part as it is without the carrier.
    pub(super) known: Vec<u8>,
}

impl Waiting {
    /// The last part, as soon as the carrier has answered, or has not within its deadline.
    pub(super) fn answer(self) -> Later {
        Box::pin(async move {
            let Self {
                app,
                schema,
                document,
                operation,
                variables,
                mut values,
                known,
            } = self;
            quote(&app, &mut values).await;
            let Ok((operation, Some(plans))) = document.operation(operation.as_deref()) else {
                return known;
            };
            let Some(plan) = plans.with(&variables) else {
                return known;
            };
            let context = BuyerContext::of(operation, &variables);
            let run = Run {
                shown: LocalizedShop::in_country(&app, context.country.as_deref()),
                schema,
                document: document.executable(),
                operation,
                variables: variables.into(),
            };
            match <[_; 2]>::try_from(walk::answer(&run, plan, &values)) {
                Ok([_first, last]) => last,
                // The same carts have the same parts.
                Err(_) => known,
            }
        })
    }
}

/// Puts the carrier's prices into the carts. A cart that was changed several times has them as it is in the end: nobody is
/// sent the parcels that it was on the way there.
pub(super) async fn quote(app: &SharedApp, values: &mut RootValues) {
    for view in values.last_views_mut() {
        match Box::pin(Carts::new(app).quoted(view.clone())).await {
            Ok(quoted) => *view = quoted,
            // The configured prices are answered, and the next request asks again.
            Err(error) => tracing::warn!(%error, "a carrier's prices could not be stored"),
        }
    }
}
