//! Accounts of the shop's wallet.

use std::sync::Arc;
use zkratka_commerce::address::Address;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{
    Account, AccountId, AccountLetter, AccountLetterId, AccountLetterKind, AccountPasskey, EntryId,
    KEPT_MS, LETTERS_KEPT_MS, MAX_ADDRESSES, MAX_CARDS, MAX_DEVICES, MAX_PASSKEYS, MAX_TRIES,
    NewAccountLetter, NewCode, NewDevice, NewSession, NewSignInChallenge, PasskeyUse, SavedAddress,
    SavedCard, Session, SessionProof, SignInPurpose, Store, Ticket, TicketId,
};

pub(crate) const NOW: Timestamp = Timestamp(1_767_225_600_000);
pub(crate) const JANA: &str = "jana@example.cz";
const HOUR: i64 = 3_600_000;

pub(crate) async fn opened(store: &dyn Store, id: u8, email: &str) -> Account {
    let accounts = store.accounts();
    accounts
        .open_account(AccountId([id; 32]), email, NOW)
        .await
        .unwrap()
}

pub(crate) fn ticket(id: u8) -> Ticket {
    Ticket {
        id: TicketId([id; 16]),
        secret_hash: [id; 32],
    }
}

/// A cookie with the right id and another secret.
pub(crate) fn forged(id: u8) -> Ticket {
    Ticket {
        secret_hash: [id ^ 1; 32],
        ..ticket(id)
    }
}

pub(crate) fn passkey(id: u8, account: AccountId) -> AccountPasskey {
    AccountPasskey {
        id: vec![id; 1023],
        account,
        public_key: vec![1, 2, 3],
        algorithm: -7,
        count: u32::MAX,
        backup_eligible: true,
        backed_up: false,
        transports: "hybrid,internal".to_owned(),
        label: "Telefon".to_owned(),
        created_at: NOW.plus(i64::from(id)),
        used_at: None,
    }
}

fn device(id: u8, account: AccountId, now: Timestamp) -> NewDevice {
    NewDevice {
        ticket: ticket(id),
        account,
        label: "Firefox".to_owned(),
        now,
        expires_at: now.plus(HOUR),
    }
}

fn session(id: u8, account: AccountId, on: Option<TicketId>) -> NewSession {
    NewSession {
        ticket: ticket(id),
        session: Session {
            account,
            device: on,
            proof: SessionProof::VerifiedPasskey,
            started_at: NOW,
            idle_until: NOW.plus(20),
            ends_at: NOW.plus(100),
        },
    }
}

fn code(id: u8, now: Timestamp) -> NewCode {
    NewCode {
        ticket: ticket(id),
        email: JANA.to_owned(),
        is_known: false,
        answer: [9; 32],
        letter: AccountLetterId([id; 16]),
        now,
        expires_at: now.plus(10),
    }
}

/// Sends a code after those that were sent before.
async fn sent(store: &dyn Store, new: NewCode) {
    let accounts = store.accounts();
    let contact = ContactKey::of_email(&new.email);
    let before = accounts.codes_sent(&contact, NOW).await.unwrap();
    assert!(accounts.add_code(&new, &before).await.unwrap());
}

pub(crate) fn card(id: u8, account: AccountId) -> SavedCard {
    SavedCard {
        id: EntryId([id; 16]),
        account,
        gateway: "sandbox".to_owned(),
        mandate: format!("mandate-{id}"),
        network: "visa".to_owned(),
        last_four: "1111".to_owned(),
        expires: (id == 0).then(|| "2030-01".to_owned()),
        used_at: NOW.plus(i64::from(id)),
    }
}

pub(crate) fn saved(id: u8, account: AccountId) -> SavedAddress {
    SavedAddress {
        id: EntryId([id; 16]),
        account,
        address: Address {
            city: Some(format!("Lhota {id}")),
            ..Address::default()
        },
        used_at: NOW.plus(i64::from(id)),
    }
}

