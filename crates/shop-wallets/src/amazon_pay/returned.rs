//! Checkout sessions of buyers who came back from Amazon.

use super::AmazonPay;
use super::button::RetailerWallet;
use super::payload::permits;
use super::prime::{is_member, is_served, marked_lines};
use super::review::{ReviewPage, ReviewVisit};
use serde_json::Value;
use std::time::Duration;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::payment::Wallet;
use zkratka_commerce::pricing::PricedCart;
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::time::Timestamp;
use zkratka_config::AmazonProductType;
use zkratka_payments::amazon_pay::{
    AmazonPayError, PREFIX, PermissionType, Session, SessionState, bound_session,
};
use zkratka_wallets::amazon_pay::is_plain_id;

/// How long the checkout waits for Amazon before it opens without an account.
const ACCOUNT_DEADLINE: Duration = Duration::from_secs(3);

/// A session of a cart, in which the buyer chose an address and a card.
pub struct ChosenSession {
    pub session: Session,
    /// The button that led to it.
    pub wallet: RetailerWallet,
    /// After this moment it cannot pay.
    pub expires_at: Timestamp,
    /// The page that Amazon redirected the buyer to.
    review_url: String,
    /// When its button was signed.
    pub(super) signed_at: Timestamp,
}

/// An account at Amazon that can pay for a cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The id of the checkout session.
    pub token: String,
    /// Amazon's id of the buyer.
    pub payer_id: String,
    /// The address by which the buyer recognises the account.
    pub email: Option<String>,
    /// Whether the buyer permits later charges. The session pays for no other kind of purchase.
    pub renews: bool,
    /// After this moment the session cannot pay.
    pub expires_at: Timestamp,
    /// The name of what the buyer chose: another one after each return from Amazon.
    pub choice: String,
    /// What the checkout shows of it (`checkout_view`).
    pub view: Option<Value>,
}

/// A session that pays what a cart costs.
pub struct Approved {
    /// The session that attempts know.
    pub session: String,
    /// The unique name of the approval, which no other payment can use.
    pub message: String,
    pub expires_at: Timestamp,
}

/// Why a session does not pay for a cart.
pub enum NotApproved {
    Unusable(Unusable),
    /// The cart's goods would go elsewhere than Amazon's session says now. The cart must take the choice over, and the buyer
    /// must see what it costs.
    Moved(Box<ChosenSession>),
}

impl From<Unusable> for NotApproved {
    fn from(reason: Unusable) -> Self {
        Self::Unusable(reason)
    }
}

/// Why a session cannot be used. The reason was logged as a code only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// It does not fit the cart, and a retry cannot help.
    Refused,
    /// Amazon did not answer, so the session may still fit.
    NoAnswer,
}

/// The cart that a session is to pay.
#[derive(Clone, Copy)]
pub struct PayableCart<'a> {
    pub cart: &'a Cart,
    pub priced: &'a PricedCart,
}

/// The unique name of a session's approval, which no other payment can use.
#[must_use]
pub fn message_of(session: &str) -> String {
    format!("{PREFIX}{session}")
}

fn refused(code: &'static str) -> Unusable {
    tracing::info!(refusal = code, "a session at Amazon Pay was refused");
    Unusable::Refused
}

impl AmazonPay {
    /// Reads a session, and checks that the buyer chose it for this cart, by a button that this shop signed.
    ///
    /// # Errors
    /// Why the session cannot pay for the cart.
    pub async fn chosen(
        &self,
        id: &str,
        paid: PayableCart<'_>,
        now: Timestamp,
    ) -> Result<ChosenSession, Unusable> {
        if !is_plain_id(id) {
            return Err(refused("no_id"));
        }
        let session = match self.gateway.client().session(id).await {
            Ok(session) => session,
            Err(AmazonPayError::Refused(_)) => return Err(refused("unknown")),
            Err(error) => {
                tracing::warn!(%error, "a session at Amazon Pay could not be read");
                return Err(Unusable::NoAnswer);
            }
        };
        self.fitting(session, paid, now)
    }

    /// Reads the session with which a buyer comes back. It must have been made by the very button whose page the buyer opens.
    ///
    /// # Errors
    /// Why the session cannot pay for the cart.
    pub async fn came_back(
        &self,
        visit: ReviewVisit<'_>,
        paid: PayableCart<'_>,
        now: Timestamp,
    ) -> Result<ChosenSession, Unusable> {
        let chosen = self.chosen(visit.session, paid, now).await?;
        if self.is_review_page(&chosen.review_url, visit.name) {
            Ok(chosen)
        } else {
            Err(refused("another_page"))
        }
    }

    fn fitting(
        &self,
        session: Session,
        paid: PayableCart<'_>,
        now: Timestamp,
    ) -> Result<ChosenSession, Unusable> {
        if session.state != SessionState::Open {
            return Err(refused("not_open"));
        }
        let review = session.review_url.clone().unwrap_or_default();
        let ReviewPage {
            wallet, made_at, ..
        } = self.page_of(&review, paid)?;
        let expires_at = session.expires_at.filter(|at| *at > now);
        let expires_at = expires_at.ok_or_else(|| refused("expired"))?;
        if self.settings.offered_in(paid.priced.currency).is_err() {
            return Err(refused("currency"));
        }
        if !permits(&session, paid.priced) {
            return Err(refused("another_purchase"));
        }
        if session.buyer.is_none() {
            return Err(refused("nobody_chose"));
        }
        self.check_store(&session, wallet)?;
        let sends = paid.priced.requires_shipping();
        if sends && session.shipping.is_none() && self.ships_by_address() {
            return Err(refused("no_address"));
        }
        Ok(ChosenSession {
            signed_at: made_at,
            session,
            wallet,
            expires_at,
            review_url: review,
        })
    }

