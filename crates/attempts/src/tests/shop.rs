//! A shop that sells one mug at 1 290 Kč, three in stock, delivered for 89 Kč.

use super::gateway::ScriptedGateway;
use crate::{AttemptDriver, DriverParts, Settings, SubmitOutcome};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use zkratka_commerce::address::Address;
use zkratka_commerce::attempt::{Attempt, AttemptState};
use zkratka_commerce::cart::{BoundPayment, BuyerIdentity, Cart, CartLine, SelectedDelivery};
use zkratka_commerce::catalogue::{Product, Stock, Variant};
use zkratka_commerce::company::CompanyFields;
use zkratka_commerce::delivery::{DeliveryMethod, DeliveryMethodType, DeliveryRate, ShopCalendar};
use zkratka_commerce::gift_card::NoSoldCodes;
use zkratka_commerce::ids::{LineId, ProductId, VariantId};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::order::{Mode, Order};
use zkratka_commerce::payment::{ManualPaymentLimits, OfferedPayments, PaymentMethod, Wallet};
use zkratka_commerce::pricing::{Facts, price};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::selling_plan::SellingPlans;
use zkratka_commerce::tax::{TaxRate, TaxRules};
use zkratka_ids::Ids;
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_store::{CartCheck, ManualOrderCheck, OrderPage, Store};

/// The total of a cart with one mug.
pub(super) const TOTAL: i64 = 129_000 + 8_900;
const IN_STOCK: i64 = 3;

pub(super) struct TestShop {
    pub(super) store: Arc<dyn Store>,
    pub(super) shell: zkratka_testing::Shell,
    pub(super) gateway: Arc<ScriptedGateway>,
    pub(super) driver: Arc<AttemptDriver>,
    pub(super) stock_changes: Arc<AtomicU32>,
    ids: Arc<Ids>,
    variant: VariantId,
    _folder: TempDir,
}

pub(super) async fn shop() -> TestShop {
    shop_with(|_| {}).await
}

pub(super) async fn shop_with(change: impl FnOnce(&mut Settings)) -> TestShop {
    let folder = TempDir::new().expect("a folder");
    let (store, shell) = zkratka_testing::open_store_with_shell(folder.path()).await;
    store.import(vec![mug()]).await.expect("imported");
    let catalogue = store.catalogue().await.expect("a catalogue");
    let variant = catalogue.products()[0].variants[0].id;
    let gateway = Arc::new(ScriptedGateway::default());
    let mut settings = Settings::new(Mode::Test, "http://obchod.test");
    settings.resume_every = Duration::from_millis(20);
    settings.inline_deadline = Duration::from_secs(5);
    settings.policy.back_off.first_ms = 30;
    change(&mut settings);
    let stock_changes = Arc::new(AtomicU32::new(0));
    let ids = Arc::new(Ids::new(Arc::new(SystemClock)));
    let mut shop = TestShop {
        driver: driver(
            Arc::new(SystemClock),
            &store,
            &gateway,
            &ids,
            &stock_changes,
            settings.clone(),
        ),
        store,
        shell,
        gateway,
        stock_changes,
        ids,
        variant,
        _folder: folder,
    };
    shop.driver = shop.another_driver(settings);
    shop
}

fn driver(
    clock: Arc<dyn Clock>,
    store: &Arc<dyn Store>,
    gateway: &Arc<ScriptedGateway>,
    ids: &Arc<Ids>,
    stock_changes: &Arc<AtomicU32>,
    settings: Settings,
) -> Arc<AttemptDriver> {
    let changes = Arc::clone(stock_changes);
    Arc::new(AttemptDriver::new(DriverParts {
        store: Arc::clone(store),
        gateway: Arc::clone(gateway) as Arc<_>,
        clock,
        ids: Arc::clone(ids),
        rules: Arc::new(rules()),
        codes: Arc::new(NoSoldCodes),
        stock_changed: Arc::new(move || {
            changes.fetch_add(1, Ordering::SeqCst);
        }),
        order_changed: Arc::new(|| {}),
        settings,
    }))
}

impl TestShop {
    /// Another server on the same store.
    pub(super) fn another_driver(&self, settings: Settings) -> Arc<AttemptDriver> {
        self.driver_with(Arc::new(SystemClock), settings)
    }

    /// Another server, with another clock.
    pub(super) fn driver_at(&self, clock: Arc<dyn Clock>) -> Arc<AttemptDriver> {
        self.driver_with(clock, Settings::new(Mode::Test, "http://obchod.test"))
    }

    fn driver_with(&self, clock: Arc<dyn Clock>, settings: Settings) -> Arc<AttemptDriver> {
        driver(
            clock,
            &self.store,
            &self.gateway,
            &self.ids,
            &self.stock_changes,
            settings,
        )
    }

    /// A cart that is ready to be bought.
    pub(super) async fn cart(&self, method: PaymentMethod) -> Cart {
        let now = SystemClock.now();
        let mut cart = Cart::new(
            self.ids.cart_key(),
            self.ids.secret(),
            self.ids.secret(),
            now,
        );
        cart.lines = vec![CartLine {
            id: LineId(1),
            variant: self.variant,
            quantity: 1,
            attributes: Vec::new(),
            selling_plan: None,
            parent: None,
        }];
        cart.next_line = 2;
        cart.buyer = BuyerIdentity {
            email: Some("jana@example.cz".to_owned()),
            phone: None,
            country: Some("CZ".to_owned()),
        };
        cart.delivery_address = Some(address());
        cart.selected_delivery = SelectedDelivery::whole("ppl");
        self.bind(&mut cart, method).await;
        self.store.insert_cart(&cart).await.expect("stored");
        cart
    }

