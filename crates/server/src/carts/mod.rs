//! Making, reading and changing carts: what the cart API and the shop's forms share.

mod change;
mod prices;
mod quote;
mod reference;
mod view;

pub use change::Change;
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
use zkratka_commerce::merchant::{destination_faults, opening_faults};
use zkratka_commerce::pricing::{Facts, Question};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::subject::{BuyerField, Subject};
use zkratka_store::StoreError;

/// What a new cart begins with.
#[derive(Clone, Debug, Default)]
pub struct NewCart {
    /// Lines; faults are at `lines`.
    pub lines: Vec<LineInput>,
    /// Who buys; faults are at `buyerIdentity`.
    pub buyer: BuyerIdentity,
    /// Attributes; faults are at `attributes`.
    pub attributes: Vec<Attribute>,
    /// Discount codes; faults are at `discountCodes`.
    pub discount_codes: Vec<String>,
    /// Gift cards that pay.
    pub gift_cards: Vec<CartGiftCard>,
    /// The buyer's note; faults are at `note`.
    pub note: Option<String>,
    /// Data of apps; faults are at `metafields`.
    pub metafields: Vec<NewMetafield>,
    /// How the buyer would like it; faults are at `buyerIdentity`.
    pub preferences: Preferences,
    /// Where it goes; faults are at `deliveryAddress`.
    pub delivery: Option<(Address, Strictness)>,
    /// What begins with it: then the shop's own rules are told that are else told in the checkout; faults are at `lines`.
    pub opens: Option<Purchase>,
}

/// A purchase that begins with a new cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purchase {
    /// It goes on in the checkout.
    InCheckout,
    /// It is to be finished in a wallet's sheet.
    InSheet,
}

/// What became of a new cart.
#[derive(Debug)]
pub enum Created {
    /// It is stored.
    Cart(Box<CartView>),
    /// Its content is at fault; nothing is stored.
    Refused(Vec<Fault>),
}

/// What a cart's reference leads to.
#[derive(Debug)]
pub enum Found {
    /// A cart that can be changed, or that an attempt is just completing.
    Cart(Box<CartView>),
    /// A cart that has become an order.
    Completed(Box<Cart>),
    /// No such cart, or the secret is wrong: nobody can tell which.
    Missing,
}

/// The carts of a shop.
#[derive(Clone, Copy)]
pub struct Carts<'app> {
    app: &'app App,
    /// Kept with whatever cart is made or changed, where something of it is known.
    consent: VisitorConsent,
}

impl<'app> Carts<'app> {
    /// The carts of this shop.
    #[must_use]
    pub fn new(app: &'app App) -> Self {
        let consent = VisitorConsent::default();
        Self { app, consent }
    }

    /// The same for a visitor who has agreed to this.
    #[must_use]
    pub(crate) fn consenting(self, consent: VisitorConsent) -> Self {
        Self { consent, ..self }
    }

    fn keep_consent(&self, cart: &mut Cart) {
        if !self.consent.is_unknown() {
            cart.visitor_consent = self.consent;
        }
    }

    /// Makes a cart.
    pub async fn create(&self, new: NewCart) -> Result<Created, StoreError> {
        self.create_by(|cart, catalogue, rules| fill(cart, new, catalogue, rules))
            .await
    }

    /// Makes a cart by changing an empty one.
    pub async fn create_by(
        &self,
        change: impl FnOnce(&mut Cart, &Catalogue, &ShopRules) -> Changed + Send,
    ) -> Result<Created, StoreError> {
        let (ids, now) = (&self.app.ids, self.app.clock.now());
        let [one, other] = ids.secrets();
        let mut cart = Cart::new(ids.cart_key(), one, other, now);
        let changed = change(&mut cart, &self.app.catalogue.current(), &self.app.rules);
        if !changed.faults.is_empty() {
            return Ok(Created::Refused(changed.faults));
        }
        self.keep_consent(&mut cart);
        let view = self.view(cart, changed).await?;
        self.app.store.insert_cart(&view.cart).await?;
        Ok(Created::Cart(Box::new(view)))
    }

    /// Reads a cart.
    pub async fn find(&self, reference: &CartReference) -> Result<Found, StoreError> {
        let Some(cart) = self.read(reference).await? else {
            return Ok(Found::Missing);
        };
        if matches!(cart.status, CartStatus::Completed { .. }) {
            return Ok(Found::Completed(Box::new(cart)));
        }
        let view = self.view(cart, Changed::default()).await?;
        Ok(Found::Cart(Box::new(view)))
    }

    /// The stored cart, if token and secret are its own. Nothing is priced.
    pub(crate) async fn read(&self, reference: &CartReference) -> Result<Option<Cart>, StoreError> {
        let cart = self.app.store.cart(reference.token.key).await?;
        Ok(cart.filter(|cart| reference.names(cart)))
    }

    /// Prices a cart as it is now.
    pub async fn view(&self, cart: Cart, changed: Changed) -> Result<CartView, StoreError> {
        let facts = self.facts(&cart).await?;
        let catalogue = self.app.catalogue.current();
        Ok(CartView::new(
            cart,
            changed,
            &catalogue,
            &self.app.rules,
            &facts,
        ))
    }

    /// What is known now of the cart's codes and gift cards. Most carts have none, and the store is not asked.
    pub(crate) async fn facts(&self, cart: &Cart) -> Result<Facts, StoreError> {
        let now = self.app.clock.now();
        let question = Question::about(cart, &self.app.rules);
        if question.is_empty() {
            return Ok(Facts::at(now));
        }
        self.app.store.facts(question, now).await
    }
}

/// The cart as it is, where the shop has rules that look at what a change changes.
fn remembered(cart: &Cart, rules: &ShopRules) -> Option<Cart> {
    (!rules.cart_rules.is_empty()).then(|| cart.clone())
}

/// Fills an empty cart, collecting the faults of every part.
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

/// A fault of the country, at the buyer's own instead of an address's.
pub(crate) fn of_country_code(fault: Fault) -> Fault {
    Fault {
        subject: Subject::Buyer(BuyerField::Country),
        ..fault
    }
}
