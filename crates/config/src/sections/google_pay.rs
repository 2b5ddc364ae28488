//! Reads `[wallets.google_pay]`.

use super::test_only::unless_live;
use super::wallet_names::{given_name, shown_name};
use crate::emulated::{self, EmulatedGooglePay};
use crate::environment;
use crate::model::{
    GoogleEnvironment, GooglePaySettings, RootKeySource, Server, Shop, Tokenization,
};
use crate::reader::{Placed, Reader, Reported};
use std::path::Path;
use url::Url;
use zkratka_commerce::order::Mode;
use zkratka_wallets::google_pay::{AuthJwtSigner, DecryptionKey, KeyError, Protocol};

/// Google's own addresses.
const SDK_HOST: &str = "pay.google.com";
const SDK: &str = "https://pay.google.com/gp/p/js/pay.js";
const ROOT_KEYS: &str = "https://payments.developers.google.com/paymentmethodtoken/keys.json";
/// The keys of Google's own test environment.
const TEST_ROOT_KEYS: &str =
    "https://payments.developers.google.com/paymentmethodtoken/test/keys.json";

const NO_LIVE_GATEWAY: &str = "\"live\" cannot take Google Pay: this version has only the sandbox gateway, which moves no money. Write mode = \"test\" in [server], or enabled = false";

/// Returns `Ok(None)` if the wallet is disabled.
pub(crate) fn google_pay(
    reader: &Reader<'_>,
    folder: &Path,
    server: Option<&Server>,
    shop: Option<&Shop>,
) -> Result<Option<GooglePaySettings>, Reported> {
    let enabled = reader.flag("enabled").ok_or(Reported)?;
    let section = Section {
        reader,
        folder,
        live: server.is_some_and(|server| server.mode == Mode::Live),
        enabled,
        emulated: emulated::google_pay(),
    };
    let settings = section.settings(shop);
    unless_live(reader, enabled, section.live, NO_LIVE_GATEWAY, settings)
}

/// The section, with the settings from other sections that it depends on.
struct Section<'a, 'r> {
    reader: &'a Reader<'r>,
    folder: &'a Path,
    live: bool,
    /// A disabled section may be incomplete.
    enabled: bool,
    emulated: Option<EmulatedGooglePay>,
}

impl Section<'_, '_> {
    /// Reads every key before returning, so that all faults are reported at once.
    fn settings(&self, shop: Option<&Shop>) -> Option<GooglePaySettings> {
        let merchant_name = shown_name(self.reader, "merchant_name", shop);
        let merchant_id = self.name("merchant_id", |it| it.merchant_id);
        let tokenization = self.tokenization();
        let protocols = self.protocols();
        let auth_key = self.auth_key();
        let sdk_url = self.sdk_url();
        let google_issues = matches!(&sdk_url, Ok(Some(_)));
        let root_keys_url = self.root_keys_url(google_issues);
        let environment = self.environment();
        Some(GooglePaySettings {
            merchant_id: merchant_id?,
            merchant_name: merchant_name?,
            tokenization: tokenization?,
            protocols: protocols?,
            auth_signer: auth_key?,
            root_keys: self.root_keys(root_keys_url.ok()?)?,
            sdk_url: sdk_url.ok()?,
            environment: environment?,
        })
    }

    /// Reads an id that Google issued. In test mode, an empty one becomes the emulation's.
    fn name(&self, key: &str, emulated: fn(&EmulatedGooglePay) -> &'static str) -> Option<String> {
        let text = given_name(self.reader, key)?;
        if self.live && emulated::is_published(&text) {
            self.refuse(
                key,
                "is the emulation's, which mode = \"live\" does not accept",
            );
            return None;
        }
        if !text.is_empty() {
            return Some(text);
        }
        self.emulated(key, |it| emulated(it).to_owned())
    }

    /// Returns the emulation's value for an empty key in test mode. In live mode, an empty key is a fault.
    fn emulated<T>(&self, key: &str, part: impl FnOnce(&EmulatedGooglePay) -> T) -> Option<T> {
        if self.live {
            let problem = "is empty, and mode = \"live\" cannot use an emulated value: write yours";
            self.refuse(key, problem);
            return None;
        }
        self.emulated.as_ref().map(part)
    }

