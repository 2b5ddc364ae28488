//! The data from which the checkout app starts.

use super::checkout_account::OfferedAccount;
use super::checkout_wallet::OfferedWallet;
use crate::app::App;
use serde::Serialize;
use serde_json::Value;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::company::CompanyFields;
use zkratka_commerce::download;
use zkratka_commerce::order::Mode;
use zkratka_ids::{CartToken, gid};
use zkratka_order_page::{OrderData, OrderText};
use zkratka_texts::{ConsentQuestion, CountryForm, transfer_day_text};

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Page {
    Checkout,
    Confirmation,
}

/// The data in the format that the app reads.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CheckoutData<'a> {
    page: Page,
    cart_id: String,
    checkout_url: String,
    confirmation_url: String,
    cart_url: String,
    api: Api<'a>,
    shop: Shop<'a>,
    mode: Mode,
    notices: Vec<String>,
    payments: Vec<Payment>,
    /// The cart as the API returns it; `None` if the page does not start with the form.
    cart: Option<&'a Value>,
    attempt: Option<AttemptData>,
    order: Option<OrderData>,
    /// What to ask above the order button.
    consent: Option<ConsentQuestion>,
    /// Whether this browser has made the cart, as far as the server knows.
    own_cart: bool,
    /// The shop's own wallet; `None` if it has none, or if the buyer goes on without it.
    shop_wallet: Option<OfferedWallet<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Api<'a> {
    endpoint: String,
    access_token: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shop<'a> {
    name: &'a str,
    currency: &'a str,
    countries: Vec<CountryForm<'a>>,
    company_fields: &'static str,
    /// Whether a register can fill in companies.
    company_register: bool,
    carrier_rates: bool,
    email: &'a str,
    phone: &'a str,
    policies: Policies,
}

#[derive(Serialize)]
struct Policies {
    terms: &'static str,
    privacy: &'static str,
    withdrawal: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum Payment {
    #[serde(rename_all = "camelCase")]
    Card {
        hosted_fields_url: String,
    },
    Account(OfferedAccount),
    CashOnDelivery,
    BankTransfer {
        /// Until when an order made now is to be paid, in Czech.
        due: Option<String>,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AttemptData {
    id: String,
    /// Whether an account at a wallet's vendor pays. The browser tab that shows the result may then not be the one in which
    /// the buyer chose that payment.
    from_account: bool,
}

/// An attempt that holds the cart, and the name under which the visitor knows it.
pub(super) struct LiveAttempt<'a> {
    pub(super) attempt: &'a Attempt,
    pub(super) name: Option<&'a str>,
}

impl AttemptData {
    /// The client that submitted the cart keeps its name of the attempt, which leads to the order's data. Any other one
    /// may know no more than the cart's key.
    fn new(app: &App, live: &LiveAttempt<'_>) -> Self {
        let attempt = live.attempt;
        let own = live.name.filter(|name| app.is_attempt_id(name, attempt));
        Self {
            id: own.map_or_else(|| app.watcher_id(attempt), str::to_owned),
            from_account: attempt.snapshot.payment.charges_account(),
        }
    }
}

impl<'a> CheckoutData<'a> {
    /// The order for browsers without scripts.
    pub(super) fn order_text(&self) -> Option<OrderText<'_>> {
        self.order.as_ref().map(OrderData::text)
    }

    pub(super) fn new(
        app: &'a App,
        page: Page,
        cart: &Cart,
        notices: Vec<String>,
        live_attempt: Option<&LiveAttempt<'_>>,
        order: Option<OrderData>,
        account: Option<OfferedAccount>,
    ) -> Self {
        let origin = &app.config.server.public_origin;
        let token = CartToken {
            key: cart.key,
            token_secret: cart.token_secret.clone(),
        };
        Self {
            page,
            cart_id: gid::cart(&token, &cart.secret),
            checkout_url: app.checkout_url(cart),
            confirmation_url: app.confirmation_url(cart),
            cart_url: format!("{origin}/cart"),
            api: Api {
                endpoint: format!("{origin}/api/unstable/graphql.json"),
                access_token: &app.config.storefront.access_token,
            },
            shop: shop(app),
            mode: app.config.server.mode,
            notices,
            payments: payments(app, account),
            cart: None,
            attempt: live_attempt.map(|live| AttemptData::new(app, live)),
            order,
            consent: download::is_in(cart, &app.catalogue.current())
                .then_some(ConsentQuestion::NOW),
            own_cart: false,
            shop_wallet: None,
        }
    }
}

impl<'a> CheckoutData<'a> {
    /// The same on a page of this origin, which may be the host of the shop's wallet: the page asks the API where it is.
    pub(super) fn on_page_of(mut self, origin: &str) -> Self {
        self.api.endpoint = format!("{origin}/api/unstable/graphql.json");
        self
    }

