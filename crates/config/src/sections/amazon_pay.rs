//! Reads `[wallets.amazon_pay]`.

mod notifications;

use super::named_secret::PRIVATE_KEY;
use super::wallet_names::shown_name;
use crate::emulated::{self, EmulatedAmazonPay};
use crate::model::{
    AmazonNotifications, AmazonPayConfig, AmazonProductType, ProviderAt, Server, Shop,
};
use crate::reader::{Reader, Reported};
use notifications::notifications;
use std::path::Path;
use zkratka_commerce::money::Currency;
use zkratka_commerce::order::Mode;
use zkratka_payments::amazon_pay::{LEDGER_CURRENCIES, Region, is_language};
use zkratka_wallets::amazon_pay::notification::SignatureVersion;
use zkratka_wallets::amazon_pay::{Algorithm, Signer, SigningKey, is_plain_id};

pub(super) const EMULATED: &str = "is the emulation's, which is public: leave it empty to use the emulation in mode = \"test\", or write your own";
const LIVE_KEY: &str = "LIVE-";
const SANDBOX_KEY: &str = "SANDBOX-";
const STORE: &str = "amzn1.application-oa2-client.";
/// Amazon permits as many characters of a store's name.
const LONGEST_STORE_NAME: usize = 50;

/// Returns `Ok(None)` if the wallet is disabled.
pub(crate) fn amazon_pay(
    reader: &Reader<'_>,
    folder: &Path,
    server: Option<&Server>,
    shop: Option<&Shop>,
) -> Result<Option<AmazonPayConfig>, Reported> {
    let enabled = reader.flag("enabled").ok_or(Reported)?;
    let section = Section {
        reader,
        enabled,
        live: server.is_some_and(|server| server.mode == Mode::Live),
        emulated: emulated::amazon_pay(),
    };
    // Read every key before returning, so that all faults are reported.
    let identity = section.identity(folder);
    let shown = section.shown(shop);
    let account = section.account();
    let notifications = section.notifications(identity.as_ref());
    if !enabled {
        return Ok(None);
    }
    let settings = || {
        let (identity, shown, (region, ledger)) = (identity?, shown?, account?);
        Some(AmazonPayConfig {
            at: identity.at,
            merchant_id: identity.merchant_id,
            store_id: identity.store_id,
            signer: identity.signer,
            region,
            ledger,
            store_name: shown.store_name,
            checkout_language: shown.language,
            product_type: shown.product_type,
            notifications: notifications.ok()?,
        })
    };
    settings().map(Some).ok_or(Reported)
}

/// Reads a store's id; it may be empty.
pub(super) fn store_id(reader: &Reader<'_>) -> Option<String> {
    let text = reader.parsed("store_id", |text| {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
        let id = text.strip_prefix(STORE).unwrap_or_default();
        let is_id = (1..=64).contains(&id.len()) && id.bytes().all(fits);
        (text.is_empty() || is_id)
            .then(|| text.to_owned())
            .ok_or(())
    })?;
    if emulated::is_published(&text) {
        reader.fault("store_id", EMULATED);
        return None;
    }
    Some(text)
}

struct Section<'a, 'r> {
    reader: &'a Reader<'r>,
    /// A disabled section may be incomplete.
    enabled: bool,
    live: bool,
    emulated: Option<EmulatedAmazonPay>,
}

/// Who the shop is at Amazon.
struct Identity {
    at: ProviderAt,
    merchant_id: String,
    store_id: String,
    signer: Signer,
}

/// What the buyer sees.
struct Shown {
    store_name: String,
    language: String,
    product_type: AmazonProductType,
}

impl Section<'_, '_> {
    fn identity(&self, folder: &Path) -> Option<Identity> {
        let merchant_id = self.merchant_id();
        let store_id = store_id(self.reader);
        let key_id = self.public_key_id();
        let key = self.private_key(folder);
        let (merchant_id, store_id, key_id) = (merchant_id?, store_id?, key_id?);
        let key = key.ok()?;
        if merchant_id.is_empty() && self.live {
            return self.refuse(
                "merchant_id",
                "is empty, and mode = \"live\" cannot use an emulated value: write yours",
            );
        }
        if merchant_id.is_empty() {
            if !store_id.is_empty() || !key_id.is_empty() || key.is_some() {
                return self.refuse(
                    "merchant_id",
                    "is empty although store_id, public_key_id or the private key is not: write all of them, or none to use the emulation",
                );
            }
            return self.emulated_identity();
        }
        if store_id.is_empty() {
            return self.refuse(
                "store_id",
                "is empty: write the shop's store id from Amazon's Integration Central",
            );
        }
        if key_id.is_empty() {
            return self.refuse(
                "public_key_id",
                "is empty: write the id that Integration Central shows for your API key",
            );
        }
        let Some(key) = key else {
            return self.refuse(
                "public_key_id",
                "needs its private key: name its file in private_key_file or its environment variable in private_key_env",
            );
        };
        let at = if self.live {
            ProviderAt::Live
        } else {
            ProviderAt::Sandbox
        };
        Some(Identity {
            at,
            merchant_id,
            store_id,
            signer: Signer::new(key, key_id, Algorithm::V2),
        })
    }

