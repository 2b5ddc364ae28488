//! The transfer that a buyer is asked for.

use zkratka_commerce::delivery::{Date, ShopTime};
use zkratka_commerce::money::{Currency, Money};
use zkratka_config::Shop;
use zkratka_texts::{EuropeanQr, OrderNow, QrPlatba, TransferQr, message_with_symbol};

/// What to pay, and where.
pub struct AskedTransfer {
    /// The account in Czech form; `None`: it is known as IBAN only.
    pub account: Option<String>,
    /// Without spaces.
    pub iban: String,
    pub amount: Money,
    pub variable_symbol: u64,
    /// The text for the payee, which carries the variable symbol where a transfer has no field for it.
    pub message: Option<String>,
    /// Until when to pay; `None` if the order has no due day.
    pub due: Option<String>,
    /// `None`: this currency has no code.
    pub code: Option<TransferCode>,
}

/// The same for a bank's application.
pub struct TransferCode {
    pub standard: CodeStandard,
    pub payload: String,
    pub qr: TransferQr,
}

/// Who reads a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeStandard {
    /// Czech banks.
    QrPlatba,
    /// Banks of the euro area.
    European,
}

impl AskedTransfer {
    /// `None`: the buyer is asked for no transfer, e.g. because it has arrived, is too late, or would pay a cancelled order.
    #[must_use]
    pub fn of(shop: &Shop, time: &ShopTime, shown: OrderNow<'_>) -> Option<Self> {
        if !shown.asks_for_transfer() {
            return None;
        }
        let order = shown.order;
        let amount = Money::new(order.snapshot.total, order.snapshot.currency);
        let account = shop.transfer_account(amount.currency);
        let is_euro = amount.currency == Currency::EUR;
        // The code has no due day once the day is over, because a bank may refuse it.
        let due = order.transfer_due.filter(|due| !due.is_overdue(shown.now));
        let variable_symbol = order.number.0;
        Some(Self {
            account: account.number.map(str::to_owned),
            iban: account.iban.to_owned(),
            amount,
            variable_symbol,
            message: is_euro.then(|| message_with_symbol(variable_symbol)),
            due: shown.transfer_due(time),
            code: code(shop, amount, variable_symbol, due.map(|due| due.day)),
        })
    }
}

fn code(
    shop: &Shop,
    amount: Money,
    variable_symbol: u64,
    due: Option<Date>,
) -> Option<TransferCode> {
    let iban = shop.transfer_account(amount.currency).iban;
    let (standard, payload) = if amount.currency == Currency::CZK {
        let qr = QrPlatba {
            iban,
            amount: &amount.decimal(),
            currency: amount.currency.as_str(),
            variable_symbol,
            due,
        };
        (CodeStandard::QrPlatba, qr.spayd())
    } else {
        let qr = EuropeanQr {
            payee: shop.legal_name(),
            iban,
            amount,
            variable_symbol,
        };
        (CodeStandard::European, qr.payload()?)
    };
    Some(TransferCode {
        standard,
        qr: TransferQr::new(&payload)?,
        payload,
    })
}
