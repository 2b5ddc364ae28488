//! Finds everything that the shop holds about one person, by e-mail address. Documents are not indexed by it, so this reads
//! all of them, a page at a time.

use crate::accounts::WalletAccount;
use std::collections::BTreeSet;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber};
use zkratka_commerce::order::{OrderSnapshot, contacts_of};
use zkratka_commerce::pricing::buyer_keys;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{
    AccountLetter, CodeSent, DiscountUse, DownloadRecord, OrderPage, OrderRecord, StockAlert,
    Store, StoreError, UnpaidOrder,
};

/// How many documents to read at once.
const PAGE: u32 = 500;
/// Before every code that was sent.
const START: Timestamp = Timestamp(0);

/// What the shop holds about one person.
pub struct Person {
    /// The e-mail address by which it was found.
    pub email: String,
    pub orders: Vec<OrderRecord>,
    /// What was downloaded of each of them.
    pub downloads: Vec<DownloadRecord>,
    /// Attempts that made no order.
    pub attempts: Vec<Attempt>,
    /// Carts that became no order.
    pub carts: Vec<Cart>,
    pub discount_uses: Vec<DiscountUse>,
    pub unpaid_orders: Vec<UnpaidOrder>,
    pub stock_alerts: Vec<StockAlert>,
    /// Accounts of the shop's wallet.
    pub accounts: Vec<WalletAccount>,
    /// Codes to sign in that were sent lately.
    pub codes_sent: Vec<CodeSent>,
    /// E-mails about the accounts that wait to be sent.
    pub account_letters: Vec<AccountLetter>,
}

/// Finds a person. All spellings of one mailbox are one person ([`ContactKey::of_email`]).
pub async fn find(store: &dyn Store, email: &str) -> Result<Person, StoreError> {
    let key = ContactKey::of_email(email);
    let accounts = WalletAccount::of(store, &key).await?;
    // Orders of the person's account count whatever e-mail was typed for them.
    let in_accounts = accounts.iter().flat_map(|account| &account.orders);
    let in_accounts: BTreeSet<_> = in_accounts.map(|order| order.number).collect();
    let orders = orders(store, &key, &in_accounts).await?;
    let attempts = attempts(store, &key).await?;
    let carts = carts(store, &key).await?;
    let snapshots = orders.iter().map(|record| &record.order.snapshot);
    let snapshots = snapshots.chain(attempts.iter().map(|attempt| &attempt.snapshot));
    let mut contacts: BTreeSet<_> = snapshots.flat_map(contacts_of).collect();
    contacts.insert(key.clone());
    let mut downloads = Vec::with_capacity(orders.len());
    for record in &orders {
        downloads.push(store.download_record(record.order.number).await?);
    }
    let unpaid_orders = store.unpaid_orders(contacts.into_iter().collect());
    Ok(Person {
        accounts,
        codes_sent: store.accounts().codes_sent(&key, START).await?.sent,
        account_letters: store.accounts().letters_to(&key).await?,
        stock_alerts: store.stock_alerts_of(key).await?,
        unpaid_orders: unpaid_orders.await?,
        discount_uses: store.discount_uses(buyer_keys(email.trim())).await?,
        email: email.to_owned(),
        orders,
        downloads,
        attempts,
        carts,
    })
}

fn is_of(snapshot: &OrderSnapshot, key: &ContactKey) -> bool {
    !snapshot.is_redacted() && ContactKey::of_email(&snapshot.email) == *key
}

async fn orders(
    store: &dyn Store,
    key: &ContactKey,
    in_accounts: &BTreeSet<OrderNumber>,
) -> Result<Vec<OrderRecord>, StoreError> {
    let (mut found, mut before): (_, Option<OrderNumber>) = (Vec::new(), None);
    loop {
        let page = store
            .orders(OrderPage {
                before,
                limit: PAGE,
            })
            .await?;
        let Some(last) = page.last() else {
            return Ok(found);
        };
        before = Some(last.order.number);
        let is_wanted = |record: &OrderRecord| {
            let snapshot = &record.order.snapshot;
            let is_in_account = in_accounts.contains(&record.order.number);
            is_of(snapshot, key) || is_in_account && !snapshot.is_redacted()
        };
        found.extend(page.into_iter().filter(is_wanted));
    }
}

async fn attempts(store: &dyn Store, key: &ContactKey) -> Result<Vec<Attempt>, StoreError> {
    let (mut found, mut after): (_, Option<AttemptKey>) = (Vec::new(), None);
    loop {
        let page = store.attempts_after(after, PAGE).await?;
        let Some(last) = page.last() else {
            return Ok(found);
        };
        after = Some(last.key);
        let is_wanted = |one: &Attempt| one.order.is_none() && is_of(&one.snapshot, key);
        found.extend(page.into_iter().filter(is_wanted));
    }
}

async fn carts(store: &dyn Store, key: &ContactKey) -> Result<Vec<Cart>, StoreError> {
    let (mut found, mut after): (_, Option<CartKey>) = (Vec::new(), None);
    loop {
        let page = store.carts_after(after, PAGE).await?;
        let Some(last) = page.last() else {
            return Ok(found);
        };
        after = Some(last.key);
        let is_wanted = |cart: &Cart| {
            let email = cart.buyer.email.as_deref();
            let is_ordered = matches!(cart.status, CartStatus::Completed { .. });
            !is_ordered && email.is_some_and(|email| ContactKey::of_email(email) == *key)
        };
        found.extend(page.into_iter().filter(is_wanted));
    }
}
