//! Creates, reads and changes carts, for the cart API and the shop's forms.

mod change;
mod prices;
mod quote;
mod reference;
mod view;

pub use change::{Change, Claim, Prepared};
pub use prices::Prices;
pub use reference::CartReference;
pub use view::CartView;

use crate::app::App;
use zkratka_commerce::address::{Address, Strictness};
use zkratka_commerce::bundle;
use zkratka_commerce::cart::{
    Attribute, BuyerIdentity, Cart, CartStatus, NewMetafield, Preferences, add_gift_cards,
    set_attributes, set_buyer, set_delivery_address, set_discount_codes, set_metafields, set_note,
    set_preferences,
};
use zkratka_commerce::cart_changes::{Changed, LineInput, add_lines};
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::consent::VisitorConsent;
use zkratka_commerce::error::Fault;
use zkratka_commerce::gift_card::CartGiftCard;
use zkratka_commerce::ids::CartKey;
use zkratka_commerce::merchant::{destination_faults, opening_faults};
use zkratka_commerce::pricing::{Facts, Question, price};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::subject::{BuyerField, Subject};
use zkratka_store::{KeyedCart, KeyedRequest, StoreError};

/// The contents of a new cart.
#[derive(Clone, Debug, Default)]
pub struct NewCart {
    /// Faults are reported at `lines`.
    pub lines: Vec<LineInput>,
    /// Faults are reported at `buyerIdentity`.
    pub buyer: BuyerIdentity,
    /// Faults are reported at `attributes`.
    pub attributes: Vec<Attribute>,
    /// Faults are reported at `discountCodes`.
    pub discount_codes: Vec<String>,
    pub gift_cards: Vec<CartGiftCard>,
    /// Faults are reported at `note`.
    pub note: Option<String>,
    /// Faults are reported at `metafields`.
    pub metafields: Vec<NewMetafield>,
    /// The buyer's preferences for delivery. Faults are reported at `buyerIdentity`.
    pub preferences: Preferences,
    /// The delivery address, and how strictly to check it. Faults are reported at `deliveryAddress`.
    pub delivery: Option<(Address, Strictness)>,
    /// Set when the cart opens a purchase: checkout rules are then enforced immediately. Faults are reported at
    /// `lines`.
    pub opens: Option<Purchase>,
}

/// A purchase that starts with a new cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purchase {
    /// The buyer completes the purchase in the checkout.
    InCheckout,
    /// The buyer completes the purchase in a wallet's sheet.
    InSheet,
}

/// The result of creating a cart.
#[derive(Debug)]
pub enum Created {
    /// The cart was stored.
    Cart(Box<CartView>),
    /// The contents are faulty, and nothing was stored.
    Refused(Vec<Fault>),
}

/// The result of looking up a cart reference.
#[derive(Debug)]
pub enum Found {
    /// A cart that is open, or that an attempt is completing.
    Cart(Box<CartView>),
    /// A cart that has become an order.
    Completed(Box<Cart>),
    /// There is no such cart, or the secret is wrong. The caller cannot tell the two apart.
    Missing,
}

#[derive(Clone, Copy)]
pub struct Carts<'app> {
    app: &'app App,
    /// Stored with every cart that is created or changed, unless unknown.
    consent: VisitorConsent,
}

impl<'app> Carts<'app> {
    #[must_use]
    pub fn new(app: &'app App) -> Self {
        let consent = VisitorConsent::default();
        Self { app, consent }
    }

    /// The same carts, for a visitor with this consent.
    #[must_use]
    pub(crate) fn consenting(self, consent: VisitorConsent) -> Self {
        Self { consent, ..self }
    }

    fn keep_consent(&self, cart: &mut Cart) {
        if !self.consent.is_unknown() {
            cart.visitor_consent = self.consent;
        }
    }

    pub async fn create(&self, new: NewCart) -> Result<Created, StoreError> {
        self.create_by(|cart, catalogue, rules| fill(cart, new, catalogue, rules))
            .await
    }

    /// Creates a cart by applying a change to an empty one.
    pub async fn create_by(
        &self,
        change: impl FnOnce(&mut Cart, &Catalogue, &ShopRules) -> Changed + Send,
    ) -> Result<Created, StoreError> {
        let view = match self.filled(change).await? {
            Ok(view) => view,
            Err(faults) => return Ok(Created::Refused(faults)),
        };
        self.app.store.insert_cart(&view.cart).await?;
        Ok(Created::Cart(Box::new(view)))
    }

    /// Like [`Self::create`], under an idempotency key. The error is the cart that the key has created before.
    pub(crate) async fn create_keyed(
        &self,
        new: NewCart,
        request: KeyedRequest,
    ) -> Result<Result<Created, KeyedCart>, StoreError> {
        let filled = self.filled(|cart, catalogue, rules| fill(cart, new, catalogue, rules));
        let view = match filled.await? {
            Ok(view) => view,
            Err(faults) => return Ok(Ok(Created::Refused(faults))),
        };
        let earlier = self
            .app
            .store
            .insert_keyed_cart(&view.cart, request)
            .await?;
        Ok(earlier.map_or_else(|| Ok(Created::Cart(Box::new(view))), Err))
    }

