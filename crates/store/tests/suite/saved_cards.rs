//! Saved cards: payments by them, saving them, and ending their mandates.

use super::accounts::{JANA, NOW, card, forged, opened, passkey, saved, ticket};
use crate::support::{
    authorised, begin, begin_new, card as by_card, product, ready_cart, take, tracked,
};
use std::sync::Arc;
use tokio::task::JoinSet;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::error::FaultCode;
use zkratka_commerce::hex;
use zkratka_commerce::ids::{CartKey, OrderNumber, VariantId};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::payment::PaymentMethod;
use zkratka_store::{
    AccountId, AccountLetterId, AccountLetterKind, BeginOutcome, CardPayment, CardPaymentUse,
    EntryId, MAX_ADDRESSES, MAX_CARDS, MAX_PASSKEYS, MandateEnd, NewAccountLetter, SaveOrder,
    SavedCard, SavedMandate, Store,
};

const PETR: &str = "petr@example.cz";

fn crowns(minor: i64) -> Money {
    Money::new(MinorUnits::new(minor), Currency::CZK)
}

const fn cart(revision: u64, amount: Money) -> CardPaymentUse {
    CardPaymentUse {
        cart: CartKey(7),
        revision,
        amount,
    }
}

fn payment(id: u8, account: AccountId) -> CardPayment {
    CardPayment {
        ticket: ticket(id),
        account,
        card: EntryId([1; 16]),
        pays: cart(3, crowns(100)),
        expires_at: NOW.plus(10),
    }
}

pub(crate) async fn pay_once_for_what_was_confirmed(store: Arc<dyn Store>) {
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    let petr = opened(&*store, 2, PETR).await.id;
    accounts.add_card(&card(1, jana)).await.unwrap();
    let of_another = accounts.add_card_payment(payment(9, petr)).await.unwrap();
    assert!(!of_another, "Petr has no such card");
    assert!(accounts.add_card_payment(payment(1, jana)).await.unwrap());

    let confirmed = cart(3, crowns(100));
    let other_cart = CardPaymentUse {
        cart: CartKey(8),
        ..confirmed
    };
    let euros = Money::new(MinorUnits::new(100), Currency::EUR);
    for (ticket, pays, at) in [
        (forged(1), confirmed, 0),
        (ticket(2), confirmed, 0),
        (ticket(1), other_cart, 0),
        (ticket(1), cart(4, crowns(100)), 0),
        (ticket(1), cart(3, crowns(101)), 0),
        (ticket(1), cart(3, euros), 0),
        (ticket(1), confirmed, 10),
    ] {
        let spent = accounts.spend_card_payment(&ticket, pays, NOW.plus(at));
        assert_eq!(spent.await.unwrap(), None, "{pays:?} at {at}");
    }

    let mut tasks = JoinSet::new();
    for _ in 0..8 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let accounts = store.accounts();
            let used = ticket(1);
            let spent = accounts.spend_card_payment(&used, confirmed, NOW);
            spent.await.unwrap()
        });
    }
    let spent = tasks.join_all().await;
    let cards: Vec<_> = spent.into_iter().flatten().collect();
    assert_eq!(cards.len(), 1, "used once");
    assert_eq!(cards[0].mandate, "mandate-1");

    accounts.add_card_payment(payment(3, jana)).await.unwrap();
    accounts
        .remove_card(jana, EntryId([1; 16]))
        .await
        .unwrap()
        .expect("a card");
    let unused = ticket(3);
    let spent = accounts.spend_card_payment(&unused, confirmed, NOW);
    assert_eq!(spent.await.unwrap(), None, "the card was removed");
    accounts.add_card(&card(1, jana)).await.unwrap();
    accounts.add_card_payment(payment(4, jana)).await.unwrap();
    let deleted = async |at: i64| accounts.delete_expired(NOW.plus(at), 10).await.unwrap();
    assert_eq!((deleted(10).await, deleted(11).await), (0, 1));

    accounts.add_card_payment(payment(5, jana)).await.unwrap();
    accounts.end_devices(jana).await.unwrap();
    let unmade = ticket(5);
    let spent = accounts.spend_card_payment(&unmade, confirmed, NOW);
    assert_eq!(spent.await.unwrap(), None, "all devices were signed out");
}