pub(crate) async fn are_opened_once_for_each_address(store: Arc<dyn Store>) {
    let accounts = store.accounts();
    let (first, second) = tokio::join!(opened(&*store, 1, JANA), opened(&*store, 2, JANA));
    assert_eq!(first, second, "one account");
    let other = opened(&*store, 3, "Jana+eshop@example.cz").await;
    assert_ne!(other.id, first.id);
    let found = accounts
        .accounts_of(&ContactKey::of_email("JANA@example.cz"))
        .await
        .unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(
        accounts.account(first.id).await.unwrap(),
        Some(first.clone())
    );
    assert_eq!(
        accounts.account_of_email("petr@example.cz").await.unwrap(),
        None
    );

    accounts.add_passkey(&passkey(1, first.id)).await.unwrap();
    accounts.add_address(&saved(1, first.id)).await.unwrap();
    accounts.add_card(&card(1, first.id)).await.unwrap();
    accounts.add_device(device(1, first.id, NOW)).await.unwrap();
    accounts
        .start_session(session(1, first.id, None))
        .await
        .unwrap();
    sent(&*store, code(1, NOW.plus(1))).await;
    let farewell = NewAccountLetter {
        id: AccountLetterId([9; 16]),
        kind: AccountLetterKind::AccountDeleted,
        email: JANA.to_owned(),
        detail: String::new(),
        now: NOW,
    };
    let again = NewAccountLetter {
        id: AccountLetterId([10; 16]),
        ..farewell.clone()
    };
    let deleted = accounts.delete_account(first.id, Some(&farewell)).await;
    assert!(deleted.unwrap());
    let deleted = accounts.delete_account(first.id, Some(&again)).await;
    assert!(!deleted.unwrap());
    let contact = ContactKey::of_email(JANA);
    let letters = accounts.letters_to(&contact).await.unwrap();
    let letters: Vec<_> = letters.iter().map(|letter| letter.id).collect();
    assert_eq!(letters, [farewell.id], "once, and nothing else waits");
    let codes = accounts.codes_sent(&contact, NOW).await.unwrap();
    assert_eq!(codes.sent, []);
    assert_eq!(accounts.account(first.id).await.unwrap(), None);
    assert_eq!(accounts.passkey(&[1; 1023]).await.unwrap(), None);
    assert_eq!(accounts.addresses_of(first.id).await.unwrap(), []);
    assert_eq!(accounts.cards_of(first.id).await.unwrap(), []);
    assert_eq!(accounts.device(&ticket(1), NOW).await.unwrap(), None);
    let kept = accounts.keep_session(&ticket(1), NOW, NOW.plus(20)).await;
    assert_eq!(kept.unwrap(), None);
    assert!(accounts.account(other.id).await.unwrap().is_some());
}

pub(crate) async fn keep_passkeys_of_one_owner(store: Arc<dyn Store>) {
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    let petr = opened(&*store, 2, "petr@example.cz").await.id;
    assert!(accounts.add_passkey(&passkey(1, jana)).await.unwrap());
    assert!(
        !accounts.add_passkey(&passkey(1, petr)).await.unwrap(),
        "a known id"
    );
    let kept = accounts.passkey(&[1; 1023]).await.unwrap();
    assert_eq!(kept, Some(passkey(1, jana)));

    let used = PasskeyUse {
        before: u32::MAX,
        count: 7,
        backed_up: true,
        now: NOW.plus(5),
    };
    let record = || accounts.record_passkey_use(&[1; 1023], used);
    assert_eq!(
        (record().await.unwrap(), record().await.unwrap()),
        (true, false)
    );
    let changed = AccountPasskey {
        count: 7,
        backed_up: true,
        used_at: Some(NOW.plus(5)),
        ..passkey(1, jana)
    };
    assert_eq!(accounts.passkeys_of(jana).await.unwrap(), [changed]);

    assert!(
        !accounts.remove_passkey(petr, &[1; 1023]).await.unwrap(),
        "not his"
    );
    assert!(accounts.remove_passkey(jana, &[1; 1023]).await.unwrap());
    for number in 0..=MAX_PASSKEYS {
        let id = u8::try_from(number).unwrap();
        let added = accounts.add_passkey(&passkey(id, petr)).await.unwrap();
        assert_eq!(added, number < MAX_PASSKEYS);
    }
    assert_eq!(accounts.passkeys_of(jana).await.unwrap(), []);
}