    /// A new cart that is not stored yet, or its faults.
    async fn filled(
        &self,
        change: impl FnOnce(&mut Cart, &Catalogue, &ShopRules) -> Changed + Send,
    ) -> Result<Result<CartView, Vec<Fault>>, StoreError> {
        let (ids, now) = (&self.app.ids, self.app.clock.now());
        let [one, other] = ids.secrets();
        let mut cart = Cart::new(ids.cart_key(), one, other, now);
        let changed = change(&mut cart, &self.app.catalogue.current(), &self.app.rules);
        if !changed.faults.is_empty() {
            return Ok(Err(changed.faults));
        }
        self.keep_consent(&mut cart);
        self.view(cart, changed).await.map(Ok)
    }

    /// Finds a cart and prices it unless it has become an order.
    pub async fn find(&self, reference: &CartReference) -> Result<Found, StoreError> {
        self.found(self.read(reference).await?).await
    }

    /// Like [`Self::find`], for a caller that has proved to know the cart in another way.
    pub(crate) async fn find_by_key(&self, key: CartKey) -> Result<Found, StoreError> {
        self.found(self.app.store.cart(key).await?).await
    }

    async fn found(&self, cart: Option<Cart>) -> Result<Found, StoreError> {
        let Some(cart) = cart else {
            return Ok(Found::Missing);
        };
        if matches!(cart.status, CartStatus::Completed { .. }) {
            return Ok(Found::Completed(Box::new(cart)));
        }
        let view = self.view(cart, Changed::default()).await?;
        Ok(Found::Cart(Box::new(view)))
    }

    /// Reads the stored cart, without prices. Returns `None` unless token and secret are the cart's.
    pub(crate) async fn read(&self, reference: &CartReference) -> Result<Option<Cart>, StoreError> {
        let cart = self.app.store.cart(reference.token.key).await?;
        Ok(cart.filter(|cart| reference.names(cart)))
    }

    /// Prices a cart with the current catalogue.
    pub async fn view(&self, cart: Cart, changed: Changed) -> Result<CartView, StoreError> {
        let facts = self.facts(&cart).await?;
        let catalogue = self.app.catalogue.current();
        let priced = price(&cart, &catalogue, &self.app.rules, &facts);
        Ok(CartView::new(cart, changed, priced, facts))
    }

    /// What determines the cart's price now.
    pub(crate) async fn prices(&self, cart: &Cart) -> Result<Prices<'app>, StoreError> {
        let facts = self.facts(cart).await?;
        let catalogue = self.app.catalogue.current();
        Ok(Prices::new(catalogue, &self.app.rules, facts))
    }

    /// Reads the store's data on the cart's codes and gift cards. Most carts have none, so the store is not asked.
    pub(crate) async fn facts(&self, cart: &Cart) -> Result<Facts, StoreError> {
        let now = self.app.clock.now();
        let question = Question::about(cart, &self.app.rules);
        if question.is_empty() {
            return Ok(Facts::at(now));
        }
        self.app.store.facts(question, now).await
    }
}

/// A copy of the cart before a change, if the shop has rules that compare the cart before and after.
fn remembered(cart: &Cart, rules: &ShopRules) -> Option<Cart> {
    (!rules.cart_rules.is_empty()).then(|| cart.clone())
}

/// Fills an empty cart and collects the faults of every part.
fn fill(cart: &mut Cart, new: NewCart, catalogue: &Catalogue, rules: &ShopRules) -> Changed {
    let mut changed = add_lines(cart, &new.lines, catalogue, rules);
    let mut collect = |faults: Vec<Fault>| changed.faults.extend(faults);
    let before = remembered(cart, rules);
    let mut faults = set_buyer(cart, new.buyer);
    if let (Some(before), None) = (before, &new.delivery) {
        let found = destination_faults(&before, cart, catalogue, rules);
        faults.extend(found.into_iter().map(of_country_code));
    }
    collect(faults);
    collect(set_attributes(cart, new.attributes));
    collect(set_discount_codes(cart, new.discount_codes));
    collect(add_gift_cards(cart, &new.gift_cards));
    collect(set_note(cart, new.note));
    let now = cart.created_at;
    collect(set_metafields(cart, &new.metafields, now));
    collect(set_preferences(cart, new.preferences));
    if let Some((address, strictness)) = new.delivery {
        let before = remembered(cart, rules);
        let mut faults = set_delivery_address(cart, Some(address), strictness);
        if let Some(before) = before {
            faults.extend(destination_faults(&before, cart, catalogue, rules));
        }
        collect(faults);
    }
    if let Some(purchase) = new.opens.filter(|_| changed.faults.is_empty()) {
        let touched: Vec<_> = new.lines.iter().map(|line| line.variant).collect();
        let in_sheet = purchase == Purchase::InSheet;
        let faults = opening_faults(cart, &touched, catalogue, rules, in_sheet);
        changed.faults.extend(faults);
        let lacking = bundle::opening_faults(cart, &touched, catalogue);
        changed.faults.extend(lacking);
    }
    changed
}

/// Reports a fault of an address's country at the buyer's country instead.
pub(crate) fn of_country_code(fault: Fault) -> Fault {
    Fault {
        subject: Subject::Buyer(BuyerField::Country),
        ..fault
    }
}