/// A card with its new mandate.
fn mandated(id: u8) -> SavedMandate {
    let card = card(id, AccountId([0; 32]));
    SavedMandate {
        id: card.id,
        gateway: card.gateway,
        mandate: card.mandate,
        network: card.network,
        last_four: card.last_four,
        expires: card.expires,
    }
}

async fn pending(store: &dyn Store) -> Vec<OrderNumber> {
    let pending = store.accounts().pending_saves(10).await.unwrap();
    pending.iter().map(|one| one.order).collect()
}

fn save(order: OrderNumber, account: AccountId) -> SaveOrder {
    SaveOrder {
        order,
        account: Some(account),
        card: Some(mandated(1)),
        renews: false,
        renewed_by: None,
        address: Some((EntryId([1; 16]), saved(1, account).address)),
        letters: Vec::new(),
        now: NOW,
    }
}

fn ends(mandates: &[&str]) -> Vec<MandateEnd> {
    let end = |mandate: &&str| MandateEnd {
        gateway: "sandbox".to_owned(),
        mandate: (*mandate).to_owned(),
        tries: 0,
    };
    mandates.iter().map(end).collect()
}

async fn unconfirmed(store: &dyn Store) -> Vec<MandateEnd> {
    let accounts = store.accounts();
    accounts.unconfirmed_mandate_ends(100).await.unwrap()
}

/// A subscription that a saved card has paid.
fn renewing(order: OrderNumber, mandate: &str) -> SaveOrder {
    SaveOrder {
        order,
        account: None,
        card: None,
        renews: false,
        renewed_by: Some(mandate.to_owned()),
        address: None,
        letters: Vec::new(),
        now: NOW,
    }
}

/// An order whose buyer wants card and address saved in this account.
async fn ordered(store: &dyn Store, key: u64, account: AccountId) -> OrderNumber {
    let ready = ready_cart(store, key, &[(VariantId(1), 1)], by_card()).await;
    let revision = ready.revision + 1;
    let wanting = Cart {
        save_for: Some(account),
        revision,
        ..ready
    };
    store.replace_cart(&wanting).await.unwrap();
    let attempt = begin_new(store, &wanting, 100 + key).await;
    assert_eq!(attempt.snapshot.save_for, Some(account));
    let pending = pending(store).await;
    let attempt = take(store, authorised(&attempt)).await;
    let number = attempt.order.unwrap();
    assert!(!pending.contains(&number), "there is no order yet");
    number
}

async fn stock_up(store: &dyn Store) {
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(100))]);
    store.import(vec![mug]).await.unwrap();
}

pub(crate) async fn are_saved_once_for_each_order(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    let first = ordered(&*store, 1, jana).await;
    assert_eq!(pending(&*store).await, [first]);
    let mut tasks = JoinSet::new();
    for _ in 0..8 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let outcome = store.accounts().save_order(&save(first, jana)).await;
            outcome.unwrap()
        });
    }
    let outcomes = tasks.join_all().await;
    let times = outcomes.iter().filter(|saved| **saved).count();
    assert_eq!(times, 1, "{outcomes:?}");
    assert_eq!(pending(&*store).await, []);
    assert_eq!(accounts.cards_of(jana).await.unwrap().len(), 1);
    assert_eq!(accounts.addresses_of(jana).await.unwrap().len(), 1);

    // What its owner has removed does not come back.
    let removed = accounts.remove_card(jana, EntryId([1; 16])).await.unwrap();
    assert!(removed.is_some());
    assert!(!accounts.save_order(&save(first, jana)).await.unwrap());
    assert_eq!(accounts.cards_of(jana).await.unwrap(), []);

    let second = ordered(&*store, 2, jana).await;
    let second = SaveOrder {
        card: Some(mandated(2)),
        address: Some((EntryId([2; 16]), saved(1, jana).address)),
        ..save(second, jana)
    };
    assert!(accounts.save_order(&second).await.unwrap());
    assert_eq!(accounts.cards_of(jana).await.unwrap().len(), 1);
    let addresses = accounts.addresses_of(jana).await.unwrap();
    assert_eq!(addresses.len(), 1, "the same address");
}

fn letters(id: u8) -> Vec<NewAccountLetter> {
    let kinds = [
        AccountLetterKind::NewCard,
        AccountLetterKind::NewAddress,
        AccountLetterKind::NewCardAndAddress,
    ];
    let letter = |(place, kind)| NewAccountLetter {
        id: AccountLetterId([id + place; 16]),
        kind,
        email: JANA.to_owned(),
        detail: "detail".to_owned(),
        now: NOW,
    };
    (0..).zip(kinds).map(letter).collect()
}

