//! Checks settings that depend on several sections.

use crate::model::{Limits, Payments, Server, Shop};
use crate::reader::Reader;
use zkratka_commerce::order::Mode;
use zkratka_commerce::payment::OfferedPayments;

/// The sections that were read. A faulty section is `None`.
pub(crate) struct Read<'a> {
    pub(crate) server: Option<&'a Server>,
    pub(crate) shop: Option<&'a Shop>,
    pub(crate) offered: Option<OfferedPayments>,
    pub(crate) payments: Option<&'a Payments>,
    pub(crate) limits: Option<&'a Limits>,
}

/// The readers through which faults are reported.
pub(crate) struct Readers<'r> {
    pub(crate) server: Reader<'r>,
    pub(crate) shop: Reader<'r>,
    pub(crate) payments: &'r Reader<'r>,
}

pub(crate) fn cross_check(readers: &Readers<'_>, read: &Read<'_>) {
    if let Some(offered) = read.offered {
        check_payments(readers, read, offered);
    }
    if let (Some(payments), Some(limits)) = (read.payments, read.limits)
        && payments.inline_deadline >= limits.request_timeout
    {
        readers.payments.fault(
            "inline_deadline_ms",
            "is not shorter than request_seconds in [limits]: the buyer's request would time out while it waits",
        );
    }
}

fn check_payments(readers: &Readers<'_>, read: &Read<'_>, offered: OfferedPayments) {
    let live = read.server.is_some_and(|server| server.mode == Mode::Live);
    if live && offered.card {
        readers.server.fault(
            "mode",
            "\"live\" cannot take cards: this version has only the sandbox gateway, which moves no money. Write mode = \"test\", or card = false in [payments]",
        );
    }
    if offered.bank_transfer && read.shop.is_some_and(|shop| shop.iban.is_empty()) {
        readers.shop.fault(
            "bank_account",
            "is missing although transfers are offered: write the account's number, or bank_transfer = false in [payments]",
        );
    }
    let is_paid_later = offered.cash_on_delivery || offered.bank_transfer;
    let offers_any = offered.card || !offered.wallets.is_empty() || is_paid_later;
    if !offers_any {
        readers.payments.fault(
            "card",
            "there is no payment method: switch on card, cash_on_delivery or bank_transfer",
        );
    }
}
