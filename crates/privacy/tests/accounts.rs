//! Accounts of the shop's wallet: found, exported, erased and forgotten.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use zkratka_commerce::address::Address;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::redaction::UnpaidOrders;
use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_privacy::{RedactRequest, delete_expired_sign_ins, find, person_json, redact_person};
use zkratka_store::sqlite::{SqliteOptions, SqliteStore};
use zkratka_store::{
    AccountId, AccountLetterId, EntryId, KEPT_MS, NewCode, NewDevice, NewSignInChallenge,
    SavedAddress, SavedCard, SignInPurpose, Store, Ticket, TicketId,
};

const NOW: Timestamp = Timestamp(1_767_225_600_000);
const JANA: &str = "jana@example.cz";

fn ticket() -> Ticket {
    Ticket {
        id: TicketId([1; 16]),
        secret_hash: [2; 32],
    }
}

/// A store with Jana's account, which has an address, a card, a device and a code on its way, and an account of somebody else.
async fn store(folder: &tempfile::TempDir) -> SqliteStore {
    let path = folder.path().join("shop.sqlite");
    let store = SqliteStore::open(&path, SqliteOptions::default()).unwrap();
    let accounts = store.accounts();
    let jana = AccountId([1; 32]);
    accounts.open_account(jana, JANA, NOW).await.unwrap();
    let petr = AccountId([2; 32]);
    accounts
        .open_account(petr, "petr@example.cz", NOW)
        .await
        .unwrap();
    let address = SavedAddress {
        id: EntryId([1; 16]),
        account: jana,
        address: Address {
            city: Some("Lhota".to_owned()),
            ..Address::default()
        },
        used_at: NOW,
    };
    accounts.add_address(&address).await.unwrap();
    let card = SavedCard {
        id: EntryId([1; 16]),
        account: jana,
        gateway: "sandbox".to_owned(),
        mandate: "mandate-of-jana".to_owned(),
        network: "visa".to_owned(),
        last_four: "1111".to_owned(),
        expires: None,
        used_at: NOW,
    };
    accounts.add_card(&card).await.unwrap();
    let device = NewDevice {
        ticket: ticket(),
        account: jana,
        label: "Firefox".to_owned(),
        now: NOW,
        expires_at: NOW.plus(DAY_MS),
    };
    accounts.add_device(device).await.unwrap();
    let code = NewCode {
        ticket: ticket(),
        email: JANA.to_owned(),
        is_known: false,
        answer: [3; 32],
        letter: AccountLetterId([1; 16]),
        now: NOW,
        expires_at: NOW.plus(DAY_MS),
    };
    let before = accounts.codes_sent(&ContactKey::of_email(JANA), NOW).await;
    assert!(accounts.add_code(&code, &before.unwrap()).await.unwrap());
    store
}

/// [B.16] An account is exported and deleted with its person, under any spelling of the address, and no other account is.
#[tokio::test]
async fn accounts_are_exported_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder).await;
    let exported = person_json(&find(&store, "JANA+x@example.cz").await.unwrap());
    let account = &exported["accounts"][0];
    assert_eq!(account["email"], JANA);
    assert_eq!(account["addresses"][0]["address"]["city"], "Lhota");
    assert_eq!(account["cards"][0]["lastFour"], "1111");
    assert_eq!(account["devices"][0]["label"], "Firefox");
    assert_eq!(exported["codesSent"][0], NOW.rfc3339());
    assert_eq!(exported["accountLetters"][0]["kind"], "code");
    assert!(
        !exported.to_string().contains("mandate"),
        "it could be charged"
    );

    for (dry_run, verb, left) in [(true, "would be", 1), (false, "is", 0)] {
        let request = RedactRequest {
            by: "eva".to_owned(),
            reason: "request".to_owned(),
            unpaid: UnpaidOrders::Redact,
            dry_run,
            now: NOW,
        };
        let redacted = redact_person(&store, "Jana@example.cz", &request)
            .await
            .unwrap();
        let expected = format!("Wallet: accounts 1, records of sent codes 1 {verb} deleted.");
        let unconfirmed = "The gateway (sandbox) has not confirmed yet that mandate mandate-of-jana has ended (asked 0 times). The server goes on asking.";
        let ends = (!dry_run).then_some(unconfirmed);
        let expected: Vec<_> = std::iter::once(&*expected).chain(ends).collect();
        assert_eq!(redacted.done(dry_run), expected);
        let person = find(&store, JANA).await.unwrap();
        assert_eq!(
            [
                person.accounts.len(),
                person.codes_sent.len(),
                person.account_letters.len()
            ],
            [left; 3]
        );
    }
    let other = find(&store, "petr@example.cz").await.unwrap();
    assert_eq!(other.accounts.len(), 1);
}

/// [B.16] Expired devices go, records of codes a day later, and e-mails that no server takes after a week. The account stays.
#[tokio::test]
async fn expired_sign_ins_go() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder).await;
    for (days, erased) in [(1, 0), (2, 1), (3, 1), (4, 0), (8, 1), (9, 0)] {
        let now = NOW.plus(days * DAY_MS);
        let deleted = delete_expired_sign_ins(&store, now).await;
        assert_eq!(deleted.unwrap(), erased, "after {days} days");
    }
    assert_eq!(find(&store, JANA).await.unwrap().accounts.len(), 1);
}

/// [B.02] Anybody can begin sign-ins, so one run deletes all that have expired, however many.
#[tokio::test]
async fn a_run_leaves_no_expired_sign_in() {
    const MANY: u16 = 2_100;
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder).await;
    for number in 0..MANY {
        let mut id = [7; 16];
        id[..2].copy_from_slice(&number.to_be_bytes());
        let ceremony = NewSignInChallenge {
            ticket: Ticket {
                id: TicketId(id),
                secret_hash: [2; 32],
            },
            purpose: SignInPurpose::Passkey,
            account: None,
            answer: [8; 32],
            now: NOW,
            expires_at: NOW.plus(10),
        };
        store.accounts().add_challenge(ceremony).await.unwrap();
    }
    let now = NOW.plus(KEPT_MS + 11);
    let deleted = delete_expired_sign_ins(&store, now).await.unwrap();
    assert!(deleted >= u64::from(MANY), "{deleted}");
    assert_eq!(delete_expired_sign_ins(&store, now).await.unwrap(), 0);
}
