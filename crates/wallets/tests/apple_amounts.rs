//! The amount that a buyer authorised, in every currency of ISO 4217. Numbers and minor units come from an independent copy
//! of the standard.

use crate::support::apple::{NOW, mint, payment, wish};
use iso_currency::{Currency as IsoCurrency, Flag};
use serde_json::json;
use std::collections::BTreeSet;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_wallets::apple_pay::{AmountMismatch, Version};

/// A currency as the standard describes it.
struct IsoRow {
    currency: Currency,
    number: String,
    exponent: u32,
}

/// Every current currency with a minor unit.
fn iso_rows() -> Vec<IsoRow> {
    let all = (1..1_000).filter_map(IsoCurrency::from_numeric);
    let current = all.filter(|iso| iso.is_superseded().is_none() && !iso.has_flag(Flag::Special));
    current
        .filter_map(|iso| {
            Some(IsoRow {
                currency: Currency::new(iso.code()).expect("a code"),
                number: format!("{:03}", iso.numeric()),
                exponent: u32::from(iso.exponent()?),
            })
        })
        .collect()
}

/// [5.18] Minor units have the decimal places of the standard.
#[test]
fn every_currency_has_the_places_of_the_standard() {
    let rows = iso_rows();
    assert!(rows.len() > 150, "only {} currencies", rows.len());
    for row in &rows {
        assert_eq!(row.currency.exponent(), row.exponent, "{}", row.currency);
    }
    let exponents: BTreeSet<u32> = rows.iter().map(|row| row.exponent).collect();
    assert_eq!(exponents, BTreeSet::from([0, 2, 3, 4]));
}

/// [B.03] A token for 1,290 units of any currency pays a cart of 1,290 units, and no cart that is a power of ten away.
#[test]
fn a_token_pays_its_own_amount_in_every_currency() {
    let rows = iso_rows();
    let wishes: Vec<_> = rows
        .iter()
        .map(|row| {
            let mut message = payment();
            message["currencyCode"] = json!(row.number);
            message["transactionAmount"] = json!(1_290 * 10_i64.pow(row.exponent));
            wish(Version::EcV1, &json!({ "message": message.to_string() }))
        })
        .collect();
    for (minted, row) in mint(&wishes).iter().zip(&rows) {
        let token = minted.opener().open(&minted.token, NOW).expect("opens");
        let cart = Money::parse_decimal("1290.00", row.currency).expect("an amount");
        assert_eq!(token.payment.is_of(cart), Ok(()), "{cart:?}");
        for factor in [10, 100, 1_000] {
            let more = cart.minor.get() * factor;
            let more = Money::new(MinorUnits::new(more), row.currency);
            assert_eq!(token.payment.is_of(more), Err(AmountMismatch::Amount));
            let less = cart.minor.get() / factor;
            let less = Money::new(MinorUnits::new(less), row.currency);
            assert_eq!(token.payment.is_of(less), Err(AmountMismatch::Amount));
        }
    }
}
