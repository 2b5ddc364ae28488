//! The settings of Amazon Pay and Buy with Prime.

use super::ProviderAt;
use zkratka_commerce::money::Currency;
use zkratka_payments::amazon_pay::Region;
use zkratka_wallets::amazon_pay::Signer;
use zkratka_wallets::amazon_pay::notification::SignatureVersion;

/// `[wallets.amazon_pay]`
#[derive(Clone, Debug)]
pub struct AmazonPayConfig {
    /// Which API the server calls.
    pub at: ProviderAt,
    /// Amazon's id of the merchant, which is public.
    pub merchant_id: String,
    /// Amazon's id of the shop.
    pub store_id: String,
    /// Signs requests and buttons; it also knows the key's name at Amazon.
    pub signer: Signer,
    pub region: Region,
    /// The account's currency.
    pub ledger: Currency,
    /// The shop's name for buyers at Amazon.
    pub store_name: String,
    /// The language of Amazon's pages.
    pub checkout_language: String,
    pub product_type: AmazonProductType,
    /// `None` if the server accepts no notifications.
    pub notifications: Option<AmazonNotifications>,
}

/// Whether the buyer chooses a delivery address at Amazon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmazonProductType {
    /// The buyer chooses an address and a card.
    PayAndShip,
    /// The buyer chooses a card.
    PayOnly,
}

impl AmazonProductType {
    /// The name in Amazon's script.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PayAndShip => "PayAndShip",
            Self::PayOnly => "PayOnly",
        }
    }
}

/// Which notifications the server accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmazonNotifications {
    /// The ARNs of the topics, at least one.
    pub topics: Vec<String>,
    /// The origins of the certificates. Empty for the emulation, whose address only the process that runs it knows.
    pub origins: Vec<String>,
    /// Older signatures are refused.
    pub oldest_signature: SignatureVersion,
    /// Whether the server confirms the subscriptions of these topics.
    pub confirms: bool,
}

/// `[wallets.buy_with_prime]`
#[derive(Clone, Debug)]
pub struct BuyWithPrimeConfig {
    /// Amazon's id of the store that sells with Prime. Its merchant is Amazon Pay's.
    pub store_id: String,
    /// Tags of the products that are sold with Prime.
    pub tags: Vec<String>,
    /// Stock-keeping units of the variants that are sold with Prime.
    pub skus: Vec<String>,
    /// The countries to which goods can be sent, as two letters; at least one.
    pub countries: Vec<String>,
    /// Whether only members may buy.
    pub requires_membership: bool,
    /// Amazon's names of the memberships that count.
    pub memberships: Vec<String>,
}
