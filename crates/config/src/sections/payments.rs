//! Reads `[payments]` and `[payments.sandbox]`.

use super::named_secret::SECRET;
use super::origin::origin;
use crate::model::{Payments, Sandbox, SharedSecret, WalletSettings};
use crate::reader::{Reader, Reported};
use std::path::Path;
use std::time::Duration;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::payment::{ManualPaymentLimits, OfferedPayments, OrderBound};
use zkratka_commerce::transfer::TransferTerms;

/// Characters of a secret that nobody guesses.
const SHORTEST_SECRET: usize = 16;

pub(crate) fn offered_payments(
    reader: &Reader<'_>,
    wallets: &WalletSettings,
) -> Option<OfferedPayments> {
    let card = reader.flag("card");
    let cash_on_delivery = reader.flag("cash_on_delivery");
    let bank_transfer = reader.flag("bank_transfer");
    Some(OfferedPayments {
        card: card?,
        cash_on_delivery: cash_on_delivery?,
        bank_transfer: bank_transfer?,
        wallets: wallets.enabled(),
    })
}

/// Returns the greatest value of a gift card that the shop sells, in minor units; `Ok(None)` if there is no limit.
pub(crate) fn gift_card_limit(reader: &Reader<'_>) -> Result<Option<MinorUnits>, Reported> {
    let limit = reader.amount("gift_card_limit", 2)?;
    if limit == Some(MinorUnits::ZERO) {
        let message =
            "is zero, so the shop could sell no gift card: write an amount, or leave the key out";
        reader.fault("gift_card_limit", message);
        return Err(Reported);
    }
    Ok(limit)
}

pub(crate) fn payments(
    reader: &Reader<'_>,
    sandbox_reader: &Reader<'_>,
    folder: &Path,
) -> Option<Payments> {
    let gift_cards = reader.flag("gift_cards");
    let inline_deadline = reader.number("inline_deadline_ms", 100..=60_000);
    let challenge = reader.number("challenge_minutes", 1..=60);
    let sandbox = sandbox(sandbox_reader, folder);
    Some(Payments {
        gift_cards: gift_cards?,
        inline_deadline: Duration::from_millis(inline_deadline?),
        challenge: Duration::from_secs(challenge? * 60),
        sandbox: sandbox?,
    })
}

/// The keys of `[payments]` about bank transfers.
pub(crate) fn transfers(reader: &Reader<'_>) -> Option<TransferTerms> {
    let days = |key: &str, allowed| u8::try_from(reader.number(key, allowed)?).ok();
    let due_days = days("transfer_due_days", 1..=90);
    let reminder_days = days("transfer_reminder_days", 0..=89);
    let grace_days = days("transfer_grace_days", 0..=30);
    let (due_days, reminder_days) = (due_days?, reminder_days?);
    if reminder_days >= due_days {
        reader.fault(
            "transfer_reminder_days",
            format!("would remind the buyer before the day after the order: write less than transfer_due_days, which is {due_days}, or 0 for no reminder"),
        );
        return None;
    }
    Some(TransferTerms {
        due_days,
        reminder_days,
        grace_days: grace_days?,
    })
}

/// `[payments.manual]`
pub(crate) fn manual_payments(reader: &Reader<'_>) -> Option<ManualPaymentLimits> {
    let number = |key: &str, most: u64| {
        let number = reader.number(key, 0..=most)?;
        u32::try_from(number).ok()
    };
    let bound = |plain: &str, with_captcha: &str| {
        let (plain, with_captcha) = (number(plain, 10_000), number(with_captcha, 10_000));
        Some(OrderBound {
            plain: plain?,
            with_captcha: with_captcha?,
        })
    };
    let orders_per_contact = bound("orders_per_contact", "orders_per_contact_with_captcha");
    let orders_per_address = bound("orders_per_address", "orders_per_address_with_captcha");
    let window_hours = reader.number("window_hours", 1..=720);
    let units_per_variant = number("units_per_variant", 1_000_000);
    let units_per_order = number("units_per_order", 1_000_000);
    Some(ManualPaymentLimits {
        orders_per_contact: orders_per_contact?,
        orders_per_address: orders_per_address?,
        window_ms: window_hours?.cast_signed() * 60 * 60 * 1_000,
        units_per_variant: units_per_variant?,
        units_per_order: units_per_order?,
    })
}

fn sandbox(reader: &Reader<'_>, folder: &Path) -> Option<Sandbox> {
    let url = reader.address("url", |text| match text {
        "" => Ok(None),
        text => origin(text).map(Some),
    });
    let secret = secret(reader, folder);
    let ledger = reader.filled("ledger").map(|path| folder.join(path));
    let (url, secret) = (url?, secret.ok()?);
    if url.is_some() && secret.is_none() {
        reader.fault(
            "url",
            "needs the gateway's secret: name its environment variable in secret_env or its file in secret_file",
        );
        return None;
    }
    Some(Sandbox {
        url,
        secret,
        ledger: ledger?,
    })
}

/// Reads the secret from the environment or a file; `Ok(None)` if neither is named.
pub(crate) fn secret(reader: &Reader<'_>, folder: &Path) -> Result<Option<SharedSecret>, Reported> {
    let Some(given) = SECRET.read(reader, folder)? else {
        return Ok(None);
    };
    let text = given.text.trim();
    if text.len() < SHORTEST_SECRET {
        let problem = format!("the secret is too short: use at least {SHORTEST_SECRET} characters");
        reader.fault(given.key, problem);
        return Err(Reported);
    }
    Ok(Some(SharedSecret(text.to_owned())))
}