    /// The cart's global id, which contains its secret.
    pub(super) fn cart_id(&self) -> &str {
        &self.cart_id
    }

    /// Where the buyer signs in to the shop's own wallet, on pages without scripts that lead back here.
    pub(super) fn sign_in_address(&self) -> Option<String> {
        let wallet = self.shop_wallet.as_ref()?;
        let mut url = url::Url::parse(&self.checkout_url).ok()?;
        if wallet.is_wanted {
            url.query_pairs_mut().append_pair("payment", "shop_pay");
        }
        let here = &url[url::Position::BeforePath..];
        Some(zkratka_account_pages::address_with("/account", Some(here)))
    }

    /// Whether the buyer is signed in to it.
    pub(super) fn is_signed_in(&self) -> bool {
        self.shop_wallet
            .as_ref()
            .is_some_and(OfferedWallet::is_signed_in)
    }

    /// The reasons why the buyer was sent to the checkout.
    pub(super) fn notices(&self) -> &[String] {
        &self.notices
    }

    /// The same data, for the browser that has made the cart, or another one.
    pub(super) fn in_own_browser(self, own_cart: bool) -> Self {
        Self { own_cart, ..self }
    }

    /// The same data, with the shop's own wallet.
    pub(super) fn with_wallet(self, shop_wallet: Option<OfferedWallet<'a>>) -> Self {
        Self {
            shop_wallet,
            ..self
        }
    }

    /// The same data, with the cart for the form at the start.
    pub(super) fn beginning_with(self, cart: &'a Value) -> Self {
        Self {
            cart: Some(cart),
            ..self
        }
    }
}

fn shop(app: &App) -> Shop<'_> {
    let shop = &app.config.shop;
    let countries = app
        .rules
        .countries
        .iter()
        .map(|code| CountryForm::new(code));
    Shop {
        name: &shop.name,
        currency: app.rules.currency.as_str(),
        countries: countries.collect(),
        company_fields: match app.rules.company_fields {
            CompanyFields::Off => "off",
            CompanyFields::Optional => "optional",
            CompanyFields::Required => "required",
        },
        company_register: app.company_register.is_some(),
        carrier_rates: app.carrier.is_some(),
        email: &shop.email,
        phone: &shop.phone,
        policies: Policies {
            terms: "/policies/obchodni-podminky",
            privacy: "/policies/ochrana-osobnich-udaju",
            withdrawal: "/policies/odstoupeni-od-smlouvy",
        },
    }
}

/// The payment methods to offer. An approved account comes first, because it is why the buyer came to the checkout.
fn payments(app: &App, account: Option<OfferedAccount>) -> Vec<Payment> {
    let offered = app.rules.payments;
    let account = account.map(Payment::Account);
    let card = app
        .hosted_fields_url()
        .filter(|_| offered.card)
        .map(|hosted_fields_url| Payment::Card { hosted_fields_url });
    let cash = offered.cash_on_delivery.then_some(Payment::CashOnDelivery);
    let deadline = app
        .rules
        .transfers
        .deadline(app.clock.now(), &app.rules.calendar);
    let due = deadline.map(|due| transfer_day_text(due.day));
    let transfer = offered
        .bank_transfer
        .then_some(Payment::BankTransfer { due });
    [account, card, cash, transfer]
        .into_iter()
        .flatten()
        .collect()
}
