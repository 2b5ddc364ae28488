//! Amounts and other decimals: what is read is written back the same.
#![no_main]

use zkratka_commerce::decimal;
use zkratka_commerce::money::{Currency, MinorUnits, Money};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(money) = Money::parse_decimal(text, Currency::CZK) {
        assert!(!money.minor.is_negative());
        let again = Money::parse_decimal(&money.decimal(), Currency::CZK);
        assert_eq!(again, Ok(money));
        assert_eq!(decimal::parse(text, 2), Ok(money.minor.get()));
    }
    for places in 0..=6 {
        if let Ok(units) = decimal::parse(text, places) {
            assert!(units >= 0);
        }
    }
    if let Ok(currency) = Currency::new(text) {
        assert!(currency.to_string().eq_ignore_ascii_case(text));
        // Every minor unit is written, wherever the currency has its point.
        let digits = Money::new(MinorUnits::new(i64::MIN), currency)
            .decimal()
            .replace('.', "");
        assert!(digits.starts_with("-9223372036854775808"), "{digits}");
    }
});
