//! Accounts of the shop's wallet as personal data.

use serde_json::{Value, json};
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::order::{Order, OrderLine};
use zkratka_commerce::time::Timestamp;
use zkratka_store::{
    Account, AccountId, AccountPasskey, Device, SavedAddress, SavedCard, Store, StoreError,
};

/// How many orders to look up at once.
const PAGE: u32 = 500;

/// An account with everything that is saved in it.
pub struct WalletAccount {
    pub account: Account,
    pub passkeys: Vec<AccountPasskey>,
    pub addresses: Vec<SavedAddress>,
    pub cards: Vec<SavedCard>,
    pub devices: Vec<Device>,
    /// The orders made in it, newest first.
    pub orders: Vec<Order>,
}

impl WalletAccount {
    /// The accounts of one person, oldest first.
    pub(crate) async fn of(
        store: &dyn Store,
        contact: &ContactKey,
    ) -> Result<Vec<Self>, StoreError> {
        let accounts = store.accounts();
        let mut found = Vec::new();
        for account in accounts.accounts_of(contact).await? {
            found.push(Self::read(store, account).await?);
        }
        Ok(found)
    }

    /// One account, whole.
    pub async fn read(store: &dyn Store, account: Account) -> Result<Self, StoreError> {
        let accounts = store.accounts();
        Ok(Self {
            passkeys: accounts.passkeys_of(account.id).await?,
            addresses: accounts.addresses_of(account.id).await?,
            cards: accounts.cards_of(account.id).await?,
            devices: accounts.devices_of(account.id).await?,
            orders: orders(store, account.id).await?,
            account,
        })
    }

    /// What the person gets. It contains no secret: no mandate, by which a card could be charged, and no cookie.
    #[must_use]
    pub fn json(&self) -> Value {
        let list = |values: Vec<Value>| Value::Array(values);
        json!({
            "email": self.account.email,
            "createdAt": self.account.created_at.rfc3339(),
            "passkeys": list(self.passkeys.iter().map(passkey).collect()),
            "addresses": list(self.addresses.iter().map(address).collect()),
            "cards": list(self.cards.iter().map(card).collect()),
            "devices": list(self.devices.iter().map(device).collect()),
            "orders": list(self.orders.iter().map(order).collect()),
        })
    }
}

async fn orders(store: &dyn Store, account: AccountId) -> Result<Vec<Order>, StoreError> {
    let accounts = store.accounts();
    let mut found = Vec::new();
    let mut before = None;
    loop {
        let numbers = accounts.orders_of(account, before, PAGE).await?;
        let Some(last) = numbers.last() else {
            return Ok(found);
        };
        before = Some(*last);
        for number in numbers {
            found.extend(store.order(number).await?.map(|record| record.order));
        }
    }
}

/// Deletes the accounts of one person, whose mandates the server then has the gateway end, the e-mails that wait for her, and the
/// records of the codes that were sent to her.
pub(crate) async fn delete_accounts(
    store: &dyn Store,
    contact: &ContactKey,
    found: &[WalletAccount],
) -> Result<(), StoreError> {
    let accounts = store.accounts();
    for one in found {
        accounts.delete_account(one.account.id, None).await?;
    }
    // Of somebody without an account, too.
    accounts.delete_letters_to(contact).await?;
    accounts.delete_codes_sent(contact).await
}

fn passkey(kept: &AccountPasskey) -> Value {
    json!({
        "label": kept.label,
        "createdAt": kept.created_at.rfc3339(),
        "usedAt": kept.used_at.map(Timestamp::rfc3339),
        "isBackedUp": kept.backed_up,
    })
}

fn address(saved: &SavedAddress) -> Value {
    json!({ "address": saved.address, "usedAt": saved.used_at.rfc3339() })
}

/// Without what pays it: the mandate of a saved card is as good as money.
fn order(made: &Order) -> Value {
    let snapshot = &made.snapshot;
    let line = |line: &OrderLine| {
        json!({
            "title": line.title,
            "variant": line.variant_title,
            "quantity": line.quantity,
            "plan": line.selling_plan.as_ref().map(|plan| plan.name.as_str()),
        })
    };
    json!({
        "number": made.number.0,
        "createdAt": made.created_at.rfc3339(),
        "email": snapshot.email,
        "phone": snapshot.phone,
        "deliveryAddress": snapshot.delivery_address,
        "billingAddress": snapshot.billing_address,
        "note": snapshot.note,
        "currency": snapshot.currency,
        "totalMinorUnits": snapshot.total,
        "lines": snapshot.lines.iter().map(line).collect::<Vec<_>>(),
    })
}

fn card(saved: &SavedCard) -> Value {
    json!({
        "gateway": saved.gateway,
        "network": saved.network,
        "lastFour": saved.last_four,
        "expires": saved.expires,
        "usedAt": saved.used_at.rfc3339(),
    })
}

fn device(kept: &Device) -> Value {
    json!({
        "label": kept.label,
        "createdAt": kept.created_at.rfc3339(),
        "seenAt": kept.seen_at.rfc3339(),
        "expiresAt": kept.expires_at.rfc3339(),
    })
}
