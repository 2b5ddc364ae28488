//! Agreements: the buyer allows later charges of an account and pays nothing in PayPal's window. PayPal calls an
//! agreement a setup token, and exchanges it for a payment token.

use super::order::{BuyerDetails, Funding, Shipping, address, national_number};
use super::wire::{AccountWire, SetupWire};
use serde_json::{Map, Value, json};

#[derive(Clone, Debug)]
pub struct NewAgreement {
    /// Whether PayPal asks the buyer for an address.
    pub shipping: Shipping,
    /// The kind of account to store.
    pub funding: Funding,
    /// The shop's name for the buyer.
    pub brand: String,
    /// Where a browser without popups returns to. It contains no secret.
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
                // PayPal stores the account only after the buyer has ordered.
                "vault_instruction": "ON_CREATE_PAYMENT_TOKENS",
            },
        });
        if self.funding == Funding::PayPal {
            // The shop does not recognise buyers: the same account may have ordered before.
            account["permit_multiple_payment_tokens"] = json!(true);
        }
        let source: Map<String, Value> = [(self.funding.name().to_owned(), account)]
            .into_iter()
            .collect();
        json!({ "payment_source": source })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgreementStatus {
    /// The buyer has not agreed yet.
    Open,
    /// The buyer has agreed; no account is stored yet.
    Approved,
    /// The agreement has stored its account, or never will.
    Used,
}

#[derive(Clone, Debug)]
pub struct Agreement {
    /// Its id, the token of row 7.09.
    pub id: String,
    pub status: AgreementStatus,
    /// The kind of account.
    pub funding: Funding,
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
                _ => AgreementStatus::Used,
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

/// An account that PayPal stores for later charges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredAccount {
    /// PayPal's id of it: the mandate.
    pub(super) id: String,
    pub(super) funding: Funding,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A PayPal account may be stored more than once; PayPal refuses the member for a Venmo account.
    #[test]
    fn only_a_paypal_account_may_be_stored_again() {
        for (funding, name, permitted) in [
            (Funding::PayPal, "paypal", Some(&json!(true))),
            (Funding::Venmo, "venmo", None),
        ] {
            let wish = NewAgreement {
                shipping: Shipping::None,
                funding,
                brand: "Hrnky".to_owned(),
                return_url: "https://shop.example/".to_owned(),
            };
            let body = wish.body();
            let account = &body["payment_source"][name];
            assert_eq!(account["usage_type"], "MERCHANT", "{body}");
            assert_eq!(account.get("permit_multiple_payment_tokens"), permitted);
        }
    }
}
