//! The emulated PayPal's buyers, and the scenarios of their payments.

use serde_json::{Value, json};

/// The scenario of an approved order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// Everything succeeds.
    Approve,
    /// PayPal declines the buyer's payment method at the authorisation.
    Decline,
    /// PayPal authorises the order, and the first response is lost.
    AnswerLost,
    /// The authorisation takes two seconds.
    Slow,
    /// PayPal refuses the capture.
    CaptureRefused,
    /// PayPal reviews the payment before the capture.
    CapturePending,
    /// PayPal reviews the payment, then denies the capture.
    CaptureDenied,
    /// PayPal captures the payment, and the response is lost.
    CaptureLost,
    /// PayPal reviews the payment before the authorisation, then denies it.
    HoldDenied,
    /// The account cannot be stored.
    KeepRefused,
    /// The approved amount cannot change, for example because the buyer pays by instalments.
    AmountFixed,
}

impl Scenario {
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

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Buyer {
    /// The buyer's identifier on the approval page.
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
    #[must_use]
    pub fn named(handle: &str) -> Option<Self> {
        BUYERS.into_iter().find(|buyer| buyer.handle == handle)
    }

    /// The buyer's data for the approval page.
    pub(super) fn as_json(self) -> Value {
        json!({ "handle": self.handle, "name": self.full_name(), "country": self.country })
    }

    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{} {}", self.given_name, self.surname)
    }

    /// Adds a buyer's data to an order that the buyer approved.
    pub(super) fn approve(&self, order: &mut Value) {
        let account = account_in(order);
        let is_shipped = is_shipped(account);
        self.write_account(account);
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

    /// Like [`Self::approve`], for an agreement: the address is part of the account.
    pub(super) fn approve_agreement(&self, agreement: &mut Value) {
        let account = account_in(agreement);
        self.write_account(account);
        account["payer_id"] = json!(self.payer_id);
        if is_shipped(account) {
            account["shipping"] = self.shipping();
        }
        agreement["status"] = json!("APPROVED");
    }

    /// The members that orders and agreements share.
    fn write_account(&self, account: &mut Value) {
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

/// The account in an order or an agreement.
fn account_in(document: &mut Value) -> &mut Value {
    let sources = document["payment_source"].as_object();
    let kind = sources.and_then(|sources| sources.keys().next().cloned());
    let kind = kind.unwrap_or_else(|| "paypal".to_owned());
    &mut document["payment_source"][kind]
}

fn is_shipped(account: &Value) -> bool {
    account["experience_context"]["shipping_preference"] != "NO_SHIPPING"
}
