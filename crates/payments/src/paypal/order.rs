//! Orders: what is asked for, and what PayPal knows of one.

use super::amount::parse;
use super::breakdown::Breakdown;
use super::note::Note;
use super::wire::{AccountWire, AddressWire, NameWire, OrderWire, UnitWire};
use serde_json::{Map, Value, json};
use zkratka_commerce::attempt::PaymentOutcome;
use zkratka_commerce::money::Money;
use zkratka_commerce::payment::CardSummary;

/// How the buyer means to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Funding {
    /// From a PayPal account.
    PayPal,
    /// From a Venmo account; in the United States and in dollars.
    Venmo,
}

impl Funding {
    /// PayPal's word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PayPal => "paypal",
            Self::Venmo => "venmo",
        }
    }
}

/// Whether an address is asked for at PayPal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shipping {
    /// The buyer chooses one of their own.
    Chosen,
    /// Nothing is sent.
    None,
}

impl Shipping {
    /// PayPal's word for it.
    pub(super) const fn preference(self) -> &'static str {
        match self {
            Self::Chosen => "GET_FROM_FILE",
            Self::None => "NO_SHIPPING",
        }
    }
}

/// An order to make.
#[derive(Clone, Debug)]
pub struct NewOrder {
    /// Our name of what is bought; an order is believed to be of the cart whose name it carries.
    pub reference: String,
    /// What is due.
    pub breakdown: Breakdown,
    /// Whether an address is asked for.
    pub shipping: Shipping,
    /// How the buyer means to pay.
    pub funding: Funding,
    /// Whether the account may be charged again, for renewals.
    pub vault: bool,
    /// The shop as the buyer reads it.
    pub brand: String,
    /// Where a browser that has no popup comes back to; carries no secret.
    pub return_url: String,
}

impl NewOrder {
    /// The body of `POST /v2/checkout/orders`; none where the amount cannot be written.
    pub(super) fn body(&self) -> Option<Value> {
        let preference = self.shipping.preference();
        let brand: String = self.brand.chars().take(127).collect();
        let mut context = json!({ "brand_name": brand, "shipping_preference": preference });
        // Venmo knows no more than these two.
        if self.funding == Funding::PayPal {
            context["locale"] = json!("cs-CZ");
            // The buyer still sees the whole order in the checkout, and orders there.
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

/// The body of an order that does not say yet from which account it is paid; none where the amount cannot be written.
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

/// How far an order has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderStatus {
    /// The buyer has not approved it.
    Open,
    /// The buyer has approved it; nothing is held yet.
    Approved,
    /// It was authorised.
    Completed,
    /// It will never be anything.
    Dead,
}

/// An address as PayPal gives it. Every field may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PayPalAddress {
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
    /// Street and number.
    pub line1: Option<String>,
    /// Flat, floor.
    pub line2: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Zone.
    pub zone: Option<String>,
    /// Postal code.
    pub postal_code: Option<String>,
    /// Country, two letters.
    pub country: Option<String>,
}

/// What PayPal tells of a buyer who has approved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuyerDetails {
    /// E-mail.
    pub email: Option<String>,
    /// PayPal's name of the account.
    pub payer_id: Option<String>,
    /// Telephone.
    pub phone: Option<String>,
    /// Where it is sent to.
    pub destination: Option<PayPalAddress>,
    /// Where the account is at home; often a country only.
    pub billing: Option<PayPalAddress>,
}

/// An order as PayPal knows it.
#[derive(Clone, Debug)]
pub struct Order {
    /// Its id, the token of row 7.09.
    pub id: String,
    /// How far it has come.
    pub status: OrderStatus,
    /// Our name of what is bought.
    pub reference: String,
    /// What is due.
    pub amount: Money,
    /// When it was made, as PayPal writes it (RFC 3339).
    pub created: String,
    /// From which account it is paid.
    pub funding: Funding,
    /// What is known of the buyer.
    pub buyer: BuyerDetails,
    /// Under whose key it is authorised, once it is to be.
    pub(super) note: Option<Note>,
    /// The account, as far as it is kept of a payment.
    pub(super) card: CardSummary,
    pub(super) is_authorisation: bool,
    pub(super) outcome: Option<PaymentOutcome>,
}

impl Order {
    /// Whether it is authorised under this key, once it is.
    pub(super) fn is_under(&self, key: &str) -> bool {
        self.note.as_ref().is_some_and(|note| note.key == key)
    }

    /// Reads an order with one purchase unit, which is all that we make.
    pub(super) fn read(wire: OrderWire) -> Option<Self> {
        let [unit] = <[UnitWire; 1]>::try_from(wire.purchase_units).ok()?;
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
            // We ask for one; more than one is nothing that we can act upon.
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
                _ => OrderStatus::Dead,
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
        })
    }
}

/// What is kept of an account, in the place of a card.
pub(super) fn summary(network: &str, mandate: Option<String>) -> CardSummary {
    CardSummary {
        network: network.to_owned(),
        last_four: String::new(),
        mandate,
    }
}

/// The number, wherever PayPal has put it.
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

/// The last word is the family name, as far as one can tell.
fn split(full: &str) -> (Option<String>, Option<String>) {
    match full.trim().rsplit_once(char::is_whitespace) {
        Some((first, last)) => (Some(first.trim().to_owned()), Some(last.to_owned())),
        None => (None, Some(full.trim().to_owned())),
    }
}
