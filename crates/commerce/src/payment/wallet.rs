//! The wallets that this software knows, and the traits in which they differ.

use serde::{Deserialize, Serialize};

/// Declares an enumeration and the list of its variants, so that no variant is missing from the list.
macro_rules! listed {
    ($(#[$of_enum:meta])* $name:ident { $($(#[$of_variant:meta])* $variant:ident,)+ }) => {
        $(#[$of_enum])*
        pub enum $name { $($(#[$of_variant])* $variant,)+ }

        impl $name {
            const COUNT: usize = [$(stringify!($variant),)+].len();

            /// All of them, in order of preference: first those that few browsers support, and last those whose buyers
            /// must sign in on another site.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant,)+];
        }
    };
}

listed! {
    /// A wallet: one protocol between the shop and a vendor. It may have several [`Brand`]s.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    Wallet {
        ApplePay,
        GooglePay,
        /// PayPal, or Venmo, which is a PayPal brand. `session` is the id of the approved order or agreement.
        #[serde(rename = "paypal")]
        PayPal,
        /// Meta Pay, once Facebook Pay.
        #[serde(rename = "facebook_pay")]
        MetaPay,
        /// Amazon Pay, or Buy with Prime, whose members pay by Amazon Pay. `session` names the checkout session at Amazon and the cart's review page.
        AmazonPay,
    }
}

listed! {
    /// A button under which a wallet is offered.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    Brand {
        ApplePay,
        GooglePay,
        /// The shop's own wallet, which has neither a vendor nor a sheet: a press leads to the checkout.
        ShopPay,
        PayPal,
        Venmo,
        MetaPay,
        BuyWithPrime,
        AmazonPay,
    }
}

/// The network in the card data of a payment by Venmo.
pub const VENMO: &str = "venmo";

impl Wallet {
    /// The brand that gives the wallet its names.
    #[must_use]
    pub const fn brand(self) -> Brand {
        match self {
            Self::ApplePay => Brand::ApplePay,
            Self::GooglePay => Brand::GooglePay,
            Self::PayPal => Brand::PayPal,
            Self::MetaPay => Brand::MetaPay,
            Self::AmazonPay => Brand::AmazonPay,
        }
    }

    /// The name of the section of the configuration, below `wallets`.
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            // Meta gave the wallet this name after storefronts had learnt the former one.
            Self::MetaPay => "meta_pay",
            Self::ApplePay | Self::GooglePay | Self::PayPal | Self::AmazonPay => {
                self.attribute_name()
            }
        }
    }

    /// The name in attributes of the storefront's elements and in stored data.
    #[must_use]
    pub const fn attribute_name(self) -> &'static str {
        self.brand().attribute_name()
    }

    /// The name for buyers and operators.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.brand().title()
    }

    /// Whether it pays only for goods that are shipped (row 5.10).
    #[must_use]
    pub const fn ships_only(self) -> bool {
        match self {
            Self::GooglePay => true,
            Self::ApplePay | Self::PayPal | Self::MetaPay | Self::AmazonPay => false,
        }
    }

    /// Whether the buyer orders in the checkout. Otherwise the buyer orders in the wallet's sheet. After PayPal's window
    /// (row 4.19) and Amazon's pages the buyer continues in the checkout.
    #[must_use]
    pub const fn orders_in_checkout(self) -> bool {
        match self {
            Self::PayPal | Self::AmazonPay => true,
            Self::ApplePay | Self::GooglePay | Self::MetaPay => false,
        }
    }

    /// Whether it charges a buyer's account at the vendor. Otherwise it charges a card through the card gateway.
    #[must_use]
    pub const fn charges_account(self) -> bool {
        match self {
            Self::PayPal | Self::AmazonPay => true,
            Self::ApplePay | Self::GooglePay | Self::MetaPay => false,
        }
    }
}

impl Brand {
    /// The vendor's wallet that carries out payments under this brand. `None` for the shop's own, which charges a saved card.
    #[must_use]
    pub const fn wallet(self) -> Option<Wallet> {
        Some(match self {
            Self::ApplePay => Wallet::ApplePay,
            Self::GooglePay => Wallet::GooglePay,
            Self::ShopPay => return None,
            Self::PayPal | Self::Venmo => Wallet::PayPal,
            Self::MetaPay => Wallet::MetaPay,
            Self::BuyWithPrime | Self::AmazonPay => Wallet::AmazonPay,
        })
    }

    /// Whether it pays only for goods that are shipped (row 5.10).
    #[must_use]
    pub fn ships_only(self) -> bool {
        self.wallet().is_some_and(Wallet::ships_only)
    }

