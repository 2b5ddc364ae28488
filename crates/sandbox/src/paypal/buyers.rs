//! Buyers with an account at the emulated PayPal, and what comes of their payments.

use serde_json::{Value, json};

/// What comes of an approved order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// Everything goes well.
    Approve,
    /// The buyer's means of payment is declined when the order is authorised.
    Decline,
    /// The order is authorised, and the first answer is lost.
    AnswerLost,
    /// The authorisation takes two seconds.
    Slow,
    /// What is held cannot be taken.
    CaptureRefused,
    /// PayPal looks at the payment before it takes what is held.
    CapturePending,
    /// The same, and then it is not taken.
    CaptureDenied,
    /// What is held is taken, and the answer is lost.
    CaptureLost,
    /// PayPal looks at the payment before it holds anything, and then does not.
    HoldDenied,
    /// The account cannot be kept.
    KeepRefused,
    /// What was agreed to cannot be made another amount: the buyer pays by instalments, for one.
    AmountFixed,
}

impl Scenario {
    /// Every one.
    pub const ALL: [Self; 11] = [
        Self::Approve,
        Self::Decline,
        Self::AnswerLost,
        Self::Slow,
        Self::CaptureRefused,
        Self::CapturePending,
        Self::CaptureDenied,
        Self::CaptureLost,
        Self::HoldDenied,
        Self::KeepRefused,
        Self::AmountFixed,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Approve => "approve",
            Self::Decline => "decline",
            Self::AnswerLost => "answer_lost",
            Self::Slow => "slow",
            Self::CaptureRefused => "capture_refused",
            Self::CapturePending => "capture_pending",
            Self::CaptureDenied => "capture_denied",
            Self::CaptureLost => "capture_lost",
            Self::HoldDenied => "hold_denied",
            Self::KeepRefused => "keep_refused",
            Self::AmountFixed => "amount_fixed",
        }
    }

    /// The one of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// An invented buyer.
#[derive(Clone, Copy, Debug)]
pub struct Buyer {
    /// What the approval page names the buyer by.
    pub handle: &'static str,
    given_name: &'static str,
    surname: &'static str,
    email: &'static str,
    payer_id: &'static str,
    phone: &'static str,
    street: &'static str,
    city: &'static str,
    zone: &'static str,
    postal_code: &'static str,
    country: &'static str,
}

/// Every buyer.
pub const BUYERS: [Buyer; 2] = [
    Buyer {
        handle: "jana",
        given_name: "Jana",
        surname: "Nováková",
        email: "jana.novakova@example.cz",
        payer_id: "JANANOVAKOVA1",
        phone: "420777123456",
        street: "Dlouhá 1",
        city: "Praha",
        zone: "",
        postal_code: "110 00",
        country: "CZ",
    },
    Buyer {
        handle: "john",
        given_name: "John",
        surname: "Miller",
        email: "john.miller@example.com",
        payer_id: "JOHNMILLER001",
        phone: "14155550132",
        street: "1 Market St",
        city: "San Francisco",
        zone: "CA",
        postal_code: "94105",
        country: "US",
    },
];

impl Buyer {
    /// The buyer of this handle.
    #[must_use]
    pub fn named(handle: &str) -> Option<Self> {
        BUYERS.into_iter().find(|buyer| buyer.handle == handle)
    }

    /// As the approval page names the buyer.
    pub(super) fn shown(self) -> Value {
        json!({ "handle": self.handle, "name": self.full_name(), "country": self.country })
    }

    /// The name in full.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{} {}", self.given_name, self.surname)
    }

    /// Writes into an order what PayPal tells of a buyer who has approved it.
    pub(super) fn approve(&self, order: &mut Value) {
        let account = account_in(order);
        let is_shipped = is_shipped(account);
        self.own(account);
        account["account_id"] = json!(self.payer_id);
        order["payer"] = json!({
            "email_address": self.email, "payer_id": self.payer_id, "name": self.name(),
            "address": { "country_code": self.country },
        });
        if is_shipped {
            order["purchase_units"][0]["shipping"] = self.shipping();
        }
        order["status"] = json!("APPROVED");
    }

    /// The same for an agreement that an account is kept: the address stands in the account.
    pub(super) fn agree(&self, agreement: &mut Value) {
        let account = account_in(agreement);
        self.own(account);
        account["payer_id"] = json!(self.payer_id);
        if is_shipped(account) {
            account["shipping"] = self.shipping();
        }
        agreement["status"] = json!("APPROVED");
    }

    /// What both tell of whose account it is.
    fn own(&self, account: &mut Value) {
        account["email_address"] = json!(self.email);
        account["name"] = self.name();
        account["phone_number"] = json!({ "national_number": self.phone });
        account["address"] = json!({ "country_code": self.country });
    }

    fn name(&self) -> Value {
        json!({ "given_name": self.given_name, "surname": self.surname })
    }

    fn shipping(&self) -> Value {
        json!({ "name": { "full_name": self.full_name() }, "address": self.address() })
    }

    fn address(&self) -> Value {
        let mut address = json!({
            "address_line_1": self.street, "admin_area_2": self.city,
            "postal_code": self.postal_code, "country_code": self.country,
        });
        if !self.zone.is_empty() {
            address["admin_area_1"] = json!(self.zone);
        }
        address
    }
}

/// The account that an order or an agreement names.
fn account_in(document: &mut Value) -> &mut Value {
    let sources = document["payment_source"].as_object();
    let kind = sources.and_then(|sources| sources.keys().next().cloned());
    let kind = kind.unwrap_or_else(|| "paypal".to_owned());
    &mut document["payment_source"][kind]
}

fn is_shipped(account: &Value) -> bool {
    account["experience_context"]["shipping_preference"] != "NO_SHIPPING"
}
