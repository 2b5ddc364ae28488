//! Money that went back without the shop: an operator records what the gateway's own tools show.
//!
//! The gateway's id makes it count once, whether the gateway reports it before, after or never.

use super::gateway::is_reported;
use super::refund::{Wish, detail};
use super::{capture_failed, in_words};
use crate::attempt::is_part_of_payment;
use crate::money::{MinorUnits, Money};
use crate::order::OrderSnapshot;
use crate::order_event::OrderEventKind;
use crate::order_life::action::{RefundSize, SoldCard};
use crate::order_life::entry::{Change, Refund, RefundFailure, RefundWay, RefundedLine};
use crate::order_life::life::{
    Dispute, DisputeState, GatewayStage, Life, MoneySource, RefundState, RefundStatus,
};
use crate::order_life::plan::{Plan, Planner};
use crate::order_life::refusal::Refusal;

/// The longest id, in characters.
const LONGEST_REFERENCE: usize = 100;

/// A refund that somebody made.
pub(super) struct Made<'m> {
    pub(super) reference: &'m str,
    pub(super) size: &'m RefundSize,
    pub(super) restock: bool,
    /// The number of the shop's own refund that this is.
    pub(super) refused: Option<u32>,
}

pub(super) fn refund(
    order: &OrderSnapshot,
    life: &Life,
    sold: &[SoldCard],
    made: &Made<'_>,
    mut planner: Planner<'_>,
) -> Result<Plan, Refusal> {
    if let Some(bare) = without_lines(life, made.reference) {
        return add_lines(order, life, sold, made, bare, planner);
    }
    // The gateway may have told the refund, which has no lines then.
    let told = life.foreign_refunds.get(made.reference).copied();
    check(life, made.reference)?;
    check_is_refund(life, made.reference)?;
    if told.is_none() {
        check_news(life, made.reference)?;
    }
    if let Some(pending) = pending(life) {
        return Err(Refusal::RefundUnderway(pending));
    }
    let left = life.sums().balance + told.unwrap_or(MinorUnits::ZERO);
    let wish = Wish::of(order, life, made.size, left)?;
    let known = || Refusal::ReferenceKnown(made.reference.to_owned());
    match told {
        Some(told) if told != wish.amount => return Err(known()),
        Some(_) => {}
        None => check_amount(life, wish.amount, left)?,
    }
    let (reference, amount) = (made.reference.to_owned(), wish.amount);
    let refused = refused_before(order, life, &wish, made)?;
    let (refund, lines) = if let Some(refused) = refused {
        (refused.number, refused.refund.lines.clone())
    } else if told.is_some() && !wish.names_lines() && !order.sells_gift_cards() {
        return Err(known());
    } else {
        if told.is_some() && !wish.names_lines() && has_usable_card(sold) {
            // The operator decides that it was for none of them.
            planner.plan.notes.push(CARDS_STAY.to_owned());
        }
        let lines = wish.take_lines(order, life, sold, made.restock, &mut planner)?;
        let refund = planner.append(Change::Refund(Refund {
            amount,
            way: RefundWay::Gateway,
            lines: lines.clone(),
            cards: Vec::new(),
            made_elsewhere: true,
            lines_of: None,
        }));
        (refund, lines)
    };
    planner.append(Change::Refunded {
        refund: Some(refund),
        reference: reference.clone(),
        amount,
    });
    let detail = detail(life, amount, &lines, &[]);
    planner.log(
        "refunded",
        &format!("{detail}, made elsewhere: {reference}"),
    );
    planner.tell(OrderEventKind::Refunded);
    Ok(planner.finish())
}

/// A refund that somebody made and recorded as an amount.
fn without_lines<'l>(life: &'l Life, reference: &str) -> Option<&'l RefundState> {
    let fits = |known: &&RefundState| {
        known.refund.made_elsewhere
            && known.refund.lines.is_empty()
            && known.status == RefundStatus::Done
            && known.reference.as_deref() == Some(reference)
    };
    life.refunds.iter().find(fits)
}

