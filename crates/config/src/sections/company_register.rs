//! Reads `[company_register]`.

use crate::delivery::{is_own_machine, web_address};
use crate::model::CompanyRegisterSettings;
use crate::reader::{Reader, Reported};
use std::time::Duration;
use url::Url;
use zkratka_commerce::company::CompanyFields;
use zkratka_commerce::order::Mode;

const SECONDS_PER_HOUR: u64 = 3_600;

/// Reads the section. `Ok(None)`: it is disabled. `asked` is `None` if `[shop]` is faulty.
pub(crate) fn company_register(
    reader: &Reader<'_>,
    mode: Option<Mode>,
    asked: Option<CompanyFields>,
) -> Result<Option<CompanyRegisterSettings>, Reported> {
    // Read every key before returning, so that all faults are reported.
    let enabled = reader.flag("enabled");
    let url = reader.address("url", |text| match text {
        "" => Ok(None),
        text => base_address(text).map(Some),
    });
    let deadline = reader.number("deadline_ms", 50..=10_000);
    let hours = reader.number("cache_hours", 1..=720);
    let settings = CompanyRegisterSettings {
        url: url.ok_or(Reported)?,
        deadline: Duration::from_millis(deadline.ok_or(Reported)?),
        lifetime: Duration::from_secs(hours.ok_or(Reported)? * SECONDS_PER_HOUR),
    };
    if !enabled.ok_or(Reported)? {
        return Ok(None);
    }
    match misuse(&settings, mode, asked) {
        Some((key, message)) => {
            reader.fault(key, message);
            Err(Reported)
        }
        None => Ok(Some(settings)),
    }
}

/// The address that the paths of entries are appended to.
fn base_address(text: &str) -> Result<Url, &'static str> {
    let url = web_address(text)?;
    match url.query() {
        None => Ok(url),
        Some(_) => {
            Err("contains a part after ?, which would end up before the number: leave it out")
        }
    }
}

/// What does not fit the mode or the shop: the key, and the rest of a sentence about its value.
fn misuse(
    settings: &CompanyRegisterSettings,
    mode: Option<Mode>,
    asked: Option<CompanyFields>,
) -> Option<(&'static str, &'static str)> {
    if asked == Some(CompanyFields::Off) {
        return Some((
            "enabled",
            "has no effect while the shop takes no company numbers: write company_fields = \"optional\" in [shop]",
        ));
    }
    let url = settings.url.as_ref();
    match url {
        _ if mode? == Mode::Test => None,
        None => Some((
            "url",
            "is missing: with mode = \"live\" the register needs its URL. Write it, or enabled = false",
        )),
        Some(url) if url.scheme() == "http" && !is_own_machine(url) => Some((
            "url",
            "sends buyers' company numbers unencrypted: write https in mode = \"live\"",
        )),
        Some(_) => None,
    }
}
