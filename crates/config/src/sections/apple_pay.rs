//! Reads `[wallets.apple_pay]`.

use super::test_only::unless_live;
use super::wallet_names::{given_name, shown_name};
use crate::emulated::{self, EmulatedApplePay};
use crate::environment;
use crate::model::{AppleIssuer, ApplePaySettings, Server, Shop};
use crate::reader::{Reader, Reported};
use std::path::Path;
use zeroize::Zeroizing;
use zkratka_commerce::order::Mode;
use zkratka_wallets::apple_pay::merchant_validation::{Identity, IdentityError};
use zkratka_wallets::apple_pay::{Certificate, MerchantKey, PrivateKey};

const NO_LIVE_GATEWAY: &str = "\"live\" cannot take Apple Pay: this version has only the sandbox gateway, which moves no money. Write mode = \"test\" in [server], or enabled = false";
const EMULATED: &str = "is the emulation's, which is public: write your own for mode = \"live\" and for issuer = \"apple\"";

/// Returns `Ok(None)` if the wallet is disabled.
pub(crate) fn apple_pay(
    reader: &Reader<'_>,
    folder: &Path,
    server: Option<&Server>,
    shop: Option<&Shop>,
) -> Result<Option<ApplePaySettings>, Reported> {
    let enabled = reader.flag("enabled").ok_or(Reported)?;
    let live = server.is_some_and(|server| server.mode == Mode::Live);
    let section = Section {
        reader,
        folder,
        enabled,
        live,
        emulated: emulated::apple_pay(),
    };
    let settings = section.settings(shop);
    unless_live(reader, enabled, live, NO_LIVE_GATEWAY, settings)
}

/// The section, with the settings from other sections that it depends on.
struct Section<'a, 'r> {
    reader: &'a Reader<'r>,
    folder: &'a Path,
    /// A disabled section may be incomplete.
    enabled: bool,
    live: bool,
    emulated: Option<EmulatedApplePay>,
}

impl Section<'_, '_> {
    /// Reads every key before returning, so that all faults are reported at once.
    fn settings(&self, shop: Option<&Shop>) -> Option<ApplePaySettings> {
        let issuer = self.issuer();
        let merchant_name = shown_name(self.reader, "merchant_name", shop);
        let domain_association = self.domain_association();
        let apple = issuer != Some(AppleIssuer::Emulation);
        let merchant_id = self.merchant_id(apple);
        let root = self.root(apple);
        let identity = self.identity(apple, merchant_id.as_deref());
        let certificates = self.certificates(apple);
        let keys = self.keys(apple, certificates.as_deref(), merchant_id.as_deref());
        Some(ApplePaySettings {
            issuer: issuer?,
            merchant_id: merchant_id?,
            merchant_name: merchant_name?,
            identity: identity?,
            certificates: certificates?,
            keys: keys?,
            root: root?,
            domain_association: domain_association.ok()?,
        })
    }

    fn refuse<T>(&self, key: &str, problem: impl Into<String>) -> Option<T> {
        if self.enabled {
            self.reader.fault(key, problem);
        }
        None
    }

    /// Returns the emulation's value for an empty key. If Apple issues the tokens, an empty key is a fault.
    fn emulated<T>(
        &self,
        key: &str,
        apple: bool,
        part: impl FnOnce(&EmulatedApplePay) -> T,
    ) -> Option<T> {
        if apple {
            let problem =
                "is empty, and Apple's own Apple Pay cannot use an emulated value: write yours";
            return self.refuse(key, problem);
        }
        self.emulated.as_ref().map(part)
    }

    fn issuer(&self) -> Option<AppleIssuer> {
        let issuer = self.reader.parsed("issuer", |text| match text {
            "" if self.live => Ok(AppleIssuer::Apple),
            "" | "emulation" => Ok(AppleIssuer::Emulation),
            "apple" => Ok(AppleIssuer::Apple),
            _ => Err(()),
        })?;
        if self.live && issuer == AppleIssuer::Emulation {
            return self.refuse(
                "issuer",
                "is the emulation, which mode = \"live\" does not accept",
            );
        }
        Some(issuer)
    }

