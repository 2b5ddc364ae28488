//! A signed-in buyer pays by a saved card, and has card and address saved.

use super::proven;
use crate::app::{App, SharedApp};
use crate::carts::{CartReference, Carts, Change, Found};
use crate::http::{ClientAddress, same_site};
use crate::pages::Failure;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use zkratka_abuse::RateLimitKey;
use zkratka_account_pages::{NoOwner, Refusal, billed, entry_id, paid_by};
use zkratka_commerce::cart::Cart;
use zkratka_commerce::cart_changes::{Changed, save_typed_card};
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::subject::Subject;
use zkratka_ids::{CartToken, parse_secret};
use zkratka_saved_cards::{NotConfirmed, ToConfirm, confirm};
use zkratka_store::{AccountId, Session, StoreError};

/// The greatest size of a request's body, in bytes.
pub(crate) const MAX_BYTES: usize = 2048;

#[derive(Deserialize)]
pub struct PayInput {
    /// The saved address to bill; `None`: what the cart says.
    address: Option<String>,
    card: String,
}

#[derive(Deserialize)]
pub struct SaveInput {
    save: bool,
    /// The gateway's session of the card that this browser's buyer has typed. No answer of the API has it.
    session: String,
}

/// Who asks, and for which cart.
struct Asked {
    account: AccountId,
    cart: CartReference,
}

/// `POST /checkout/{token}/account/pay?key=SECRET`: the buyer confirms that a saved card pays the cart as it is now. The answer
/// is what `cartPaymentUpdate` takes.
pub async fn pay(
    State(app): State<SharedApp>,
    Path(token): Path<String>,
    RawQuery(query): RawQuery,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    body: Result<Json<PayInput>, JsonRejection>,
) -> Result<Response, Failure> {
    let asked = match asked(&app, &token, query.as_deref(), &headers).await? {
        Ok(asked) => asked,
        Err(refused) => return Ok(refused),
    };
    let who = [
        RateLimitKey::at(client),
        RateLimitKey::Account(asked.account),
    ];
    if let Err(wait) = app.card_payment_limiter.take(&who, app.clock.now()) {
        return Ok(Refusal::TooMany(wait).as_json());
    }
    let Json(input) = body.map_err(|_| Failure::BadRequest)?;
    let card = entry_id(&input.card).ok_or(Failure::BadRequest)?;
    let address = input.address.as_deref();
    let address = address.map(|id| entry_id(id).ok_or(Failure::BadRequest));
    let address = address.transpose()?;
    let view = match Carts::new(&app).find(&asked.cart).await? {
        Found::Cart(view) => view,
        Found::Completed(_) => return Ok(StatusCode::CONFLICT.into_response()),
        Found::Missing => return Err(Failure::NotFound),
    };
    let (accounts, now) = (app.store.accounts(), app.clock.now());
    let billed = billed(accounts, asked.account, address, &view.cart, now);
    let Some(address) = billed.await? else {
        return Ok(StatusCode::UNPROCESSABLE_ENTITY.into_response());
    };
    let asking = ToConfirm {
        account: asked.account,
        card,
        cart: &view.cart,
        priced: &view.priced,
        rules: &app.rules,
        now: app.clock.now(),
    };
    match confirm(&*app.store, &app.ids, asking).await {
        Ok(confirmed) => Ok(paid_by(confirmed.session_token, &address)),
        Err(NotConfirmed::NotOpen) => Ok(StatusCode::CONFLICT.into_response()),
        Err(NotConfirmed::NoSuchCard | NotConfirmed::Fault(_)) => {
            Ok(StatusCode::UNPROCESSABLE_ENTITY.into_response())
        }
        Err(NotConfirmed::Store(error)) => Err(error.into()),
    }
}

/// `POST /checkout/{token}/account/save?key=SECRET`: whether card and address are saved in the buyer's account once there is an
/// order. Only the browser that types the card may ask, because anybody may have the cart's link.
pub async fn save(
    State(app): State<SharedApp>,
    Path(token): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Result<Json<SaveInput>, JsonRejection>,
) -> Result<Response, Failure> {
    let asked = match asked(&app, &token, query.as_deref(), &headers).await? {
        Ok(asked) => asked,
        Err(refused) => return Ok(refused),
    };
    let Json(input) = body.map_err(|_| Failure::BadRequest)?;
    let wish = input.save.then_some(asked.account);
    let change = |cart: &mut Cart, _: &_, _: &_| {
        let faults = if save_typed_card(cart, &input.session, wish) {
            Vec::new()
        } else {
            vec![Fault::of(FaultCode::InvalidPayment, Subject::PaymentMethod)]
        };
        Changed {
            faults,
            ..Changed::default()
        }
    };
    Ok(match Carts::new(&app).change(&asked.cart, change).await? {
        Change::Cart(view) if view.faults.is_empty() => StatusCode::NO_CONTENT.into_response(),
        Change::Cart(_) => StatusCode::UNPROCESSABLE_ENTITY.into_response(),
        Change::Completing(_) | Change::Completed(_) => StatusCode::CONFLICT.into_response(),
        Change::Missing => return Err(Failure::NotFound),
    })
}

/// Only a page of this very origin may ask, in a browser whose owner has signed in, with the cart's secret. The inner error is the
/// answer to anybody else.
async fn asked(
    app: &App,
    token: &str,
    query: Option<&str>,
    headers: &HeaderMap,
) -> Result<Result<Asked, Response>, StoreError> {
    let cart = app
        .shop_wallet
        .as_ref()
        .and_then(|_| reference(token, query));
    let Some(cart) = cart else {
        return Ok(Err(StatusCode::NOT_FOUND.into_response()));
    };
    if !same_site::is_from(&app.config.server.public_origin, headers) {
        return Ok(Err(StatusCode::FORBIDDEN.into_response()));
    }
    Ok(match proven(app, headers).await? {
        Ok(Session { account, .. }) => Ok(Asked { account, cart }),
        Err(NoOwner::SignedOut) => Err(StatusCode::UNAUTHORIZED.into_response()),
        Err(NoOwner::Unproven) => Err(Refusal::CodeNeeded.as_json()),
    })
}

fn reference(token: &str, query: Option<&str>) -> Option<CartReference> {
    let mut pairs = url::form_urlencoded::parse(query?.as_bytes());
    let (_, key) = pairs.find(|(name, _)| name == "key")?;
    Some(CartReference {
        token: CartToken::parse(token)?,
        secret: parse_secret(&key)?,
    })
}
