//! The names of payment methods.

use zkratka_commerce::order::{Order, OrderPayment};
use zkratka_commerce::payment::{Brand, PaymentMethod, VENMO};

/// How an order was paid, as buyers call it.
#[must_use]
pub fn payment_name(order: &Order) -> &'static str {
    match &order.snapshot.payment {
        PaymentMethod::Card { .. } | PaymentMethod::SavedCard { .. } => "Platební karta",
        PaymentMethod::Wallet { wallet, .. } => {
            charged_account(order).map_or(wallet.title(), Brand::title)
        }
        PaymentMethod::CashOnDelivery => "Dobírka",
        PaymentMethod::BankTransfer => "Bankovní převod",
        PaymentMethod::Free => "Zdarma",
    }
}

/// The button of a wallet, in the words that the elements have.
#[must_use]
pub fn buy_with(wallet: &str) -> String {
    format!("Koupit přes {wallet}")
}

/// The brand of the account that paid; `None` if a card paid, or nothing was paid through a gateway. PayPal reports payments
/// from Venmo by their network.
#[must_use]
pub fn charged_account(order: &Order) -> Option<Brand> {
    let PaymentMethod::Wallet { wallet, .. } = &order.snapshot.payment else {
        return None;
    };
    let network = match &order.payment {
        OrderPayment::Authorised { card } | OrderPayment::Captured { card } => &*card.network,
        _ => "",
    };
    wallet.charges_account().then(|| {
        if network == VENMO {
            Brand::Venmo
        } else {
            wallet.brand()
        }
    })
}
