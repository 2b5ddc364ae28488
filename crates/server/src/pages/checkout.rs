//! The checkout and the confirmation: a page with the data from which the app in it starts.

use super::amazon_return::tell;
use super::checkout_account::approved_account;
use super::checkout_attempt::{is_by_amazon, returned, under_way};
use super::checkout_data::{CheckoutData, LiveAttempt, Page};
use super::checkout_form::first_form;
use super::checkout_wallet::OfferedWallet;
use super::cookie;
use super::failure::Failure;
use super::order;
use super::render::{page, see_other};
use super::snippet::checkout_snippet;
use super::view::PageView;
use crate::app::{App, SharedApp};
use crate::carts::{CartReference, Carts, Found};
use crate::http::{ClientAddress, OwnPage};
use axum::extract::{Path, RawQuery, State};
use axum::http::header::{CACHE_CONTROL, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use minijinja::value::Value;
use serde::Serialize;
use zkratka_assets::PageScripts;
use zkratka_attempts::NameFor;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::cart_changes::Changed;
use zkratka_ids::{CartToken, parse_secret};
use zkratka_order_page::OrderText;
use zkratka_texts::RESULT_ELSEWHERE;

/// `GET /checkout/{token}?key=SECRET`
pub async fn checkout(
    State(app): State<SharedApp>,
    Path(token): Path<String>,
    RawQuery(query): RawQuery,
    OwnPage(origin): OwnPage,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let link = query.as_deref();
    let query = Query::read(link);
    let mut cart = match find(&app, &token, &query).await {
        Err(Failure::NotFound) => return order::at_own_link(&app, &token, link).await,
        found => found?,
    };
    let attempt = under_way(&app, &headers, client, &cart).await?;
    if attempt.is_some() {
        // The provider's answer may have ended the attempt.
        cart = find(&app, &token, &query).await?;
    }
    if matches!(cart.status, CartStatus::Completed { .. }) {
        let shown = order::of_completed(&app, cart, query.attempt.as_deref());
        return Box::pin(shown).await;
    }
    let view = Carts::new(&app)
        .view(cart.clone(), Changed::default())
        .await?;
    let wallets = checkout_snippet(&app, &origin, &view);
    let account = approved_account(&app, &view, client).await?;
    let live = attempt.as_ref().map(|attempt| LiveAttempt {
        attempt,
        name: query.attempt.as_deref(),
    });
    let amazon = account.as_ref().and_then(|it| it.amazon.clone());
    let data = CheckoutData::new(
        &app,
        Page::Checkout,
        &cart,
        query.flags,
        live.as_ref(),
        None,
        account,
    );
    // The script first tells how an attempt has ended.
    let form = if cart.status == CartStatus::Open && live.is_none() {
        first_form(&app, data.cart_id(), data.notices(), amazon).await
    } else {
        None
    };
    let wallet = if query.skips_wallet {
        None
    } else {
        OfferedWallet::of(&app, &headers, query.wants_wallet).await?
    };
    // The wallet has a form of its own, which the script draws.
    let is_by_wallet = wallet.as_ref().is_some_and(|it| it.is_wanted);
    let data = data
        .on_page_of(&origin)
        .in_own_browser(cookie::has_made(&app, &headers, &cart))
        .with_wallet(wallet);
    let (data, html) = match &form {
        Some(form) if is_by_wallet => (data.beginning_with(&form.cart), ""),
        Some(form) => (data.beginning_with(&form.cart), form.html.as_str()),
        None => (data, ""),
    };
    let parts = Parts {
        title: "Pokladna",
        scripts: &app.manifest.checkout.page,
        wallets,
        html,
    };
    frame(&app, &data, parts)
}

/// `GET /attempts/{id}/return`: the buyer returns from a challenge. The response contains the secret of the order, or of
/// the cart, so only the gateway and the buyer's browser may know this id.
pub async fn challenge_return(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let found = app.attempts.find(NameFor::Return, &id).await?;
    let attempt = returned(&app, client, found.ok_or(Failure::NotFound)?).await?;
    let order = attempt.order;
    let cart = app.store.cart(attempt.cart).await?;
    let cart = cart.ok_or(Failure::NotFound)?;
    // Amazon knows this address. It leads to links of the cart or the order only in a browser that has had the cart's link.
    if is_by_amazon(&attempt) && !cookie::holds(&app, &headers, &cart) {
        return match order {
            // This page shows nothing of the buyer.
            Some(_) => Ok(private(see_other(&app.confirmation_url(&cart)))),
            None => tell(&app, StatusCode::OK, RESULT_ELSEWHERE, None),
        };
    }
    // The return id can be made from the database, so it does not lead to codes of gift cards. From the cart's pages the tab
    // that submitted the cart goes on to the order's own page.
    let address = match (order, attempt.link_key()) {
        (Some(_), Some(_)) => app.confirmation_url(&cart),
        // The gateway and the bank know this address, and who has the order's own link may download its files.
        (Some(_), None)
            if attempt.snapshot.has_downloads() && !cookie::holds(&app, &headers, &cart) =>
        {
            app.confirmation_url(&cart)
        }
        (None, Some(_)) => app.checkout_url(&cart),
        (Some(_), None) => {
            let CartReference { token, secret } = CartReference::from(&cart);
            app.order_url(&token, &secret, &attempt)
        }
        (None, None) => app.own_checkout_url(&cart, &attempt),
    };
    Ok(private(see_other(&address)))
}

/// The query of a checkout's URL.
pub(super) struct Query {
    pub(super) secret: Option<zkratka_commerce::ids::Secret>,
    /// The public id of the attempt, if the link is for the client that submitted the cart.
    attempt: Option<String>,
    /// Whether the buyer goes on without the shop's own wallet (row 4.06).
    skips_wallet: bool,
    /// Whether the buyer came to pay by the shop's own wallet (row 2.30).
    wants_wallet: bool,
    /// The flags of the button that sent the buyer to the checkout.
    pub(super) flags: Vec<String>,
}

impl Query {
    pub(super) fn read(query: Option<&str>) -> Self {
        let mut read = Self {
            secret: None,
            attempt: None,
            skips_wallet: false,
            wants_wallet: false,
            flags: Vec::new(),
        };
        for (name, value) in url::form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            match &*name {
                "key" => read.secret = parse_secret(&value),
                "attempt" => read.attempt = Some(value.into_owned()),
                "skip_shop_pay" => read.skips_wallet = value == "true",
                "payment" => read.wants_wallet = value == "shop_pay",
                flag if DECELERATION_FLAGS.contains(&flag) && value == "true" => {
                    read.flags.push(flag.to_owned());
                }
                _ => {}
            }
        }
        read
    }
}

