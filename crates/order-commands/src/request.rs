//! What an operator asks for.

use zkratka_commerce::ids::LineId;
use zkratka_commerce::money::{Currency, Money};
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
}

impl RefundArguments {
    /// The action on an order in this currency.
    pub fn action(self, currency: Currency) -> Result<Action, String> {
        let amount = match &self.amount {
            None => None,
            Some(text) => {
                let amount = Money::parse_decimal(text, currency);
                Some(amount.map_err(|error| error.to_string())?.minor)
            }
        };
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
        Ok(Action::Refund {
            size,
            restock: self.restock,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::money::MinorUnits;

    fn action(lines: &[&str], amount: Option<&str>, everything: bool) -> Result<Action, String> {
        let arguments = RefundArguments {
            lines: lines
                .iter()
                .map(|line| parse_line_units(line))
                .collect::<Result<_, _>>()?,
            amount: amount.map(str::to_owned),
            everything,
            restock: true,
        };
        arguments.action(Currency::CZK)
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
        for (lines, amount) in [(&[][..], None), (&[], Some("-5")), (&[], Some("1.234"))] {
            assert!(action(lines, amount, false).is_err(), "{amount:?}");
        }
    }
}