pub(crate) async fn are_announced_if_they_are_new(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    let contact = ContactKey::of_email(JANA);
    let told = async || {
        let letters = accounts.letters_to(&contact).await.unwrap();
        letters.iter().map(|letter| letter.kind).collect::<Vec<_>>()
    };
    let first = SaveOrder {
        letters: letters(10),
        ..save(ordered(&*store, 1, jana).await, jana)
    };
    assert!(accounts.save_order(&first).await.unwrap());
    let both = AccountLetterKind::NewCardAndAddress;
    assert_eq!(told().await, [both]);
    assert!(!accounts.save_order(&first).await.unwrap());
    assert_eq!(told().await.len(), 1, "once");
    let second = SaveOrder {
        card: Some(mandated(2)),
        address: Some((EntryId([2; 16]), saved(1, jana).address)),
        letters: letters(20),
        ..save(ordered(&*store, 2, jana).await, jana)
    };
    assert!(accounts.save_order(&second).await.unwrap());
    let mut all = told().await;
    all.sort_by_key(|kind| kind.name());
    let card = AccountLetterKind::NewCard;
    assert_eq!(all, [card, both], "the address is not new");
}

pub(crate) async fn replace_the_same_card(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    let of_another_year = SavedCard {
        expires: Some("2031-01".to_owned()),
        ..card(3, jana)
    };
    let of_another_number = SavedCard {
        last_four: "2222".to_owned(),
        ..card(4, jana)
    };
    for kept in [&of_another_year, &of_another_number, &card(1, jana)] {
        accounts.add_card(kept).await.unwrap();
    }
    let again = |order, id| SaveOrder {
        card: Some(mandated(id)),
        ..save(order, jana)
    };
    let second = again(ordered(&*store, 1, jana).await, 2);
    assert!(accounts.save_order(&second).await.unwrap());
    let cards = async || {
        let cards = accounts.cards_of(jana).await.unwrap();
        let mut mandates: Vec<_> = cards.into_iter().map(|card| card.mandate).collect();
        mandates.sort();
        mandates
    };
    assert_eq!(cards().await, ["mandate-2", "mandate-3", "mandate-4"]);
    assert_eq!(unconfirmed(&*store).await, ends(&["mandate-1"]));
    let renewing = renewing(OrderNumber(900), "mandate-2");
    accounts.save_order(&renewing).await.unwrap();
    let third = again(ordered(&*store, 2, jana).await, 5);
    assert!(accounts.save_order(&third).await.unwrap());
    assert_eq!(cards().await, ["mandate-3", "mandate-4", "mandate-5"]);
    let ended = unconfirmed(&*store).await;
    assert_eq!(ended, ends(&["mandate-1"]), "a subscription needs it");
}

pub(crate) async fn are_tried_again_later(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    let order = ordered(&*store, 1, jana).await;
    let claim = async |at: i64| {
        let (now, until) = (NOW.plus(at), NOW.plus(at + 10));
        let due = accounts.claim_saves(now, until, 10).await.unwrap();
        let due = due.into_iter().map(|save| {
            assert_eq!(save.card.unwrap(), None, "no mandate was made");
            (save.order, save.tries)
        });
        due.collect::<Vec<_>>()
    };
    assert_eq!(claim(0).await, [(order, 1)]);
    assert_eq!(claim(9).await, [], "another server has it");
    assert_eq!(claim(10).await, [(order, 2)], "that server has died");
    accounts.put_off_save(order, NOW.plus(50)).await.unwrap();
    assert_eq!(claim(49).await, []);
    assert_eq!(claim(50).await, [(order, 3)]);
    assert!(accounts.save_order(&save(order, jana)).await.unwrap());
    assert_eq!(claim(99).await, []);
}

