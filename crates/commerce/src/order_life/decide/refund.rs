//! Giving money back.

use super::{capture_failed, in_words, lines};
use crate::money::{MinorUnits, Money};
use crate::order::{OrderLine, OrderSnapshot};
use crate::order_event::OrderEventKind;
use crate::order_life::action::{RefundSize, SoldCard};
use crate::order_life::entry::{CardCredit, Change, LineUnits, Refund, RefundWay, RefundedLine};
use crate::order_life::life::{GatewayStage, Life, MoneySource};
use crate::order_life::plan::{Plan, Planner, RefundCall};
use crate::order_life::refusal::Refusal;

pub(super) fn plan(
    order: &OrderSnapshot,
    life: &Life,
    sold: &[SoldCard],
    size: &RefundSize,
    restock: bool,
    mut planner: Planner<'_>,
) -> Result<Plan, Refusal> {
    check_money(order, life)?;
    let left = life.sums().refundable + sum(&life.cards_left(order));
    let wish = Wish::of(order, life, size, left)?;
    let lines = wish.take_lines(order, life, sold, restock, &mut planner)?;
    let (amount, cards) = divided(order, life, wish.amount)?;
    begin(
        life,
        &mut planner,
        Parts {
            amount,
            lines,
            cards,
        },
    );
    Ok(planner.finish())
}

/// The lines and the amount of a refund to make.
pub(super) struct Wish<'o> {
    named: Vec<(&'o OrderLine, u32)>,
    pub(super) amount: MinorUnits,
}

impl<'o> Wish<'o> {
    /// Computes lines and amount from the wanted size. At most `left` can be refunded.
    pub(super) fn of(
        order: &'o OrderSnapshot,
        life: &Life,
        size: &RefundSize,
        left: MinorUnits,
    ) -> Result<Self, Refusal> {
        let (named, amount) = match size {
            RefundSize::Amount(amount) => (Vec::new(), *amount),
            RefundSize::Lines { lines, amount } => {
                let named = lines::named(order, lines)?;
                let worth = || lines.iter().map(|&units| life.worth(units)).sum();
                (named, amount.unwrap_or_else(worth))
            }
            RefundSize::Everything => {
                let units = |line: &OrderLine| line.quantity.saturating_sub(life.refunded(line.id));
                let all = order.lines.iter().map(|line| (line, units(line)));
                (all.filter(|(_, units)| *units > 0).collect(), left)
            }
        };
        for &(line, units) in &named {
            let left = line.quantity.saturating_sub(life.refunded(line.id));
            if units > left {
                return Err(Refusal::TooManyToRefund {
                    line: line.id,
                    left,
                });
            }
        }
        if !amount.is_positive() {
            return Err(match size {
                RefundSize::Everything => Refusal::NothingLeft,
                RefundSize::Amount(_) | RefundSize::Lines { .. } => Refusal::NoAmount,
            });
        }
        Ok(Self { named, amount })
    }

    pub(super) const fn names_lines(&self) -> bool {
        !self.named.is_empty()
    }

    /// Whether the refund names exactly these units, or none.
    pub(super) fn allows(&self, lines: &[RefundedLine]) -> bool {
        self.named.is_empty() || self.names_exactly(lines)
    }

    /// Whether the refund names these units and no others.
    pub(super) fn names_exactly(&self, lines: &[RefundedLine]) -> bool {
        let has = |line: &RefundedLine| {
            let mut named = self.named.iter();
            named.any(|(known, units)| known.id == line.line && *units == line.units)
        };
        self.named.len() == lines.len() && lines.iter().all(has)
    }

    /// The refunded lines. Disables the gift cards that they sold, and returns their units to stock if `restock`.
    pub(super) fn take_lines(
        &self,
        order: &OrderSnapshot,
        life: &Life,
        sold: &[SoldCard],
        restock: bool,
        planner: &mut Planner<'_>,
    ) -> Result<Vec<RefundedLine>, Refusal> {
        for &(line, units) in &self.named {
            disable_cards(planner, cards_of(life, sold, line, units))?;
        }
        let lines: Vec<RefundedLine> = self
            .named
            .iter()
            .map(|&(line, units)| refunded(life, line, units, restock))
            .collect();
        let returned: Vec<LineUnits> = lines
            .iter()
            .map(|line| LineUnits {
                line: line.line,
                units: line.restocked,
            })
            .collect();
        planner.restock(order, &returned);
        Ok(lines)
    }
}

/// Money can go back once it is there.
fn check_money(order: &OrderSnapshot, life: &Life) -> Result<(), Refusal> {
    match &life.source {
        MoneySource::Gateway { stage, .. } => match stage {
            GatewayStage::Held => Err(Refusal::NotCapturedYet),
            GatewayStage::InReview => Err(Refusal::NeedsReview),
            GatewayStage::CaptureFailed => Err(capture_failed(life)),
            GatewayStage::Captured => Ok(()),
        },
        MoneySource::ByHand if life.paid.is_zero() && life.cards_left(order).is_empty() => {
            Err(Refusal::NothingPaid)
        }
        MoneySource::ByHand | MoneySource::Nothing => Ok(()),
    }
}

