//! Starts and stops the whole server.

use crate::app::{App, CatalogueCache, SharedApp};
use crate::feeds;
use crate::gateway::CardGateway;
use crate::gift_cards::{self, GiftCardsError};
use crate::graphql::own_query;
use crate::routes::{SecurityHeaders, router};
use crate::sandbox::{Emulations, Sandbox, SandboxError};
use crate::stopping::stopped;
use crate::tasks;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use url::Url;
use zkratka_abuse::captcha::Captcha;
use zkratka_abuse::{ManualOrderLimiter, RateLimiter, SignInGuesses};
use zkratka_admission::Admission;
use zkratka_assets::theme::Theme;
use zkratka_assets::{Manifest, Source};
use zkratka_attempts::{AttemptDriver, DriverParts, Settings, fail_point};
use zkratka_carrier::{Carrier, ClientError};
use zkratka_company_register::{ClientError as RegisterClientError, CompanyRegister};
use zkratka_config::{Config, ConfigFault, GoodsKind, MissingGoods};
use zkratka_graphql_engine::ProcessorLimiter;
use zkratka_graphql_engine::document::Document;
use zkratka_idempotency::KeysInUse;
use zkratka_ids::Ids;
use zkratka_listener::{Limits, WRITE_TIMEOUT, serve};
use zkratka_order_events::{Courier, CourierParts, Receiver};
use zkratka_order_mail::{
    AccountMail, ReceiverError, StockAlertMail, account_mail, receivers, stock_alerts,
};
use zkratka_page_policy::Reports;
use zkratka_payments::{CALL_DEADLINE, PaymentGateway, RoutedGateway};
use zkratka_saved_cards::Keeper;
use zkratka_shop_wallets::{
    AmazonPay, AmazonPayError, ApplePay, ApplePayError, GooglePay, GooglePayError, MetaPay, PayPal,
    PayPalError, ShopPay, Wallets,
};
use zkratka_sign_in::ShopWallet;
use zkratka_store::clock::{Clock, StoreClock, SystemClock};
use zkratka_store::{OpenError, StorePlace};
use zkratka_store::{Store, StoreError};
use zkratka_storefront::SearchIndexes;

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The server cannot listen on the address.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        address: SocketAddr,
        reason: std::io::Error,
    },
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("the store cannot be opened: {0}")]
    Store(#[from] StoreError),
    /// The emulated services cannot be set up.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The client that calls the carrier cannot be set up.
    #[error("the carrier cannot be set up: {0}")]
    Carrier(#[from] ClientError),
    /// The client that calls the register of companies cannot be set up.
    #[error("the register of companies cannot be set up: {0}")]
    CompanyRegister(#[from] RegisterClientError),
    #[error("{}", faults.iter().map(|fault| format!("line {}: {}: {}", fault.line, fault.key, fault.message)).collect::<Vec<_>>().join("\n"))]
    Goods {
        /// One fault for every name.
        faults: Vec<ConfigFault>,
    },
    /// Google Pay cannot be accepted as it is configured.
    #[error(transparent)]
    GooglePay(#[from] GooglePayError),
    #[error(transparent)]
    GiftCards(#[from] GiftCardsError),
    #[error(transparent)]
    ApplePay(#[from] ApplePayError),
    #[error(transparent)]
    PayPal(#[from] PayPalError),
    #[error(transparent)]
    AmazonPay(#[from] AmazonPayError),
    #[error(transparent)]
    Receiver(#[from] ReceiverError),
}

/// How often to poll for order events left by other servers or due for retry. Events of this server are sent
/// immediately.
const EVENTS_EVERY: Duration = Duration::from_secs(5);

/// Replacements for parts of the server, for tests.
#[derive(Default)]
pub struct Overrides {
    pub clock: Option<Arc<dyn Clock>>,
    /// The seed of the generated ids: the same seed generates the same ids.
    pub id_seed: Option<u64>,
    /// The store to use instead of the configured one.
    pub store: Option<Arc<dyn Store>>,
    /// The card gateway to use instead of the sandbox.
    pub gateway: Option<Arc<dyn PaymentGateway>>,
    /// How often to poll for order events to send.
    pub events_every: Option<Duration>,
}

pub struct Server;

/// A running server. It stops when [`RunningServer::stop`] is called, or when this value is dropped.
pub struct RunningServer {
    /// The URL at which it listens, e.g. `http://127.0.0.1:41234`.
    pub base_url: String,
    /// The address at which it listens.
    pub address: SocketAddr,
    app: SharedApp,
    stop: watch::Sender<bool>,
    running: JoinSet<()>,
}

impl Server {
    /// Starts the server. Returns once the server answers requests.
    pub async fn start(
        mut config: Config,
        overrides: Overrides,
    ) -> Result<RunningServer, StartError> {
        // Bind first: connections that come before the server is ready wait in the queue instead of being refused.
        let requested = config.server.listen;
        let listening = |reason| StartError::Listen {
            address: requested,
            reason,
        };
        let listener = TcpListener::bind(requested).await.map_err(listening)?;
        let address = listener.local_addr().map_err(listening)?;
        if config.server.public_origin.is_empty() {
            config.server.public_origin = format!("http://{address}");
            let wallet = config.shop_wallet.as_mut();
            if let Some(wallet) = wallet.filter(|wallet| wallet.origin.is_empty()) {
                wallet.origin.clone_from(&config.server.public_origin);
            }
        }
        if let Some(wallet) = config.shop_wallet.as_mut()
            && wallet.origin.is_empty()
        {
            wallet.origin.clone_from(&config.server.public_origin);
        }
        let (stop, stopping) = watch::channel(false);
        let mut running = JoinSet::new();
        // Boxed, because it is the largest part of this future.
        let (app, outside) = Box::pin(build(config, overrides, address)).await?;
        if let Some(alerts) = outside.stock_alerts {
            let app = Arc::clone(&app);
            running.spawn(tasks::send_stock_alerts(app, alerts, stopping.clone()));
        }
        if let Some(mail) = outside.account_mail {
            let app = Arc::clone(&app);
            running.spawn(tasks::send_account_mail(app, mail, stopping.clone()));
        }
        if let Some(courier) = outside.courier {
            running.spawn(courier.run(stopping.clone()));
        }
        let told = {
            let app = Arc::clone(&app);
            move || {
                if let Some(wallet) = &app.shop_wallet {
                    wallet.letters.notify_one();
                }
            }
        };
        running.spawn(outside.keeper.run(told, stopping.clone()));
        gift_cards::prepare(&app).await?;
        gift_cards::warn_of_unconfirmed(&app).await?;
        app.catalogue.refresh(&*app.store).await?;
        prepare_catalogue(&app, &stopping, &mut running).await?;
        gift_cards::check_catalogue(&app.rules, &app.catalogue.current())?;
        run_beside(&app, &stopping, &mut running);
        let headers = SecurityHeaders::new(&app.config, &app.manifest, app.gateway_url.as_deref());
        let pages = outside.sandbox.start(&stopping, &mut running);
        let routes = router(&app, headers, pages);
        let limits = Limits {
            connections: app.config.limits.connections,
            header_timeout: app.config.limits.header_timeout,
            write_patience: WRITE_TIMEOUT,
            trusted: app.config.server.trusted_proxies.clone(),
        };
        running.spawn(serve(listener, routes, limits, stopped(stopping)));
        Ok(RunningServer {
            base_url: format!("http://{address}"),
            address,
            app,
            stop,
            running,
        })
    }
}

impl RunningServer {
    #[must_use]
    pub fn app(&self) -> &SharedApp {
        &self.app
    }

    /// Stops accepting connections, answers the requests under way, and ends.
    pub async fn stop(mut self) {
        // An error means that every task has already ended.
        let _ = self.stop.send(true);
        while self.running.join_next().await.is_some() {}
    }
}

/// Parts that run beside the shop.
struct BackgroundParts {
    sandbox: Sandbox,
    courier: Option<Arc<Courier>>,
    keeper: Keeper,
    stock_alerts: Option<StockAlertMail>,
    account_mail: Option<AccountMail>,
}

/// Builds the shop and the parts that run beside it.
async fn build(
    config: Config,
    overrides: Overrides,
    address: SocketAddr,
) -> Result<(SharedApp, BackgroundParts), StartError> {
    let shared = is_shared(&overrides, &config);
    let (clock, store_clock) = clocks(overrides.clock, shared);
    let google_pay = first_wallets(&config, &clock)?;
    let store = open_store(overrides.store, &config).await?;
    if let Some(clock) = &store_clock {
        clock.set(&*store).await?;
    }
    let ids = Arc::new(new_ids(overrides.id_seed, &clock));
    let with_gateway = overrides.gateway.is_none();
    let (sandbox, mut emulations) =
        Sandbox::open(&config, &clock, &ids, address, with_gateway).await?;
    let cards = overrides.gateway.map(CardGateway::given);
    let cards = cards.or_else(|| emulations.gateway.take());
    let cards = cards.unwrap_or_else(CardGateway::none);
    let wallets = wallets(&config, google_pay, &mut emulations, &clock)?;
    let gateway: Arc<dyn PaymentGateway> =
        Arc::new(RoutedGateway::new(cards.gateway, wallets.gateways()));
    let carrier = carrier(&config, emulations.carrier.as_ref())?;
    let company_register = company_register(&config, emulations.company_register.as_ref())?;
    let rules = Arc::new(config.rules.clone());
    let catalogue = Arc::new(CatalogueCache::default());
    let stale = Arc::clone(&catalogue);
    let heard = Arc::new(Notify::new());
    let keeper = keeper((&store, &gateway), (&clock, &ids), overrides.events_every);
    let keeper_news = Arc::clone(&keeper.news);
    let receivers = receivers(&config, &store, emulations.mail)?;
    let every = overrides.events_every;
    let courier = courier((&store, &heard), (&clock, &ids), every, receivers);
    let stock_alerts = stock_alerts(&config, (&store, &clock), emulations.mail)?;
    let account_mail = account_mail(&config, (&store, &clock), emulations.mail)?;
    let attempts = AttemptDriver::new(DriverParts {
        store: Arc::clone(&store),
        gateway: Arc::clone(&gateway),
        clock: Arc::clone(&clock),
        ids: Arc::clone(&ids),
        rules: Arc::clone(&rules),
        codes: Arc::new(config.gift_card_codes.clone()),
        stock_changed: Arc::new(move || stale.invalidate()),
        order_changed: Arc::new(move || {
            heard.notify_one();
            keeper_news.notify_one();
        }),
        settings: attempt_settings(&config, shared),
    });
    let files = Source::new(config.storefront.theme.clone());
    let manifest = Arc::new(Manifest::load(&files));
    let theme = Theme::new(&files, &manifest, config.rules.currency);
    let admission = Admission::new(config.limits.requests, config.limits.attempts);
    let captcha = Captcha::new(config.captcha.clone(), &ids.secret());
    let app = App {
        admission,
        code_rate_limiter: RateLimiter::for_codes(),
        wallet_rate_limiter: RateLimiter::for_wallet_calls(),
        keyed_cart_limiter: RateLimiter::for_keyed_carts(),
        keys_in_use: KeysInUse::default(),
        alert_rate_limiter: RateLimiter::for_stock_alerts(),
        card_payment_limiter: RateLimiter::for_card_payments(),
        typed_address_limiter: RateLimiter::for_typed_addresses(),
        sign_in_rate_limiter: RateLimiter::for_sign_ins(),
        sign_in_guesses: SignInGuesses::default(),
        company_rate_limiter: RateLimiter::for_company_questions(),
        payment_question_limiter: RateLimiter::for_payment_questions(),
        passkey_rate_limiter: RateLimiter::for_passkeys(),
        report_rate_limiter: RateLimiter::for_reports(),
        reports: Reports::new(&config.server.public_origin, &manifest),
        manual_orders: Arc::new(ManualOrderLimiter::new(rules.manual_payments)),
        rules,
        store,
        catalogue,
        clock,
        store_clock,
        shop_wallet: shop_wallet(&config, &ids),
        ids,
        attempts: Arc::new(attempts),
        cart_query: cart_query(&manifest),
        theme,
        search: SearchIndexes::default(),
        processors: Arc::new(ProcessorLimiter::for_this_machine()),
        files,
        manifest,
        captcha,
        wallets,
        carrier,
        company_register,
        gateway,
        gateway_url: cards.browser_url,
        config,
    };
    Ok((
        Arc::new(app),
        BackgroundParts {
            sandbox,
            courier,
            keeper,
            stock_alerts,
            account_mail,
        },
    ))
}

fn wallets(
    config: &Config,
    google_pay: Option<GooglePay>,
    emulations: &mut Emulations,
    clock: &Arc<dyn Clock>,
) -> Result<Wallets, StartError> {
    Ok(Wallets {
        apple_pay: ApplePay::new(config, emulations.apple_pay.take())?,
        google_pay,
        paypal: PayPal::new(config, emulations.paypal.take())?,
        meta_pay: MetaPay::new(config),
        amazon_pay: AmazonPay::new(config, emulations.amazon_pay.take(), clock)?,
        shop_pay: ShopPay::new(config),
    })
}

/// The shop's own wallet. Without a configured secret it has a new one.
fn shop_wallet(config: &Config, ids: &Ids) -> Option<ShopWallet> {
    let settings = config.shop_wallet.clone()?;
    ShopWallet::new(settings, &ids.secrets::<2>().map(|it| it.0).concat())
}

/// The query for the cart in the checkout's first page; `None` without a web build.
fn cart_query(manifest: &Manifest) -> Option<Arc<Document>> {
    own_query::prepare(manifest.checkout.cart_query.as_deref()?)
}

/// What tells receivers of orders; `None` without receivers.
fn courier(
    (store, news): (&Arc<dyn Store>, &Arc<Notify>),
    (clock, ids): (&Arc<dyn Clock>, &Arc<Ids>),
    every: Option<Duration>,
    receivers: Vec<Arc<dyn Receiver>>,
) -> Option<Arc<Courier>> {
    let parts = CourierParts {
        store: Arc::clone(store),
        clock: Arc::clone(clock),
        ids: Arc::clone(ids),
        news: Arc::clone(news),
        every: every.unwrap_or(EVENTS_EVERY),
    };
    Courier::new(parts, receivers)
}

/// What saves cards with orders and ends their mandates.
fn keeper(
    (store, gateway): (&Arc<dyn Store>, &Arc<dyn PaymentGateway>),
    (clock, ids): (&Arc<dyn Clock>, &Arc<Ids>),
    every: Option<Duration>,
) -> Keeper {
    Keeper {
        store: Arc::clone(store),
        gateway: Arc::clone(gateway),
        clock: Arc::clone(clock),
        ids: Arc::clone(ids),
        news: Arc::default(),
        every: every.unwrap_or(EVENTS_EVERY),
    }
}

/// Whether other servers may use the same store.
fn is_shared(overrides: &Overrides, config: &Config) -> bool {
    overrides.store.as_ref().map_or_else(
        || matches!(config.store.place, StorePlace::Postgres { .. }),
        |store| store.is_shared(),
    )
}

fn new_ids(seed: Option<u64>, clock: &Arc<dyn Clock>) -> Ids {
    match seed {
        Some(seed) => Ids::seeded(Arc::clone(clock), seed),
        None => Ids::new(Arc::clone(clock)),
    }
}

/// Checks the wallets before anything is created: a shop that cannot start because of a wallet then leaves no files behind.
/// Returns the one that needs no emulation.
fn first_wallets(config: &Config, clock: &Arc<dyn Clock>) -> Result<Option<GooglePay>, StartError> {
    let google_pay = GooglePay::new(config, clock)?;
    ApplePay::new(config, None)?;
    PayPal::new(config, None)?;
    AmazonPay::new(config, None, clock)?;
    Ok(google_pay)
}

/// Opens the store, or takes the given one. Fails if it is of the other mode.
async fn open_store(
    given: Option<Arc<dyn Store>>,
    config: &Config,
) -> Result<Arc<dyn Store>, StartError> {
    let mode = config.server.mode;
    let Some(store) = given else {
        return Ok(zkratka_store::open(&config.store.place, mode).await?);
    };
    store.claim_mode(mode).await?;
    Ok(store)
}

/// Returns the clock to use. If servers share the store, it is a [`StoreClock`], which is also returned as such, so
/// that a task can set it.
fn clocks(
    given: Option<Arc<dyn Clock>>,
    shared: bool,
) -> (Arc<dyn Clock>, Option<Arc<StoreClock>>) {
    match given {
        Some(clock) => (clock, None),
        // Several servers grant and take over leases, so all of them use the time of the database.
        None if shared => {
            let clock = Arc::new(StoreClock::default());
            (Arc::clone(&clock) as Arc<dyn Clock>, Some(clock))
        }
        None => (Arc::new(SystemClock), None),
    }
}

/// Returns the configured carrier. `emulated` is the URL of the emulated carrier.
fn carrier(config: &Config, emulated: Option<&Url>) -> Result<Option<Carrier>, ClientError> {
    let Some(settings) = &config.carrier else {
        return Ok(None);
    };
    // The configuration refuses a missing URL in live mode.
    let url = settings.url.as_ref().or(emulated);
    let url = url.ok_or(ClientError::Address)?;
    Carrier::new(url, settings, config.rules.currency).map(Some)
}

/// Returns the configured register of companies. `emulated` is the URL of the emulated one.
fn company_register(
    config: &Config,
    emulated: Option<&Url>,
) -> Result<Option<CompanyRegister>, RegisterClientError> {
    let Some(settings) = &config.company_register else {
        return Ok(None);
    };
    // The configuration refuses a missing URL in live mode.
    let url = settings.url.as_ref().or(emulated);
    let url = url.ok_or(RegisterClientError::Address)?;
    CompanyRegister::new(url, settings).map(Some)
}

fn attempt_settings(config: &Config, shared_store: bool) -> Settings {
    let mut settings = Settings::new(config.server.mode, &config.server.public_origin)
        .with_call_deadline(CALL_DEADLINE)
        .with_challenge(config.payments.challenge);
    settings.max_driven = config.limits.attempts;
    settings.inline_deadline = config.payments.inline_deadline;
    // Another server may be working on a shared store, so attempts are taken over only when their lease has expired.
    settings.sole_server = !shared_store;
    match fail_point::lease() {
        Some(lease) => settings.with_lease(lease),
        None => settings,
    }
}

/// Imports the feeds: before the server answers buyers if there is nothing to sell or a required name is missing,
/// otherwise in the background.
async fn prepare_catalogue(
    app: &SharedApp,
    stopping: &watch::Receiver<bool>,
    running: &mut JoinSet<()>,
) -> Result<(), StartError> {
    let imports = !app.config.catalogue.import.is_empty();
    // A required name that is missing now may be in the feeds.
    let nothing_yet = app.catalogue.current().products().is_empty();
    let at_once = nothing_yet || !missing_goods(app).refused.is_empty();
    if imports && !at_once {
        let app = Arc::clone(app);
        let import = async move {
            let late = feeds::import_configured(&app).await;
            missing_goods(&app).warn();
            import_rest(&app, late).await;
        };
        running.spawn(until_stopped(import, stopping.clone()));
        return Ok(());
    }
    let late = feeds::import_configured(app).await;
    let missing = missing_goods(app);
    missing.warn();
    if late.is_empty() {
        return match missing.refused {
            faults if faults.is_empty() => Ok(()),
            faults => Err(StartError::Goods { faults }),
        };
    }
    let app = Arc::clone(app);
    let import = async move { import_rest(&app, late).await };
    running.spawn(until_stopped(import, stopping.clone()));
    Ok(())
}

/// Retries the feeds that the store has not taken. The shop is already open, so a mistaken name is only logged.
async fn import_rest(app: &SharedApp, late: Vec<PathBuf>) {
    if late.is_empty() {
        return;
    }
    feeds::import_later(app, late).await;
    let missing = missing_goods(app);
    missing.warn();
    missing.warn_of_refused();
}

async fn until_stopped(work: impl Future<Output = ()>, stop: watch::Receiver<bool>) {
    tokio::select! {
        () = work => {}
        () = stopped(stop) => {}
    }
}

fn missing_goods(app: &SharedApp) -> MissingGoods {
    let catalogue = app.catalogue.current();
    let products = catalogue.products().iter().map(AsRef::as_ref);
    MissingGoods::of(&app.config, products, GoodsKind::lasts)
}

fn run_beside(app: &SharedApp, stopping: &watch::Receiver<bool>, running: &mut JoinSet<()>) {
    running.spawn(tasks::refresh_catalogue(Arc::clone(app), stopping.clone()));
    running.spawn(tasks::expire_carts(Arc::clone(app), stopping.clone()));
    running.spawn(tasks::erase_old_data(Arc::clone(app), stopping.clone()));
    let sign_ins = tasks::delete_expired_sign_ins(Arc::clone(app), stopping.clone());
    running.spawn(sign_ins);
    running.spawn(tasks::report_load(Arc::clone(app), stopping.clone()));
    running.spawn(tasks::delete_old_events(Arc::clone(app), stopping.clone()));
    if let Some(clock) = &app.store_clock {
        let (clock, app) = (Arc::clone(clock), Arc::clone(app));
        running.spawn(tasks::sync_clock(clock, app, stopping.clone()));
    }
    let driver = Arc::clone(&app.attempts);
    running.spawn(driver.run(stopped(stopping.clone())));
    let driver = Arc::clone(&app.attempts);
    running.spawn(driver.run_refunds(stopped(stopping.clone())));
    let driver = Arc::clone(&app.attempts);
    running.spawn(driver.run_transfers(stopped(stopping.clone())));
}
