//! Signing in by a code from an e-mail.

use crate::asked::AskedCodes;
use crate::sessions::CHALLENGE_MS;
use crate::tickets::mint;
use crate::wallet::ShopWallet;
use unicode_normalization::UnicodeNormalization as _;
use zkratka_accounts::{SignInCode, may_send_code};
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_ids::Ids;
use zkratka_store::{
    Account, AccountId, AccountLetterId, Accounts, MAX_TRIES, NewCode, SignInChallenge,
    SignInPurpose, StoreError, Ticket,
};

/// How often to decide anew because another code was sent to the mailbox meanwhile. The limits end it earlier.
const MOST_DECISIONS: u32 = 16;

/// Who asks for a code.
pub struct CodeRequest<'r> {
    pub email: &'r str,
    /// The browser's cookie: browsers of the owner have an allowance of their own, so that nobody uses it up for them.
    pub device: Option<&'r Ticket>,
    /// What the browser has asked for before.
    pub asked: Option<&'r AskedCodes<'r>>,
}

/// What an answer to a code is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeAnswer {
    /// Whoever answered reads the e-mails of this address.
    Right { email: String },
    Wrong {
        /// How often the same code may still be answered.
        tries_left: u32,
    },
    /// It is no code, so nobody guesses one with it: it is no try.
    Unreadable { tries_left: u32 },
    /// No answer counts any more: a new code is needed. Also if this browser did not ask for the code.
    Expired,
}

/// The address as accounts have it. Codes go to this spelling.
#[must_use]
pub fn account_email(typed: &str) -> String {
    typed.trim().to_lowercase().nfc().collect()
}

/// Begins a sign-in by code, and returns the value of the challenge's cookie. The code waits in the store to be sent, if the mailbox
/// may get one. Neither the answer nor the work tells whether it is sent. If it is not, the code that was sent before still counts.
///
/// # Errors
/// The store does not answer.
pub async fn send_code(
    accounts: Accounts<'_>,
    wallet: &ShopWallet,
    ids: &Ids,
    request: CodeRequest<'_>,
    now: Timestamp,
) -> Result<String, StoreError> {
    let email = account_email(request.email);
    let is_known = is_device_of(accounts, request.device, &email, now).await?;
    let before = asked_for(accounts, request.asked, &email, now).await?;
    let contact = ContactKey::of_email(&email);
    let minted = mint(ids);
    let challenge = minted.ticket.id;
    let code = wallet.codes.code(challenge, &email);
    let new = NewCode {
        ticket: minted.ticket,
        answer: wallet.codes.digest(challenge, &email, code),
        letter: AccountLetterId(ids.secret().0),
        email,
        is_known,
        now,
        expires_at: now.plus(CHALLENGE_MS),
    };
    let is_sent = add_code(accounts, &new, &contact, now).await?;
    if !is_sent {
        let decoy = NewCode {
            answer: random(ids),
            ..new
        };
        accounts.add_decoy(&decoy).await?;
    }
    wallet.letters.notify_one();
    Ok(before.map_or_else(|| minted.cookie.clone(), |asked| asked.with(&minted.cookie)))
}

/// What the browser has asked for before, if its last challenge is for the same address and may still be answered. The browser knows
/// both, so keeping it tells nothing.
async fn asked_for<'r>(
    accounts: Accounts<'_>,
    asked: Option<&'r AskedCodes<'r>>,
    email: &str,
    now: Timestamp,
) -> Result<Option<&'r AskedCodes<'r>>, StoreError> {
    let Some(asked) = asked else {
        return Ok(None);
    };
    let address = code_address(accounts, asked.newest(), now).await?;
    Ok((address.as_deref() == Some(email)).then_some(asked))
}

