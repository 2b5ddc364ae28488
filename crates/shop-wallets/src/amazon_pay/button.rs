//! The signed button of a cart.

use super::AmazonPay;
use super::payload::{Payload, price};
use super::prime::{is_served, marked_lines};
use serde_json::{Value, json};
use url::Url;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::ids::Secret;
use zkratka_commerce::money::{Currency, Money};
use zkratka_commerce::pricing::PricedCart;
use zkratka_commerce::time::Timestamp;
use zkratka_config::{AmazonProductType, http_origin};
use zkratka_payments::amazon_pay::NotOffered;

/// The greatest length of an address in a request.
const MOST_BYTES: usize = 512;

/// The wallets of one retailer, which open the same pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetailerWallet {
    AmazonPay,
    BuyWithPrime,
}

/// The cart for which a button is signed.
pub struct ButtonCart<'a> {
    pub cart: &'a Cart,
    pub priced: &'a PricedCart,
    /// Made for this button alone.
    pub nonce: Secret,
    pub now: Timestamp,
}

/// What the page asks for.
#[derive(Clone, Copy)]
pub struct ButtonRequest<'a> {
    /// Where the page believes the checkout to be.
    pub checkout_url: &'a str,
    /// Where a buyer who cancels at Amazon returns to.
    pub cancel_url: &'a str,
}

/// Why there is no button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoButton {
    /// The shop does not offer this wallet.
    #[error("the shop does not offer this wallet")]
    Disabled,
    /// An address is not one of this shop's.
    #[error(
        "checkout_url must be a web address of at most {MOST_BYTES} bytes on this shop's server, and checkout_cancel_url one on a storefront of it, without #"
    )]
    ForeignAddress,
    #[error(transparent)]
    Currency(#[from] NotOffered),
    /// Nothing of the cart is sold by Buy with Prime.
    #[error("no line of the cart is sold by Buy with Prime")]
    EmptyLineItems,
    /// The cart is empty, Amazon cannot express an amount, or the wallet serves no country with the cart's currency.
    #[error("Amazon Pay cannot be used for this cart")]
    NotApplicable,
    /// The operating system gave no randomness.
    #[error("a signature cannot be made")]
    Unsigned,
}

impl NoButton {
    /// The stable code for clients.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Disabled => "payment_method_not_supported",
            Self::ForeignAddress => "foreign_address",
            Self::Currency(_) => "currency_not_supported",
            Self::EmptyLineItems => "empty_line_items",
            Self::NotApplicable => "payment_method_not_applicable",
            Self::Unsigned => "internal_error",
        }
    }
}

/// A web address without secrets or fragment, and its origin.
fn web_address(text: &str) -> Option<(Url, String)> {
    let url = Url::parse(text).ok().filter(|_| text.len() <= MOST_BYTES)?;
    let origin = http_origin(&url)?;
    let is_plain =
        url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    is_plain.then_some((url, origin))
}

impl AmazonPay {
    /// Whether the shop offers this wallet.
    #[must_use]
    pub const fn offers(&self, wallet: RetailerWallet) -> bool {
        match wallet {
            RetailerWallet::AmazonPay => true,
            RetailerWallet::BuyWithPrime => self.prime.is_some(),
        }
    }

    /// Where a buyer who cancels returns to, if both addresses are this shop's: the buyer would follow Amazon's redirect to them.
    /// The address is written anew, because another program may read the request's text otherwise than this one.
    #[must_use]
    pub fn own_cancel_url(&self, request: ButtonRequest<'_>) -> Option<Url> {
        let (_, checkout) = web_address(request.checkout_url)?;
        let (cancel_url, cancel) = web_address(request.cancel_url)?;
        let mut own = self.sites.iter().filter(|site| site.own);
        let is_own = own.any(|site| site.origin == checkout) && self.allows_origin(&cancel);
        is_own.then_some(cancel_url)
    }