/// The flags that a button adds if it sends the buyer to the checkout instead of completing the purchase itself.
const DECELERATION_FLAGS: &[&str] = &[
    "wallet_currency_change",
    "wallet_dynamic_tax",
    "wallet_cart_not_ready",
    "wallet_not_enough_stock",
    "wallet_captcha_required",
    "wallet_payment_method_not_applicable",
    "wallet_deferred_payment_required",
    "wallet_localization_extension_field_error",
];

/// Finds the cart by its token and secret. If either is wrong, the page does not exist.
pub(super) async fn find(app: &App, token: &str, query: &Query) -> Result<Cart, Failure> {
    let token = CartToken::parse(token).ok_or(Failure::NotFound)?;
    let secret = query.secret.clone().ok_or(Failure::NotFound)?;
    let reference = CartReference { token, secret };
    match Carts::new(app).find(&reference).await? {
        Found::Cart(view) => Ok(view.cart),
        Found::Completed(cart) => Ok(*cart),
        Found::Missing => Err(Failure::NotFound),
    }
}

/// The parts in which the two pages differ.
pub(super) struct Parts<'a> {
    pub(super) title: &'a str,
    pub(super) scripts: &'a PageScripts,
    /// The HTML of the wallets' buttons.
    pub(super) wallets: String,
    /// The HTML that the page shows until its script renders.
    pub(super) html: &'a str,
}

pub(super) fn frame(
    app: &App,
    data: &CheckoutData<'_>,
    parts: Parts<'_>,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Content<'a> {
        data_json: String,
        entry: Option<&'a str>,
        preload: &'a [String],
        form: Value,
        css: &'a [String],
        checkout_snippet: Value,
        /// Where a browser without scripts signs in to the shop's own wallet.
        sign_in: Option<String>,
        is_signed_in: bool,
        /// Without scripts, the order's page says what it knows.
        order: Option<OrderText<'a>>,
    }
    let view = PageView {
        title: parts.title,
        kind: "checkout",
        description: "",
        path: "",
    };
    let content = Content {
        data_json: json_in_html(data)?,
        entry: parts.scripts.entry.as_deref(),
        preload: &parts.scripts.preload,
        form: Value::from_safe_string(parts.html.to_owned()),
        css: &app.manifest.checkout.css,
        checkout_snippet: Value::from_safe_string(parts.wallets),
        sign_in: data.sign_in_address(),
        is_signed_in: data.is_signed_in(),
        order: data.order_text(),
    };
    Ok(private(page(app, "checkout.html", view, None, content)?))
}

/// Serialises JSON so that it cannot end the script element that contains it.
pub(super) fn json_in_html(data: &impl Serialize) -> Result<String, Failure> {
    let json = serde_json::to_string(data).map_err(|error| {
        tracing::error!(%error, "the checkout's data could not be serialised");
        Failure::Internal("the checkout's data cannot be written")
    })?;
    Ok(json
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026"))
}

/// Forbids caches to store the response, and browsers to send its URL as referrer, because the URL contains the cart's
/// secret.
pub(super) fn private(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
