//! Ways to pay, by name.

use zkratka_commerce::payment::{PaymentMethod, Wallet};

/// What a buyer calls this way to pay.
#[must_use]
pub const fn payment_name(method: &PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Card { .. } => "Platební karta",
        PaymentMethod::Wallet {
            wallet: Wallet::ApplePay,
            ..
        } => "Apple Pay",
        PaymentMethod::Wallet {
            wallet: Wallet::GooglePay,
            ..
        } => "Google Pay",
        PaymentMethod::Wallet {
            wallet: Wallet::PayPal,
            ..
        } => "PayPal",
        PaymentMethod::CashOnDelivery => "Dobírka",
        PaymentMethod::BankTransfer => "Bankovní převod",
        PaymentMethod::Free => "Zdarma",
    }
}
