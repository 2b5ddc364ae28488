//! How the order was paid, and what went back.

use super::OrderNow;
use super::standing::{Standing, has_open_dispute};
use crate::{charged_account, format_money, transfer_expired};
use zkratka_commerce::gift_card::GiftCardId;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::{Order, OrderPayment};
use zkratka_commerce::order_life::{
    CancelReason, GatewayStage, Life, MoneySource, MoneyState, RefundStatus, RefundWay,
};
use zkratka_commerce::payment::{CardSummary, PaymentMethod};

/// What went back of the buyer's money, without gift cards. Minor units.
#[derive(Clone, Copy)]
struct Returns {
    /// The gateway returned it for the shop.
    returned: MinorUnits,
    /// On its way: the gateway has not decided, or a person pays it. The shop cannot see whether that person has.
    on_the_way: MinorUnits,
    /// The shop still has it, although the order is cancelled.
    owed: MinorUnits,
    /// The buyer won it in a dispute.
    lost: MinorUnits,
    /// The bank or the provider took it otherwise.
    reversed: MinorUnits,
}

impl Returns {
    fn of(life: &Life) -> Self {
        let sums = life.sums();
        let done = |way| {
            let refunds = life.refunds.iter();
            let done = refunds.filter(move |one| one.status == RefundStatus::Done);
            let of_way = done.filter(move |one| one.refund.way == way);
            of_way.map(|one| one.refund.amount).sum::<MinorUnits>()
        };
        let foreign: MinorUnits = life.foreign_refunds.values().sum();
        let owed = match life.cancelled_at {
            None => MinorUnits::ZERO,
            Some(_) if life.awaits_capture() => life.total - sums.pending,
            Some(_) => sums.refundable,
        };
        Self {
            returned: done(RefundWay::Gateway) + foreign,
            on_the_way: done(RefundWay::ByHand) + sums.pending,
            owed: owed.max(MinorUnits::ZERO),
            lost: life.disputes.values().filter_map(|one| one.lost).sum(),
            reversed: life.reversals.values().sum(),
        }
    }

    fn by_shop(self) -> MinorUnits {
        self.returned + self.on_the_way + self.owed
    }
}

/// The heading of an order that is cancelled, or whose money goes back.
pub(super) fn came_to_nothing(life: &Life, standing: Standing) -> Option<&'static str> {
    match standing {
        Standing::Cancelled => Some("Objednávka je zrušená"),
        Standing::Returned if Returns::of(life).on_the_way.is_positive() => {
            Some("Peníze za objednávku vám vracíme")
        }
        Standing::Returned => Some("Peníze za objednávku jsme vám vrátili"),
        Standing::InReview
        | Standing::Disputed
        | Standing::TakenBack
        | Standing::Expired
        | Standing::Open => None,
    }
}

pub(super) fn sentences(shown: OrderNow<'_>, standing: Standing) -> Vec<String> {
    let OrderNow { order, life, .. } = shown;
    let returns = Returns::of(life);
    let credits = credits(order, life);
    let is_plain = returns.by_shop().is_zero()
        && credits.is_empty()
        && matches!(standing, Standing::Open | Standing::InReview);
    let mut told = Vec::new();
    if standing == Standing::Cancelled {
        told.push(cancelled(life, has_moved(order, life)).to_owned());
    }
    told.extend(payment(shown, standing, is_plain));
    told.extend(returned(life, returns));
    told.extend(credits);
    if has_open_dispute(life) {
        told.push(
            "Platba je v reklamaci. Čekáme, jak o ní banka nebo platební služba rozhodne."
                .to_owned(),
        );
    }
    told
}

const fn cancelled(life: &Life, has_moved: bool) -> &'static str {
    match life.cancelled_because {
        _ if has_moved || life.paid.is_positive() => "Objednávka je zrušená.",
        Some(CancelReason::Unpaid) => {
            "Objednávka je zrušená, protože platba včas nedorazila. Nic už prosím neplaťte."
        }
        None => "Objednávka je zrušená, nic už neplaťte.",
    }
}

/// Whether money of the order went back or was taken back.
fn has_moved(order: &Order, life: &Life) -> bool {
    let returns = Returns::of(life);
    let moved = returns.by_shop() + returns.lost + returns.reversed;
    moved.is_positive() || !credits(order, life).is_empty()
}