    fn refuse(&self, key: &str, problem: &str) {
        if self.enabled {
            self.reader.fault(key, problem);
        }
    }

    fn tokenization(&self) -> Option<Tokenization> {
        let direct = self.reader.parsed("tokenization", |text| match text {
            "direct" => Ok(true),
            "gateway" => Ok(false),
            _ => Err(()),
        });
        let files = self.reader.texts("private_key_files");
        let variable = self.reader.text("private_key_env");
        if direct? {
            // Read in either case, so that a typing error in an unused key is found too.
            let _ = (
                self.reader.text("gateway"),
                self.reader.text("gateway_merchant_id"),
            );
            let keys = self.private_keys(&variable?, &files?)?;
            return Some(Tokenization::Direct { keys });
        }
        let gateway = self.name("gateway", |it| it.gateway);
        let merchant = self.name("gateway_merchant_id", |it| it.gateway_merchant_id);
        Some(Tokenization::Gateway {
            gateway: gateway?,
            merchant: merchant?,
        })
    }

    /// Reads the accepted protocols. Only encrypted ones are allowed, because other tokens show the card number to anybody.
    fn protocols(&self) -> Option<Vec<Protocol>> {
        let protocols = self.reader.parsed_list("protocols", |text| {
            Protocol::named(text)
                .filter(|protocol| protocol.is_encrypted())
                .ok_or(())
        })?;
        if protocols.is_empty() {
            self.refuse(
                "protocols",
                "is empty, so the server could decrypt no token: write at least one",
            );
            return None;
        }
        Some(protocols)
    }

    fn private_keys(&self, variable: &str, files: &[Placed]) -> Option<Vec<DecryptionKey>> {
        let mut keys = Vec::new();
        if !variable.is_empty() {
            keys.push(
                self.environment_text("private_key_env", variable)
                    .and_then(|text| DecryptionKey::from_text(&text).ok()),
            );
        }
        for file in files {
            keys.push(
                self.file_text("private_key_files", &file.text)
                    .and_then(|text| DecryptionKey::from_text(&text).ok()),
            );
        }
        if keys.is_empty() {
            keys.push(self.emulated("private_key_files", |it| it.merchant_key.clone()));
        }
        keys.into_iter().collect()
    }

    fn auth_key(&self) -> Option<AuthJwtSigner> {
        let file = self.reader.text("auth_key_file")?;
        let variable = self.reader.text("auth_key_env")?;
        match (variable.as_str(), file.as_str()) {
            ("", "") => self.emulated("auth_key_file", |it| it.auth_signer.clone()),
            (variable, "") => signer(&self.environment_text("auth_key_env", variable)?),
            ("", file) => signer(&self.file_text("auth_key_file", file)?),
            _ => {
                let problem = "name either auth_key_env or auth_key_file, not both";
                self.reader.fault("auth_key_file", problem);
                None
            }
        }
    }

    fn environment_text(&self, key: &str, variable: &str) -> Option<String> {
        match environment::variable(variable) {
            Ok(text) => self.private_key(key, text, variable),
            Err(problem) => {
                self.reader.fault(key, problem);
                None
            }
        }
    }

    fn file_text(&self, key: &str, file: &str) -> Option<String> {
        match std::fs::read_to_string(self.folder.join(file)) {
            Ok(text) => self.private_key(key, text, file),
            Err(error) => {
                let problem = environment::unreadable(self.folder, file, &error);
                self.reader.fault(key, problem);
                None
            }
        }
    }

    /// Checks that a text contains a private key and returns the text. In live mode it must not be a key of the emulation.
    fn private_key(&self, key: &str, text: String, origin: &str) -> Option<String> {
        let private = match DecryptionKey::from_text(&text) {
            Ok(private) => private,
            Err(error) => {
                let problem = match error {
                    KeyError::Unreadable => format!(
                        "{origin} holds no private key on the curve P-256: write it as PEM, or as PKCS #8 in base64"
                    ),
                    error => format!("{origin}: {error}"),
                };
                self.reader.fault(key, problem);
                return None;
            }
        };
        if self.live && emulated::is_published(private.public_key_base64()) {
            self.refuse(key, "is the emulation's key, which is public");
            return None;
        }
        Some(text)
    }

