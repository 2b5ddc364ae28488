//! The cart's forms: add, change, go to the checkout. They work without scripts.

use super::cookie;
use super::failure::Failure;
use super::form::ShopForm;
use super::render::{Message, message, see_other};
use super::storefront::{cart_page, open_cart};
use super::view::product_url;
use crate::app::{App, SharedApp};
use crate::carts::{CartReference, CartView, Carts, Change, Created, NewCart};
use crate::texts::{CHECKOUT_TITLE, fault_text};
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use zkratka_commerce::cart::{CartStatus, LineInput, LineUpdate, add_lines, update_lines};
use zkratka_commerce::error::Fault;
use zkratka_commerce::ids::{LineId, VariantId};
use zkratka_commerce::pricing::WarningCode;

/// `POST /cart/add`: the product form.
pub async fn add(State(app): State<SharedApp>, form: ShopForm) -> Result<Response, Failure> {
    let line = form.line();
    let back = way_back(&app, &form, line.variant);
    let view = match add_line(&app, &form.headers, line).await? {
        Added::To(view) => view,
        Added::Refused(faults) => return refused(&app, &faults, &back),
    };
    let mut response = see_other(&cart_url(&view));
    let reference = CartReference::from(&view.cart);
    if let Some(cookie) = cookie::set(&app, &reference) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

enum Added {
    To(Box<CartView>),
    Refused(Vec<Fault>),
}

/// Adds to the browser's cart, or to a new one when it has none that can still be changed.
async fn add_line(app: &App, headers: &HeaderMap, line: LineInput) -> Result<Added, Failure> {
    let carts = Carts::new(app);
    if let Some(reference) = cookie::cart(headers) {
        let lines = std::slice::from_ref(&line);
        let changed = carts
            .change(&reference, |cart, catalogue, rules| {
                add_lines(cart, lines, catalogue, rules)
            })
            .await?;
        match changed {
            Change::Cart(view) if view.faults.is_empty() => return Ok(Added::To(view)),
            Change::Cart(view) => return Ok(Added::Refused(view.faults)),
            Change::Completing(_) | Change::Completed(_) | Change::Missing => {}
        }
    }
    let new = NewCart {
        lines: vec![line],
        ..NewCart::default()
    };
    match carts.create(new).await? {
        Created::Cart(view) => Ok(Added::To(view)),
        Created::Refused(faults) => Ok(Added::Refused(faults)),
    }
}

/// The cart's address, with what was found out while adding.
fn cart_url(view: &CartView) -> String {
    let notice = match view.warnings.first().map(|warning| warning.code) {
        None => return "/cart".to_owned(),
        Some(WarningCode::MerchandiseNotEnoughStock) => "not_enough_stock",
        Some(WarningCode::MerchandiseOutOfStock) => "out_of_stock",
    };
    format!("/cart?notice={notice}")
}

/// `POST /cart/change`: a line's id and its new quantity; 0 removes it.
pub async fn change(State(app): State<SharedApp>, form: ShopForm) -> Result<Response, Failure> {
    let Some(reference) = cookie::cart(&form.headers) else {
        return Ok(see_other("/cart"));
    };
    let line = form.value("id").and_then(|text| text.trim().parse().ok());
    let line = line.map(LineId).ok_or(Failure::BadRequest)?;
    // A quantity that is no number must not remove the line, as 0 would.
    let quantity = match form.value("quantity").map(str::trim) {
        Some(text) => text.parse().unwrap_or(-1),
        None => return Err(Failure::BadRequest),
    };
    let update = [LineUpdate {
        id: line,
        quantity: Some(quantity),
        variant: None,
        attributes: None,
    }];
    let changed = Carts::new(&app)
        .change(&reference, |cart, catalogue, rules| {
            update_lines(cart, &update, catalogue, rules)
        })
        .await?;
    match changed {
        Change::Cart(view) if !view.faults.is_empty() => {
            let texts = view.faults.iter().map(fault_text).collect();
            let mut response = cart_page(&app, Some(&view), texts)?;
            *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
            Ok(response)
        }
        Change::Cart(view) => Ok(see_other(&cart_url(&view))),
        Change::Completing(view) => Ok(see_other(&app.checkout_url(&view.cart))),
        Change::Completed(_) | Change::Missing => Ok(see_other("/cart")),
    }
}

/// `POST /cart/checkout`
pub async fn checkout(State(app): State<SharedApp>, form: ShopForm) -> Result<Response, Failure> {
    let view = open_cart(&app, &form.headers).await?;
    let filled =
        view.filter(|view| !view.priced.lines.is_empty() || view.cart.status != CartStatus::Open);
    Ok(match filled {
        Some(view) => see_other(&app.checkout_url(&view.cart)),
        None => see_other("/cart"),
    })
}

/// Says why something could not be put into the cart.
fn refused(app: &App, faults: &[Fault], back: &str) -> Result<Response, Failure> {
    let mut texts: Vec<String> = faults.iter().map(fault_text).collect();
    texts.dedup();
    let text = texts.join(" ");
    let said = Message::new(CHECKOUT_TITLE, &text, back);
    message(app, StatusCode::UNPROCESSABLE_ENTITY, said)
}

/// The page that the form stood on, else the one on which the variant is sold, else the home page.
pub(super) fn way_back(app: &App, form: &ShopForm, variant: VariantId) -> String {
    if let Some(page) = form.stood_on(app) {
        return page.to_owned();
    }
    let catalogue = app.catalogue.current();
    let found = catalogue.variant(variant);
    let found = found.filter(|(product, _)| product.published);
    found.map_or_else(
        || "/".to_owned(),
        |(product, variant)| product_url(product, Some(variant.id)),
    )
}