pub(crate) async fn keep_addresses_and_cards(store: Arc<dyn Store>) {
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    let petr = opened(&*store, 2, "petr@example.cz").await.id;
    for number in 0..=MAX_ADDRESSES {
        let added = accounts
            .add_address(&saved(u8::try_from(number).unwrap(), jana))
            .await;
        assert_eq!(added.unwrap(), number < MAX_ADDRESSES);
    }
    for number in 0..=MAX_CARDS {
        let added = accounts
            .add_card(&card(u8::try_from(number).unwrap(), jana))
            .await;
        assert_eq!(added.unwrap(), number < MAX_CARDS);
    }
    let last = u8::try_from(MAX_CARDS - 1).unwrap();
    assert_eq!(accounts.cards_of(jana).await.unwrap()[0], card(last, jana));
    let (first, later) = (EntryId([0; 16]), NOW.plus(HOUR));
    let of_jana = accounts.use_card(jana, first, later).await.unwrap();
    assert_eq!(of_jana.map(|card| card.used_at), Some(later));
    assert!(accounts.use_address(jana, first, later).await.unwrap());
    assert_eq!(
        accounts.use_card(petr, first, later).await.unwrap(),
        None,
        "not his"
    );
    assert!(
        !accounts.use_address(petr, first, later).await.unwrap(),
        "not his"
    );
    let used = SavedCard {
        used_at: later,
        ..card(0, jana)
    };
    assert_eq!(accounts.cards_of(jana).await.unwrap()[0], used);
    assert_eq!(
        accounts.addresses_of(jana).await.unwrap()[0].address,
        saved(0, jana).address
    );

    assert_eq!(
        accounts.remove_card(petr, first).await.unwrap(),
        None,
        "not his"
    );
    assert_eq!(accounts.remove_card(jana, first).await.unwrap(), Some(used));
    assert!(
        !accounts.remove_address(petr, first).await.unwrap(),
        "not his"
    );
    assert!(accounts.remove_address(jana, first).await.unwrap());
    assert!(!accounts.remove_address(jana, first).await.unwrap());
}

