//! Sends codes to sign in, and tells owners what has changed in their accounts.

use crate::buyers::Unwritten;
use crate::letter::Letter;
use crate::message::{Envelope, message};
use crate::post::{Handed, Post};
use crate::render::Renderer;
use crate::shop::ShopFacts;
use crate::strangers::Strangers;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_config::MailSettings;
use zkratka_ids::secret_hex;
use zkratka_sign_in::ShopWallet;
use zkratka_store::clock::Clock;
use zkratka_store::{AccountLetter, AccountLetterKind, SignInPurpose, Store, StoreError};
use zkratka_texts::AccountNotice;

/// How long one e-mail may take, from writing it to the SMTP server's last answer.
const DEADLINE: Duration = Duration::from_mins(1);
/// How long a claimed e-mail stays this server's. It is longer than the deadline.
const LEASE_MS: i64 = 90_000;
/// The first pause after a failure. It doubles with each attempt.
const FIRST_PAUSE_MS: i64 = 5_000;
/// A code is worth waiting for a short time only.
const LONGEST_PAUSE_OF_CODES_MS: i64 = 20_000;
const LONGEST_PAUSE_MS: i64 = 30 * 60_000;
/// After so long nobody is told any more.
const LONGEST_AGE_MS: i64 = 3 * DAY_MS;

/// Sends e-mails to owners of accounts.
pub struct AccountMail {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub shop: ShopFacts,
    pub settings: MailSettings,
    pub renderer: Renderer,
    pub post: Post,
    pub strangers: Strangers,
}

/// The numbers of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccountMailRun {
    pub sent: u64,
    /// E-mails that nobody needs any more, that no SMTP server will ever take, or that were tried for days.
    pub given_up: u64,
    /// Whether the SMTP server takes no e-mail now. The run ends there.
    pub is_interrupted: bool,
}

/// What becomes of an e-mail.
enum Fate {
    Sent,
    /// Nobody needs it any more.
    Unneeded(&'static str),
    GivenUp(String),
    /// Too many codes go to addresses without an account. It is tried again after this time, while its code is good.
    Crowded(Duration),
    TriedAgain {
        reason: String,
        for_all: bool,
    },
}

impl From<Handed> for Fate {
    fn from(handed: Handed) -> Self {
        match handed {
            Handed::Taken | Handed::Unneeded(_) => Self::Sent,
            Handed::Never(reason) => Self::GivenUp(reason),
            Handed::Later { reason, for_all } => Self::TriedAgain { reason, for_all },
        }
    }
}

impl AccountMail {
    /// Sends what is due.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn run(&self, wallet: &ShopWallet) -> Result<AccountMailRun, StoreError> {
        let mut run = AccountMailRun::default();
        while !run.is_interrupted {
            let now = self.clock.now();
            let until = now.plus(LEASE_MS);
            // One at a time: a lease covers one deadline.
            let accounts = self.store.accounts();
            let Some(waiting) = accounts.claim_letters(now, until, 1).await?.pop() else {
                break;
            };
            self.settle(wallet, &waiting, now, &mut run).await?;
        }
        Ok(run)
    }

    async fn settle(
        &self,
        wallet: &ShopWallet,
        waiting: &AccountLetter,
        now: Timestamp,
        run: &mut AccountMailRun,
    ) -> Result<(), StoreError> {
        let kind = waiting.kind.name();
        match self.send(wallet, waiting, now).await? {
            Fate::Sent => run.sent += 1,
            Fate::Unneeded(reason) => {
                tracing::debug!(kind, reason, "nobody needs an e-mail to an owner any more");
                run.given_up += 1;
            }
            Fate::Crowded(wait) => {
                let wait = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
                let due = now.plus(wait.max(pause_ms(waiting)));
                return self.store.accounts().postpone_letter(waiting.id, due).await;
            }
            Fate::TriedAgain { reason, for_all }
                if waiting.created_at.plus(LONGEST_AGE_MS) > now =>
            {
                tracing::warn!(kind, reason, "an e-mail to an owner was not sent");
                run.is_interrupted |= for_all;
                let due = self.clock.now().plus(pause_ms(waiting));
                return self.store.accounts().postpone_letter(waiting.id, due).await;
            }
            Fate::GivenUp(reason) | Fate::TriedAgain { reason, .. } => {
                tracing::warn!(kind, reason, "an e-mail to an owner is given up");
                run.given_up += 1;
            }
        }
        self.store.accounts().delete_letter(waiting.id).await
    }

