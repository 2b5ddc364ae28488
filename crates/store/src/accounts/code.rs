//! Codes by e-mail: how many a mailbox got, and the next one.

use super::statement::{Row, statement};
use super::{AccountLetterId, AccountLetterKind, Accounts, SignInPurpose, Ticket};
use crate::StoreError;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::time::Timestamp;

#[derive(Clone)]
pub struct NewCode {
    pub ticket: Ticket,
    /// To whom the code goes.
    pub email: String,
    /// Whether a browser of the address's account asked.
    pub is_known: bool,
    /// What the answer is compared with.
    pub answer: [u8; 32],
    /// The e-mail that brings the code.
    pub letter: AccountLetterId,
    pub now: Timestamp,
    pub expires_at: Timestamp,
}

/// A code that was sent to a mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeSent {
    pub at: Timestamp,
    /// How often it was answered.
    pub tries: u32,
    /// Whether one of the answers was right.
    pub is_spent: bool,
    /// Whether a browser of the address's account asked. Its limits are its own.
    pub is_known: bool,
}

/// The codes of a mailbox, as they were when a further one was decided.
#[derive(Clone, Debug)]
pub struct MailboxCodes {
    /// Newest first.
    pub sent: Vec<CodeSent>,
    /// The number of the last one.
    last: i64,
}

/// `number` is unique for a mailbox: of two servers that have read the same codes, one sends the next.
const ADD: &str = "INSERT INTO account_challenges
        (id, secret_hash, purpose, email, contact, answer, created_at, expires_at, number, is_known)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (contact, number) DO NOTHING";
const ADD_LETTER: &str = "INSERT INTO account_letters
        (id, kind, email, contact, challenge, detail, created_at, due_at)
    SELECT $1, $2, $3, $4, $5, '', $6, $6
    WHERE EXISTS (SELECT 1 FROM account_challenges WHERE id = $5 AND number IS NOT NULL)
    RETURNING id";
const LAST: &str = "SELECT coalesce(max(number), 0) FROM account_challenges WHERE contact = $1";
const SENT: &str = "SELECT created_at, tries, spent_at, is_known FROM account_challenges
    WHERE contact = $1 AND created_at > $2 AND number IS NOT NULL
    ORDER BY created_at DESC, number DESC LIMIT 100";

impl Accounts<'_> {
    /// The codes sent to a mailbox since then.
    pub async fn codes_sent(
        &self,
        contact: &ContactKey,
        since: Timestamp,
    ) -> Result<MailboxCodes, StoreError> {
        // The number first: a code that is sent between the two reads makes it too small, and then nothing is added.
        let last = statement!(LAST, contact.as_str());
        let last = self.list(last, |row| row.number(0)).await?;
        let sent = statement!(SENT, contact.as_str(), since);
        Ok(MailboxCodes {
            sent: self.list(sent, code_sent).await?,
            last: last.first().copied().unwrap_or(0),
        })
    }

    /// Adds the code that follows these, with its e-mail. Returns false if another one was sent meanwhile: nothing is added then.
    pub async fn add_code(&self, new: &NewCode, after: &MailboxCodes) -> Result<bool, StoreError> {
        self.insert(new, Some(after.last + 1)).await
    }

    /// Adds a challenge that no code answers, without an e-mail. It takes as long as [`Self::add_code`].
    pub async fn add_decoy(&self, new: &NewCode) -> Result<(), StoreError> {
        self.insert(new, None).await?;
        Ok(())
    }

    async fn insert(&self, new: &NewCode, number: Option<i64>) -> Result<bool, StoreError> {
        let contact = ContactKey::of_email(&new.email);
        let challenge = statement!(
            ADD,
            new.ticket.id.0,
            new.ticket.secret_hash,
            SignInPurpose::Code.name(),
            new.email.as_str(),
            contact.as_str(),
            new.answer,
            new.now,
            new.expires_at,
            number,
            new.is_known
        );
        let letter = statement!(
            ADD_LETTER,
            new.letter.0,
            AccountLetterKind::Code.name(),
            new.email.as_str(),
            contact.as_str(),
            new.ticket.id.0,
            new.now
        );
        let added = self.engine.write(vec![challenge, letter]).await?;
        Ok(!added.is_empty())
    }

    /// Deletes what is known of codes to a mailbox: the person asked for it.
    pub async fn delete_codes_sent(&self, contact: &ContactKey) -> Result<(), StoreError> {
        let delete = "DELETE FROM account_challenges WHERE contact = $1";
        self.write(statement!(delete, contact.as_str())).await?;
        Ok(())
    }
}

fn code_sent(row: &Row) -> Result<CodeSent, StoreError> {
    Ok(CodeSent {
        at: row.time(0)?,
        tries: row.count(1)?,
        is_spent: row.is_there(2),
        is_known: row.flag(3)?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::statement::{Row, Statement, Statements};
    use super::{MailboxCodes, NewCode};
    use crate::StoreError;
    use crate::accounts::{AccountLetterId, Accounts, Ticket, TicketId};
    use async_trait::async_trait;
    use std::sync::Mutex;
    use zkratka_commerce::time::Timestamp;

    /// Notes what it is asked to run, call by call, and stores nothing.
    #[derive(Default)]
    struct Notes(Mutex<Vec<Vec<&'static str>>>);

    impl Notes {
        fn add(&self, statements: &[Statement]) {
            let calls = statements.iter().map(|it| it.sql).collect();
            self.0.lock().expect("no panic").push(calls);
        }

        fn take(&self) -> Vec<Vec<&'static str>> {
            std::mem::take(&mut self.0.lock().expect("no panic"))
        }
    }

    #[async_trait]
    impl Statements for Notes {
        async fn write(&self, statements: Vec<Statement>) -> Result<Vec<Row>, StoreError> {
            self.add(&statements);
            Ok(Vec::new())
        }

        async fn read(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
            self.add(&[statement]);
            Ok(Vec::new())
        }
    }

    /// [B.02] A mailbox that gets no code makes the store do the same work as one that gets one, so no answer takes longer.
    #[tokio::test]
    async fn a_decoy_is_the_work_of_a_code() {
        let notes = Notes::default();
        let accounts = Accounts::new(&notes);
        let new = NewCode {
            ticket: Ticket {
                id: TicketId([1; 16]),
                secret_hash: [2; 32],
            },
            answer: [3; 32],
            letter: AccountLetterId([4; 16]),
            email: "jana@example.cz".to_owned(),
            is_known: false,
            now: Timestamp(1),
            expires_at: Timestamp(2),
        };
        let after = MailboxCodes {
            sent: Vec::new(),
            last: 0,
        };
        accounts.add_code(&new, &after).await.expect("noted");
        let code = notes.take();
        accounts.add_decoy(&new).await.expect("noted");
        assert_eq!(notes.take(), code);
        assert_eq!(
            code.iter().map(Vec::len).collect::<Vec<_>>(),
            [2],
            "one transaction"
        );
    }
}
