//! The names of payment methods.

use zkratka_commerce::payment::PaymentMethod;

/// The name of a payment method, as buyers call it.
#[must_use]
pub const fn payment_name(method: &PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Card { .. } => "Platební karta",
        PaymentMethod::Wallet { wallet, .. } => wallet.title(),
        PaymentMethod::CashOnDelivery => "Dobírka",
        PaymentMethod::BankTransfer => "Bankovní převod",
        PaymentMethod::Free => "Zdarma",
    }
}
