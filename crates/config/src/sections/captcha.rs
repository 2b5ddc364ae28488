//! Reads `[captcha]`.

use super::payments::secret;
use crate::model::{CaptchaDemand, CaptchaSettings, StoreSettings};
use crate::reader::Reader;
use std::path::Path;
use std::time::Duration;
use zkratka_commerce::order::Mode;
use zkratka_store::StorePlace;

pub(crate) fn captcha(
    reader: &Reader<'_>,
    folder: &Path,
    store: Option<&StoreSettings>,
    mode: Option<Mode>,
) -> Option<CaptchaSettings> {
    let demand = reader.parsed("demand", |text| match text {
        "" => Ok(default_demand(mode)),
        "never" => Ok(CaptchaDemand::Never),
        "suspicious" => Ok(CaptchaDemand::Suspicious),
        "always" => Ok(CaptchaDemand::Always),
        _ => Err(()),
    });
    let submits = reader.number("submits", 0..=1_000_000);
    let failures = reader.number("failures", 0..=1_000_000);
    let minutes = reader.number("window_minutes", 1..=1_440);
    let difficulty = reader.number("difficulty", 1..=24);
    let secret = secret(reader, folder);
    let (demand, submits, failures) = (demand?, submits?, failures?);
    if demand == CaptchaDemand::Suspicious && submits == 0 && failures == 0 {
        reader.fault(
            "demand",
            "\"suspicious\" has no effect while submits and failures are 0: write one of them",
        );
        return None;
    }
    let secret = secret.ok()?;
    let is_shared = store.is_some_and(|store| matches!(store.place, StorePlace::Postgres { .. }));
    if demand != CaptchaDemand::Never && is_shared && secret.is_none() {
        reader.fault(
            "secret_env",
            "is missing. Servers can share this database, and each must accept the challenges of the others: name the variable with the secret in secret_env, or its file in secret_file. Without a captcha (demand = \"never\") none is needed",
        );
        return None;
    }
    Some(CaptchaSettings {
        demand,
        submits: u32::try_from(submits).ok()?,
        failures: u32::try_from(failures).ok()?,
        window: Duration::from_secs(minutes? * 60),
        difficulty: u32::try_from(difficulty?).ok()?,
        secret,
    })
}

/// Live shops meet programs that test stolen cards or order without paying. In test mode no buyer is kept waiting.
const fn default_demand(mode: Option<Mode>) -> CaptchaDemand {
    match mode {
        Some(Mode::Live) => CaptchaDemand::Suspicious,
        Some(Mode::Test) | None => CaptchaDemand::Never,
    }
}
