//! A difference, ready to be reported.

use crate::kind::Kind;
use std::fmt::Write as _;
use zkratka_commerce::ids::{AttemptKey, OrderNumber};
use zkratka_commerce::money::Money;
use zkratka_commerce::order_life::LineUnits;
use zkratka_commerce::time::Timestamp;

/// One difference. It holds no personal data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub kind: Kind,
    pub order: Option<OrderNumber>,
    pub attempt: Option<AttemptKey>,
    /// The provider's id of what differs.
    pub id: Option<String>,
    /// The amount in the shop's records; `None`: they do not have what the provider has, or its amount does not matter.
    pub here: Option<Money>,
    /// The amount in the provider's ledger; `None`: the ledger does not have what the shop has.
    pub there: Option<Money>,
    /// When it happened, on the side that knows it.
    pub at: Timestamp,
    /// The number of the shop's own refund that the provider refused and made nevertheless.
    pub refused: Option<u32>,
    /// The units of that refund, to be recorded with it.
    pub lines: Vec<LineUnits>,
}

impl Difference {
    /// What to do, with the difference's own numbers.
    #[must_use]
    pub fn remedy(&self) -> String {
        let number = |number: Option<u64>| number.map_or("-".to_owned(), |it| it.to_string());
        let order = number(self.order.map(|order| order.0));
        let payment = number(self.attempt.map(|attempt| attempt.0));
        let mut lines = String::new();
        for line in &self.lines {
            // Writing to a `String` cannot fail.
            let _ = write!(lines, " --line {}:{}", line.line.0, line.units);
        }
        let refused = self
            .refused
            .map_or(String::new(), |number| format!(" --refused {number}"));
        let amount = self.amount();
        let texts = [
            ("ORDER", order.as_str()),
            ("PAYMENT", payment.as_str()),
            (" REFUSED", refused.as_str()),
            (" LINES", lines.as_str()),
            ("AMOUNT", amount.as_str()),
            // Last, because it is the provider's.
            ("ID", self.safe_id()),
        ];
        let mut text = self.kind.remedy().to_owned();
        for (place, own) in texts {
            text = text.replace(place, own);
        }
        text
    }

    /// The id, if it can stand in a command.
    fn safe_id(&self) -> &str {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
        let id = self.id.as_deref().unwrap_or("-");
        if id.chars().all(fits) { id } else { "-" }
    }

    /// The amount that a command needs, as a decimal.
    fn amount(&self) -> String {
        let too_much = match (self.kind, self.there, self.here) {
            (Kind::CapturedTwice, Some(there), Some(here)) => {
                let rest = there.minor.saturating_sub(here.minor);
                Some(rest.in_currency(there.currency))
            }
            (_, there, here) => there.or(here),
        };
        too_much.map_or("-".to_owned(), |amount| amount.decimal())
    }
}