pub(crate) async fn recognise_devices_by_their_secret(store: Arc<dyn Store>) {
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    let petr = opened(&*store, 2, "petr@example.cz").await.id;
    accounts.add_device(device(1, jana, NOW)).await.unwrap();
    let known = accounts.device(&ticket(1), NOW).await.unwrap().unwrap();
    assert_eq!((known.account, known.expires_at), (jana, NOW.plus(HOUR)));
    assert_eq!(accounts.device(&forged(1), NOW).await.unwrap(), None);
    assert_eq!(
        accounts.device(&ticket(1), NOW.plus(HOUR)).await.unwrap(),
        None
    );
    let later = NOW.plus(HOUR - 1);
    let seen = accounts
        .see_device(&forged(1), later, later.plus(HOUR))
        .await
        .unwrap();
    assert_eq!(seen, None);
    let seen = accounts
        .see_device(&ticket(1), later, later.plus(HOUR))
        .await
        .unwrap();
    assert_eq!(seen.map(|device| device.expires_at), Some(later.plus(HOUR)));
    assert!(
        accounts
            .device(&ticket(1), NOW.plus(HOUR))
            .await
            .unwrap()
            .is_some()
    );

    accounts
        .start_session(session(5, jana, Some(TicketId([1; 16]))))
        .await
        .unwrap();
    accounts
        .start_session(session(6, jana, None))
        .await
        .unwrap();
    assert!(
        !accounts.end_device(petr, TicketId([1; 16])).await.unwrap(),
        "not his"
    );
    assert!(accounts.end_device(jana, TicketId([1; 16])).await.unwrap());
    assert_eq!(accounts.device(&ticket(1), NOW).await.unwrap(), None);
    let kept = async |id: u8| {
        accounts
            .keep_session(&ticket(id), NOW, NOW.plus(20))
            .await
            .unwrap()
    };
    assert!(kept(5).await.is_none(), "it was of that device");
    assert!(kept(6).await.is_some());

    for number in 0..=MAX_DEVICES {
        let id = u8::try_from(10 + number).unwrap();
        let new = device(id, jana, NOW.plus(i64::from(number)));
        accounts.add_device(new).await.unwrap();
        if number == 0 {
            let there = session(7, jana, Some(TicketId([id; 16])));
            accounts.start_session(there).await.unwrap();
        }
    }
    assert!(kept(7).await.is_none(), "its device has made room");
    assert!(kept(6).await.is_some());
    let devices = accounts.devices_of(jana).await.unwrap();
    assert_eq!(devices.len(), MAX_DEVICES as usize);
    assert_eq!(
        accounts.device(&ticket(10), NOW).await.unwrap(),
        None,
        "seen longest ago"
    );
    accounts.end_devices(jana).await.unwrap();
    assert_eq!(accounts.devices_of(jana).await.unwrap(), []);
    assert!(kept(6).await.is_none());
}

pub(crate) async fn end_sessions_that_are_idle_or_old(store: Arc<dyn Store>) {
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    let new = session(1, jana, None);
    accounts.start_session(new.clone()).await.unwrap();
    let keep = async |ticket: Ticket, at: i64| {
        let now = NOW.plus(at);
        accounts
            .keep_session(&ticket, now, now.plus(20))
            .await
            .unwrap()
    };
    assert_eq!(keep(forged(1), 0).await, None);
    assert_eq!(keep(ticket(1), 0).await, Some(new.session));
    for at in [19, 38, 57, 76, 95] {
        let kept = keep(ticket(1), at).await.map(|session| session.idle_until);
        assert_eq!(kept, Some(NOW.plus(at + 20)));
    }
    assert_eq!(keep(ticket(1), 100).await, None, "at its end");
    accounts
        .start_session(session(2, jana, None))
        .await
        .unwrap();
    assert_eq!(keep(ticket(2), 20).await, None, "idle");
    accounts
        .start_session(session(3, jana, None))
        .await
        .unwrap();
    assert!(!accounts.end_session(&forged(3)).await.unwrap());
    assert!(accounts.end_session(&ticket(3)).await.unwrap());
    assert_eq!(keep(ticket(3), 0).await, None);
}