    fn emulated_identity(&self) -> Option<Identity> {
        let emulated = self.emulated.as_ref()?;
        let (key, id) = (emulated.private_key.clone(), emulated.public_key_id);
        Some(Identity {
            at: ProviderAt::Emulation,
            merchant_id: emulated.merchant_id.to_owned(),
            store_id: emulated.store_id.to_owned(),
            signer: Signer::new(key, id.to_owned(), Algorithm::V2),
        })
    }

    /// Reads Amazon's id of the merchant; it may be empty.
    fn merchant_id(&self) -> Option<String> {
        let text = self.reader.parsed("merchant_id", |text| {
            let fits = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
            let is_id = (10..=20).contains(&text.len()) && text.bytes().all(fits);
            (text.is_empty() || is_id)
                .then(|| text.to_owned())
                .ok_or(())
        })?;
        if emulated::is_published(&text) {
            return self.refuse("merchant_id", EMULATED);
        }
        Some(text)
    }

    /// Reads Amazon's name of the key; it may be empty.
    fn public_key_id(&self) -> Option<String> {
        let text = self.reader.parsed("public_key_id", |text| {
            let is_id = text.is_empty() || is_plain_id(text);
            is_id.then(|| text.to_owned()).ok_or(())
        })?;
        if emulated::is_published(&text) {
            return self.refuse("public_key_id", EMULATED);
        }
        let problem = match self.live {
            true if text.starts_with(SANDBOX_KEY) => {
                "is a key of Amazon's sandbox, and the shop's mode is \"live\": write the id of a live key, which begins with LIVE-"
            }
            false if text.starts_with(LIVE_KEY) => {
                "is a live key, and the shop's mode is \"test\": write the id of a sandbox key, which begins with SANDBOX-"
            }
            _ => return Some(text),
        };
        self.refuse("public_key_id", problem)
    }

    /// Reads the private key; `Ok(None)` if the section names none.
    fn private_key(&self, folder: &Path) -> Result<Option<SigningKey>, Reported> {
        let Some(given) = PRIVATE_KEY.read(self.reader, folder)? else {
            return Ok(None);
        };
        let key = SigningKey::from_pem(&given.text).map_err(|error| {
            self.reader.fault(given.key, error.to_string());
            Reported
        })?;
        if key.public_key_info().is_none_or(emulated::is_published) {
            self.reader.fault(given.key, EMULATED);
            return Err(Reported);
        }
        Ok(Some(key))
    }

    fn shown(&self, shop: Option<&Shop>) -> Option<Shown> {
        let language = self.reader.parsed("checkout_language", |text| {
            is_language(text).then(|| text.to_owned()).ok_or(())
        });
        let product_type = self
            .reader
            .parsed("product_type", |text| product_type(text).ok_or(()));
        let store_name = shown_name(self.reader, "store_name", shop);
        let is_own = self.reader.is_given("store_name");
        let store_name = store_name.and_then(|name| {
            let fitting: String = name.chars().take(LONGEST_STORE_NAME).collect();
            if is_own && fitting != name {
                let problem = "is longer than 50 characters, which Amazon refuses: shorten it";
                return self.refuse("store_name", problem);
            }
            Some(fitting)
        });
        Some(Shown {
            store_name: store_name?,
            language: language?,
            product_type: product_type?,
        })
    }

    /// The account's region and currency.
    fn account(&self) -> Option<(Region, Currency)> {
        let region = self.reader.parsed("region", |text| match text {
            "eu" => Ok(Region::Europe),
            "na" => Ok(Region::NorthAmerica),
            "fe" => Ok(Region::Japan),
            _ => Err(()),
        });
        let ledger = self.reader.parsed("ledger_currency", |text| {
            let known = LEDGER_CURRENCIES.contains(&text);
            known.then(|| Currency::new(text).ok()).flatten().ok_or(())
        });
        let (region, ledger) = (region?, ledger?);
        let of_region: &[&str] = match region {
            Region::Europe => &["EUR", "GBP"],
            Region::NorthAmerica => &["USD"],
            Region::Japan => &["JPY"],
        };
        if of_region.contains(&ledger.as_str()) {
            return Some((region, ledger));
        }
        let expected = of_region.join(" or ");
        self.refuse(
            "ledger_currency",
            &format!(
                "is not a currency of accounts in this region: write {expected}, or another region"
            ),
        )
    }

    fn notifications(
        &self,
        identity: Option<&Identity>,
    ) -> Result<Option<AmazonNotifications>, Reported> {
        let read = notifications(self.reader)?;
        if identity.is_none_or(|identity| identity.at != ProviderAt::Emulation) {
            return Ok(read);
        }
        if read.is_some() {
            let problem = "needs your own merchant_id: the emulation has a topic of its own, so leave this empty";
            return self.refuse("notification_topics", problem).ok_or(Reported);
        }
        Ok(self.emulated.as_ref().map(|emulated| AmazonNotifications {
            topics: vec![emulated.topic.to_owned()],
            origins: Vec::new(),
            oldest_signature: SignatureVersion::V2,
            confirms: true,
        }))
    }

    fn refuse<T>(&self, key: &str, problem: &str) -> Option<T> {
        if self.enabled {
            self.reader.fault(key, problem);
        }
        None
    }
}

fn product_type(text: &str) -> Option<AmazonProductType> {
    let all = [AmazonProductType::PayAndShip, AmazonProductType::PayOnly];
    all.into_iter().find(|it| it.name() == text)
}
