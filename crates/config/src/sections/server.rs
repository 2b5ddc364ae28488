//! Reads `[server]`.

use super::origin::origin;
use crate::emulated;
use crate::model::Server;
use crate::network::Network;
use crate::reader::Reader;
use tracing::Level;
use url::Url;
use zkratka_commerce::address::email_fault;
use zkratka_commerce::order::Mode;

const NO_TEST_MODE: &str = "\"test\" needs the emulated payment gateway and wallets, which this program does not have. Run zkratka-sandbox, the program that has them, or write mode = \"live\"";

pub(crate) fn server(reader: &Reader<'_>) -> Option<Server> {
    let listen = reader.parsed("listen", str::parse);
    let public_origin = reader.address("public_origin", |text| match text {
        "" => Ok(String::new()),
        text => origin(text),
    });
    let trusted_proxies = reader.parsed_list("trusted_proxies", str::parse::<Network>);
    let mode = reader.parsed("mode", |text| match text {
        "test" => Ok(Mode::Test),
        "live" => Ok(Mode::Live),
        _ => Err(()),
    });
    let is_live = mode == Some(Mode::Live);
    if let Some(origin) = public_origin.as_deref().filter(|_| is_live) {
        check_live_origin(reader, origin);
    }
    let security_contact = reader.parsed("security_contact", contact);
    if mode == Some(Mode::Test) && !emulated::HAS_TEST_MODE {
        reader.fault("mode", NO_TEST_MODE);
    }
    let log = reader.parsed("log", |text| match text {
        "error" => Ok(Level::ERROR),
        "warn" => Ok(Level::WARN),
        "info" => Ok(Level::INFO),
        "debug" => Ok(Level::DEBUG),
        "trace" => Ok(Level::TRACE),
        _ => Err(()),
    });
    Some(Server {
        log: log?,
        listen: listen?,
        public_origin: public_origin?,
        trusted_proxies: trusted_proxies?,
        mode: mode?,
        security_contact: security_contact?,
    })
}

/// Buyers type their data into pages of this origin, and links of orders and the cookies' `Secure` depend on it. A proxy
/// on this machine changes nothing: what counts is what buyers see.
fn check_live_origin(reader: &Reader<'_>, origin: &str) {
    let fault = match origin {
        "" => {
            "is missing, and mode = \"live\" needs it: write the https:// address that buyers see"
        }
        origin if !origin.starts_with("https:") => {
            "is not encrypted: mode = \"live\" needs the https:// address that buyers see, also behind a proxy"
        }
        _ => return,
    };
    reader.fault("public_origin", fault);
}

/// Reads a contact as RFC 9116 wants it, as a URI; `None` if there is none.
fn contact(text: &str) -> Result<Option<String>, ()> {
    if text.is_empty() {
        return Ok(None);
    }
    if email_fault(text).is_none() {
        return Ok(Some(format!("mailto:{text}")));
    }
    let url = Url::parse(text).map_err(|_| ())?;
    let is_https = url.scheme() == "https" && url.has_host();
    if is_https && url.password().is_none() && url.username().is_empty() {
        Ok(Some(url.into()))
    } else {
        Err(())
    }
}
