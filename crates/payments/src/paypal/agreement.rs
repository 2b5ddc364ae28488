//! Agreements: the buyer lets an account be charged again, and pays nothing in the window. PayPal calls one a setup token,
//! and what it is exchanged for a payment token.

use super::order::{BuyerDetails, Funding, Shipping, address, national_number};
use super::wire::{AccountWire, SetupWire};
use serde_json::{Map, Value, json};

/// An agreement to ask for.
#[derive(Clone, Debug)]
pub struct NewAgreement {
    /// Whether an address is asked for.
    pub shipping: Shipping,
    /// Which account is to be kept.
    pub funding: Funding,
    /// The shop as the buyer reads it.
    pub brand: String,
    /// Where a browser that has no popup comes back to; carries no secret.
    pub return_url: String,
}

impl NewAgreement {
    /// The body of `POST /v3/vault/setup-tokens`.
    pub(super) fn body(&self) -> Value {
        let brand: String = self.brand.chars().take(127).collect();
        let mut account = json!({
            "usage_type": "MERCHANT",
            "experience_context": {
                "brand_name": brand,
                "locale": "cs-CZ",
                "return_url": self.return_url,
                "cancel_url": self.return_url,
                "shipping_preference": self.shipping.preference(),
                // Nothing is kept before the buyer has ordered.
                "vault_instruction": "ON_CREATE_PAYMENT_TOKENS",
            },
        });
        if self.funding == Funding::PayPal {
            // Buyers are not known here: the same account may have ordered before.
            account["permit_multiple_payment_tokens"] = json!(true);
        }
        let source: Map<String, Value> = [(self.funding.name().to_owned(), account)]
            .into_iter()
            .collect();
        json!({ "payment_source": source })
    }
}

/// How far an agreement has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgreementStatus {
    /// The buyer has not agreed.
    Open,
    /// The buyer has agreed; nothing is kept yet.
    Approved,
    /// The account is kept by it, or never will be.
    Over,
}

/// An agreement as PayPal knows it.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// Its id, the token of row 7.09.
    pub id: String,
    /// How far it has come.
    pub status: AgreementStatus,
    /// Which kind of account.
    pub funding: Funding,
    /// What is known of the buyer.
    pub buyer: BuyerDetails,
}

impl Agreement {
    pub(super) fn read(wire: SetupWire) -> Self {
        let funding = wire.payment_source.funding();
        Self {
            id: wire.id,
            status: match wire.status.as_str() {
                "CREATED" | "PAYER_ACTION_REQUIRED" => AgreementStatus::Open,
                "APPROVED" => AgreementStatus::Approved,
                _ => AgreementStatus::Over,
            },
            funding,
            buyer: buyer(wire.payment_source.account()),
        }
    }
}

fn buyer(account: AccountWire) -> BuyerDetails {
    let phone = national_number(&account);
    let shipping = account.shipping.unwrap_or_default();
    let receiver = shipping.name.or_else(|| account.name.clone());
    BuyerDetails {
        email: account.email_address,
        payer_id: account.account_id.or(account.payer_id),
        phone,
        destination: shipping.address.map(|it| address(it, receiver)),
        billing: account.address.map(|it| address(it, account.name)),
    }
}

/// An account that PayPal keeps, so that it can be charged again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeptAccount {
    /// PayPal's name of it: the mandate.
    pub(super) id: String,
    pub(super) funding: Funding,
}
