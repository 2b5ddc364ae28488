use super::amount::parse;
use super::breakdown::Breakdown;
use super::note::Note;
use super::payee::Recipient;
use super::wire::{AccountWire, AddressWire, NameWire, OrderWire, UnitWire};
use serde_json::{Map, Value, json};
use zkratka_commerce::attempt::PaymentOutcome;
use zkratka_commerce::money::Money;
use zkratka_commerce::payment::{CardSummary, VENMO};

/// The buyer's payment method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Funding {
    PayPal,
    /// In the United States, and in dollars only.
    Venmo,
}

impl Funding {
    /// The name in PayPal's API, and in the stored data of the payment.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PayPal => "paypal",
            Self::Venmo => VENMO,
        }
    }
}

/// Whether PayPal asks the buyer for an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shipping {
    /// The buyer chooses one of their stored addresses.
    Chosen,
    /// Nothing is shipped.
    None,
}

impl Shipping {
    /// The name in PayPal's API.
    pub(super) const fn preference(self) -> &'static str {
        match self {
            Self::Chosen => "GET_FROM_FILE",
            Self::None => "NO_SHIPPING",
        }
    }
}

#[derive(Clone, Debug)]
pub struct NewOrder {
    /// The cart's name at PayPal. The server accepts an order only for the cart that it names.
    pub reference: String,
    pub breakdown: Breakdown,
    pub shipping: Shipping,
    pub funding: Funding,
    /// Whether PayPal stores the account for later charges, such as renewals.
    pub vault: bool,
    /// The shop's name for the buyer.
    pub brand: String,
    /// Where a browser without popups returns to. It contains no secret.
    pub return_url: String,
}

impl NewOrder {
    /// The body of `POST /v2/checkout/orders`; none if PayPal's format cannot express the amount.
    pub(super) fn body(&self) -> Option<Value> {
        let preference = self.shipping.preference();
        let brand: String = self.brand.chars().take(127).collect();
        let mut context = json!({ "brand_name": brand, "shipping_preference": preference });
        // Venmo supports these two members only.
        if self.funding == Funding::PayPal {
            context["locale"] = json!("cs-CZ");
            // The buyer still reviews the whole order in the checkout and orders there.
            context["user_action"] = json!("CONTINUE");
            context["return_url"] = json!(self.return_url);
            context["cancel_url"] = json!(self.return_url);
        }
        let mut source = json!({ "experience_context": context });
        if self.vault {
            source["attributes"] =
                json!({ "vault": { "store_in_vault": "ON_SUCCESS", "usage_type": "MERCHANT" } });
        }
        let sources: Map<String, Value> = [(self.funding.name().to_owned(), source)]
            .into_iter()
            .collect();
        let mut body = unpaid(&self.reference, &self.breakdown)?;
        body["payment_source"] = json!(sources);
        Some(body)
    }
}

/// The body of an order without a payment source; none if PayPal's format cannot express the amount.
pub(super) fn unpaid(reference: &str, breakdown: &Breakdown) -> Option<Value> {
    Some(json!({
        "intent": "AUTHORIZE",
        "purchase_units": [{
            "reference_id": reference,
            "amount": breakdown.amount()?,
            "items": breakdown.items()?,
        }],
    }))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderStatus {
    /// The buyer has not approved it yet.
    Open,
    /// The buyer has approved it; it is not authorised yet.
    Approved,
    /// It was authorised.
    Completed,
    /// It can no longer be authorised.
    Expired,
}

/// An address from PayPal. Every field may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PayPalAddress {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    /// Street and number.
    pub line1: Option<String>,
    /// Flat, floor.
    pub line2: Option<String>,
    pub city: Option<String>,
    pub zone: Option<String>,
    pub postal_code: Option<String>,
    /// Two letters.
    pub country: Option<String>,
}

/// PayPal's data about a buyer who has approved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuyerDetails {
    pub email: Option<String>,
    /// PayPal's id of the account.
    pub payer_id: Option<String>,
    pub phone: Option<String>,
    /// The shipping address.
    pub destination: Option<PayPalAddress>,
    /// The account's home address; often a country only.
    pub billing: Option<PayPalAddress>,
}

#[derive(Clone, Debug)]
pub struct Order {
    /// Its id, the token of row 7.09.
    pub id: String,
    pub status: OrderStatus,
    /// The cart's name at PayPal.
    pub reference: String,
    /// The amount due.
    pub amount: Money,
    /// Creation time, in PayPal's format (RFC 3339).
    pub created: String,
    pub funding: Funding,
    pub buyer: BuyerDetails,
    /// Present from just before the authorisation.
    pub(super) note: Option<Note>,
    /// The part of the account's data that a payment stores.
    pub(super) card: CardSummary,
    pub(super) is_authorisation: bool,
    pub(super) outcome: Option<PaymentOutcome>,
    /// Where the money goes.
    pub(super) recipient: Recipient,
    /// The authorisations of every purchase unit.
    pub(super) authorisation_ids: Vec<String>,
}

