//! Reads `[wallets.paypal]`.

use super::payments::secret;
use super::wallet_names::shown_name;
use crate::emulated::{self, EmulatedPayPal};
use crate::model::{PayPalConfig, ProviderAt, Server, SharedSecret, Shop};
use crate::reader::{Reader, Reported};
use std::path::Path;
use zkratka_commerce::order::Mode;

const EMULATED: &str = "is the emulation's, which is public: leave it empty to use the emulation in mode = \"test\", or write your own";

/// PayPal's own ids of accounts have as many characters.
const MERCHANT_ID_LENGTH: usize = 13;
const NOT_A_MERCHANT: &str = "is not a merchant id of PayPal's: it has 13 capital letters and digits, without 0, 1, I and O; the account's business information shows it";

/// Returns `Ok(None)` if the wallet is disabled.
pub(crate) fn paypal(
    reader: &Reader<'_>,
    folder: &Path,
    server: Option<&Server>,
    shop: Option<&Shop>,
) -> Result<Option<PayPalConfig>, Reported> {
    let enabled = reader.flag("enabled").ok_or(Reported)?;
    let section = Section {
        reader,
        enabled,
        live: server.is_some_and(|server| server.mode == Mode::Live),
        emulated: emulated::PAYPAL,
    };
    // Read every key before returning, so that all faults are reported.
    let secret = secret(reader, folder);
    let settings = section.settings(secret, shop);
    if !enabled {
        return Ok(None);
    }
    settings.map(Some).ok_or(Reported)
}

struct Section<'a, 'r> {
    reader: &'a Reader<'r>,
    /// A disabled section may be incomplete.
    enabled: bool,
    live: bool,
    emulated: Option<EmulatedPayPal>,
}

impl Section<'_, '_> {
    fn settings(
        &self,
        secret: Result<Option<SharedSecret>, Reported>,
        shop: Option<&Shop>,
    ) -> Option<PayPalConfig> {
        let client_id = self.name("client_id");
        let merchant_id = self.merchant_id();
        let webhook_id = self.name("webhook_id");
        let brand_name = shown_name(self.reader, "brand_name", shop);
        let venmo = self.reader.flag("venmo");
        let (client_id, webhook_id, secret) = (client_id?, webhook_id?, secret.ok()?);
        let merchant_id = merchant_id?;
        let at = match (self.live, client_id.is_empty()) {
            (true, true) => {
                return self.refuse(
                    "client_id",
                    "is empty, and mode = \"live\" cannot use an emulated value: write yours",
                );
            }
            (true, false) => ProviderAt::Live,
            (false, true) => ProviderAt::Emulation,
            (false, false) => ProviderAt::Sandbox,
        };
        if at == ProviderAt::Emulation {
            if secret.is_some() || !webhook_id.is_empty() || !merchant_id.is_empty() {
                return self.refuse(
                    "client_id",
                    "is empty although the secret, merchant_id or webhook_id is not: write all of them, or none to use the emulation",
                );
            }
            let emulated = self.emulated.as_ref()?;
            return Some(PayPalConfig {
                at,
                client_id: emulated.client_id.to_owned(),
                secret: SharedSecret(emulated.secret.to_owned()),
                merchant_id: emulated.merchant_id.to_owned(),
                webhook_id: Some(emulated.webhook_id.to_owned()),
                brand_name: brand_name?,
                venmo: venmo?,
            });
        }
        let Some(secret) = secret else {
            return self.refuse(
                "client_id",
                "needs the application's secret: name its environment variable in secret_env or its file in secret_file",
            );
        };
        if merchant_id.is_empty() {
            return self.refuse(
                "merchant_id",
                "is empty, and without it the server cannot tell whom an order at PayPal pays: write the merchant id of the PayPal account that gets the money; the account's business information shows it",
            );
        }
        Some(PayPalConfig {
            at,
            client_id,
            secret,
            merchant_id,
            webhook_id: Some(webhook_id).filter(|id| !id.is_empty()),
            brand_name: brand_name?,
            venmo: venmo?,
        })
    }

    fn refuse<T>(&self, key: &str, problem: &str) -> Option<T> {
        if self.enabled {
            self.reader.fault(key, problem);
        }
        None
    }

    /// Reads PayPal's id of a merchant; it may be empty.
    fn merchant_id(&self) -> Option<String> {
        let text = self.reader.text("merchant_id")?;
        if emulated::is_published(&text) {
            return self.refuse("merchant_id", EMULATED);
        }
        let fits = |byte: u8| matches!(byte, b'2'..=b'9' | b'A'..=b'H' | b'J'..=b'N' | b'P'..=b'Z');
        if text.is_empty() || (text.len() == MERCHANT_ID_LENGTH && text.bytes().all(fits)) {
            return Some(text);
        }
        self.refuse("merchant_id", NOT_A_MERCHANT)
    }

    /// Reads an id that PayPal issued; it may be empty.
    fn name(&self, key: &str) -> Option<String> {
        let text = self.reader.parsed(key, |text| {
            let odd = |character: char| character.is_whitespace() || character.is_control();
            let fits = !text.contains(odd) && text.len() <= 255 && !text.contains('|');
            fits.then(|| text.to_owned()).ok_or(())
        })?;
        if emulated::is_published(&text) {
            return self.refuse(key, EMULATED);
        }
        Some(text)
    }
}