/// A cart to be paid by Jana's card, which she has confirmed.
async fn confirmed(store: &dyn Store, key: u64, jana: AccountId) -> (u64, Cart) {
    let accounts = store.accounts();
    let id = u8::try_from(key).unwrap();
    accounts.add_card(&card(id, jana)).await.unwrap();
    let new = CardPayment {
        card: EntryId([id; 16]),
        ..payment(id, jana)
    };
    let pays = new.pays;
    assert!(accounts.add_card_payment(new).await.unwrap());
    let used = ticket(id);
    let spent = accounts.spend_card_payment(&used, pays, NOW);
    assert!(spent.await.unwrap().is_some());
    let method = PaymentMethod::SavedCard {
        mandate: format!("mandate-{id}"),
        network: "visa".to_owned(),
        last_four: "1111".to_owned(),
        confirmation: hex::encode(&ticket(id).id.0),
    };
    let cart = ready_cart(store, key, &[(VariantId(1), 1)], method).await;
    (100 + key, cart)
}

pub(crate) async fn pay_while_confirmed(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    let refused = async |(key, cart): &(u64, Cart)| {
        let outcome = begin(&*store, cart, *key).await;
        let BeginOutcome::Refused(faults) = outcome else {
            panic!("{outcome:?}");
        };
        let codes: Vec<_> = faults.iter().map(|fault| fault.code).collect();
        assert_eq!(codes, [FaultCode::InvalidPayment]);
    };
    let (key, cart) = confirmed(&*store, 1, jana).await;
    begin_new(&*store, &cart, key).await;

    let removed = confirmed(&*store, 2, jana).await;
    // A card that renews a subscription does not pay either once its owner has removed it.
    let renews = renewing(OrderNumber(900), "mandate-2");
    accounts.save_order(&renews).await.unwrap();
    let gone = accounts.remove_card(jana, EntryId([2; 16])).await;
    assert!(gone.unwrap().is_some());
    refused(&removed).await;

    let over = confirmed(&*store, 3, jana).await;
    assert_eq!(accounts.delete_expired(NOW.plus(11), 10).await.unwrap(), 2);
    refused(&over).await;

    let signed_out = confirmed(&*store, 4, jana).await;
    accounts.end_devices(jana).await.unwrap();
    refused(&signed_out).await;

    let (key, cart) = confirmed(&*store, 5, jana).await;
    begin_new(&*store, &cart, key).await;
}

pub(crate) async fn pay_by_the_last_confirmation(store: Arc<dyn Store>) {
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    accounts.add_card(&card(1, jana)).await.unwrap();
    let of_another_cart = CardPayment {
        pays: CardPaymentUse {
            cart: CartKey(8),
            ..payment(3, jana).pays
        },
        ..payment(3, jana)
    };
    for new in [payment(1, jana), of_another_cart, payment(2, jana)] {
        assert!(accounts.add_card_payment(new).await.unwrap());
    }
    let pays = payment(1, jana).pays;
    let spent = async |id, pays| {
        let used = ticket(id);
        let spent = accounts.spend_card_payment(&used, pays, NOW).await;
        spent.unwrap().is_some()
    };
    assert!(!spent(1, pays).await, "confirmed again since");
    assert!(spent(2, pays).await);
    assert!(spent(3, of_another_cart.pays).await);
}

pub(crate) async fn that_are_not_saved_end(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let accounts = store.accounts();
    let gone = AccountId([9; 32]);
    let lost = SaveOrder {
        card: Some(mandated(5)),
        ..save(ordered(&*store, 1, gone).await, gone)
    };
    assert!(accounts.save_order(&lost).await.unwrap());
    assert!(!accounts.save_order(&lost).await.unwrap());
    assert_eq!(unconfirmed(&*store).await, ends(&["mandate-5"]));
    let renewed = SaveOrder {
        card: Some(mandated(6)),
        renews: true,
        ..save(ordered(&*store, 2, gone).await, gone)
    };
    assert!(accounts.save_order(&renewed).await.unwrap());
    assert_eq!(
        unconfirmed(&*store).await.len(),
        1,
        "a subscription needs it"
    );
}

