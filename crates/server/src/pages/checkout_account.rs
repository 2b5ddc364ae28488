//! The account at a wallet's vendor with which the buyer can order in the checkout.

use super::failure::Failure;
use crate::app::App;
use crate::carts::CartView;
use serde::Serialize;
use serde_json::Value;
use std::net::IpAddr;
use zkratka_commerce::cart::CartStatus;
use zkratka_commerce::payment::Wallet;
use zkratka_shop_wallets::amazon_pay::PayableCart;
use zkratka_shop_wallets::{AmazonPay, PayPal, amazon_pay, paypal};

/// An account that can pay for the cart.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfferedAccount {
    /// `paypal`, `venmo` or `amazon_pay`.
    account: &'static str,
    /// The vendor's id of what the buyer approved or chose.
    token: String,
    /// The vendor's id of the account.
    payer_id: String,
    /// The address by which the buyer recognises the account.
    email: Option<String>,
    /// Whether the buyer approved an agreement.
    agreement: bool,
    /// Whether the buyer permits later charges.
    renews: bool,
    /// After this moment the account must be approved again.
    expires_at: String,
    /// The name of what the buyer approved or chose. Another one is newer than what was typed before.
    approval: String,
    /// What the cart has from the buyer's choice at Amazon.
    pub(super) amazon: Option<Value>,
}

impl From<paypal::Account> for OfferedAccount {
    fn from(account: paypal::Account) -> Self {
        Self {
            account: account.funding.name(),
            approval: account.token.clone(),
            amazon: None,
            token: account.token,
            payer_id: account.payer_id,
            email: account.email,
            agreement: account.agreement,
            renews: account.renews,
            expires_at: account.expires_at.rfc3339(),
        }
    }
}

impl From<amazon_pay::Account> for OfferedAccount {
    fn from(account: amazon_pay::Account) -> Self {
        Self {
            account: Wallet::AmazonPay.attribute_name(),
            approval: account.choice,
            amazon: account.view,
            token: account.token,
            payer_id: account.payer_id,
            email: account.email,
            agreement: false,
            renews: account.renews,
            expires_at: account.expires_at.rfc3339(),
        }
    }
}

/// A vendor that can have accounts, with the name of the cart's approval there.
enum Vendor<'a> {
    PayPal(&'a PayPal, String),
    AmazonPay(&'a AmazonPay, String),
}

impl Vendor<'_> {
    fn message(&self) -> &str {
        match self {
            Self::PayPal(_, message) | Self::AmazonPay(_, message) => message,
        }
    }
}

/// The account that the buyer has approved (row 4.19) or chosen, while the cart can be paid.
///
/// After a declined attempt, the approval may still be valid at the vendor. The shop counts it as used up and does not
/// offer it. The vendor's button asks the buyer for a new approval.
///
/// A client that has used up its calls to vendors gets the checkout without the account.
pub(super) async fn approved_account(
    app: &App,
    view: &CartView,
    client: IpAddr,
) -> Result<Option<OfferedAccount>, Failure> {
    let Some(vendor) = vendor(app, view) else {
        return Ok(None);
    };
    if view.cart.status != CartStatus::Open {
        return Ok(None);
    }
    let spent = app
        .store
        .wallet_message_is_spent(vendor.message(), view.cart.key);
    if spent.await? || app.count_provider_call(Some(client)).is_err() {
        return Ok(None);
    }
    let now = app.clock.now();
    Ok(match vendor {
        Vendor::PayPal(paypal, _) => {
            let account = paypal.account(&view.cart, &view.priced, now);
            account.await.map(OfferedAccount::from)
        }
        Vendor::AmazonPay(amazon, _) => {
            let paid = PayableCart {
                cart: &view.cart,
                priced: &view.priced,
            };
            let account = amazon.account(paid, now);
            account.await.map(OfferedAccount::from)
        }
    })
}

/// The vendor of the cart's latest remote order, if the shop offers its wallet.
fn vendor<'a>(app: &'a App, view: &CartView) -> Option<Vendor<'a>> {
    let kept = |wallet| view.cart.remote_order_at(wallet);
    if let Some(kept) = kept(Wallet::PayPal) {
        let paypal = app.wallets.paypal.as_ref()?;
        return Some(Vendor::PayPal(paypal, paypal::message_of(&kept.id)));
    }
    let kept = kept(Wallet::AmazonPay)?;
    let amazon = app.wallets.amazon_pay.as_ref()?;
    Some(Vendor::AmazonPay(amazon, amazon_pay::message_of(&kept.id)))
}
