//! The signed button of a cart.

use super::AmazonPay;
use super::payload::{Payload, price};
use super::prime::marked_lines;
use serde_json::{Value, json};
use url::Url;
use zkratka_commerce::money::Money;
use zkratka_commerce::pricing::PricedCart;
use zkratka_config::AmazonProductType;
use zkratka_payments::amazon_pay::NotOffered;

/// The wallets of one retailer, which open the same pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetailerWallet {
    AmazonPay,
    BuyWithPrime,
}

/// The cart for which a button is signed.
pub struct ButtonCart<'a> {
    pub priced: &'a PricedCart,
    /// The address of the cart's checkout, with its secret. It must be derived from the cart.
    pub checkout_url: &'a str,
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
        "checkout_url must be on this shop's server, and checkout_cancel_url on one of its storefronts"
    )]
    ForeignAddress,
    #[error(transparent)]
    Currency(#[from] NotOffered),
    /// Nothing of the cart is sold by Buy with Prime.
    #[error("no line of the cart is sold by Buy with Prime")]
    EmptyLineItems,
    /// Nothing is due, or Amazon cannot express an amount.
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

impl AmazonPay {
    /// Whether the shop offers this wallet.
    #[must_use]
    pub const fn offers(&self, wallet: RetailerWallet) -> bool {
        match wallet {
            RetailerWallet::AmazonPay => true,
            RetailerWallet::BuyWithPrime => self.prime.is_some(),
        }
    }

    /// Whether both addresses are this shop's. A buyer would follow Amazon's redirect to them, so they must lead nowhere
    /// else.
    #[must_use]
    pub fn has_own_addresses(&self, request: ButtonRequest<'_>) -> bool {
        let origin = |text: &str| {
            let url = Url::parse(text).ok()?;
            let is_plain = url.username().is_empty() && url.password().is_none();
            is_plain.then(|| url.origin().ascii_serialization())
        };
        let is_server = |origin: &str| {
            let mut own = self.sites.iter().filter(|site| site.own);
            own.any(|site| site.origin == origin)
        };
        origin(request.checkout_url).is_some_and(|it| is_server(&it))
            && origin(request.cancel_url).is_some_and(|it| self.allows_origin(&it))
    }

    /// The page to which Amazon redirects the buyer of this cart. It differs by wallet, so that a session tells later which
    /// button it came from.
    #[must_use]
    pub fn review_url(wallet: RetailerWallet, checkout_url: &str) -> String {
        match wallet {
            RetailerWallet::AmazonPay => checkout_url.to_owned(),
            RetailerWallet::BuyWithPrime => format!("{checkout_url}&payment=buy_with_prime"),
        }
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
        if !self.has_own_addresses(request) {
            return Err(NoButton::ForeignAddress);
        }
        self.settings.offered_in(priced.currency)?;
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
        let is_shipped = product_type == AmazonProductType::PayAndShip;
        let payload = Payload {
            review_url: &Self::review_url(wallet, cart.checkout_url),
            cancel_url: request.cancel_url,
            store_id,
            countries: is_shipped.then_some(&self.countries),
            prime_lines,
        };
        let payload = payload.text(priced).ok_or(NoButton::NotApplicable)?;
        let mut params = self
            .script_params(&self.public_origin, priced.currency)
            .ok_or(NoButton::Disabled)?;
        params["createCheckoutSessionConfig"] = self.signed(&payload)?;
        params["productType"] = json!(product_type.name());
        params["placement"] = json!(self.placement(request.cancel_url));
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
    fn placement(&self, cancel_url: &str) -> &'static str {
        let Ok(url) = Url::parse(cancel_url) else {
            return "Other";
        };
        let origin = url.origin().ascii_serialization();
        let is_own = |site: &&crate::site::Site| site.own && site.origin == origin;
        if self.sites.iter().find(is_own).is_none() {
            return "Other";
        }
        let mut segments = url.path_segments().into_iter().flatten();
        match segments.next() {
            Some("cart") => "Cart",
            Some("products") => "Product",
            Some("checkout") => "Checkout",
            _ => "Other",
        }
    }
}
