//! Whether an order's money comes to the merchant, whole.
//!
//! A page with the application's public client id can create orders for any payee, and change the payee of an order until
//! it is authorised. So what PayPal says about the payee counts, each time before money moves.

use super::wire::{PayeeWire, UnitWire};
use serde_json::Value;

/// Why the money would not come to the merchant, or not all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Diversion {
    #[error("its payee is not the merchant")]
    Payee,
    #[error("a payment instruction disburses its money")]
    Instruction,
    #[error("it has several purchase units")]
    SeveralUnits,
}

impl Diversion {
    /// The code for the log.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Payee => "payee",
            Self::Instruction => "payment_instruction",
            Self::SeveralUnits => "several_units",
        }
    }
}

/// Where an order's money goes.
#[derive(Clone, Debug)]
pub(super) struct Recipient {
    /// PayPal's id of the merchant, if PayPal named one.
    payee: Option<String>,
    is_instructed: bool,
    has_several_units: bool,
}

impl Recipient {
    /// `unit` is the first purchase unit.
    pub(super) fn read(unit: &UnitWire, has_several_units: bool) -> Self {
        let payee = unit.payee.as_ref();
        Self {
            payee: payee.and_then(|payee| payee.merchant_id.clone()),
            is_instructed: unit.payment_instruction.as_ref().is_some_and(instructs),
            has_several_units,
        }
    }

    /// None if all of the money comes to this merchant. An order whose payee PayPal does not name is diverted.
    pub(super) fn diversion(&self, merchant: &str) -> Option<Diversion> {
        if self.has_several_units {
            Some(Diversion::SeveralUnits)
        } else if self.payee.as_deref() != Some(merchant) {
            Some(Diversion::Payee)
        } else {
            self.is_instructed.then_some(Diversion::Instruction)
        }
    }

    /// Whether PayPal names a payee, and another one than this merchant.
    pub(super) fn names_other_than(&self, merchant: &str) -> bool {
        let named = self.payee.as_deref();
        named.is_some_and(|named| named != merchant)
    }
}

impl PayeeWire {
    /// Whether PayPal names a merchant, and another one than this.
    pub(super) fn is_other_than(&self, merchant: &str) -> bool {
        let named = self.merchant_id.as_deref();
        named.is_some_and(|named| named != merchant)
    }
}

/// Whether an instruction changes what the payee gets. PayPal may state its default, instant disbursement without fees.
fn instructs(instruction: &Value) -> bool {
    let Value::Object(members) = instruction else {
        return !instruction.is_null();
    };
    members.iter().any(|(name, value)| match name.as_str() {
        "disbursement_mode" => value != "INSTANT",
        "platform_fees" => value.as_array().is_none_or(|fees| !fees.is_empty()),
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const MERCHANT: &str = "MERCHANT2SHPX";

    fn diversion(unit: &Value, has_several_units: bool) -> Option<Diversion> {
        let mut unit = unit.clone();
        unit["amount"] = json!({ "currency_code": "CZK", "value": "1.00" });
        let unit: UnitWire = serde_json::from_value(unit).expect("a unit");
        Recipient::read(&unit, has_several_units).diversion(MERCHANT)
    }

    /// The log names each way by itself.
    #[test]
    fn each_diversion_has_its_code() {
        for (diversion, code) in [
            (Diversion::Payee, "payee"),
            (Diversion::Instruction, "payment_instruction"),
            (Diversion::SeveralUnits, "several_units"),
        ] {
            assert_eq!(diversion.code(), code);
        }
    }

    #[test]
    fn the_money_comes_whole_and_to_the_merchant() {
        let ours = json!({ "merchant_id": MERCHANT });
        let good = json!({ "payee": ours });
        assert_eq!(diversion(&good, false), None);
        assert_eq!(diversion(&good, true), Some(Diversion::SeveralUnits));
        for payee in [
            Value::Null,
            json!({}),
            json!({ "merchant_id": "" }),
            json!({ "merchant_id": "STRANGERSHPXY" }),
            json!({ "email_address": "obchod@example.cz" }),
        ] {
            let unit = json!({ "payee": payee });
            assert_eq!(diversion(&unit, false), Some(Diversion::Payee), "{payee}");
        }
        for instruction in [
            Value::Null,
            json!({}),
            json!({ "disbursement_mode": "INSTANT", "platform_fees": [] }),
        ] {
            let unit = json!({ "payee": ours, "payment_instruction": instruction });
            assert_eq!(diversion(&unit, false), None, "{instruction}");
        }
        for instruction in [
            json!({ "disbursement_mode": "DELAYED" }),
            json!({ "platform_fees": [{ "amount": {} }] }),
            json!({ "platform_fees": {} }),
            json!({ "payee_pricing_tier_id": "1" }),
            json!("INSTANT"),
        ] {
            let unit = json!({ "payee": ours, "payment_instruction": instruction });
            let expected = Some(Diversion::Instruction);
            assert_eq!(diversion(&unit, false), expected, "{instruction}");
        }
    }
}
