//! Reads `[carrier]`.

use crate::model::CarrierSettings;
use crate::reader::Reader;
use std::time::Duration;
use url::{Host, Url};
use zkratka_commerce::address::country_name;
use zkratka_commerce::order::Mode;

pub(super) fn carrier(reader: &Reader<'_>) -> Option<CarrierSettings> {
    let url = reader.address("url", |text| match text {
        "" => Ok(None),
        text => web_address(text).map(Some),
    });
    let deadline = reader.number("deadline_ms", 50..=10_000);
    let minutes = reader.number("quote_minutes", 1..=1_440);
    let cached = reader.number("cached_quotes", 1..=1_000_000);
    let country = reader.parsed("origin_country", |text| {
        country_name(text).map(|_| text.to_owned()).ok_or(())
    });
    let zip = reader.text("origin_zip");
    Some(CarrierSettings {
        url: url?,
        deadline: Duration::from_millis(deadline?),
        quote_lifetime: Duration::from_secs(minutes? * 60),
        cached_quotes: usize::try_from(cached?).ok()?,
        origin_country: country?,
        origin_zip: zip?,
    })
}

/// Parses the URL of a service that the server calls. The error is the rest of a sentence about the value.
pub(crate) fn web_address(text: &str) -> Result<Url, &'static str> {
    let url = Url::parse(text).map_err(|_| "is not a web address")?;
    if !matches!(url.scheme(), "https" | "http") || !url.has_host() {
        return Err("is not a web address");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("contains a name or a password, which the server does not send: leave it out");
    }
    if url.fragment().is_some() {
        return Err("contains a part after #, which the server does not send: leave it out");
    }
    Ok(url)
}

/// Reports settings that live mode does not allow: a missing URL, or plain HTTP to another machine.
pub(super) fn fits_mode(
    method: &Reader<'_>,
    reader: &Reader<'_>,
    settings: &CarrierSettings,
    mode: Option<Mode>,
) -> Option<()> {
    if mode != Some(Mode::Live) {
        return Some(());
    }
    match &settings.url {
        None => {
            method.fault(
                "carrier_service",
                "needs the carrier's URL in mode = \"live\": write url in [carrier]",
            );
            None
        }
        Some(url) if url.scheme() == "http" && !is_own_machine(url) => {
            reader.fault(
                "url",
                "sends buyers' postal codes unencrypted: write https in mode = \"live\"",
            );
            None
        }
        Some(_) => Some(()),
    }
}

/// Whether the URL's host is this machine, so that no network can read the requests.
pub(crate) fn is_own_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}