pub(crate) async fn count_the_tries_of_a_challenge(store: Arc<dyn Store>) {
    let accounts = store.accounts();
    let tried = async |ticket: Ticket, purpose: SignInPurpose, at: i64| {
        let found = accounts.try_challenge(&ticket, purpose, NOW.plus(at)).await;
        found.unwrap().map(|challenge| challenge.tries)
    };
    sent(&*store, code(1, NOW)).await;
    assert_eq!(tried(forged(1), SignInPurpose::Code, 0).await, None);
    assert_eq!(tried(ticket(1), SignInPurpose::Passkey, 0).await, None);
    assert_eq!(
        tried(ticket(1), SignInPurpose::Code, 10).await,
        None,
        "expired"
    );
    for number in 1..=MAX_TRIES {
        assert_eq!(tried(ticket(1), SignInPurpose::Code, 0).await, Some(number));
    }
    assert_eq!(
        tried(ticket(1), SignInPurpose::Code, 0).await,
        None,
        "no more tries"
    );

    let ceremony = NewSignInChallenge {
        ticket: ticket(3),
        purpose: SignInPurpose::Passkey,
        account: None,
        answer: [8; 32],
        now: NOW,
        expires_at: NOW.plus(10),
    };
    accounts.add_challenge(ceremony).await.unwrap();
    assert_eq!(tried(ticket(3), SignInPurpose::Code, 0).await, None);
    assert_eq!(tried(ticket(3), SignInPurpose::Passkey, 0).await, Some(1));

    sent(&*store, code(2, NOW.plus(1))).await;
    let (mine, theirs) = (ticket(2), ticket(2));
    let (one, other) = tokio::join!(
        accounts.spend_challenge(&mine, NOW),
        accounts.spend_challenge(&theirs, NOW)
    );
    assert!(one.unwrap() ^ other.unwrap(), "one of them");
    assert_eq!(tried(ticket(2), SignInPurpose::Code, 0).await, None);
    let sent = accounts
        .codes_sent(&ContactKey::of_email("JANA@example.cz"), NOW.plus(-1))
        .await;
    let sent: Vec<_> = sent
        .unwrap()
        .sent
        .iter()
        .map(|one| (one.tries, one.is_spent))
        .collect();
    assert_eq!(sent, [(0, true), (MAX_TRIES, false)]);
    let since = accounts
        .codes_sent(&ContactKey::of_email(JANA), NOW)
        .await
        .unwrap();
    assert_eq!(since.sent.len(), 1);
}

pub(crate) async fn lose_what_has_expired(store: Arc<dyn Store>) {
    let accounts = store.accounts();
    let jana = opened(&*store, 1, JANA).await.id;
    sent(&*store, code(1, NOW)).await;
    accounts.add_device(device(1, jana, NOW)).await.unwrap();
    accounts
        .start_session(session(1, jana, None))
        .await
        .unwrap();
    let deleted = async |at: i64| accounts.delete_expired(NOW.plus(at), 10).await.unwrap();
    assert_eq!(deleted(20).await, 0);
    assert_eq!(deleted(21).await, 1, "the idle session");
    assert_eq!(deleted(HOUR + 1).await, 1, "the device");
    assert_eq!(deleted(KEPT_MS).await, 0);
    assert_eq!(deleted(KEPT_MS + 11).await, 1, "the code");
    assert_eq!(deleted(LETTERS_KEPT_MS).await, 0);
    assert_eq!(deleted(LETTERS_KEPT_MS + 1).await, 1, "its e-mail");
    sent(&*store, code(2, NOW)).await;
    accounts
        .delete_codes_sent(&ContactKey::of_email(JANA))
        .await
        .unwrap();
    let sent = accounts
        .codes_sent(&ContactKey::of_email(JANA), NOW.plus(-1))
        .await;
    assert_eq!(sent.unwrap().sent, []);
    assert!(accounts.account(jana).await.unwrap().is_some());
}