/// Whether an operator has named the lines of a refund that was recorded as an amount.
fn has_lines(life: &Life, bare: &RefundState) -> bool {
    let mut refunds = life.refunds.iter();
    refunds.any(|other| other.refund.lines_of == Some(bare.number))
}

/// Names the lines of a refund that was recorded as an amount. They are a refund of their own, of no money, because the
/// money counts already.
fn add_lines(
    order: &OrderSnapshot,
    life: &Life,
    sold: &[SoldCard],
    made: &Made<'_>,
    bare: &RefundState,
    mut planner: Planner<'_>,
) -> Result<Plan, Refusal> {
    if has_lines(life, bare) {
        return Err(Refusal::LinesNamed(made.reference.to_owned()));
    }
    let left = life.sums().balance + bare.refund.amount;
    let wish = Wish::of(order, life, made.size, left)?;
    if !wish.names_lines() || wish.amount != bare.refund.amount {
        return Err(Refusal::ReferenceKnown(made.reference.to_owned()));
    }
    let lines = wish.take_lines(order, life, sold, made.restock, &mut planner)?;
    let amount = MinorUnits::ZERO;
    planner.append(Change::Refund(Refund {
        amount,
        way: RefundWay::Gateway,
        lines: lines.clone(),
        cards: Vec::new(),
        made_elsewhere: true,
        lines_of: Some(bare.number),
    }));
    let detail = detail(life, amount, &lines, &[]);
    planner.log(
        "refund_lines_named",
        &format!("{detail}, of the refund made elsewhere: {}", made.reference),
    );
    Ok(planner.finish())
}

/// What an operator should know who records a refund of an order with gift cards as an amount.
const CARDS_STAY: &str = "the gift cards that the order sold pay again, unless somebody contests its payment: if the refund was for one of them, record it once more with its lines";

fn has_usable_card(sold: &[SoldCard]) -> bool {
    sold.iter().any(|card| !card.is_disabled)
}

/// A refund of ours that the gateway refused, although it has made it: the refusal may have answered a repetition. It keeps
/// its lines.
///
/// Of several the operator names one: the provider's ledger states the key of the refund, and so its number. Otherwise one of
/// just the wished lines comes first.
fn refused_before<'l>(
    order: &OrderSnapshot,
    life: &'l Life,
    wish: &Wish<'_>,
    made: &Made<'_>,
) -> Result<Option<&'l RefundState>, Refusal> {
    let fits = |known: &&RefundState| {
        let failed = matches!(
            known.status,
            RefundStatus::Failed(RefundFailure::Refused(_) | RefundFailure::NotCaptured)
        );
        let lines = &known.refund.lines;
        let restocked = lines.iter().all(|line| line.returned == line.units);
        failed
            && known.refund.amount == wish.amount
            && wish.allows(lines)
            && (!made.restock || restocked)
            && lines.iter().all(|line| are_left(order, life, *line))
    };
    let mut fitting = life.refunds.iter().filter(fits);
    if let Some(number) = made.refused {
        let named = fitting.find(|known| known.number == number);
        return named.map(Some).ok_or(Refusal::NotRefused(number));
    }
    let first = fitting.clone().next();
    let exact = fitting.find(|known| wish.names_exactly(&known.refund.lines));
    Ok(exact.or(first))
}

/// Whether no other refund has taken the units of a line since.
fn are_left(order: &OrderSnapshot, life: &Life, refunded: RefundedLine) -> bool {
    let bought = order.lines.iter().find(|line| line.id == refunded.line);
    bought
        .is_some_and(|line| refunded.units <= line.quantity.saturating_sub(life.refunded(line.id)))
}