/// The first sentence for a buyer who has just read that the order is cancelled.
pub(super) fn after_cancellation(shown: OrderNow<'_>) -> Option<&'static str> {
    let OrderNow { order, life, .. } = shown;
    if has_moved(order, life) || life.paid.is_positive() {
        return None;
    }
    Some(match life.cancelled_because {
        Some(CancelReason::Unpaid) => "Platba včas nedorazila. Nic už prosím neplaťte.",
        None => "Nic už neplaťte.",
    })
}

/// How the order was paid, or is to be. `is_plain`: nothing has happened to the payment since.
fn payment(shown: OrderNow<'_>, standing: Standing, is_plain: bool) -> Option<String> {
    let OrderNow { order, life, .. } = shown;
    let is_cancelled = standing == Standing::Cancelled;
    let total = format_money(life.total, life.currency);
    match &life.source {
        MoneySource::Gateway { stage, .. } => {
            let means = means(order);
            match stage {
                GatewayStage::InReview | GatewayStage::CaptureFailed | GatewayStage::Held
                    if is_cancelled =>
                {
                    None
                }
                GatewayStage::InReview | GatewayStage::CaptureFailed => Some(format!(
                    "Platbu {total}{means} ještě prověřujeme. Ozveme se vám, neplaťte prosím znovu."
                )),
                GatewayStage::Held => Some(format!("Platba {total}{means} je schválená.")),
                GatewayStage::Captured if is_plain => {
                    Some(format!("Platba {total}{means} proběhla v pořádku."))
                }
                GatewayStage::Captured => Some(format!("Zaplatili jste {total}{means}.")),
            }
        }
        MoneySource::ByHand if life.paid.is_zero() => unpaid(order, standing, &total),
        MoneySource::ByHand => {
            let paid = format_money(life.paid, life.currency);
            let is_transfer = order.payment == OrderPayment::AwaitingTransfer;
            Some(match (is_plain, is_transfer) {
                (true, true) => format!("Platba {paid} převodem dorazila, děkujeme."),
                (true, false) => format!("Dobírka {paid} je zaplacená, děkujeme."),
                (false, true) => format!("Zaplatili jste {paid} převodem."),
                (false, false) => format!("Zaplatili jste {paid} na dobírku."),
            })
        }
        MoneySource::Nothing => match order.snapshot.gift_cards.len() {
            0 if is_cancelled => None,
            0 => Some("Není co platit, objednávka je zdarma.".to_owned()),
            1 => Some("Celou objednávku jste zaplatili dárkovou kartou.".to_owned()),
            _ => Some("Celou objednávku jste zaplatili dárkovými kartami.".to_owned()),
        },
    }
}

fn unpaid(order: &Order, standing: Standing, total: &str) -> Option<String> {
    match (standing, &order.payment) {
        (Standing::Expired, _) => Some(transfer_expired().to_owned()),
        // The page shows the transfer's details.
        (Standing::Cancelled, _) | (_, OrderPayment::AwaitingTransfer) => None,
        _ => Some(format!(
            "Při převzetí zaplatíte {total}, hotově nebo kartou. Předem neplaťte nic."
        )),
    }
}

fn returned(life: &Life, returns: Returns) -> Vec<String> {
    let money = |minor| format_money(minor, life.currency);
    let on_the_way = if returns.returned.is_positive() {
        format!("Dalších {} vám vracíme.", money(returns.on_the_way))
    } else {
        format!("Vracíme vám {}.", money(returns.on_the_way))
    };
    let told = [
        (
            returns.returned,
            format!("Vrátili jsme vám {}.", money(returns.returned)),
        ),
        (returns.on_the_way, on_the_way),
        (
            returns.owed,
            format!("Vrátíme vám {}.", money(returns.owed)),
        ),
        (
            returns.lost,
            format!(
                "Po reklamaci platby vám banka nebo platební služba vrátila {}.",
                money(returns.lost)
            ),
        ),
        (
            returns.reversed,
            format!(
                "Banka nebo platební služba si z platby vzala zpět {}.",
                money(returns.reversed)
            ),
        ),
    ];
    let told = told.into_iter().filter(|(amount, _)| amount.is_positive());
    told.map(|(_, text)| text).collect()
}

/// What went back to the gift cards that paid, a sentence for each card. It stands even if the money beside it failed.
fn credits(order: &Order, life: &Life) -> Vec<String> {
    let credited = |card: GiftCardId| {
        let all = life.refunds.iter().flat_map(|one| &one.refund.cards);
        let of_card = all.filter(|credit| credit.card == card);
        of_card.map(|credit| credit.amount).sum::<MinorUnits>()
    };
    let cards = order.snapshot.gift_cards.iter();
    let told = cards.map(|paid| (credited(paid.id), paid.last_characters.as_str()));
    told.filter(|(amount, _)| amount.is_positive())
        .map(|(amount, ending)| {
            let amount = format_money(amount, life.currency);
            if ending.is_empty() {
                format!("{amount} jsme vrátili na dárkovou kartu, kterou jste platili.")
            } else {
                format!("{amount} jsme vrátili na dárkovou kartu končící na\u{a0}{ending}.")
            }
        })
        .collect()
}

/// " přes Google Pay kartou Visa končící na 1111", the card alone, or " přes PayPal", which names no card.
fn means(order: &Order) -> String {
    let card = match &order.payment {
        OrderPayment::Authorised { card } | OrderPayment::Captured { card } => Some(card),
        _ => None,
    };
    let named = || card.map_or_else(|| " kartou".to_owned(), card_name);
    match &order.snapshot.payment {
        PaymentMethod::Card { .. } | PaymentMethod::SavedCard { .. } => named(),
        PaymentMethod::Wallet { wallet, .. } => charged_account(order).map_or_else(
            || format!(" přes {}{}", wallet.title(), named()),
            |brand| format!(" přes {}", brand.title()),
        ),
        PaymentMethod::BankTransfer => " převodem".to_owned(),
        PaymentMethod::CashOnDelivery | PaymentMethod::Free => String::new(),
    }
}

/// " kartou Visa končící na 1111", without parts that the gateway does not supply.
fn card_name(card: &CardSummary) -> String {
    let network = network_name(&card.network);
    let mut name = " kartou".to_owned();
    if !network.is_empty() {
        name.push(' ');
        name.push_str(network);
    }
    if !card.last_four.is_empty() {
        name.push_str(" končící na\u{a0}");
        name.push_str(&card.last_four);
    }
    name
}

/// The name of a card's network as the network writes it.
#[must_use]
pub fn network_name(network: &str) -> &str {
    match network.to_lowercase().as_str() {
        "visa" => "Visa",
        "mastercard" => "Mastercard",
        "maestro" => "Maestro",
        "amex" | "american_express" => "American Express",
        "discover" => "Discover",
        "jcb" => "JCB",
        _ => network,
    }
}

/// The state of the payment in a sentence.
pub(super) fn state(shown: OrderNow<'_>, standing: Standing) -> &'static str {
    let OrderNow { order, life, .. } = shown;
    let returns = Returns::of(life);
    let is_on_the_way = returns.on_the_way.is_positive();
    match standing {
        Standing::Cancelled if returns.owed.is_positive() => {
            "Objednávka je zrušená. Peníze vám vrátíme."
        }
        Standing::Cancelled if is_on_the_way => "Objednávka je zrušená. Peníze vám vracíme.",
        Standing::Cancelled if returns.returned.is_positive() => {
            "Objednávka je zrušená. Peníze jsme vám vrátili."
        }
        Standing::Cancelled => cancelled(life, !credits(order, life).is_empty()),
        Standing::InReview => "Platbu ještě prověřujeme. Neplaťte prosím znovu.",
        Standing::Disputed => "Platba je v reklamaci.",
        Standing::TakenBack => "Platbu nebo její část si banka nebo platební služba vzala zpět.",
        Standing::Returned if is_on_the_way => "Peníze vám vracíme.",
        Standing::Returned => "Peníze jsme vám vrátili.",
        Standing::Expired => transfer_expired(),
        Standing::Open if is_on_the_way => "Část peněz vám vracíme.",
        Standing::Open if returns.returned.is_positive() || !credits(order, life).is_empty() => {
            "Část peněz jsme vám vrátili."
        }
        Standing::Open => untouched(order, life),
    }
}

/// The state of a payment of which nothing went back.
fn untouched(order: &Order, life: &Life) -> &'static str {
    let is_paid = life.money_state() == MoneyState::Paid;
    match &order.payment {
        OrderPayment::Authorised { .. } => "Platba je schválená, nic dalšího dělat nemusíte.",
        OrderPayment::AwaitingTransfer if is_paid => "Platba dorazila, děkujeme.",
        OrderPayment::DueOnDelivery if !is_paid => "Objednávku zaplatíte při převzetí.",
        OrderPayment::AwaitingTransfer => "Čekáme na platbu převodem.",
        OrderPayment::Free if order.snapshot.gift_cards.is_empty() => {
            "Objednávka je zdarma, nic neplatíte."
        }
        OrderPayment::DueOnDelivery | OrderPayment::Captured { .. } | OrderPayment::Free => {
            "Objednávka je zaplacená."
        }
        OrderPayment::NeedsReview => "Platbu ještě prověřujeme. Neplaťte prosím znovu.",
    }
}