    /// Whether the buyer orders in the checkout. The shop's own wallet is a part of it.
    #[must_use]
    pub fn orders_in_checkout(self) -> bool {
        self.wallet().is_none_or(Wallet::orders_in_checkout)
    }

    /// The name in attributes of the storefront's elements (row 3.18).
    #[must_use]
    pub const fn attribute_name(self) -> &'static str {
        match self {
            Self::ApplePay => "apple_pay",
            Self::GooglePay => "google_pay",
            Self::ShopPay => "shop_pay",
            Self::PayPal => "paypal",
            Self::Venmo => VENMO,
            Self::MetaPay => "facebook_pay",
            Self::BuyWithPrime => "buy_with_prime",
            Self::AmazonPay => "amazon_pay",
        }
    }

    /// The name by which a request to the API says which button was pressed (row 3.18).
    #[must_use]
    pub const fn instrument(self) -> &'static str {
        match self {
            Self::ApplePay => "ApplePay",
            Self::GooglePay => "GooglePay",
            Self::ShopPay => "ShopPay",
            Self::PayPal => "PayPal",
            Self::Venmo => "Venmo",
            Self::MetaPay => "FacebookPay",
            Self::BuyWithPrime => "BuyWithPrime",
            Self::AmazonPay => "AmazonPay",
        }
    }

    /// The name for buyers and operators. A shop gives its own wallet another one.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::ApplePay => "Apple Pay",
            Self::GooglePay => "Google Pay",
            Self::ShopPay => "Zkratka",
            Self::PayPal => "PayPal",
            Self::Venmo => "Venmo",
            Self::MetaPay => "Meta Pay",
            Self::BuyWithPrime => "Buy with Prime",
            Self::AmazonPay => "Amazon Pay",
        }
    }
}

/// A set of wallets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Wallet>", into = "Vec<Wallet>")]
pub struct WalletSet([bool; Wallet::COUNT]);

impl WalletSet {
    #[must_use]
    pub const fn contains(self, wallet: Wallet) -> bool {
        self.0[wallet as usize]
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }

    /// The wallets of the set, in order of preference.
    pub fn iter(self) -> impl Iterator<Item = Wallet> {
        let all = Wallet::ALL.into_iter();
        all.filter(move |&wallet| self.contains(wallet))
    }

    pub const fn insert(&mut self, wallet: Wallet) {
        self.0[wallet as usize] = true;
    }

    pub const fn remove(&mut self, wallet: Wallet) {
        self.0[wallet as usize] = false;
    }
}

impl FromIterator<Wallet> for WalletSet {
    fn from_iter<I: IntoIterator<Item = Wallet>>(wallets: I) -> Self {
        let mut set = Self::default();
        for wallet in wallets {
            set.insert(wallet);
        }
        set
    }
}

impl From<Vec<Wallet>> for WalletSet {
    fn from(wallets: Vec<Wallet>) -> Self {
        wallets.into_iter().collect()
    }
}

impl From<WalletSet> for Vec<Wallet> {
    fn from(set: WalletSet) -> Self {
        set.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stored payments and attributes name a wallet alike, and every wallet's brand is its own.
    #[test]
    fn a_wallet_has_one_name() {
        for wallet in Wallet::ALL {
            let stored = serde_json::to_value(wallet).expect("JSON");
            assert_eq!(stored, wallet.attribute_name(), "{wallet:?}");
            assert_eq!(wallet.brand().wallet(), Some(wallet));
            assert_eq!(wallet.title(), wallet.brand().title());
        }
    }

    #[test]
    fn a_set_holds_what_was_put_into_it() {
        let mut set = WalletSet::default();
        assert!(set.is_empty());
        set.insert(Wallet::PayPal);
        set.insert(Wallet::ApplePay);
        assert!(set.contains(Wallet::PayPal) && !set.contains(Wallet::GooglePay));
        let in_order = [Wallet::ApplePay, Wallet::PayPal];
        assert!(set.iter().eq(in_order) && !set.is_empty());
        assert_eq!(in_order.into_iter().collect::<WalletSet>(), set);
        set.remove(Wallet::ApplePay);
        assert!(set.iter().eq([Wallet::PayPal]));
        let written = serde_json::to_value(set).expect("JSON");
        assert_eq!(written, serde_json::json!(["paypal"]));
        let read: WalletSet = serde_json::from_value(written).expect("a set");
        assert_eq!(read, set);
    }
}