pub(crate) async fn send_one_code_after_another(store: Arc<dyn Store>) {
    let accounts = store.accounts();
    let contact = ContactKey::of_email(JANA);
    let before = accounts.codes_sent(&contact, NOW).await.unwrap();
    let (one, other) = (code(1, NOW), code(2, NOW));
    let (first, second) = tokio::join!(
        accounts.add_code(&one, &before),
        accounts.add_code(&other, &before)
    );
    assert!(first.unwrap() ^ second.unwrap(), "one of them");
    let after = accounts.codes_sent(&contact, NOW.plus(-1)).await.unwrap();
    assert_eq!(after.sent.len(), 1);
    let letters = accounts.letters_to(&contact).await.unwrap();
    assert_eq!(letters.len(), 1, "the other one has no e-mail");
    assert!(accounts.add_code(&code(3, NOW), &after).await.unwrap());

    accounts.add_decoy(&code(4, NOW)).await.unwrap();
    let decoy = ticket(4);
    let tried = accounts.try_challenge(&decoy, SignInPurpose::Code, NOW);
    let email = tried.await.unwrap().and_then(|found| found.email);
    assert_eq!(email.as_deref(), Some(JANA));
    let after = accounts.codes_sent(&contact, NOW.plus(-1)).await.unwrap();
    assert_eq!(after.sent.len(), 2, "a decoy is no code");
    assert_eq!(accounts.letters_to(&contact).await.unwrap().len(), 2);

    let known = NewCode {
        is_known: true,
        ..code(5, NOW.plus(1))
    };
    assert!(accounts.add_code(&known, &after).await.unwrap());
    let sent = accounts.codes_sent(&contact, NOW.plus(-1)).await.unwrap();
    let known: Vec<_> = sent.sent.iter().map(|one| one.is_known).collect();
    assert_eq!(known, [true, false, false], "the owner's are told apart");

    let live = async |ticket: Ticket, at: i64| {
        let live = accounts.live_challenge(&ticket, SignInPurpose::Code, NOW.plus(at));
        live.await.unwrap().is_some()
    };
    let of_letter = async |at: i64| {
        let found = accounts.challenge_of_letter(TicketId([3; 16]), NOW.plus(at));
        found.await.unwrap().is_some()
    };
    assert!(live(ticket(3), 9).await && of_letter(9).await);
    assert!(!live(forged(3), 9).await && !live(ticket(3), 10).await && !of_letter(10).await);
    assert!(accounts.spend_challenge(&ticket(3), NOW).await.unwrap());
    assert!(!live(ticket(3), 9).await && !of_letter(9).await);
}

pub(crate) async fn give_each_letter_to_one_server(store: Arc<dyn Store>) {
    let accounts = store.accounts();
    let new = |id: u8| NewAccountLetter {
        id: AccountLetterId([id; 16]),
        kind: AccountLetterKind::NewDevice,
        email: JANA.to_owned(),
        detail: "Firefox, Linux".to_owned(),
        now: NOW,
    };
    for id in 10..20 {
        accounts.add_letter(&new(id)).await.unwrap();
    }
    sent(&*store, code(1, NOW.plus(1))).await;
    let claimed = async |at: i64, limit: u32| {
        let now = NOW.plus(at);
        let claimed = accounts.claim_letters(now, now.plus(100), limit);
        claimed.await.unwrap()
    };
    assert_eq!(claimed(-1, 20).await, []);
    let first = claimed(1, 1).await;
    let expected = AccountLetter {
        id: AccountLetterId([1; 16]),
        kind: AccountLetterKind::Code,
        email: JANA.to_owned(),
        challenge: Some(TicketId([1; 16])),
        detail: String::new(),
        created_at: NOW.plus(1),
        attempts: 1,
    };
    assert_eq!(first, [expected], "somebody waits for it");
    let (one, other) = tokio::join!(claimed(1, 10), claimed(1, 10));
    let mut ids: Vec<_> = one.iter().chain(&other).map(|it| it.id.0[0]).collect();
    ids.sort_unstable();
    assert_eq!(ids, (10..20).collect::<Vec<_>>(), "each once");
    assert_eq!(claimed(100, 20).await, [], "they are claimed");

    accounts
        .postpone_letter(AccountLetterId([12; 16]), NOW.plus(50))
        .await
        .unwrap();
    assert_eq!(claimed(49, 20).await, []);
    assert_eq!(claimed(50, 20).await[0].attempts, 2);
    for id in 11..20 {
        accounts
            .delete_letter(AccountLetterId([id; 16]))
            .await
            .unwrap();
    }
    assert_eq!(claimed(500, 20).await.len(), 2);
    accounts
        .delete_letters_to(&ContactKey::of_email("Jana+x@example.cz"))
        .await
        .unwrap();
    assert_eq!(claimed(1_000, 20).await, []);
}
