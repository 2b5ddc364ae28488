//! What an operator asks for.

use zkratka_commerce::ids::LineId;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order_life::{Action, LineUnits, RefundSize};

/// Parses `LINE:UNITS`, e.g. `2:1` for one unit of line 2.
pub fn parse_line_units(text: &str) -> Result<LineUnits, String> {
    let parsed = text.split_once(':').and_then(|(line, units)| {
        Some(LineUnits {
            line: LineId(line.parse().ok()?),
            units: units.parse().ok()?,
        })
    });
    parsed.ok_or_else(|| {
        "write the line's number, a colon and the number of units, e.g. 2:1".to_owned()
    })
}

/// How much to refund, as the operator wrote it.
#[derive(Clone, Debug)]
pub struct RefundArguments {
    pub lines: Vec<LineUnits>,
    /// A decimal, in the order's currency.
    pub amount: Option<String>,
    pub everything: bool,
    pub restock: bool,
    /// The gateway's id of a refund that somebody made with the gateway's own tools.
    pub made_elsewhere: Option<String>,
    /// The number of the shop's own refund that it is.
    pub refused: Option<u32>,
    /// The gateway's id of a reversal, or of a dispute that ended for the buyer.
    pub reversed_elsewhere: Option<String>,
}

impl RefundArguments {
    /// The action on an order in this currency.
    pub fn action(self, currency: Currency) -> Result<Action, String> {
        let amount = match &self.amount {
            None => None,
            Some(text) => {
                let amount = Money::parse_decimal(text, currency).map(|amount| amount.minor);
                let positive = amount.ok().filter(|amount| amount.is_positive());
                Some(positive.ok_or_else(|| bad_amount(text, currency))?)
            }
        };
        if let Some(reference) = self.reversed_elsewhere {
            return reversal(reference, amount);
        }
        let size = match (self.everything, self.lines.is_empty(), amount) {
            (true, ..) => RefundSize::Everything,
            (false, false, amount) => RefundSize::Lines {
                lines: self.lines,
                amount,
            },
            (false, true, Some(amount)) => RefundSize::Amount(amount),
            (false, true, None) => {
                return Err(
                    "say what to refund: --line LINE:UNITS, --amount AMOUNT, or --all".to_owned(),
                );
            }
        };
        let restock = self.restock;
        Ok(match self.made_elsewhere {
            Some(reference) => Action::RecordRefund {
                reference,
                size,
                restock,
                refused: self.refused,
            },
            None => Action::Refund { size, restock },
        })
    }
}

fn bad_amount(text: &str, currency: Currency) -> String {
    let example = Money::new(MinorUnits::new(10_050), currency).decimal();
    format!(
        "--amount {text} is not an amount to give back: write a number above zero in {currency}, e.g. {example}"
    )
}

fn reversal(reference: String, amount: Option<MinorUnits>) -> Result<Action, String> {
    let amount = amount.ok_or("say how much was taken back: --amount AMOUNT")?;
    Ok(Action::RecordReversal { reference, amount })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(
        lines: &[&str],
        amount: Option<&str>,
        everything: bool,
    ) -> Result<RefundArguments, String> {
        Ok(RefundArguments {
            lines: lines
                .iter()
                .map(|line| parse_line_units(line))
                .collect::<Result<_, _>>()?,
            amount: amount.map(str::to_owned),
            everything,
            restock: true,
            made_elsewhere: None,
            refused: None,
            reversed_elsewhere: None,
        })
    }

    fn action(lines: &[&str], amount: Option<&str>, everything: bool) -> Result<Action, String> {
        arguments(lines, amount, everything)?.action(Currency::CZK)
    }

    /// [B.12] What was made elsewhere takes lines and amounts as a refund does; a reversal takes an amount.
    #[test]
    fn what_happened_elsewhere_is_read_with_its_id() {
        let made = |mut arguments: RefundArguments| {
            arguments.made_elsewhere = Some("re_1".to_owned());
            arguments.refused = Some(2);
            arguments.action(Currency::CZK)
        };
        let size = RefundSize::Amount(MinorUnits::new(700));
        let read = arguments(&[], Some("7"), false).and_then(made);
        let recorded = Action::RecordRefund {
            reference: "re_1".to_owned(),
            size,
            restock: true,
            refused: Some(2),
        };
        assert_eq!(read, Ok(recorded));
        assert!(arguments(&[], None, false).and_then(made).is_err());
        let reversed = |mut arguments: RefundArguments| {
            arguments.reversed_elsewhere = Some("rv_1".to_owned());
            arguments.action(Currency::CZK)
        };
        let read = arguments(&[], Some("7"), false).and_then(reversed);
        let recorded = Action::RecordReversal {
            reference: "rv_1".to_owned(),
            amount: MinorUnits::new(700),
        };
        assert_eq!(read, Ok(recorded));
        let bare = arguments(&[], None, false).and_then(reversed);
        assert!(bare.is_err_and(|error| error.contains("--amount")));
    }

    #[test]
    fn a_size_is_read_as_it_was_written() {
        let restock = true;
        let lines = vec![LineUnits {
            line: LineId(2),
            units: 1,
        }];
        for (given, size) in [
            (
                action(&["2:1"], None, false),
                RefundSize::Lines {
                    lines: lines.clone(),
                    amount: None,
                },
            ),
            (
                action(&["2:1"], Some("10.50"), false),
                RefundSize::Lines {
                    lines,
                    amount: Some(MinorUnits::new(1_050)),
                },
            ),
            (
                action(&[], Some("7"), false),
                RefundSize::Amount(MinorUnits::new(700)),
            ),
            (action(&[], None, true), RefundSize::Everything),
        ] {
            assert_eq!(given, Ok(Action::Refund { size, restock }));
        }
        for bad in ["", "2", "2:", ":1", "a:1", "2:-1", "2:1:1", "2:1.5"] {
            assert!(parse_line_units(bad).is_err(), "{bad}");
        }
        assert!(action(&[], None, false).is_err());
        for amount in ["-5", "0", "1.234", "5,50", "pět"] {
            let told = format!(
                "--amount {amount} is not an amount to give back: write a number above zero in CZK, e.g. 100.50"
            );
            assert_eq!(action(&[], Some(amount), false), Err(told));
        }
    }
}
