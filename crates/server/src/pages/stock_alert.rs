//! The form to be told by e-mail when sold-out goods can be bought again.

use super::failure::Failure;
use super::form::ShopForm;
use super::render::see_other;
use super::storefront::{AlertForm, product_page};
use super::visitor::Visitor;
use crate::app::SharedApp;
use crate::http::ClientAddress;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use std::sync::Arc;
use zkratka_abuse::RateLimitKey;
use zkratka_commerce::address::email_fault;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::error::Fault;
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::subject::{BuyerField, Subject};
use zkratka_store::{AlertOutcome, NewStockAlert};
use zkratka_storefront::product_url;
use zkratka_texts::{ALERTS_FULL, ALERTS_TOO_OFTEN, fault_text};

/// `POST /stock-alerts`: an e-mail to `email` once the variant `id` can be bought again. An address that waits already gets the
/// same response, so that nobody learns who waits.
pub async fn stock_alert(
    State(app): State<SharedApp>,
    ClientAddress(client): ClientAddress,
    form: ShopForm,
) -> Result<Response, Failure> {
    if app.config.mail.is_none() {
        return Err(Failure::NotFound);
    }
    let id = form.value("id").and_then(|text| text.trim().parse().ok());
    let catalogue = app.catalogue.current();
    let found = catalogue.variant(VariantId(id.unwrap_or(0)));
    let (product, variant) = found
        .filter(|(product, _)| product.published)
        .ok_or(Failure::NotFound)?;
    let url = product_url(product, Some(variant.id));
    if variant.stock.is_available() {
        return Ok(see_other(&url));
    }
    let refused = Refused {
        app: &app,
        form: &form,
        product,
        variant,
    };
    let email = form.value("email").unwrap_or_default().trim();
    if let Some(code) = email_fault(email) {
        let text = fault_text(&Fault::of(code, Subject::Buyer(BuyerField::Email)));
        return refused.with(&text, StatusCode::UNPROCESSABLE_ENTITY).await;
    }
    let now = app.clock.now();
    let who = [RateLimitKey::at(client)];
    if app.alert_rate_limiter.take(&who, now).is_err() {
        let status = StatusCode::TOO_MANY_REQUESTS;
        return refused.with(ALERTS_TOO_OFTEN, status).await;
    }
    let alert = NewStockAlert {
        variant: variant.id,
        email: email.to_owned(),
        secret: app.ids.secret(),
        now,
    };
    match app.store.add_stock_alert(alert).await? {
        // Whether somebody waits, and for how much, is nobody else's business.
        AlertOutcome::Added | AlertOutcome::Known | AlertOutcome::ContactFull => {
            let mark = if url.contains('?') { '&' } else { '?' };
            Ok(see_other(&format!("{url}{mark}hlidani=ano#hlidani")))
        }
        AlertOutcome::ShopFull => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            refused.with(ALERTS_FULL, status).await
        }
    }
}

/// A form that the shop refuses. Its page shows what was typed, and why.
struct Refused<'a> {
    app: &'a SharedApp,
    form: &'a ShopForm,
    product: &'a Arc<Product>,
    variant: &'a Variant,
}

impl Refused<'_> {
    async fn with(self, error: &str, status: StatusCode) -> Result<Response, Failure> {
        let Self {
            app,
            form,
            product,
            variant,
        } = self;
        let visitor = Visitor::browsing(app, &form.headers).await;
        let typed: String = form
            .value("email")
            .unwrap_or_default()
            .chars()
            .take(254)
            .collect();
        let alert = AlertForm {
            email: &typed,
            error,
            ..AlertForm::default()
        };
        let mut response = product_page(app, &form.sent_to, &visitor, (product, variant), alert)?;
        *response.status_mut() = status;
        Ok(response)
    }
}
