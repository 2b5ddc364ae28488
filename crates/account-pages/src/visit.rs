//! Whose browser it is.

use crate::cookies::{self, CHALLENGE, DEVICE, SESSION, WalletCookie};
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use zkratka_commerce::time::Timestamp;
use zkratka_ids::Ids;
use zkratka_sign_in::{ShopWallet, Visitor, device_label, may_pay, recognise, sign_in};
use zkratka_store::{Account, AccountId, Accounts, Session, SessionProof, StoreError, Ticket};

/// A browser's request to the wallet.
#[derive(Clone, Copy)]
pub struct Visit<'a> {
    pub wallet: &'a ShopWallet,
    pub accounts: Accounts<'a>,
    pub ids: &'a Ids,
    pub headers: &'a HeaderMap,
    pub now: Timestamp,
    /// The script of the account's pages; they work without it.
    pub script: Option<&'a str>,
}

/// Why a browser gets nothing of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOwner {
    SignedOut,
    /// A passkey whose authenticator did not verify its user has signed in: it proves a device, so a code must follow.
    Unproven,
}

impl Visit<'_> {
    /// The ticket in a cookie.
    #[must_use]
    pub fn ticket(&self, cookie: &WalletCookie) -> Option<Ticket> {
        cookies::read(self.wallet, self.headers, cookie)
    }

    /// The session of a browser that is signed in; it is kept for another while.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn signed_in(&self) -> Result<Option<Session>, StoreError> {
        let Some(ticket) = self.ticket(&SESSION) else {
            return Ok(None);
        };
        zkratka_sign_in::signed_in(self.accounts, &ticket, self.now).await
    }

    /// The session of a browser whose owner has signed in and has proved to be the owner.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn proven(&self) -> Result<Result<Session, NoOwner>, StoreError> {
        Ok(match self.signed_in().await? {
            Some(session) if may_pay(&session) => Ok(session),
            Some(_) => Err(NoOwner::Unproven),
            None => Err(NoOwner::SignedOut),
        })
    }

    /// The account of a browser whose owner has proved to be the owner.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn owner(&self) -> Result<Result<(Account, Session), NoOwner>, StoreError> {
        let session = match self.proven().await? {
            Ok(session) => session,
            Err(why) => return Ok(Err(why)),
        };
        let account = self.accounts.account(session.account).await?;
        Ok(account
            .map(|account| (account, session))
            .ok_or(NoOwner::SignedOut))
    }

    /// # Errors
    /// The store does not answer.
    pub async fn recognised(&self) -> Result<Visitor, StoreError> {
        let (session, device) = (self.ticket(&SESSION), self.ticket(&DEVICE));
        recognise(self.accounts, session.as_ref(), device.as_ref(), self.now).await
    }

    /// What its owner recognises the browser by.
    #[must_use]
    pub fn label(&self) -> String {
        let agent = self.headers.get(USER_AGENT);
        device_label(agent.and_then(|it| it.to_str().ok()).unwrap_or_default())
    }

    /// Signs the browser in to this account: the response gets its new cookies. The session it had before ends.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn begin(
        &self,
        (account, proof): (AccountId, SessionProof),
        response: &mut Response,
    ) -> Result<(), StoreError> {
        if let Some(before) = self.ticket(&SESSION) {
            self.accounts.end_session(&before).await?;
        }
        let device = self.ticket(&DEVICE);
        let label = self.label();
        let begun = sign_in(
            self.accounts,
            self.ids,
            account,
            proof,
            device.as_ref(),
            &label,
            self.now,
        );
        let begun = begun.await?;
        self.wallet.letters.notify_one();
        // A known device keeps its secret for another while.
        let known = cookies::value(self.wallet, self.headers, &DEVICE);
        let device = begun.device_cookie.as_deref().or(known);
        cookies::add(
            response,
            [
                cookies::set(self.wallet, &SESSION, &begun.session_cookie),
                device.and_then(|value| cookies::set(self.wallet, &DEVICE, value)),
                cookies::forget(self.wallet, &CHALLENGE),
            ],
        );
        Ok(())
    }

    /// The headers by which the browser forgets who uses it.
    #[must_use]
    pub fn forgotten(&self) -> [Option<HeaderValue>; 3] {
        [&SESSION, &DEVICE, &CHALLENGE].map(|cookie| cookies::forget(self.wallet, cookie))
    }
}