    fn merchant_id(&self, apple: bool) -> Option<String> {
        let text = given_name(self.reader, "merchant_id")?;
        if apple && emulated::is_published(&text) {
            return self.refuse("merchant_id", EMULATED);
        }
        if text.is_empty() {
            return self.emulated("merchant_id", apple, |it| it.merchant_id.to_owned());
        }
        Some(text)
    }

    fn root(&self, apple: bool) -> Option<Certificate> {
        let file = self.reader.text("root_file")?;
        if file.is_empty() {
            return if apple {
                Certificate::apple_root().ok()
            } else {
                self.emulated.as_ref().map(|it| it.root.clone())
            };
        }
        let root = self.certificate("root_file", &file, apple)?;
        if !root.is_root() {
            let problem =
                format!("{file} is not a root certificate: a root certificate is self-signed");
            return self.refuse("root_file", problem);
        }
        Some(root)
    }

    fn identity(&self, apple: bool, merchant_id: Option<&str>) -> Option<Identity> {
        const CERTIFICATE: &str = "identity_certificate_file";
        let file = self.reader.text(CERTIFICATE)?;
        let key = self.one_key("identity_key_env", "identity_key_file");
        let certificate = if file.is_empty() {
            self.emulated(CERTIFICATE, apple, |it| it.identity_certificate.clone())
        } else {
            self.certificate(CERTIFICATE, &file, apple)
        };
        let (named, key) = key.ok()?.unzip();
        let certificate = certificate?;
        if certificate.merchant_id().as_deref() != merchant_id && merchant_id.is_some() {
            let problem = "is another merchant's: its subject does not name merchant_id";
            return self.refuse(CERTIFICATE, problem);
        }
        let emulated_key =
            || self.emulated("identity_key_file", apple, |it| it.identity_key.clone());
        let key = key.or_else(emulated_key)?;
        Identity::of(vec![certificate], &key)
            .map_err(|error| {
                let named = match error {
                    IdentityError::Certificate => CERTIFICATE,
                    IdentityError::Key | IdentityError::OtherCertificate => {
                        named.unwrap_or("identity_key_file")
                    }
                };
                self.refuse::<()>(named, format!("cannot be used: {error}"))
            })
            .ok()
    }

    fn certificates(&self, apple: bool) -> Option<Vec<Certificate>> {
        const KEY: &str = "processing_certificate_files";
        let files = self.reader.texts(KEY)?;
        if files.is_empty() {
            let emulated = |it: &EmulatedApplePay| vec![it.processing_certificate.clone()];
            return self.emulated(KEY, apple, emulated);
        }
        // Read every file before returning, so that all faults are reported.
        let read: Vec<_> = files
            .iter()
            .map(|file| self.certificate(KEY, &file.text, apple))
            .collect();
        read.into_iter().collect()
    }

    /// Returns every private key with its certificate. A key without a certificate is a fault, and so is a certificate
    /// without a key.
    fn keys(
        &self,
        apple: bool,
        certificates: Option<&[Certificate]>,
        merchant_id: Option<&str>,
    ) -> Option<Vec<MerchantKey>> {
        const FILES: &str = "processing_key_files";
        let texts = self.key_texts(apple)?;
        let (certificates, merchant_id) = (certificates?, merchant_id?);
        let mut keys = Vec::new();
        for (name, origin, text) in texts {
            let key = match PrivateKey::from_text(&text) {
                Ok(key) => key,
                Err(error) => return self.refuse(name, format!("{origin}: {error}")),
            };
            let Some(certificate) = certificates.iter().find(|it| key.belongs_to(it)) else {
                let problem = format!(
                    "{origin} matches none of the certificates in processing_certificate_files"
                );
                return self.refuse(name, problem);
            };
            match MerchantKey::new(key, certificate, Some(merchant_id)) {
                Ok(key) => keys.push(key),
                Err(error) => {
                    return self.refuse("processing_certificate_files", error.to_string());
                }
            }
        }
        let keyless = certificates.iter().find(|certificate| {
            let hash = certificate.public_key_hash();
            keys.iter().all(|key| key.public_key_hash() != hash)
        });
        if keyless.is_some() {
            let problem = "lacks the key of a certificate in processing_certificate_files";
            return self.refuse(FILES, problem);
        }
        Some(keys)
    }

