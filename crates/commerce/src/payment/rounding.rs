//! Rounding of what a buyer pays in cash.

use super::PaymentMethod;
use crate::money::{Currency, MinorUnits, Money};

/// The smallest Czech coin is one crown.
const CROWN: i64 = 100;

impl PaymentMethod {
    /// What rounding adds to an amount that is paid by this method; negative if it takes off.
    ///
    /// Cash in Czech crowns is rounded to the nearest crown, half a crown up (§ 3 of act 634/1992 on consumer protection).
    /// The rounding belongs to no tax base (§ 36 of act 235/2004 on VAT).
    #[must_use]
    pub fn rounding(&self, amount: Money) -> MinorUnits {
        match self {
            Self::CashOnDelivery if amount.currency == Currency::CZK => to_crowns(amount.minor),
            Self::CashOnDelivery
            | Self::Card { .. }
            | Self::Wallet { .. }
            | Self::SavedCard { .. }
            | Self::BankTransfer
            | Self::Free => MinorUnits::ZERO,
        }
    }
}

fn to_crowns(amount: MinorUnits) -> MinorUnits {
    let over = amount.get() % CROWN;
    let rounding = if over.abs() * 2 < CROWN {
        -over
    } else {
        over.signum() * CROWN - over
    };
    MinorUnits::new(rounding)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [8.03] Half a crown rounds up; whole crowns stay.
    #[test]
    fn cash_in_crowns_is_rounded_to_whole_crowns() {
        for (amount, rounding) in [
            (0, 0),
            (49, -49),
            (50, 50),
            (129_000, 0),
            (129_001, -1),
            (129_049, -49),
            (129_050, 50),
            (129_099, 1),
            (-50, -50),
            (i64::MAX, -7),
        ] {
            let amount = Money::new(MinorUnits::new(amount), Currency::CZK);
            let found = PaymentMethod::CashOnDelivery.rounding(amount);
            assert_eq!(found, MinorUnits::new(rounding), "{amount:?}");
        }
    }

    /// [8.03] Other methods and other currencies keep their amount.
    #[test]
    fn nothing_else_is_rounded() {
        let minor = MinorUnits::new(129_049);
        let crowns = Money::new(minor, Currency::CZK);
        for method in [PaymentMethod::BankTransfer, PaymentMethod::Free] {
            assert_eq!(method.rounding(crowns), MinorUnits::ZERO, "{method:?}");
        }
        let euros = Money::new(minor, Currency::new("EUR").unwrap());
        let found = PaymentMethod::CashOnDelivery.rounding(euros);
        assert_eq!(found, MinorUnits::ZERO);
    }
}
