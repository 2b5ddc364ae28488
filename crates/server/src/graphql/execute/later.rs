//! The part of an answer that waits for the carrier's prices (row 7.12).

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

/// A part that is still being computed. If the client disconnects, the future is dropped. The call to the carrier goes
/// on, and its answer is cached for the next request.
pub(in crate::graphql) type Later = Pin<Box<dyn Future<Output = Vec<u8>> + Send>>;

/// Everything needed to compute the part.
pub(super) struct Waiting {
    pub(super) app: SharedApp,
    pub(super) schema: &'static ApiSchema,
    pub(super) document: Arc<Document>,
    pub(super) operation: Option<Name>,
    pub(super) variables: JsonMap,
    pub(super) values: RootValues,
    /// The part without the carrier's prices.
    pub(super) known: Vec<u8>,
}

impl Waiting {
    /// Computes the last part once the carrier has answered or its deadline has passed.
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
                // The number of parts does not depend on the prices, so this should not happen.
                Err(_) => known,
            }
        })
    }
}

/// Updates the carrier's prices in the carts. If an operation changes a cart several times, only its final state is
/// sent to the carrier.
pub(super) async fn quote(app: &SharedApp, values: &mut RootValues) {
    for view in values.last_views_mut() {
        match Box::pin(Carts::new(app).quoted(view.clone())).await {
            Ok(quoted) => *view = quoted,
            // Answer with the configured prices. The next request asks the carrier again.
            Err(error) => tracing::warn!(%error, "a carrier's prices could not be stored"),
        }
    }
}
