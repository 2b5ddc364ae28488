//! `POST /wallets/config/…`: what a wallet's script needs for one cart. For `amazon_pay` and `optimus` (row 7.13) these are
//! parameters with a payload that the server signs, for `meta_pay` the context of a payment. Storefronts on allowed origins may
//! call it, like the cart API.

use super::cookie;
use crate::app::{App, SharedApp};
use crate::carts::{CartReference, CartView, Carts, Found};
use crate::graphql::{allow_origin, has_token, preflight};
use crate::http::same_site;
use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, any};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use zkratka_admission::{Deadline, Priority, Refusal};
use zkratka_commerce::cart::CartStatus;
use zkratka_listener::Client;
use zkratka_shop_wallets::amazon_pay::{ButtonCart, ButtonRequest, NoButton, RetailerWallet};

/// The greatest size of a request's body, in bytes: three addresses.
pub(crate) const MAX_BYTES: usize = 16 * 1_024;

/// The wallets whose scripts need something for a cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CartWallet {
    Retailer(RetailerWallet),
    MetaPay,
}

#[derive(Deserialize)]
struct CartWish {
    cart_id: String,
}

#[derive(Deserialize)]
struct Wish {
    checkout_url: String,
    checkout_cancel_url: String,
    cart_id: String,
}

impl Wish {
    fn request(&self) -> ButtonRequest<'_> {
        ButtonRequest {
            checkout_url: &self.checkout_url,
            cancel_url: &self.checkout_cancel_url,
        }
    }
}