    /// The review page of this cart at this address. If the cart's goods of Buy with Prime are others than when its button was
    /// signed, the buyer begins again.
    fn page_of<'u>(
        &self,
        review: &'u str,
        paid: PayableCart<'_>,
    ) -> Result<ReviewPage<'u>, Unusable> {
        let page = self.review_page(review, paid.cart);
        let page = page.ok_or_else(|| refused("another_cart"))?;
        let prime = match (page.wallet, &self.prime) {
            (RetailerWallet::AmazonPay, _) => return Ok(page),
            (RetailerWallet::BuyWithPrime, None) => return Err(refused("disabled")),
            (RetailerWallet::BuyWithPrime, Some(prime)) => prime,
        };
        let lines = marked_lines(prime, paid.priced);
        if lines.is_empty() {
            Err(refused("empty_line_items"))
        } else if self.sold(&page, &lines) {
            Ok(page)
        } else {
            Err(refused("other_goods"))
        }
    }

    /// Whether shipped goods go to an address of Amazon's address book.
    fn ships_by_address(&self) -> bool {
        self.settings.product_type == AmazonProductType::PayAndShip
    }

    /// Whether the session is of the button's store. Buy with Prime also needs a membership, if the shop demands it.
    fn check_store(&self, session: &Session, wallet: RetailerWallet) -> Result<(), Unusable> {
        let store_id = match (wallet, &self.prime) {
            (RetailerWallet::AmazonPay, _) => &self.settings.store_id,
            (RetailerWallet::BuyWithPrime, None) => return Err(refused("disabled")),
            (RetailerWallet::BuyWithPrime, Some(prime)) => {
                let buyer = session.buyer.as_ref();
                let is_member = buyer.is_some_and(|buyer| is_member(prime, buyer));
                if prime.requires_membership && !is_member {
                    return Err(refused("no_membership"));
                }
                &prime.store_id
            }
        };
        if session.store_id.as_ref() == Some(store_id) {
            Ok(())
        } else {
            Err(refused("another_store"))
        }
    }

    /// Reads the cart's session as [`Self::chosen`] does, and checks where the goods of Buy with Prime go: the buyer may have
    /// entered another address than Amazon's. An address that is entered later drops the payment.
    async fn payable(
        &self,
        id: &str,
        paid: PayableCart<'_>,
        now: Timestamp,
    ) -> Result<ChosenSession, Unusable> {
        let chosen = self.chosen(id, paid, now).await?;
        let address = paid.cart.delivery_address.as_ref();
        let country = address.and_then(|it| it.country.as_deref());
        let country = country.filter(|_| paid.priced.requires_shipping());
        match (chosen.wallet, &self.prime, country) {
            (RetailerWallet::BuyWithPrime, Some(prime), Some(country))
                if !is_served(prime, country) =>
            {
                Err(refused("another_country"))
            }
            _ => Ok(chosen),
        }
    }

    /// Returns the account with which the buyer can pay for this cart, from the cart's session. If Amazon does not answer,
    /// the checkout opens without it.
    pub async fn account(&self, paid: PayableCart<'_>, now: Timestamp) -> Option<Account> {
        let kept = paid.cart.remote_order_at(Wallet::AmazonPay)?;
        let asked = self.payable(&kept.id, paid, now);
        let chosen = tokio::time::timeout(ACCOUNT_DEADLINE, asked).await;
        let chosen = chosen.ok()?.ok()?;
        let view = self.checkout_view(&chosen.session, paid.cart);
        let buyer = chosen.session.buyer?;
        Some(Account {
            choice: format!("{}#{}", kept.id, kept.revision),
            view,
            token: chosen.session.id,
            payer_id: buyer.id.unwrap_or_default(),
            email: buyer.email,
            renews: chosen.session.permission_type == PermissionType::Recurring,
            expires_at: chosen.expires_at,
        })
    }

    /// Checks that the cart's latest session is this one, that it can pay, and that the cart's goods go to its address. The
    /// buyer confirms the amount at Amazon after ordering.
    ///
    /// # Errors
    /// Why the session does not pay for the cart.
    pub async fn approved(
        &self,
        id: &str,
        paid: PayableCart<'_>,
        (catalogue, rules): (&Catalogue, &ShopRules),
        now: Timestamp,
    ) -> Result<Approved, NotApproved> {
        if !paid.cart.has_remote_order(Wallet::AmazonPay, id) {
            return Err(refused("another_session").into());
        }
        let chosen = self.payable(id, paid, now).await?;
        if !chosen.is_address_of(paid.cart, catalogue, rules) {
            tracing::info!("a cart goes elsewhere than its session at Amazon Pay says");
            return Err(NotApproved::Moved(Box::new(chosen)));
        }
        Ok(Approved {
            session: bound_session(&chosen.session, paid.priced.requires_shipping()),
            message: message_of(id),
            expires_at: chosen.expires_at,
        })
    }
}
