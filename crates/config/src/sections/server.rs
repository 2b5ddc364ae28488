//! Reads `[server]`.

use super::origin::origin;
use crate::emulated;
use crate::model::Server;
use crate::network::Network;
use crate::reader::Reader;
use tracing::Level;
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
    })
}
