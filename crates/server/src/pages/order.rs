//! The page of an order.

use super::checkout::{Parts, Query, frame, json_in_html, private};
use super::checkout_data::{CheckoutData, Page};
use super::failure::Failure;
use super::form::ShopForm;
use super::render::{page, see_other};
use super::view::PageView;
use crate::app::{App, SharedApp};
use crate::carts::CartReference;
use axum::extract::{FromRequest, Path, RawQuery, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use zkratka_abuse::RateLimitKey;
use zkratka_attempts::download_secret;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::order::Order;
use zkratka_commerce::order_life::Life;
use zkratka_gift_cards::{IssuedCard, sold_cards};
use zkratka_ids::{CartToken, same_secret};
use zkratka_listener::Client;
use zkratka_order_page::{
    DownloadAccess, OrderData, OrderLink, ShopParts, ShownOrder, View, is_contact_of,
    leads_to_files, view,
};
use zkratka_store::OrderRecord;
use zkratka_texts::{OrderNow, too_many_contacts, unknown_contact};

/// `GET /checkout/{token}/confirmation?key=SECRET`: the secret is the order's own, or the cart's.
pub async fn confirmation(
    State(app): State<SharedApp>,
    Path(token): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    match find(&app, &token, query.as_deref()).await? {
        // Boxed, because the future is large.
        Found::Order(opened) => Box::pin(opened.show(&app, false)).await,
        Found::NoOrder(cart) => Ok(private(see_other(&app.checkout_url(&cart)))),
    }
}

/// `POST /checkout/{token}/confirmation?key=SECRET`: the visitor names a contact of the order (`contact`).
pub async fn prove(
    State(app): State<SharedApp>,
    Path(token): Path<String>,
    RawQuery(query): RawQuery,
    request: Request,
) -> Result<Response, Failure> {
    let proxies = &app.config.server.trusted_proxies;
    let (headers, uri) = (request.headers(), request.uri());
    let client = Client::of_parts(request.extensions(), headers, uri, proxies);
    let form = ShopForm::from_request(request, &app).await?;
    let opened = match find(&app, &token, query.as_deref()).await? {
        Found::Order(opened) => opened,
        Found::NoOrder(cart) => return Ok(private(see_other(&app.checkout_url(&cart)))),
    };
    let typed = form.value("contact").unwrap_or_default();
    let order = app
        .code_rate_limiter
        .cart(&format!("order {}", opened.order.number.0));
    let who = [RateLimitKey::at(client.address), order];
    let now = app.clock.now();
    if let Some(wait) = app.code_rate_limiter.wait(&who, now) {
        let error = too_many_contacts(wait);
        return opened.ask(&app, StatusCode::TOO_MANY_REQUESTS, Some(&error));
    }
    let home = app.rules.countries.first().map_or("", String::as_str);
    if is_contact_of(&opened.order.snapshot, typed, home) {
        return Box::pin(opened.show(&app, true)).await;
    }
    app.code_rate_limiter.count(&who, typed, now);
    opened.ask(
        &app,
        StatusCode::UNPROCESSABLE_ENTITY,
        Some(unknown_contact()),
    )
}

/// The checkout's page of a cart that has become an order. `name`: the visitor's name of the attempt, if any.
pub(super) async fn of_completed(
    app: &App,
    cart: Cart,
    name: Option<&str>,
) -> Result<Response, Failure> {
    let (record, attempt) = order_of(app, &cart).await?.ok_or(Failure::NotFound)?;
    let is_own = name.is_some_and(|name| app.is_attempt_id(name, &attempt));
    if is_own && app.order_secret(&attempt).is_some() {
        let CartReference { token, secret } = CartReference::from(&cart);
        return Ok(private(see_other(
            &app.order_url(&token, &secret, &attempt),
        )));
    }
    let link = OrderLink::Cart;
    let opened = Opened::new(cart, record, attempt, link);
    Box::pin(opened.show(app, false)).await
}

/// The order's link without `/confirmation`: redirects to the order. With any other secret the answer is 404.
pub(super) async fn at_own_link(
    app: &App,
    token: &str,
    query: Option<&str>,
) -> Result<Response, Failure> {
    match find(app, token, query).await? {
        Found::Order(opened) if matches!(opened.link, OrderLink::Own { .. }) => {
            Ok(private(see_other(&opened.own_address(app))))
        }
        Found::Order(_) | Found::NoOrder(_) => Err(Failure::NotFound),
    }
}

type Sold = (OrderRecord, Attempt);

pub(super) enum Found {
    Order(Box<Opened>),
    NoOrder(Box<Cart>),
}

/// Finds the order by the cart's token and a secret. If either is wrong, the page does not exist.
pub(super) async fn find(app: &App, token: &str, query: Option<&str>) -> Result<Found, Failure> {
    let secret = Query::read(query).secret.ok_or(Failure::NotFound)?;
    let cart = cart_by_token(app, token).await?;
    let is_cart = same_secret(&cart.secret, &secret);
    let Some((record, attempt)) = order_of(app, &cart).await? else {
        let cart = Some(cart).filter(|_| is_cart).ok_or(Failure::NotFound)?;
        return Ok(Found::NoOrder(Box::new(cart)));
    };
    let own = app.order_secret(&attempt);
    let is_own = own.is_some_and(|own| same_secret(&own, &secret));
    let link = match (is_own, is_cart) {
        (true, _) => OrderLink::Own {
            is_keyed: attempt.link_key().is_some(),
        },
        (false, true) => OrderLink::Cart,
        (false, false) => return Err(Failure::NotFound),
    };
    let opened = Opened::new(cart, record, attempt, link);
    Ok(Found::Order(Box::new(opened)))
}

async fn cart_by_token(app: &App, token: &str) -> Result<Cart, Failure> {
    let token = CartToken::parse(token).ok_or(Failure::NotFound)?;
    let cart = app.store.cart(token.key).await?.ok_or(Failure::NotFound)?;
    // Compared first, so that a made-up token costs one read and takes the same time with and without an order.
    Some(cart)
        .filter(|cart| same_secret(&cart.token_secret, &token.token_secret))
        .ok_or(Failure::NotFound)
}

/// The order of the cart with this token, for who has another proof than a secret.
pub(super) async fn order_by_token(app: &App, token: &str) -> Result<Sold, Failure> {
    let cart = cart_by_token(app, token).await?;
    order_of(app, &cart).await?.ok_or(Failure::NotFound)
}

async fn order_of(app: &App, cart: &Cart) -> Result<Option<Sold>, Failure> {
    let CartStatus::Completed { order, attempt } = &cart.status else {
        return Ok(None);
    };
    let (order, attempt) = tokio::join!(app.store.order(*order), app.store.attempt(*attempt));
    Ok(order?.zip(attempt?))
}

/// An order, and the link that leads to it.
pub(super) struct Opened {
    cart: Cart,
    order: Order,
    life: Life,
    attempt: Attempt,
    link: OrderLink,
}

impl Opened {
    fn new(cart: Cart, record: OrderRecord, attempt: Attempt, link: OrderLink) -> Self {
        Self {
            cart,
            life: record.life(),
            order: record.order,
            attempt,
            link,
        }
    }

    /// The order's own page.
    pub(super) fn own_address(&self, app: &App) -> String {
        let CartReference { token, secret } = CartReference::from(&self.cart);
        app.order_url(&token, &secret, &self.attempt)
    }

    /// The order, if this link leads to its files.
    fn with_files(&self) -> Option<&Order> {
        leads_to_files(&self.order, self.link).then_some(&self.order)
    }

    /// The order, if this link shows it with its files now, without asking for a contact.
    pub(super) fn shows_files(&self, app: &App) -> Option<&Order> {
        let days = app.config.retention.status_page_days;
        match view(&self.order, self.link, false, days, app.clock.now()) {
            View::Whole | View::WithoutCodes => self.with_files(),
            View::Question | View::Erased => None,
        }
    }

    async fn downloads(&self, app: &App) -> Result<Option<DownloadAccess>, Failure> {
        let Some((order, key)) = self.with_files().zip(download_secret(&self.attempt)) else {
            return Ok(None);
        };
        let record = app.store.download_record(order.number).await?;
        let page = self.own_address(app);
        Ok(Some(DownloadAccess::new(&page, key, record)))
    }

    async fn show(self, app: &App, is_proved: bool) -> Result<Response, Failure> {
        let days = app.config.retention.status_page_days;
        match view(&self.order, self.link, is_proved, days, app.clock.now()) {
            View::Whole => {
                let (ring, order) = (&app.config.gift_card_codes, self.order.number);
                let sold = sold_cards(&*app.store, ring, order, &self.attempt).await?;
                self.whole(app, sold.issued).await
            }
            View::WithoutCodes => self.whole(app, Vec::new()).await,
            View::Question | View::Erased => self.ask(app, StatusCode::OK, None),
        }
    }

    async fn whole(self, app: &App, sold: Vec<IssuedCard>) -> Result<Response, Failure> {
        let catalogue = app.catalogue.current();
        let shop = ShopParts {
            shop: &app.config.shop,
            catalogue: &catalogue,
            theme: &app.theme,
            time: &app.rules.calendar.time,
            tracking: &app.config.tracking,
        };
        let order = OrderData::new(
            shop,
            &ShownOrder {
                downloads: self.downloads(app).await?,
                order: self.order,
                life: self.life,
                sold,
            },
            app.clock.now(),
        );
        let kind = Page::Confirmation;
        let data = CheckoutData::new(app, kind, &self.cart, Vec::new(), None, Some(order), None);
        let parts = Parts {
            title: "Potvrzení objednávky",
            scripts: &app.manifest.checkout.confirmation,
            wallets: String::new(),
            html: "",
        };
        frame(app, &data, parts)
    }

    /// The page that shows number and state, and asks for a contact.
    fn ask(&self, app: &App, status: StatusCode, error: Option<&str>) -> Result<Response, Failure> {
        #[derive(Serialize)]
        struct Content<'a> {
            order: Shown<'a>,
            action: String,
            error: Option<&'a str>,
            data_json: String,
            entry: Option<&'a str>,
        }
        #[derive(Serialize)]
        struct Shown<'a> {
            number: u64,
            state: &'a str,
            is_erased: bool,
        }
        let (action, entry) = match self.link {
            OrderLink::Own { .. } => (self.own_address(app), None),
            // In the tab that paid, the script opens the order's own page.
            OrderLink::Cart => (
                app.confirmation_url(&self.cart),
                app.manifest.checkout.confirmation.entry.as_deref(),
            ),
        };
        let kind = Page::Confirmation;
        let data = CheckoutData::new(app, kind, &self.cart, Vec::new(), None, None, None);
        let now = OrderNow {
            order: &self.order,
            life: &self.life,
            now: app.clock.now(),
        };
        let content = Content {
            order: Shown {
                number: self.order.number.0,
                state: now.state(),
                is_erased: self.order.snapshot.is_redacted(),
            },
            action,
            error,
            data_json: json_in_html(&data)?,
            entry,
        };
        let view = PageView {
            title: "Vaše objednávka",
            kind: "order",
            description: "",
            path: "",
        };
        let mut response = private(page(app, "order.html", view, None, content)?);
        *response.status_mut() = status;
        Ok(response)
    }
}
