//! `[server]`.

use super::origin::origin;
use crate::model::Server;
use crate::network::Network;
use crate::reader::Reader;
use tracing::Level;
use zkratka_commerce::order::Mode;

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
