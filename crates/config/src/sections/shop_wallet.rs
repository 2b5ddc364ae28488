//! Reads `[shop_wallet]`.

use super::origin::origin;
use super::payments::secret;
use crate::model::{Server, Shop, ShopWalletSettings, StoreSettings};
use crate::reader::{Reader, Reported};
use std::path::Path;
use zkratka_commerce::order::Mode;
use zkratka_store::StorePlace;

/// The longest name that fits the button at its least width.
const LONGEST_NAME: usize = 12;

/// What other sections say.
pub(crate) struct Around<'a> {
    server: Option<&'a Server>,
    shop: Option<&'a Shop>,
    store: Option<&'a StoreSettings>,
    /// Whether the shop sends e-mails; `None` if that section is faulty.
    has_mail: Option<bool>,
}

impl<'a> Around<'a> {
    pub(crate) const fn new(
        server: Option<&'a Server>,
        shop: Option<&'a Shop>,
        store: Option<&'a StoreSettings>,
        has_mail: Option<bool>,
    ) -> Self {
        Self {
            server,
            shop,
            store,
            has_mail,
        }
    }
}

/// Reads the section. `Ok(None)`: it is disabled.
pub(crate) fn shop_wallet(
    reader: &Reader<'_>,
    folder: &Path,
    around: &Around<'_>,
) -> Result<Option<ShopWalletSettings>, Reported> {
    // Read every key before returning, so that all faults are reported.
    let enabled = reader.flag("enabled");
    let name = reader.parsed("name", |text| {
        let fits = text.chars().count() <= LONGEST_NAME;
        fits.then(|| text.trim().to_owned()).ok_or(())
    });
    let own = reader.address("origin", |text| match text {
        "" => Ok(None),
        text => origin(text).map(Some),
    });
    let is_personalised = reader.flag("personalized");
    let is_delayed = reader.flag("animation_delay");
    let secret = secret(reader, folder)?;
    let (enabled, name, own) = (
        enabled.ok_or(Reported)?,
        name.ok_or(Reported)?,
        own.ok_or(Reported)?,
    );
    let (is_personalised, is_delayed) = (
        is_personalised.ok_or(Reported)?,
        is_delayed.ok_or(Reported)?,
    );
    if !enabled {
        return Ok(None);
    }
    let (Some(server), Some(shop), Some(store)) = (around.server, around.shop, around.store) else {
        return Err(Reported);
    };
    let settings = ShopWalletSettings {
        name: if name.is_empty() {
            shop.name.clone()
        } else {
            name
        },
        origin: own.unwrap_or_else(|| server.public_origin.clone()),
        is_personalised,
        is_delayed,
        secret,
    };
    match misuse(&settings, server.mode, store, around.has_mail) {
        Some((key, message)) => {
            reader.fault(key, message);
            Err(Reported)
        }
        None => Ok(Some(settings)),
    }
}

/// What does not fit the rest of the configuration: the key, and the rest of a sentence about its value.
fn misuse(
    settings: &ShopWalletSettings,
    mode: Mode,
    store: &StoreSettings,
    has_mail: Option<bool>,
) -> Option<(&'static str, &'static str)> {
    if has_mail == Some(false) {
        return Some((
            "enabled",
            "needs e-mails for its codes: write enabled = true in [mail]",
        ));
    }
    if settings.name.chars().count() > LONGEST_NAME {
        return Some((
            "name",
            "is missing: the shop's name has more than 12 letters, so write a shorter one here",
        ));
    }
    if mode == Mode::Live && !settings.origin.starts_with("https:") {
        return Some((
            "origin",
            "is not encrypted, and browsers make no passkeys there: write https in mode = \"live\"",
        ));
    }
    let is_shared = matches!(store.place, StorePlace::Postgres { .. });
    (is_shared && settings.secret.is_none()).then_some((
        "secret_env",
        "is missing. Servers can share this database, and each must accept the codes of the others: name the variable with the secret in secret_env, or its file in secret_file",
    ))
}