async fn add_code(
    accounts: Accounts<'_>,
    new: &NewCode,
    contact: &ContactKey,
    now: Timestamp,
) -> Result<bool, StoreError> {
    for _ in 0..MOST_DECISIONS {
        let before = accounts.codes_sent(contact, now.plus(-DAY_MS)).await?;
        let alike = before.sent.iter().filter(|it| it.is_known == new.is_known);
        let alike: Vec<_> = alike.copied().collect();
        if may_send_code(&alike, now).is_err() {
            return Ok(false);
        }
        if accounts.add_code(new, &before).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Answers the last code that was sent of those that the browser has asked for. The answer counts as a try of each of them: asking
/// again gives no further guesses at a code, and the work does not tell which request brought one.
///
/// # Errors
/// The store does not answer.
pub async fn answer_code(
    accounts: Accounts<'_>,
    wallet: &ShopWallet,
    asked: &AskedCodes<'_>,
    typed: &str,
    now: Timestamp,
) -> Result<CodeAnswer, StoreError> {
    let purpose = SignInPurpose::Code;
    let Some(code) = SignInCode::parse(typed) else {
        let live = accounts
            .live_challenge(asked.newest(), purpose, now)
            .await?;
        let left = live.and_then(|live| MAX_TRIES.checked_sub(live.tries));
        return Ok(match left {
            Some(tries_left @ 1..) => CodeAnswer::Unreadable { tries_left },
            None | Some(0) => CodeAnswer::Expired,
        });
    };
    let tried = accounts.try_challenge(asked.newest(), purpose, now).await?;
    let Some((newest, email)) = tried.and_then(|tried| {
        let email = tried.email.clone()?;
        Some((tried, email))
    }) else {
        return Ok(CodeAnswer::Expired);
    };
    // The page counts the newest one's tries: those of an earlier one would tell that no code was sent since.
    let tries_left = MAX_TRIES.saturating_sub(newest.tries);
    let mut tried = vec![(asked.newest(), newest)];
    for ticket in asked.earlier() {
        let earlier = accounts.try_challenge(ticket, purpose, now).await?;
        tried.extend(earlier.map(|earlier| (ticket, earlier)));
    }
    let is_last = |(_, challenge): &&(&Ticket, SignInChallenge)| {
        challenge.is_sent && challenge.email.as_ref() == Some(&email)
    };
    let Some((ticket, challenge)) = tried.iter().find(is_last) else {
        return Ok(CodeAnswer::Wrong { tries_left });
    };
    let digest = &challenge.answer;
    if !wallet.codes.is_right(digest, ticket.id, &email, code) {
        return Ok(CodeAnswer::Wrong { tries_left });
    }
    if !accounts.spend_challenge(ticket, now).await? {
        return Ok(CodeAnswer::Expired);
    }
    for (other, _) in tried.iter().filter(|(other, _)| other != ticket) {
        accounts.spend_challenge(other, now).await?;
    }
    Ok(CodeAnswer::Right { email })
}

/// The address to which the code of this challenge goes; `None` if no answer counts any more.
///
/// # Errors
/// The store does not answer.
pub async fn code_address(
    accounts: Accounts<'_>,
    challenge: &Ticket,
    now: Timestamp,
) -> Result<Option<String>, StoreError> {
    let live = accounts.live_challenge(challenge, SignInPurpose::Code, now);
    Ok(live.await?.and_then(|live| live.email))
}

/// Whether a browser that asked for the code of this challenge is one of the address's account. The browser's own cookie is looked up,
/// not the address.
///
/// # Errors
/// The store does not answer.
pub async fn is_owners_browser(
    accounts: Accounts<'_>,
    challenge: &Ticket,
    device: Option<&Ticket>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    match code_address(accounts, challenge, now).await? {
        Some(email) => is_device_of(accounts, device, &email, now).await,
        None => Ok(false),
    }
}

async fn is_device_of(
    accounts: Accounts<'_>,
    device: Option<&Ticket>,
    email: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let Some(ticket) = device else {
        return Ok(false);
    };
    let Some(device) = accounts.device(ticket, now).await? else {
        return Ok(false);
    };
    let owner = accounts.account(device.account).await?;
    Ok(owner.is_some_and(|owner| owner.email == email))
}

/// The account of somebody who has proved to read the e-mails of this address. It is opened if there is none.
///
/// # Errors
/// The store does not answer.
pub async fn account_of(
    accounts: Accounts<'_>,
    ids: &Ids,
    email: &str,
    now: Timestamp,
) -> Result<Account, StoreError> {
    accounts
        .open_account(AccountId(random(ids)), email, now)
        .await
}

fn random(ids: &Ids) -> [u8; 32] {
    let mut bytes = [0; 32];
    let halves = ids.secrets::<2>();
    for (place, byte) in bytes.iter_mut().zip(halves.iter().flat_map(|half| half.0)) {
        *place = byte;
    }
    bytes
}