    async fn bind(&self, cart: &mut Cart, method: PaymentMethod) {
        let catalogue = self.store.catalogue().await.expect("a catalogue");
        let priced = price(cart, &catalogue, &rules(), &Facts::default());
        assert_eq!(priced.total, MinorUnits::new(TOTAL));
        cart.payment = Some(BoundPayment {
            amount: super::gateway::czk(priced.total.get()),
            on_top: MinorUnits::ZERO,
            method,
            revision: cart.revision,
        });
    }

    pub(super) async fn card_cart(&self) -> Cart {
        let session = "ses_1".to_owned();
        self.cart(PaymentMethod::Card { session }).await
    }

    pub(super) async fn submit(&self, cart: &Cart, token: &str) -> SubmitOutcome {
        let submitted = self.driver.submit(
            cart.key,
            CartCheck::any(),
            ManualOrderCheck::unbounded(),
            token,
        );
        submitted.await.expect("answered")
    }

    pub(super) async fn orders(&self) -> Vec<Order> {
        let page = OrderPage {
            before: None,
            limit: 100,
        };
        let records = self.store.orders(page).await.expect("orders");
        records.into_iter().map(|record| record.order).collect()
    }

    /// How many mugs have left the stock.
    pub(super) async fn gone(&self) -> i64 {
        let catalogue = self.store.catalogue().await.expect("a catalogue");
        match catalogue.variant(self.variant).expect("sold").1.stock {
            Stock::Tracked { available, .. } => IN_STOCK - available,
            Stock::Untracked => panic!("the mug is counted"),
        }
    }

    /// Waits until the attempt's state is `enough`.
    pub(super) async fn until(
        &self,
        attempt: &Attempt,
        enough: impl Fn(&AttemptState) -> bool,
    ) -> Attempt {
        for _ in 0..6_000 {
            let stored = self.store.attempt(attempt.key).await.expect("answered");
            let stored = stored.expect("an attempt");
            if enough(&stored.state) {
                return stored;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let stored = self.store.attempt(attempt.key).await;
        panic!("still {stored:?}");
    }
}

/// Resumes due attempts in the background of a test.
pub(super) fn run(driver: &Arc<AttemptDriver>) -> tokio::task::JoinHandle<()> {
    tokio::spawn(Arc::clone(driver).run(std::future::pending()))
}

pub(super) const fn is_captured(state: &AttemptState) -> bool {
    matches!(state, AttemptState::Captured { .. })
}

fn mug() -> Product {
    Product {
        id: ProductId(0),
        handle: "hrnek".to_owned(),
        title: "Hrnek".to_owned(),
        description_html: String::new(),
        vendor: "Dílna".to_owned(),
        product_type: "Keramika".to_owned(),
        tags: Vec::new(),
        published: true,
        gift_card: false,
        options: Vec::new(),
        images: Vec::new(),
        variants: vec![Variant {
            id: VariantId(0),
            option_values: Vec::new(),
            sku: "H1".to_owned(),
            price: MinorUnits::new(129_000),
            compare_at_price: None,
            stock: Stock::Tracked {
                available: IN_STOCK,
                oversell: false,
            },
            grams: 300,
            requires_shipping: true,
            requires_components: false,
            taxable: true,
            tax_class: None,
            image: None,
            pickup_places: None,
            download: None,
        }],
    }
}

fn rules() -> ShopRules {
    ShopRules {
        currency: Currency::CZK,
        markets: Vec::new(),
        countries: vec!["CZ".to_owned()],
        tax: TaxRules {
            classes: BTreeMap::from([("standard".to_owned(), TaxRate::of::<2_100>())]),
            default_class: "standard".to_owned(),
            product_types: BTreeMap::new(),
            delivery_class: "standard".to_owned(),
        },
        delivery: vec![DeliveryMethod {
            handle: "ppl".to_owned(),
            title: "PPL".to_owned(),
            description: None,
            kind: DeliveryMethodType::Shipping,
            zones: Vec::new(),
            rates: vec![DeliveryRate {
                price: MinorUnits::new(8_900),
                ..DeliveryRate::default()
            }],
            carrier: None,
            free_from: None,
            points: Vec::new(),
            cash_on_delivery: true,
            promise: None,
        }],
        discounts: Vec::new(),
        calendar: ShopCalendar::default(),
        selling_plans: SellingPlans::default(),
        gift_card_limit: None,
        sells_gift_cards: true,
        payments: OfferedPayments {
            card: true,
            cash_on_delivery: true,
            bank_transfer: true,
            wallets: Wallet::ALL.into_iter().collect(),
        },
        manual_payments: ManualPaymentLimits::default(),
        transfers: zkratka_commerce::transfer::TransferTerms::default(),
        cart_rules: Vec::new(),
        company_fields: CompanyFields::Off,
        max_lines: 100,
        max_quantity: 1_000,
    }
}

fn address() -> Address {
    Address {
        first_name: Some("Jana".to_owned()),
        last_name: Some("Nováková".to_owned()),
        address1: Some("Lidická 12".to_owned()),
        city: Some("Brno".to_owned()),
        zip: Some("602 00".to_owned()),
        country: Some("CZ".to_owned()),
        phone: Some("+420601123456".to_owned()),
        ..Address::default()
    }
}