pub(crate) async fn end_with_their_mandates(store: Arc<dyn Store>) {
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    let petr = opened(&*store, 2, PETR).await.id;
    for id in 1..=5 {
        accounts.add_card(&card(id, jana)).await.unwrap();
    }
    accounts.add_card(&card(8, petr)).await.unwrap();
    for (order, mandate) in [(1, "mandate-3"), (2, "mandate-4")] {
        accounts
            .save_order(&renewing(OrderNumber(order), mandate))
            .await
            .unwrap();
    }
    for id in [1, 3] {
        let removed = accounts.remove_card(jana, EntryId([id; 16])).await;
        assert!(removed.unwrap().is_some());
    }
    assert_eq!(unconfirmed(&*store).await, ends(&["mandate-1"]));
    // An order that a card has paid may arrive after the card was removed.
    let removed = accounts.remove_card(jana, EntryId([5; 16])).await;
    assert!(removed.unwrap().is_some());
    assert_eq!(unconfirmed(&*store).await.len(), 2);
    let late = renewing(OrderNumber(3), "mandate-5");
    accounts.save_order(&late).await.unwrap();
    assert_eq!(unconfirmed(&*store).await, ends(&["mandate-1"]));
    accounts.delete_account(jana, None).await.unwrap();
    let both = ends(&["mandate-1", "mandate-2"]);
    assert_eq!(unconfirmed(&*store).await, both, "4 renews, 8 is Petr's");

    let claim = |at: i64| accounts.claim_mandate_ends(NOW.plus(at), NOW.plus(at + 10), 10);
    let (one, other) = tokio::join!(claim(0), claim(0));
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!(one.len() + other.len(), 2, "{one:?} {other:?}");
    accounts.confirm_mandate_end("mandate-1").await.unwrap();
    let put_off = accounts.put_off_mandate_end("mandate-2", NOW.plus(50));
    put_off.await.unwrap();
    assert_eq!(claim(49).await.unwrap(), []);
    let again = claim(50).await.unwrap();
    let tries: Vec<_> = again.iter().map(|end| (&*end.mandate, end.tries)).collect();
    assert_eq!(tries, [("mandate-2", 2)]);
    assert_eq!(claim(59).await.unwrap(), [], "another server has it");
    assert_eq!(claim(60).await.unwrap().len(), 1, "that server has died");
}

pub(crate) async fn keep_within_their_number_at_once(store: Arc<dyn Store>) {
    let jana = opened(&*store, 1, JANA).await.id;
    let mut tasks = JoinSet::new();
    for id in 1..=30 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let accounts = store.accounts();
            let (card, passkey, address) = (card(id, jana), passkey(id, jana), saved(id, jana));
            let (one, two, three) = tokio::join!(
                accounts.add_card(&card),
                accounts.add_passkey(&passkey),
                accounts.add_address(&address)
            );
            [one.unwrap(), two.unwrap(), three.unwrap()].map(u32::from)
        });
    }
    let added = tasks.join_all().await;
    let sums = added.iter().fold([0; 3], |sums, one| {
        [0, 1, 2].map(|place| sums[place] + one[place])
    });
    assert_eq!(sums, [MAX_CARDS, MAX_PASSKEYS, MAX_ADDRESSES]);
    let accounts = store.accounts();
    let cards = accounts.cards_of(jana).await.unwrap().len();
    let passkeys = accounts.passkeys_of(jana).await.unwrap().len();
    let addresses = accounts.addresses_of(jana).await.unwrap().len();
    let numbers = [cards, passkeys, addresses].map(|number| u32::try_from(number).unwrap());
    assert_eq!(numbers, sums);
}

pub(crate) async fn have_the_orders_of_their_cards(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    let petr = opened(&*store, 2, "petr@example.cz").await.id;
    let first = ordered(&*store, 1, jana).await;
    let second = ordered(&*store, 2, jana).await;
    let of = async |account, before| accounts.orders_of(account, before, 10).await.unwrap();
    assert_eq!(of(jana, None).await, [], "the orders are not saved yet");
    for order in [first, second] {
        assert!(accounts.save_order(&save(order, jana)).await.unwrap());
    }
    // Done before: whoever claims it now gets nothing.
    assert!(!accounts.save_order(&save(first, petr)).await.unwrap());
    assert_eq!(of(jana, None).await, [second, first]);
    assert_eq!(of(jana, Some(second)).await, [first]);
    assert_eq!(accounts.orders_of(jana, None, 1).await.unwrap(), [second]);
    assert_eq!(of(petr, None).await, []);

    let card = accounts.cards_of(jana).await.unwrap().remove(0);
    let found = accounts.account_of_mandate(&card.mandate).await.unwrap();
    assert_eq!(found, Some(jana));
    assert_eq!(accounts.account_of_mandate("none").await.unwrap(), None);

    let third = ordered(&*store, 3, jana).await;
    assert!(accounts.delete_account(jana, None).await.unwrap());
    assert!(accounts.save_order(&save(third, jana)).await.unwrap());
    assert_eq!(of(jana, None).await, []);
    assert!(store.order(first).await.unwrap().is_some());
}