    /// Returns the text of each processing key, with the setting that named it and the name of its variable or file.
    fn key_texts(&self, apple: bool) -> Option<Vec<(&'static str, String, Zeroizing<String>)>> {
        const FILES: &str = "processing_key_files";
        const VARIABLE: &str = "processing_key_env";
        let (variable, files) = (self.reader.text(VARIABLE)?, self.reader.texts(FILES)?);
        let mut texts = Vec::new();
        if !variable.is_empty() {
            let text = self.variable(VARIABLE, &variable)?;
            texts.push((VARIABLE, variable, text));
        }
        for file in files {
            let text = Zeroizing::new(self.text(FILES, &file.text)?);
            texts.push((FILES, file.text, text));
        }
        if texts.is_empty() {
            let key = self.emulated(FILES, apple, |it| it.processing_key.clone())?;
            texts.push((FILES, String::new(), key));
        }
        // A program without the sandbox does not contain these keys. It recognises their certificates, and refuses those.
        let emulated = self.emulated.as_ref();
        let has_key = |it: &EmulatedApplePay| texts.iter().any(|(.., text)| it.has_key(text));
        if apple && emulated.is_some_and(has_key) {
            return self.refuse(FILES, EMULATED);
        }
        Some(texts)
    }

    /// Reads a key from the environment or a file, and returns it with the setting that named it.
    fn one_key(
        &self,
        variable_key: &'static str,
        file_key: &'static str,
    ) -> Result<Option<(&'static str, Zeroizing<String>)>, Reported> {
        let variable = self.reader.text(variable_key).ok_or(Reported)?;
        let file = self.reader.text(file_key).ok_or(Reported)?;
        let (key, text) = match (variable.as_str(), file.as_str()) {
            ("", "") => return Ok(None),
            (variable, "") => (variable_key, self.variable(variable_key, variable)),
            ("", file) => (file_key, self.text(file_key, file).map(Zeroizing::new)),
            _ => {
                let problem = format!("name either {variable_key} or {file_key}, not both");
                (file_key, self.refuse(file_key, problem))
            }
        };
        text.map(|text| Some((key, text))).ok_or(Reported)
    }

    fn variable(&self, key: &str, variable: &str) -> Option<Zeroizing<String>> {
        match environment::variable(variable) {
            Ok(text) => Some(Zeroizing::new(text)),
            Err(problem) => self.refuse(key, problem),
        }
    }

    fn bytes(&self, key: &str, file: &str) -> Option<Vec<u8>> {
        match std::fs::read(self.folder.join(file)) {
            Ok(bytes) => Some(bytes),
            Err(error) => self.refuse(key, environment::unreadable(self.folder, file, &error)),
        }
    }

    fn text(&self, key: &str, file: &str) -> Option<String> {
        match String::from_utf8(self.bytes(key, file)?) {
            Ok(text) => Some(text),
            Err(_) => self.refuse(key, format!("{file} is not a text file")),
        }
    }

    fn certificate(&self, key: &str, file: &str, apple: bool) -> Option<Certificate> {
        let certificate = Certificate::from_bytes(&self.bytes(key, file)?);
        match certificate {
            Ok(certificate) if apple && emulated::is_published(certificate.public_key_info()) => {
                self.refuse(key, EMULATED)
            }
            Ok(certificate) => Some(certificate),
            Err(error) => self.refuse(key, format!("{file}: {error}")),
        }
    }

    /// Returns `Ok(None)` if the server serves no such file.
    fn domain_association(&self) -> Result<Option<String>, Reported> {
        const KEY: &str = "domain_association_file";
        let file = self.reader.text(KEY).ok_or(Reported)?;
        if file.is_empty() {
            return Ok(None);
        }
        self.text(KEY, &file).map(Some).ok_or(Reported)
    }
}
