//! Accounts themselves.

use super::Accounts;
use super::NewAccountLetter;
use super::letter::add_if_account;
use super::mandate_end::ENDS_OF_ACCOUNT;
use super::statement::{Row, statement};
use crate::StoreError;
use zkratka_commerce::account::AccountId;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::time::Timestamp;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: AccountId,
    /// As the caller has normalised it. No two accounts have the same.
    pub email: String,
    pub created_at: Timestamp,
}

const LETTERS_OF_ACCOUNT: &str = "DELETE FROM account_letters
    WHERE contact = (SELECT contact FROM accounts WHERE id = $1)";
const CODES_OF_ACCOUNT: &str = "DELETE FROM account_challenges
    WHERE contact = (SELECT contact FROM accounts WHERE id = $1)";

impl Accounts<'_> {
    /// The account with this address; opens one with this id if there is none. Of several calls at once, one opens it.
    pub async fn open_account(
        &self,
        id: AccountId,
        email: &str,
        now: Timestamp,
    ) -> Result<Account, StoreError> {
        let contact = ContactKey::of_email(email);
        self.write(statement!(
            "INSERT INTO accounts (id, email, contact, created_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (email) DO NOTHING",
            id.0,
            email,
            contact.as_str(),
            now
        ))
        .await?;
        let account = self.account_of_email(email).await?;
        account.ok_or(StoreError::Inconsistent("a new account is gone"))
    }

    pub async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        let by_id = "SELECT id, email, created_at FROM accounts WHERE id = $1";
        Ok(self.list(statement!(by_id, id.0), account).await?.pop())
    }

    pub async fn account_of_email(&self, email: &str) -> Result<Option<Account>, StoreError> {
        let by_email = "SELECT id, email, created_at FROM accounts WHERE email = $1";
        Ok(self.list(statement!(by_email, email), account).await?.pop())
    }

    /// The accounts of one person: all spellings of the mailbox's address.
    pub async fn accounts_of(&self, contact: &ContactKey) -> Result<Vec<Account>, StoreError> {
        let by_contact =
            "SELECT id, email, created_at FROM accounts WHERE contact = $1 ORDER BY created_at";
        let accounts = statement!(by_contact, contact.as_str());
        self.list(accounts, account).await
    }

    /// Deletes an account with everything in it, also in browsers: nobody is signed in to it any more. The e-mails that wait for
    /// its mailbox go, and the records of the codes sent there; `farewell` waits instead. The mandates of its cards are to be ended
    /// at the gateway, except those by which subscriptions are renewed. Orders stay. Returns false if there is none.
    pub async fn delete_account(
        &self,
        id: AccountId,
        farewell: Option<&NewAccountLetter>,
    ) -> Result<bool, StoreError> {
        let mut statements = vec![
            statement!(ENDS_OF_ACCOUNT, id.0),
            statement!(LETTERS_OF_ACCOUNT, id.0),
            statement!(CODES_OF_ACCOUNT, id.0),
        ];
        statements.extend(farewell.map(|letter| add_if_account(letter, id)));
        let delete = "DELETE FROM accounts WHERE id = $1 RETURNING id";
        statements.push(statement!(delete, id.0));
        let deleted = self.write_locked(id, statements).await?;
        Ok(!deleted.is_empty())
    }
}

fn account(row: &Row) -> Result<Account, StoreError> {
    Ok(Account {
        id: AccountId(row.array(0)?),
        email: row.text(1)?,
        created_at: row.time(2)?,
    })
}
