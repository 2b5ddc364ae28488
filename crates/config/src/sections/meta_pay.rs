//! Reads `[wallets.meta_pay]`.

use super::named_secret::PRIVATE_KEY;
use super::test_only::unless_live;
use super::wallet_names::{given_name, shown_name};
use crate::emulated::{self, EmulatedMetaPay};
use crate::environment::unreadable;
use crate::model::{MetaPayConfig, Server, Shop};
use crate::reader::{Reader, Reported};
use std::path::Path;
use zkratka_commerce::order::Mode;
use zkratka_wallets::DecryptionKey;
use zkratka_wallets::meta_pay::ContainerType;
use zkratka_wallets::x509::Certificate;

const NO_PARTNERSHIP: &str = "\"live\" cannot take Meta Pay: it needs Meta's partnership, which gives its partners the root certificate, an id and the algorithms, and this version has only the emulation. Write mode = \"test\" in [server], or enabled = false";
const EMULATED: &str =
    "is the emulation's, which is public and which mode = \"live\" does not accept";
const CONTAINERS: &str = "supported_containers";

/// Returns `Ok(None)` if the wallet is disabled.
pub(crate) fn meta_pay(
    reader: &Reader<'_>,
    folder: &Path,
    server: Option<&Server>,
    shop: Option<&Shop>,
) -> Result<Option<MetaPayConfig>, Reported> {
    let enabled = reader.flag("enabled").ok_or(Reported)?;
    let section = Section {
        reader,
        folder,
        enabled,
        live: server.is_some_and(|server| server.mode == Mode::Live),
        emulated: emulated::meta_pay(),
    };
    let settings = section.settings(shop);
    unless_live(reader, enabled, section.live, NO_PARTNERSHIP, settings)
}

/// The section, with the settings from other sections that it depends on.
struct Section<'a, 'r> {
    reader: &'a Reader<'r>,
    folder: &'a Path,
    /// A disabled section may be incomplete.
    enabled: bool,
    live: bool,
    emulated: Option<EmulatedMetaPay>,
}

impl Section<'_, '_> {
    /// Reads every key before returning, so that all faults are reported at once.
    fn settings(&self, shop: Option<&Shop>) -> Option<MetaPayConfig> {
        let app_id = self.id("app_id", |it| it.app_id);
        let partner_id = self.id("partner_id", |it| it.partner_id);
        let merchant_id = self.id("merchant_id", |it| it.merchant_id);
        let name = shown_name(self.reader, "name", shop);
        let supported_containers = self.supported_containers();
        let private_key = self.private_key();
        let root = self.root();
        Some(MetaPayConfig {
            app_id: app_id?,
            partner_id: partner_id?,
            merchant_id: merchant_id?,
            name: name?,
            supported_containers: supported_containers?,
            private_key: private_key?,
            root: root?,
        })
    }

    fn refuse<T>(&self, key: &str, problem: impl Into<String>) -> Option<T> {
        if self.enabled {
            self.reader.fault(key, problem);
        }
        None
    }

    /// Reads an id that Meta or the partner issued. An empty one becomes the emulation's.
    fn id(&self, key: &str, emulated: fn(&EmulatedMetaPay) -> &'static str) -> Option<String> {
        let text = given_name(self.reader, key)?;
        if self.live && emulated::is_published(&text) {
            return self.refuse(key, EMULATED);
        }
        if text.is_empty() {
            return self.emulated.as_ref().map(|it| emulated(it).to_owned());
        }
        Some(text)
    }

    fn supported_containers(&self) -> Option<Vec<ContainerType>> {
        let parse = |text: &str| ContainerType::named(text).ok_or(());
        let types = self.reader.parsed_list(CONTAINERS, parse)?;
        if types.is_empty() {
            let problem = "is empty, so the server would accept no container: write at least one";
            return self.refuse(CONTAINERS, problem);
        }
        Some(types)
    }

    fn private_key(&self) -> Option<DecryptionKey> {
        let Some(given) = PRIVATE_KEY.read(self.reader, self.folder).ok()? else {
            return self.emulated.as_ref().map(|it| it.partner_key.clone());
        };
        let key = match DecryptionKey::from_text(&given.text) {
            Ok(key) => key,
            Err(error) => return self.refuse(given.key, error.to_string()),
        };
        if self.live && emulated::is_published(key.public_key_base64()) {
            return self.refuse(given.key, EMULATED);
        }
        Some(key)
    }

    fn root(&self) -> Option<Certificate> {
        const KEY: &str = "root_file";
        let file = self.reader.text(KEY)?;
        if file.is_empty() {
            return self.emulated.as_ref().map(|it| it.root.clone());
        }
        let bytes = match std::fs::read(self.folder.join(&file)) {
            Ok(bytes) => bytes,
            Err(error) => return self.refuse(KEY, unreadable(self.folder, &file, &error)),
        };
        let root = match Certificate::from_bytes(&bytes) {
            Ok(root) => root,
            Err(error) => return self.refuse(KEY, format!("{file}: {error}")),
        };
        if self.live && emulated::is_published(root.public_key_info()) {
            return self.refuse(KEY, EMULATED);
        }
        if !root.is_root() {
            let problem =
                format!("{file} is not a root certificate: a root certificate is self-signed");
            return self.refuse(KEY, problem);
        }
        Some(root)
    }
}
