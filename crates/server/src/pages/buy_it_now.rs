//! Buys a product immediately, without scripts: the product form creates a cart and leads to its checkout, or to a page
//! with the text that the dialog would show.

use super::cart_forms::way_back;
use super::cookie;
use super::failure::Failure;
use super::form::ShopForm;
use super::no_script;
use super::render::{Message, message, see_other};
use super::visitor::Visitor;
use crate::app::{App, SharedApp};
use crate::carts::{CartView, Carts, Created, NewCart, Purchase};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use zkratka_commerce::cart::BuyerIdentity;
use zkratka_commerce::error::FaultCode;
use zkratka_commerce::stock::WarningCode;
use zkratka_store::StoreError;
use zkratka_texts::{CHECKOUT_TEXT, CHECKOUT_TITLE, OUT_OF_STOCK, fault_text};

/// The outcome of creating a cart. The specification gives the order of the checks. The first match applies.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// The generic dialog.
    Unrecoverable(StatusCode),
    /// The dialog with the merchant's message, or with what the goods lack.
    Custom(String),
    /// The out-of-stock dialog.
    OutOfStock,
    /// The checkout, with a flag that says why the buyer cannot be sent straight through.
    Decelerate {
        url: String,
        flag: &'static str,
    },
    Checkout {
        url: String,
    },
}

/// `POST /checkout/buy-it-now`
pub async fn buy_it_now(State(app): State<SharedApp>, form: ShopForm) -> Result<Response, Failure> {
    let line = form.line();
    let back = way_back(&app, &form, line.variant);
    let new = NewCart {
        lines: vec![line],
        opens: Some(Purchase::InCheckout),
        buyer: BuyerIdentity {
            country: cookie::country(&app, &form.headers),
            ..BuyerIdentity::default()
        },
        ..NewCart::default()
    };
    let outcome = match Carts::new(&app).create(new).await {
        Ok(created) => outcome(&app, created),
        Err(StoreError::Busy) => Outcome::Unrecoverable(StatusCode::TOO_MANY_REQUESTS),
        Err(error) => {
            tracing::error!(%error, "a cart could not be stored");
            Outcome::Unrecoverable(StatusCode::SERVICE_UNAVAILABLE)
        }
    };
    let leading = |url: &str| no_script::url_for(&app, &form, url);
    match outcome {
        Outcome::Unrecoverable(status) => dialog(&app, status, CHECKOUT_TEXT, &back, None),
        Outcome::Custom(text) => {
            let visitor = Visitor::browsing(&app, &form.headers).await;
            dialog(&app, StatusCode::CONFLICT, &text, &back, Some(&visitor))
        }
        Outcome::OutOfStock => {
            let visitor = Visitor::browsing(&app, &form.headers).await;
            dialog(
                &app,
                StatusCode::CONFLICT,
                OUT_OF_STOCK,
                &back,
                Some(&visitor),
            )
        }
        Outcome::Decelerate { url, flag } => {
            Ok(see_other(&format!("{}&{flag}=true", leading(&url))))
        }
        Outcome::Checkout { url } => Ok(see_other(&leading(&url))),
    }
}

fn outcome(app: &App, created: Created) -> Outcome {
    let view = match created {
        Created::Refused(faults) => {
            let codes: Vec<_> = faults.iter().map(|fault| fault.code.as_str()).collect();
            tracing::info!(?codes, "a cart was refused");
            let mut told = faults.iter().filter(|fault| {
                fault.message.is_some() || fault.code == FaultCode::BundleRequiresComponents
            });
            if let Some(fault) = told.next() {
                return Outcome::Custom(fault_text(fault));
            }
            return Outcome::Unrecoverable(StatusCode::UNPROCESSABLE_ENTITY);
        }
        Created::Cart(view) => view,
    };
    let url = app.checkout_url(&view.cart);
    match stock_verdict(&view) {
        StockVerdict::NothingLeft => Outcome::OutOfStock,
        StockVerdict::FewerLeft => Outcome::Decelerate {
            url,
            flag: "wallet_not_enough_stock",
        },
        StockVerdict::Enough => Outcome::Checkout { url },
    }
}

enum StockVerdict {
    Enough,
    FewerLeft,
    NothingLeft,
}

/// An out-of-stock warning ends the purchase only if every line has quantity 0.
fn stock_verdict(view: &CartView) -> StockVerdict {
    let warned = |code| view.warnings.iter().any(|warning| warning.code == code);
    let nothing = view.priced.lines.iter().all(|line| line.quantity == 0);
    if warned(WarningCode::MerchandiseOutOfStock) && nothing {
        StockVerdict::NothingLeft
    } else if view.warnings.is_empty() {
        StockVerdict::Enough
    } else {
        StockVerdict::FewerLeft
    }
}

/// Shows the dialog as a page.
fn dialog(
    app: &App,
    status: StatusCode,
    text: &str,
    back: &str,
    visitor: Option<&Visitor>,
) -> Result<Response, Failure> {
    message(
        app,
        status,
        Message::new(CHECKOUT_TITLE, text, back),
        visitor,
    )
}