    async fn send(
        &self,
        wallet: &ShopWallet,
        waiting: &AccountLetter,
        now: Timestamp,
    ) -> Result<Fate, StoreError> {
        let letter = match self.letter(wallet, waiting, now).await? {
            Ok(letter) => letter,
            Err(fate) => return Ok(fate),
        };
        let written = match self.message(waiting, &letter) {
            Ok(written) => written,
            Err(unwritten) => return Ok(Fate::GivenUp(unwritten.to_string())),
        };
        let is_counted = self.goes_to_stranger(waiting).await?;
        if is_counted && let Err(wait) = self.strangers.take(now) {
            return Ok(Fate::Crowded(wait));
        }
        let late = |_late| Handed::Later {
            reason: "no answer in time".to_owned(),
            for_all: true,
        };
        let handed = timeout(DEADLINE, self.post.send(&written)).await;
        let fate = handed.unwrap_or_else(late).into();
        if is_counted && !matches!(fate, Fate::Sent) {
            self.strangers.give_back();
        }
        Ok(fate)
    }

    /// Whether it brings a code to an address without an account.
    async fn goes_to_stranger(&self, waiting: &AccountLetter) -> Result<bool, StoreError> {
        if waiting.kind != AccountLetterKind::Code {
            return Ok(false);
        }
        let accounts = self.store.accounts();
        let owner = accounts.account_of_email(&waiting.email).await?;
        Ok(owner.is_none())
    }

    /// What the e-mail says, or what becomes of it without being sent.
    async fn letter(
        &self,
        wallet: &ShopWallet,
        waiting: &AccountLetter,
        now: Timestamp,
    ) -> Result<Result<Letter, Fate>, StoreError> {
        let notice = match waiting.kind {
            AccountLetterKind::Code => return self.code(wallet, waiting, now).await,
            AccountLetterKind::NewDevice => AccountNotice::NewDevice,
            AccountLetterKind::NewPasskey => AccountNotice::NewPasskey,
            AccountLetterKind::NewCard => AccountNotice::NewCard,
            AccountLetterKind::NewAddress => AccountNotice::NewAddress,
            AccountLetterKind::NewCardAndAddress => AccountNotice::NewCardAndAddress,
            AccountLetterKind::PasskeyRemoved => AccountNotice::PasskeyRemoved,
            AccountLetterKind::AccountDeleted => AccountNotice::AccountDeleted,
        };
        // A deleted account cannot be opened.
        let link = (notice != AccountNotice::AccountDeleted)
            .then(|| format!("{}/account", wallet.settings.origin));
        Ok(Ok(Letter::account_notice(
            notice,
            &waiting.detail,
            link,
            &self.shop,
        )))
    }

    async fn code(
        &self,
        wallet: &ShopWallet,
        waiting: &AccountLetter,
        now: Timestamp,
    ) -> Result<Result<Letter, Fate>, StoreError> {
        let Some(id) = waiting.challenge else {
            return Ok(Err(Fate::GivenUp("it is of no challenge".to_owned())));
        };
        let accounts = self.store.accounts();
        let challenge = accounts.challenge_of_letter(id, now).await?;
        let is_code = |purpose| purpose == SignInPurpose::Code;
        let Some(challenge) = challenge.filter(|it| is_code(it.purpose)) else {
            return Ok(Err(Fate::Unneeded("the code has expired")));
        };
        let code = wallet.codes.code(id, &waiting.email);
        if !wallet
            .codes
            .is_right(&challenge.answer, id, &waiting.email, code)
        {
            let reason = "the code was made with another secret";
            return Ok(Err(Fate::GivenUp(reason.to_owned())));
        }
        let host = &wallet.relying_party.id;
        Ok(Ok(Letter::sign_in_code(
            &code.to_string(),
            host,
            &self.shop,
        )))
    }

    fn message(
        &self,
        waiting: &AccountLetter,
        letter: &Letter,
    ) -> Result<lettre::Message, Unwritten> {
        let envelope = Envelope::of(&self.shop, &self.settings, &waiting.email);
        let id = secret_hex(&zkratka_commerce::ids::Secret(waiting.id.0));
        let rendered = self.renderer.render(letter)?;
        let at = waiting.created_at;
        Ok(message(&envelope, &id, &letter.subject, rendered, at)?)
    }
}

/// How long to wait after a failure.
fn pause_ms(waiting: &AccountLetter) -> i64 {
    let longest = match waiting.kind {
        AccountLetterKind::Code => LONGEST_PAUSE_OF_CODES_MS,
        _ => LONGEST_PAUSE_MS,
    };
    let doubled = FIRST_PAUSE_MS << waiting.attempts.saturating_sub(1).min(10);
    doubled.min(longest)
}
