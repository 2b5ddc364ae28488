//! The names of carts in the addresses to which Amazon redirects buyers.
//!
//! Amazon learns such an address, and so does everybody who sees the buyer's address bar. So a name contains no secret of the
//! cart: `CART.MOMENT.NONCE.WALLET.SEAL`, where the seal is the shop's and covers the cart's secrets as well. Nobody can make a
//! name for a cart whose secrets they do not know, even with the emulation's published key.

use super::button::RetailerWallet;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::hex;
use zkratka_commerce::ids::{CartKey, Secret};
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::amazon_pay::DerivedKey;

/// What the shop's key for names is derived for.
pub(super) const PURPOSE: &str = "names of carts for returning buyers";
/// The path of the page that receives the buyer, before the name.
pub(super) const PATH: &str = "/amazon-pay/review/";
/// How long a name leads a buyer into the cart: time to sign up at Amazon, and to add an address and a card.
const LIFETIME_MS: i64 = 60 * 60 * 1_000;
/// Digits of a nonce.
const NONCE: usize = 32;
/// Bytes of a seal.
const SEAL: usize = 32;

/// A cart's name as it was written, which may be forged until the cart confirms it.
pub(super) struct ReturnName<'a> {
    pub(super) cart: CartKey,
    pub(super) made_at: Timestamp,
    pub(super) wallet: RetailerWallet,
    /// All that the seal covers besides the cart's secrets.
    head: &'a str,
    seal: [u8; SEAL],
}

const fn letter(wallet: RetailerWallet) -> &'static str {
    match wallet {
        RetailerWallet::AmazonPay => "a",
        RetailerWallet::BuyWithPrime => "p",
    }
}

fn seal_of(text: &str) -> Option<[u8; SEAL]> {
    // As the server writes it, so that a name has one spelling.
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    hex::decode(text)?.try_into().ok()
}

fn parts<'a>(head: &'a str, cart: &'a Cart) -> [&'a [u8]; 3] {
    [head.as_bytes(), &cart.token_secret.0, &cart.secret.0]
}

/// Writes a name for the cart.
pub(super) fn written(
    key: &DerivedKey,
    wallet: RetailerWallet,
    cart: &Cart,
    nonce: &Secret,
    now: Timestamp,
) -> String {
    let (cart_key, nonce) = (cart.key.0, hex::encode(&nonce.0));
    let head = format!("{cart_key}.{}.{nonce}.{}", now.0, letter(wallet));
    let seal = hex::encode(&key.seal(&parts(&head, cart)));
    format!("{head}.{seal}")
}

impl<'a> ReturnName<'a> {
    /// `None` if no name is written like this.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let (head, seal) = text.rsplit_once('.')?;
        let mut parts = head.split('.');
        let cart = CartKey(parts.next()?.parse().ok()?);
        let made_at = Timestamp(parts.next()?.parse().ok()?);
        let nonce = parts.next()?;
        let named = parts.next()?;
        let mut wallets = [RetailerWallet::AmazonPay, RetailerWallet::BuyWithPrime].into_iter();
        let wallet = wallets.find(|wallet| letter(*wallet) == named)?;
        (nonce.len() == NONCE && parts.next().is_none()).then_some(Self {
            cart,
            made_at,
            wallet,
            head,
            seal: seal_of(seal)?,
        })
    }

    /// Whether the shop has written this name for this cart.
    pub(super) fn is_of(&self, cart: &Cart, key: &DerivedKey) -> bool {
        self.cart == cart.key && key.is_seal(&self.seal, &parts(self.head, cart))
    }

    /// Whether the name no longer leads a buyer into the cart.
    pub(super) const fn is_expired(&self, now: Timestamp) -> bool {
        now.0 < self.made_at.0 || now.0 - self.made_at.0 > LIFETIME_MS
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use zkratka_wallets::amazon_pay::{Algorithm, Signer, SigningKey};

    const PEM: &str = include_str!("../../../wallets/tests/keys/rsa2048-pkcs8.pem");
    pub(in super::super) const NOW: Timestamp = Timestamp(1_700_000_000_000);

    pub(in super::super) fn key() -> DerivedKey {
        let key = SigningKey::from_pem(PEM).expect("a key");
        Signer::new(key, "SANDBOX-A1".to_owned(), Algorithm::V2).derived_key(PURPOSE)
    }

    pub(in super::super) fn cart(key: u64, secret: u8) -> Cart {
        let (token, secret) = (Secret([1; 16]), Secret([secret; 16]));
        Cart::new(CartKey(key), token, secret, NOW)
    }

    /// [4.21] A name is of the cart that it was written for, and tells neither of the cart's secrets.
    #[test]
    fn a_name_is_of_one_cart() {
        let (key, own) = (key(), cart(7, 2));
        for wallet in [RetailerWallet::AmazonPay, RetailerWallet::BuyWithPrime] {
            let text = written(&key, wallet, &own, &Secret([9; 16]), NOW);
            let name = ReturnName::read(&text).expect("a name");
            assert_eq!((name.cart, name.wallet), (CartKey(7), wallet));
            assert!(name.is_of(&own, &key));
            assert!(!name.is_of(&cart(7, 3), &key), "another secret");
            assert!(!name.is_of(&cart(8, 2), &key), "another cart");
            for secret in [&own.secret, &own.token_secret] {
                assert!(!text.contains(&hex::encode(&secret.0)), "{text}");
            }
        }
    }

    /// [4.21] Whatever is changed in a name, it is no name of the cart.
    #[test]
    fn a_changed_name_is_of_no_cart() {
        let (key, own) = (key(), cart(7, 2));
        let wallet = RetailerWallet::AmazonPay;
        let text = written(&key, wallet, &own, &Secret([9; 16]), NOW);
        for at in 0..text.len() {
            for letter in ["0", "1", "a", "p", "."] {
                let mut changed = text.clone();
                changed.replace_range(at..=at, letter);
                let is_own = ReturnName::read(&changed).is_some_and(|it| it.is_of(&own, &key));
                assert_eq!(is_own, changed == text, "{changed}");
            }
        }
        for other in [
            "",
            "7",
            "7.1.2.a",
            &text[1..],
            &format!("{text}00"),
            &text.to_uppercase(),
        ] {
            assert!(
                ReturnName::read(other).is_none_or(|it| !it.is_of(&own, &key)),
                "{other}"
            );
        }
    }

    /// [4.21] A name leads into the cart for an hour, and not before it was written.
    #[test]
    fn a_name_expires() {
        let wallet = RetailerWallet::AmazonPay;
        let text = written(&key(), wallet, &cart(7, 2), &Secret([9; 16]), NOW);
        let name = ReturnName::read(&text).expect("a name");
        for (later, is_expired) in [
            (-1, true),
            (0, false),
            (LIFETIME_MS, false),
            (LIFETIME_MS + 1, true),
        ] {
            assert_eq!(
                name.is_expired(Timestamp(NOW.0 + later)),
                is_expired,
                "{later}"
            );
        }
    }
}
