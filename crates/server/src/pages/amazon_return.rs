//! A buyer who comes back from Amazon's pages. The address contains no secret of the cart, so it leads into the cart only if
//! this browser has asked for the button, or if the buyer says so on the page.

use super::checkout::private;
use super::cookie;
use super::failure::Failure;
use super::form::ShopForm;
use super::render::{Message, message, page, see_other};
use super::view::PageView;
use crate::app::{App, SharedApp};
use crate::carts::{CartReference, Carts};
use crate::http::{ClientAddress, same_site};
use axum::extract::{Path, RawQuery, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Serialize;
use std::net::IpAddr;
use std::time::Duration;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::cart_changes::Changed;
use zkratka_shop_wallets::AmazonPay;
use zkratka_shop_wallets::amazon_pay::{
    PayableCart, ReviewStep, ReviewVisit, Unusable, cart_in, review_path, session_in,
};
use zkratka_texts::{
    RETURN_AGAIN, RETURN_EXPIRED, RETURN_UNANSWERED, RETURN_UNKNOWN, RETURN_USED, ReturnText,
};

/// Tells the checkout that the account at Amazon cannot pay for this cart.
const NOT_APPLICABLE: &str = "&wallet_payment_method_not_applicable=true";

/// How long the buyer waits for Amazon. The request has a place among those of buyers who pay.
const DEADLINE: Duration = Duration::from_secs(3);

/// `GET /amazon-pay/review/{name}?amazonCheckoutSessionId=ID`
pub async fn review(
    State(app): State<SharedApp>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let session = session_in(query.as_deref());
    Box::pin(visit(&app, &name, &session, client, &headers, false)).await
}

/// The same address by `POST`: the buyer asks on the page to go on. No other page may ask for the buyer.
pub async fn go_on(
    State(app): State<SharedApp>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
    ClientAddress(client): ClientAddress,
    form: ShopForm,
) -> Result<Response, Failure> {
    if !same_site::is_from(&form.sent_to, &form.headers) {
        return Err(Failure::OtherSite);
    }
    let session = session_in(query.as_deref());
    Box::pin(visit(&app, &name, &session, client, &form.headers, true)).await
}

async fn visit(
    app: &App,
    name: &str,
    session: &str,
    client: IpAddr,
    headers: &HeaderMap,
    confirms: bool,
) -> Result<Response, Failure> {
    let told = |status, text| tell(app, status, text, None);
    let unknown = || told(StatusCode::NOT_FOUND, RETURN_UNKNOWN);
    let (Some(amazon), Some(key)) = (&app.wallets.amazon_pay, cart_in(name)) else {
        return unknown();
    };
    let Some(cart) = app.store.cart(key).await? else {
        return unknown();
    };
    let visit = ReviewVisit {
        name,
        session,
        holds_cart: cookie::holds(app, headers, &cart),
        confirms,
    };
    match amazon.review(&cart, visit, app.clock.now()) {
        ReviewStep::TakeOver => receive(app, amazon, cart, visit, client).await,
        ReviewStep::Checkout => Ok(private(see_other(&app.checkout_url(&cart)))),
        ReviewStep::Ask => ask(app, visit),
        ReviewStep::Expired => told(StatusCode::GONE, RETURN_EXPIRED),
        ReviewStep::Used => told(StatusCode::GONE, RETURN_USED),
        ReviewStep::Forged => unknown(),
    }
}

/// Writes what the buyer chose at Amazon into the cart, and leads to the checkout. A session of another cart changes nothing.
/// If Amazon cannot be asked now, opening the address again tries again.
async fn receive(
    app: &App,
    amazon: &AmazonPay,
    cart: Cart,
    visit: ReviewVisit<'_>,
    client: IpAddr,
) -> Result<Response, Failure> {
    let checkout = app.checkout_url(&cart);
    let again = || {
        let address = review_path(visit.name, visit.session);
        let status = StatusCode::SERVICE_UNAVAILABLE;
        tell(app, status, RETURN_UNANSWERED, Some(&address))
    };
    if app.count_provider_call(Some(client)).is_err() {
        return again();
    }
    let view = Carts::new(app).view(cart, Changed::default()).await?;
    let paid = PayableCart {
        cart: &view.cart,
        priced: &view.priced,
    };
    let asked = amazon.came_back(visit, paid, app.clock.now());
    let chosen = match tokio::time::timeout(DEADLINE, asked).await {
        Ok(Ok(chosen)) => chosen,
        Ok(Err(Unusable::Refused)) if visit.holds_cart => {
            return Ok(private(see_other(&(checkout + NOT_APPLICABLE))));
        }
        // A visitor with a session of something else learns nothing of the cart.
        Ok(Err(Unusable::Refused)) => {
            return tell(app, StatusCode::NOT_FOUND, RETURN_UNKNOWN, None);
        }
        Ok(Err(Unusable::NoAnswer)) | Err(_) => return again(),
    };
    let reference = CartReference::from(&view.cart);
    Carts::new(app).take_over(&reference, &chosen).await?;
    let mut response = private(see_other(&checkout));
    if let Some(cookie) = cookie::set_holder(app, &reference) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// The page that asks whether to go on.
fn ask(app: &App, visit: ReviewVisit<'_>) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Content {
        action: String,
    }
    let view = PageView {
        title: "Vracíte se z Amazonu",
        kind: "message",
        description: "",
        path: "/",
    };
    let action = review_path(visit.name, visit.session);
    let shown = page(app, "amazon_return.html", view, None, Content { action });
    shown.map(private)
}

/// A page that leads to the shop's pages, or to this address again.
pub(super) fn tell(
    app: &App,
    status: StatusCode,
    text: ReturnText,
    again: Option<&str>,
) -> Result<Response, Failure> {
    let mut content = Message::new(text.title, text.text, "/");
    if let Some(address) = again {
        content.back_url = address;
        content.back_label = RETURN_AGAIN;
    }
    message(app, status, content, None).map(private)
}