fn refunded(life: &Life, bought: &OrderLine, units: u32, restock: bool) -> RefundedLine {
    // Units that a failed refund or the cancellation brought back are on the stock already.
    let there = life.unclaimed(bought.id).min(units);
    let room = bought.quantity.saturating_sub(life.restocked(bought.id));
    let restocked = if restock {
        (units - there).min(room)
    } else {
        0
    };
    RefundedLine {
        line: bought.id,
        units,
        returned: there + restocked,
        restocked,
    }
}

/// The cards of the refunded units of a line: first those that are disabled already although no refund accounts for them (an
/// operator disabled them, or a refund failed), then whole ones.
fn cards_of<'s>(
    life: &Life,
    sold: &'s [SoldCard],
    bought: &OrderLine,
    units: u32,
) -> Vec<&'s SoldCard> {
    let of_line = || sold.iter().filter(|card| card.line == bought.id);
    let is_off = |card: &&SoldCard| card.is_disabled && card.is_whole();
    let claimed = usize::try_from(life.refunded(bought.id)).unwrap_or(usize::MAX);
    let spare = of_line().filter(is_off).skip(claimed);
    let mut others: Vec<&SoldCard> = of_line().filter(|card| !is_off(card)).collect();
    others.sort_by_key(|card| (!card.is_whole(), card.id));
    let units = usize::try_from(units).unwrap_or(usize::MAX);
    spare.chain(others).take(units).collect()
}

/// Disables sold gift cards whose price goes back. Refused if something was spent of one: the buyer would have it twice.
pub(super) fn disable_cards<'s>(
    planner: &mut Planner<'_>,
    cards: impl IntoIterator<Item = &'s SoldCard>,
) -> Result<(), Refusal> {
    for card in cards {
        if !card.is_whole() {
            let spent = card.initial.minor - card.balance;
            return Err(Refusal::CardSpent {
                card: card.last_characters.clone(),
                spent: Money::new(spent, card.initial.currency),
            });
        }
        if !card.is_disabled {
            planner.plan.disabled_cards.push(card.id);
        }
    }
    Ok(())
}

/// Money goes back the way it came first; what gift cards paid follows.
fn divided(
    order: &OrderSnapshot,
    life: &Life,
    wanted: MinorUnits,
) -> Result<(MinorUnits, Vec<CardCredit>), Refusal> {
    let sums = life.sums();
    let left = life.cards_left(order);
    let possible = sums.refundable + sum(&left);
    if wanted > possible {
        let money = |minor| Money::new(minor, life.currency);
        return Err(Refusal::TooMuch {
            wanted: money(wanted),
            left: money(possible),
            pending: money(sums.pending),
            withheld: money(sums.withheld),
        });
    }
    let amount = wanted.min(sums.refundable);
    let mut rest = wanted - amount;
    let mut cards = Vec::new();
    for card in left {
        let credit = card.amount.min(rest);
        if credit.is_positive() {
            rest -= credit;
            cards.push(CardCredit {
                card: card.card,
                amount: credit,
            });
        }
    }
    Ok((amount, cards))
}

/// The parts of a refund that was found possible.
pub(super) struct Parts {
    pub(super) amount: MinorUnits,
    pub(super) lines: Vec<RefundedLine>,
    pub(super) cards: Vec<CardCredit>,
}

/// Begins the refund: through the gateway, or by hand.
pub(super) fn begin(life: &Life, planner: &mut Planner<'_>, parts: Parts) {
    let Parts {
        amount,
        lines,
        cards,
    } = parts;
    let way = match life.source {
        MoneySource::Gateway { .. } => RefundWay::Gateway,
        MoneySource::ByHand | MoneySource::Nothing => RefundWay::ByHand,
    };
    planner.plan.credited_cards.extend(&cards);
    let detail = detail(life, amount, &lines, &cards);
    let calls_gateway = way == RefundWay::Gateway && amount.is_positive();
    let refund = planner.append(Change::Refund(Refund {
        amount,
        way,
        lines,
        cards,
        made_elsewhere: false,
        lines_of: None,
    }));
    if calls_gateway {
        planner.log("refund_requested", &detail);
        planner.plan.calls.push(RefundCall {
            refund,
            amount: Money::new(amount, life.currency),
        });
        return;
    }
    planner.log("refunded", &detail);
    planner.tell(OrderEventKind::Refunded);
    if amount.is_positive() {
        planner.plan.notes.push(format!(
            "Pay {} back to the buyer yourself: the shop cannot transfer money.",
            in_words(life, amount)
        ));
    }
}

pub(super) fn detail(
    life: &Life,
    amount: MinorUnits,
    lines: &[RefundedLine],
    cards: &[CardCredit],
) -> String {
    let mut parts = Vec::new();
    if amount.is_positive() {
        parts.push(in_words(life, amount));
    }
    if !cards.is_empty() {
        parts.push(format!("{} to gift cards", in_words(life, sum(cards))));
    }
    if !lines.is_empty() {
        parts.push(lines::in_words(lines.iter().map(|line| LineUnits {
            line: line.line,
            units: line.units,
        })));
    }
    parts.join(", ")
}

fn sum(cards: &[CardCredit]) -> MinorUnits {
    cards.iter().map(|card| card.amount).sum()
}