    /// Returns the URL of the root keys; `Ok(None)` for the emulation in this server. An empty key selects the root keys of
    /// the issuer of the tokens.
    fn root_keys_url(&self, google_issues: bool) -> Result<Option<Url>, Reported> {
        let url = self.url("root_keys_url")?;
        let problem = url
            .as_ref()
            .and_then(|url| self.root_keys_problem(url, google_issues));
        if let Some(problem) = problem {
            self.refuse("root_keys_url", problem);
            return Err(Reported);
        }
        Ok(url.or_else(|| match (self.live, google_issues) {
            (true, _) => Url::parse(ROOT_KEYS).ok(),
            (false, true) => Url::parse(TEST_ROOT_KEYS).ok(),
            (false, false) => None,
        }))
    }

    /// Returns the keys at this URL; without a URL, the emulation's.
    fn root_keys(&self, url: Option<Url>) -> Option<RootKeySource> {
        let emulated = || Some(self.emulated.as_ref()?.root_keys.clone());
        url.map(RootKeySource::Published)
            .or_else(|| emulated().map(RootKeySource::Emulated))
    }

    /// Returns why the keys at this URL would refuse every token, or must not be trusted.
    fn root_keys_problem(&self, url: &Url, google_issues: bool) -> Option<&'static str> {
        match (self.live, google_issues) {
            (true, _) if !is_at(url, ROOT_KEYS) => Some(
                "is not the address of Google's keys, and mode = \"live\" accepts no others: leave it empty to use them",
            ),
            (false, true) if is_at(url, ROOT_KEYS) => Some(
                "is the address of Google's production keys, but in mode = \"test\" Google signs tokens with its test keys: leave it empty to use these",
            ),
            (false, false) if is_at(url, ROOT_KEYS) || is_at(url, TEST_ROOT_KEYS) => Some(
                "is the address of Google's keys, but without sdk_url the emulation issues the tokens: name Google's script in sdk_url, or leave this empty",
            ),
            _ => None,
        }
    }

    /// Returns the URL of Google's script; `Ok(None)` for the emulation in this server. The script runs in the shop's
    /// pages, so only Google or this server may serve it.
    fn sdk_url(&self) -> Result<Option<Url>, Reported> {
        let url = self.url("sdk_url")?;
        let foreign = |url: &Url| url.scheme() != "https" || url.host_str() != Some(SDK_HOST);
        if url.as_ref().is_some_and(foreign) {
            let problem = "is not on pay.google.com: leave it empty for the default";
            self.refuse("sdk_url", problem);
            return Err(Reported);
        }
        let usual = || self.live.then(|| Url::parse(SDK).ok()).flatten();
        Ok(url.or_else(usual))
    }

    fn url(&self, key: &str) -> Result<Option<Url>, Reported> {
        let url = self.reader.address(key, |text| match text {
            "" => Ok(None),
            text => Url::parse(text)
                .ok()
                .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
                .map(Some)
                .ok_or("is not a web address"),
        });
        url.ok_or(Reported)
    }

    fn environment(&self) -> Option<GoogleEnvironment> {
        let environment = self.reader.parsed("environment", |text| match text {
            "" if self.live => Ok(GoogleEnvironment::Production),
            "" | "TEST" => Ok(GoogleEnvironment::Test),
            "PRODUCTION" => Ok(GoogleEnvironment::Production),
            _ => Err(()),
        })?;
        let (fits, problem) = if self.live {
            let problem = "is TEST, which mode = \"live\" does not accept";
            (environment == GoogleEnvironment::Production, problem)
        } else {
            let problem = "is PRODUCTION, which mode = \"test\" does not accept, because it would ask for real cards";
            (environment == GoogleEnvironment::Test, problem)
        };
        if !fits {
            self.refuse("environment", problem);
            return None;
        }
        Some(environment)
    }
}

fn signer(text: &str) -> Option<AuthJwtSigner> {
    AuthJwtSigner::from_pem(text, None)
        .or_else(|_| AuthJwtSigner::from_der_base64(text, None))
        .ok()
}

/// Whether the URL has the origin and path of `address`. Its query does not matter, because it selects no other keys.
fn is_at(url: &Url, address: &str) -> bool {
    Url::parse(address)
        .is_ok_and(|known| known.origin() == url.origin() && known.path() == url.path())
}