impl Order {
    /// Whether the order is to be authorised with this key.
    pub(super) fn is_under(&self, key: &str) -> bool {
        self.note.as_ref().is_some_and(|note| note.key == key)
    }

    /// Reads the first purchase unit; `None` if there is none. This client creates orders with one unit, but a page can
    /// add others, which `recipient` tells.
    pub(super) fn read(wire: OrderWire) -> Option<Self> {
        let held = authorisation_ids(&wire.purchase_units);
        let has_several_units = wire.purchase_units.len() > 1;
        let unit = wire.purchase_units.into_iter().next()?;
        let recipient = Recipient::read(&unit, has_several_units);
        let amount = parse(&unit.amount.value, &unit.amount.currency_code)?;
        let source = wire.payment_source.unwrap_or_default();
        let funding = source.funding();
        let account = source.account();
        let vault = account.attributes.as_ref();
        let vault = vault.and_then(|attributes| attributes.vault.as_ref()?.id.clone());
        let note = unit.custom_id.as_deref().map(Note::read);
        let noted = note.as_ref().and_then(|note| note.mandate.clone());
        let card = summary(funding.name(), noted.or(vault));
        let authorizations = unit.payments.unwrap_or_default().authorizations;
        let outcome = match <[_; 1]>::try_from(authorizations) {
            Ok([one]) => Some(one.outcome(&card)?),
            Err(others) if others.is_empty() => None,
            // The shop cannot act on an order with several payments.
            Err(_) => return None,
        };
        let payer = wire.payer.unwrap_or_default();
        let name = account.name.clone().or_else(|| payer.name.clone());
        let shipping = unit.shipping.unwrap_or_default();
        let receiver = shipping.name.or_else(|| name.clone());
        let destination = shipping.address.map(|it| address(it, receiver));
        let phone =
            national_number(&account).or_else(|| payer.phone?.phone_number?.national_number);
        let home = account.address.or(payer.address);
        Some(Self {
            id: wire.id,
            status: match wire.status.as_str() {
                "CREATED" | "SAVED" | "PAYER_ACTION_REQUIRED" => OrderStatus::Open,
                "APPROVED" => OrderStatus::Approved,
                "COMPLETED" => OrderStatus::Completed,
                _ => OrderStatus::Expired,
            },
            reference: unit.reference_id.unwrap_or_default(),
            note,
            card,
            amount,
            created: wire.create_time.unwrap_or_default(),
            funding,
            buyer: BuyerDetails {
                email: account.email_address.or(payer.email_address),
                payer_id: account.account_id.or(payer.payer_id),
                phone,
                destination,
                billing: home.map(|it| address(it, name)),
            },
            is_authorisation: wire.intent == "AUTHORIZE",
            outcome,
            recipient,
            authorisation_ids: held,
        })
    }
}

fn authorisation_ids(units: &[UnitWire]) -> Vec<String> {
    let payments = units.iter().filter_map(|unit| unit.payments.as_ref());
    let made = payments.flat_map(|payments| &payments.authorizations);
    made.map(|authorisation| authorisation.id.clone()).collect()
}

/// Describes an account in the place of a card.
pub(super) fn summary(network: &str, mandate: Option<String>) -> CardSummary {
    CardSummary {
        network: network.to_owned(),
        last_four: String::new(),
        mandate,
        expires: None,
    }
}

/// The telephone number, from any of PayPal's places for it.
pub(super) fn national_number(account: &AccountWire) -> Option<String> {
    let elsewhere = || account.phone.as_ref()?.phone_number.as_ref();
    let number = account.phone_number.as_ref().or_else(elsewhere);
    number?.national_number.clone()
}

pub(super) fn address(wire: AddressWire, name: Option<NameWire>) -> PayPalAddress {
    let name = name.unwrap_or_default();
    let (first_name, last_name) = match (name.given_name, name.surname, name.full_name) {
        (None, None, Some(full)) => split(&full),
        (given, surname, _) => (given, surname),
    };
    PayPalAddress {
        first_name,
        last_name,
        line1: wire.address_line_1,
        line2: wire.address_line_2,
        city: wire.admin_area_2,
        zone: wire.admin_area_1,
        postal_code: wire.postal_code,
        country: wire.country_code,
    }
}

/// The last word counts as the family name.
fn split(full: &str) -> (Option<String>, Option<String>) {
    match full.trim().rsplit_once(char::is_whitespace) {
        Some((first, last)) => (Some(first.trim().to_owned()), Some(last.to_owned())),
        None => (None, Some(full.trim().to_owned())),
    }
}