    /// The parameters of Amazon's script for a cart, with the signed payload. Signing costs about a millisecond of a
    /// processor.
    ///
    /// # Errors
    /// Why the cart has no button.
    pub fn button(
        &self,
        wallet: RetailerWallet,
        cart: &ButtonCart<'_>,
        request: ButtonRequest<'_>,
    ) -> Result<Value, NoButton> {
        let priced = cart.priced;
        if !self.offers(wallet) {
            return Err(NoButton::Disabled);
        }
        let cancel_url = self.own_cancel_url(request);
        let cancel_url = cancel_url.ok_or(NoButton::ForeignAddress)?;
        self.settings.offered_in(priced.currency)?;
        if priced.total_quantity == 0 {
            return Err(NoButton::NotApplicable);
        }
        let (store_id, prime_lines) = match (wallet, &self.prime) {
            (RetailerWallet::AmazonPay, _) => (&self.settings.store_id, None),
            (RetailerWallet::BuyWithPrime, None) => return Err(NoButton::Disabled),
            (RetailerWallet::BuyWithPrime, Some(prime)) => {
                let lines = marked_lines(prime, priced);
                if lines.is_empty() {
                    return Err(NoButton::EmptyLineItems);
                }
                (&prime.store_id, Some(lines))
            }
        };
        let product_type = self.product_type(priced);
        let countries = match product_type {
            AmazonProductType::PayAndShip => Some(self.countries_of(wallet, priced.currency)?),
            AmazonProductType::PayOnly => None,
        };
        let payload = Payload {
            review_url: &self.review_url(wallet, cart, prime_lines.as_deref()),
            cancel_url: cancel_url.as_str(),
            store_id,
            countries,
            prime_lines,
        };
        let payload = payload.text(priced).ok_or(NoButton::NotApplicable)?;
        let mut params = self
            .script_params(&self.public_origin, priced.currency)
            .ok_or(NoButton::Disabled)?;
        params["createCheckoutSessionConfig"] = self.signed(&payload)?;
        params["productType"] = json!(product_type.name());
        params["placement"] = json!(self.placement(&cancel_url));
        if priced.total.is_positive() {
            let total = Money::new(priced.total, priced.currency);
            params["estimatedOrderAmount"] = price(total).ok_or(NoButton::NotApplicable)?;
        }
        Ok(params)
    }

    /// The payload as the exact text that the signature covers.
    fn signed(&self, payload: &str) -> Result<Value, NoButton> {
        let signer = &self.settings.signer;
        let signature = signer
            .button(payload)
            .map_err(|_error| NoButton::Unsigned)?;
        Ok(json!({
            "payloadJSON": payload,
            "signature": signature,
            "algorithm": signer.algorithm().name(),
            "publicKeyId": signer.public_key_id(),
        }))
    }

    /// The countries in which goods can be delivered at the cart's prices. In any other country the cart would have another
    /// currency, which Amazon may not take.
    fn countries_of(
        &self,
        wallet: RetailerWallet,
        currency: Currency,
    ) -> Result<Vec<&str>, NoButton> {
        let served = |country: &str| match (wallet, &self.prime) {
            (RetailerWallet::BuyWithPrime, Some(prime)) => is_served(prime, country),
            (RetailerWallet::BuyWithPrime, None) | (RetailerWallet::AmazonPay, _) => true,
        };
        let priced = self
            .countries
            .iter()
            .filter(|(_, known)| *known == currency);
        let countries = priced.map(|(country, _)| country.as_str());
        let countries: Vec<&str> = countries.filter(|country| served(country)).collect();
        if countries.is_empty() {
            Err(NoButton::NotApplicable)
        } else {
            Ok(countries)
        }
    }

    /// A cart without shipped goods needs no address from Amazon.
    fn product_type(&self, priced: &PricedCart) -> AmazonProductType {
        if priced.requires_shipping() {
            self.settings.product_type
        } else {
            AmazonProductType::PayOnly
        }
    }

    /// Where the button stands, in Amazon's words: the page to which a buyer who cancels returns. The pages of other
    /// storefronts may have any path.
    fn placement(&self, cancel_url: &Url) -> &'static str {
        let origin = http_origin(cancel_url);
        let is_own = |site: &&crate::site::Site| site.own && Some(&site.origin) == origin.as_ref();
        if self.sites.iter().find(is_own).is_none() {
            return "Other";
        }
        let mut segments = cancel_url.path_segments().into_iter().flatten();
        match segments.next() {
            Some("cart") => "Cart",
            Some("products") => "Product",
            Some("checkout") => "Checkout",
            _ => "Other",
        }
    }
}