/// Why a request gets no parameters.
enum Refused {
    /// With a stable code.
    With(StatusCode, &'static str),
    Busy(Refusal),
}

impl Refused {
    /// The request is right, but there is no button for the cart.
    const fn cart(code: &'static str) -> Self {
        Self::With(StatusCode::OK, code)
    }
}

const MALFORMED: Refused = Refused::With(StatusCode::BAD_REQUEST, "malformed_request");
/// The request is right, but this shop has no such cart.
const NO_CART: Refused = Refused::cart("cart_not_found");

impl From<NoButton> for Refused {
    fn from(reason: NoButton) -> Self {
        let status = match reason {
            NoButton::Disabled => StatusCode::NOT_FOUND,
            NoButton::ForeignAddress => StatusCode::BAD_REQUEST,
            NoButton::Unsigned => StatusCode::INTERNAL_SERVER_ERROR,
            NoButton::Currency(_) | NoButton::EmptyLineItems | NoButton::NotApplicable => {
                StatusCode::OK
            }
        };
        tracing::debug!(%reason, "a wallet's script gets nothing for a cart");
        Self::With(status, reason.code())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response<Body> {
        match self {
            Self::With(status, code) => (status, Json(json!({ "error": code }))).into_response(),
            Self::Busy(refusal) => {
                let after = [(RETRY_AFTER, HeaderValue::from(refusal.seconds()))];
                let body = Json(json!({ "error": "busy" }));
                (StatusCode::TOO_MANY_REQUESTS, after, body).into_response()
            }
        }
    }
}

/// The endpoint of one wallet.
pub fn cart_config(wallet: CartWallet) -> MethodRouter<SharedApp> {
    any(
        async move |State(app): State<SharedApp>, request: Request| {
            let (parts, body) = request.into_parts();
            let allowed = &app.config.storefront.allowed_origins;
            let mut response = match parts.method {
                Method::OPTIONS => return preflight(&parts.headers, allowed),
                Method::POST => match answer(&app, wallet, &parts, body).await {
                    Ok((params, holder)) => with_cookie(Json(params).into_response(), holder),
                    Err(refused) => refused.into_response(),
                },
                _ => not_allowed(),
            };
            allow_origin(&parts.headers, allowed, &mut response);
            response
        },
    )
}

fn with_cookie(mut response: Response<Body>, cookie: Option<HeaderValue>) -> Response<Body> {
    if let Some(cookie) = cookie {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

fn not_allowed() -> Response<Body> {
    let refused = Refused::With(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed");
    let mut response = refused.into_response();
    let allow = HeaderValue::from_static("POST, OPTIONS");
    response.headers_mut().insert(ALLOW, allow);
    response
}

async fn answer(
    app: &SharedApp,
    wallet: CartWallet,
    parts: &Parts,
    body: Body,
) -> Result<(Value, Option<HeaderValue>), Refused> {
    // Read the body before checking the token: a client that is still sending would miss the response.
    let body = to_bytes(body, MAX_BYTES).await;
    if !has_token(&parts.headers, &app.config.storefront.access_token) {
        return Err(Refused::With(StatusCode::UNAUTHORIZED, "missing_token"));
    }
    if !is_json(&parts.headers) {
        return Err(MALFORMED);
    }
    let body = body.map_err(|_broken| MALFORMED)?;
    match wallet {
        CartWallet::Retailer(wallet) => {
            let wish: Wish = read(&body)?;
            let amazon = app.wallets.amazon_pay.as_ref();
            let amazon = amazon.filter(|amazon| amazon.offers(wallet));
            let amazon = amazon.ok_or(NoButton::Disabled)?;
            if amazon.own_cancel_url(wish.request()).is_none() {
                return Err(NoButton::ForeignAddress.into());
            }
            let (client, view) = counted_cart(app, parts, &wish.cart_id).await?;
            let holder = holder(app, &client, &parts.headers, &view);
            Ok((sign(app, wallet, view, wish).await?, holder))
        }
        CartWallet::MetaPay => {
            let wish: CartWish = read(&body)?;
            let meta_pay = app.wallets.meta_pay.as_ref();
            let meta_pay = meta_pay.ok_or(NoButton::Disabled)?;
            let (_, view) = counted_cart(app, parts, &wish.cart_id).await?;
            let context = meta_pay.context(&view.cart, &view.priced);
            let context = context.ok_or(NoButton::NotApplicable)?;
            Ok((json!({ "containerContext": context }), None))
        }
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refused> {
    serde_json::from_slice(body).map_err(|_error| MALFORMED)
}

/// The cookie by which the browser is known as the cart's when its buyer comes back. Browsers take no cookie from a page of
/// another site: there the page asks to which the buyer comes back.
fn holder(app: &App, client: &Client, headers: &HeaderMap, view: &CartView) -> Option<HeaderValue> {
    let own = client.own_origin();
    let own = own.unwrap_or_else(|| app.config.server.public_origin.clone());
    same_site::is_from(&own, headers)
        .then(|| cookie::set_holder(app, &CartReference::from(&view.cart)))
        .flatten()
}

/// Counts the request, and reads its cart.
async fn counted_cart(
    app: &SharedApp,
    parts: &Parts,
    cart_id: &str,
) -> Result<(Client, Box<CartView>), Refused> {
    let trusted = &app.config.server.trusted_proxies;
    let client = Client::of_parts(&parts.extensions, &parts.headers, &parts.uri, trusted);
    app.count_provider_call(Some(client.address))
        .map_err(|after| Refused::Busy(Refusal { after }))?;
    let deadline = parts.extensions.get().copied();
    let deadline =
        deadline.unwrap_or_else(|| Deadline(Instant::now() + app.config.limits.request_timeout));
    Ok((client, open_cart(app, cart_id, deadline).await?))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = kind.and_then(|kind| kind.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

/// Reads a cart that can still be paid, with its prices.
async fn open_cart(app: &App, cart_id: &str, deadline: Deadline) -> Result<Box<CartView>, Refused> {
    let work = &app.admission.work;
    let _place = work
        .enter(Priority::Shopping, deadline.0)
        .map_err(Refused::Busy)?;
    let reference = CartReference::from_gid(cart_id).ok_or(NO_CART)?;
    let found = Carts::new(app).find(&reference).await.map_err(|error| {
        tracing::warn!(%error, "a cart could not be read");
        Refused::With(StatusCode::SERVICE_UNAVAILABLE, "unavailable")
    })?;
    match found {
        Found::Cart(view) if view.cart.status == CartStatus::Open => Ok(view),
        Found::Cart(_) => Err(Refused::cart("cart_completing")),
        Found::Completed(_) => Err(Refused::cart("cart_completed")),
        Found::Missing => Err(NO_CART),
    }
}

/// Signs on a thread that may be occupied, because a signature costs a processor about a millisecond. Few are made at once;
/// further requests are told when to retry.
async fn sign(
    app: &SharedApp,
    wallet: RetailerWallet,
    view: Box<CartView>,
    wish: Wish,
) -> Result<Value, Refused> {
    let signatures = &app.admission.signatures;
    let permit = signatures
        .enter_if_room(Priority::Settling)
        .map_err(Refused::Busy)?;
    let app = Arc::clone(app);
    let signing = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let amazon = app.wallets.amazon_pay.as_ref();
        let amazon = amazon.ok_or(NoButton::Disabled)?;
        let cart = ButtonCart {
            cart: &view.cart,
            priced: &view.priced,
            nonce: app.ids.secret(),
            now: app.clock.now(),
        };
        amazon.button(wallet, &cart, wish.request())
    });
    match signing.await {
        Ok(params) => Ok(params?),
        Err(_panic) => Err(NoButton::Unsigned.into()),
    }
}