pub(super) fn reversal(
    life: &Life,
    reference: &str,
    amount: MinorUnits,
    mut planner: Planner<'_>,
) -> Result<Plan, Refusal> {
    check(life, reference)?;
    check_news(life, reference)?;
    let dispute = life.disputes.get(reference).map(Dispute::state);
    // A dispute that a refund settled takes nothing itself.
    let has_ended = amount.is_zero() && dispute == Some(DisputeState::Open);
    if !amount.is_positive() && !has_ended {
        return Err(Refusal::NoAmount);
    }
    // A bank may take back what the shop has refunded already, as a report may say. The balance is negative then.
    check_amount(life, amount, life.paid)?;
    let detail = format!("{}, recorded by hand: {reference}", in_words(life, amount));
    let reference = reference.to_owned();
    // A dispute that was won and is lost after an appeal has come to its end, like one that a refund settled. Any other may
    // still be won.
    if has_ended || dispute == Some(DisputeState::Won) {
        planner.append(Change::DisputeLost {
            dispute: reference,
            amount,
        });
        planner.log("dispute_lost", &detail);
        planner.tell(OrderEventKind::DisputeLost);
    } else {
        planner.append(Change::Reversed { reference, amount });
        planner.log("reversed", &detail);
        planner.tell(OrderEventKind::Reversed);
    }
    Ok(planner.finish())
}

/// Whether something can have gone back at the gateway under this id.
fn check(life: &Life, reference: &str) -> Result<(), Refusal> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    let length = reference.chars().count();
    if !(1..=LONGEST_REFERENCE).contains(&length) || !reference.chars().all(fits) {
        return Err(Refusal::NotAReference(reference.to_owned()));
    }
    match &life.source {
        MoneySource::ByHand | MoneySource::Nothing => Err(Refusal::NotByGateway),
        MoneySource::Gateway { stage, .. } if life.paid.is_zero() => Err(match stage {
            GatewayStage::CaptureFailed => capture_failed(life),
            GatewayStage::InReview => Refusal::NeedsReview,
            GatewayStage::Held | GatewayStage::Captured => Refusal::NotCapturedYet,
        }),
        MoneySource::Gateway { .. } => Ok(()),
    }
}

/// The gateway may yet report the refund under its own id, so no other one may stand for it.
fn check_is_refund(life: &Life, reference: &str) -> Result<(), Refusal> {
    let MoneySource::Gateway {
        reference: Some(payment),
        ..
    } = &life.source
    else {
        return Ok(());
    };
    if is_part_of_payment(payment, reference) {
        return Err(Refusal::NotARefund(reference.to_owned()));
    }
    Ok(())
}

/// Whether the order does not know this id.
fn check_news(life: &Life, reference: &str) -> Result<(), Refusal> {
    if is_known(life, reference) {
        return Err(Refusal::ReferenceKnown(reference.to_owned()));
    }
    Ok(())
}

/// Whether the order counts this id already. A dispute counts once it has taken money; what was recorded of a dispute that
/// the merchant won counts no longer.
fn is_known(life: &Life, reference: &str) -> bool {
    let ours = |refund: &RefundState| refund.reference.as_deref() == Some(reference);
    let lost = life.disputes.get(reference).and_then(|known| known.lost);
    life.refunds.iter().any(ours)
        || is_reported(life, reference)
        || life.reversals.contains_key(reference)
        || lost.is_some()
}

fn pending(life: &Life) -> Option<u32> {
    let mut refunds = life.refunds.iter();
    let pending = refunds.find(|one| one.status == RefundStatus::Pending);
    pending.map(|one| one.number)
}

/// No more can have gone back than was left.
fn check_amount(life: &Life, wanted: MinorUnits, left: MinorUnits) -> Result<(), Refusal> {
    if wanted <= left {
        return Ok(());
    }
    let sums = life.sums();
    let money = |minor| Money::new(minor, life.currency);
    Err(Refusal::TooMuch {
        wanted: money(wanted),
        left: money(left),
        pending: money(sums.pending),
        withheld: money(MinorUnits::ZERO),
    })
}
