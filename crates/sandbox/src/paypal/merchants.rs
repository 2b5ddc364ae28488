//! The emulated PayPal's merchants: whom an order pays.

use super::refusal::Refusal;
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug)]
pub struct Merchant {
    pub id: &'static str,
    pub email: &'static str,
}

/// The owner of the sandbox's application. Orders that name no payee pay this merchant.
pub const OWNER: Merchant = Merchant {
    id: "ZKRATKASANDBX",
    email: "obchod@sandbox.example",
};
/// A merchant that has nothing to do with the shop.
pub const STRANGER: Merchant = Merchant {
    id: "STRANGERSHPXY",
    email: "cizi@sandbox.example",
};
const ALL: [Merchant; 2] = [OWNER, STRANGER];

impl Merchant {
    fn as_payee(self) -> Value {
        json!({ "email_address": self.email, "merchant_id": self.id })
    }
}

/// The payee as PayPal shows it, for the payee in a request.
pub(super) fn payee(named: &Value, at: &str) -> Result<Value, Refusal> {
    if named.is_null() {
        return Ok(OWNER.as_payee());
    }
    let is = |merchant: &Merchant| {
        let (id, email) = (&named["merchant_id"], &named["email_address"]);
        (id.is_null() || id == merchant.id)
            && (email.is_null() || email == merchant.email)
            && !(id.is_null() && email.is_null())
    };
    let found = ALL.into_iter().find(is).map(Merchant::as_payee);
    found.ok_or_else(|| Refusal::rule("PAYEE_ACCOUNT_INVALID", at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payee_is_named_by_id_or_address() {
        let paid = |named: Value| payee(&named, "").map(|payee| payee["merchant_id"].clone());
        assert_eq!(paid(Value::Null), Ok(json!(OWNER.id)));
        let by_id = json!({ "merchant_id": STRANGER.id });
        let by_address = json!({ "email_address": STRANGER.email });
        for named in [by_id, by_address] {
            assert_eq!(paid(named), Ok(json!(STRANGER.id)));
        }
        let both = json!({ "merchant_id": OWNER.id, "email_address": STRANGER.email });
        for unknown in [json!({}), json!({ "merchant_id": "X" }), both] {
            let refused = paid(unknown).expect_err("refused");
            assert_eq!(refused.issue, "PAYEE_ACCOUNT_INVALID");
        }
    }
}
