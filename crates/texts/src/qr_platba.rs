//! QR Platba: the short payment descriptor of Czech banks.

use zkratka_commerce::delivery::Date;

/// A payment to ask for.
pub struct QrPlatba<'a> {
    pub iban: &'a str,
    pub amount: &'a str,
    pub currency: &'a str,
    /// The number by which the shop recognises the payment: at most ten digits.
    pub variable_symbol: u64,
    /// The due day.
    pub due: Option<Date>,
}

impl QrPlatba<'_> {
    /// The payment descriptor, version 1.0.
    #[must_use]
    pub fn spayd(&self) -> String {
        let due = self.due.map_or_else(String::new, |day| {
            format!("*DT:{:04}{:02}{:02}", day.year(), day.month(), day.day())
        });
        format!(
            "SPD*1.0*ACC:{}*AM:{}*CC:{}{due}*X-VS:{}*MSG:OBJEDNAVKA {}",
            self.iban, self.amount, self.currency, self.variable_symbol, self.variable_symbol
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_descriptor_is_what_banks_read() {
        let payment = QrPlatba {
            iban: "CZ6508000000192000145399",
            amount: "1290.50",
            currency: "CZK",
            variable_symbol: 1001,
            due: None,
        };
        assert_eq!(
            payment.spayd(),
            "SPD*1.0*ACC:CZ6508000000192000145399*AM:1290.50*CC:CZK*X-VS:1001*MSG:OBJEDNAVKA 1001"
        );
        let dated = QrPlatba {
            due: Some("2026-12-03".parse().unwrap()),
            ..payment
        };
        assert_eq!(
            dated.spayd(),
            "SPD*1.0*ACC:CZ6508000000192000145399*AM:1290.50*CC:CZK*DT:20261203*X-VS:1001*MSG:OBJEDNAVKA 1001"
        );
    }
}
