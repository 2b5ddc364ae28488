//! The address of the database and the credentials for it, as one URL. The URL may contain a password, so no message
//! repeats any part of it.

use super::tls::Tls;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// How long one host may take to accept a connection.
const CONNECT_PATIENCE: Duration = Duration::from_secs(3);

/// Why an address cannot be used. No error repeats any part of the URL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The text is not the URL of a database.
    #[error(
        "this is not a URL such as postgres://user:password@host:5432/database (special characters of the password are written as %XX)"
    )]
    NoUrl,
    /// The URL names no host.
    #[error("it names no host")]
    NoHost,
    /// The certificates of the authorities cannot be used.
    #[error("the certificates to trust cannot be used: {0}")]
    Authorities(String),
}

/// The address of the database: a checked URL.
#[derive(Clone)]
pub struct Address {
    pub(super) config: Config,
    pub(super) tls: Tls,
    pub(super) server: Server,
}

/// Counts the servers to which this address has led, so that connections to an earlier server are not used any more.
#[derive(Clone, Default)]
pub(super) struct Server(Arc<AtomicU64>);

impl Server {
    /// The number of the present server.
    pub(super) fn present(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Records that this server is gone, or has become read-only. Has no effect if `server` is not the present one.
    pub(super) fn left(&self, server: u64) {
        let _ = self
            .0
            .compare_exchange(server, server + 1, Ordering::Relaxed, Ordering::Relaxed);
    }
}

impl Address {
    /// Reads a URL. `authorities` are certificates (PEM) to trust instead of those of the machine.
    ///
    /// Unless the URL says `sslmode=disable`, connections to any other machine use TLS with a verified certificate.
    pub fn parse(url: &str, authorities: Option<&[u8]>) -> Result<Self, AddressError> {
        if !(url.starts_with("postgres://") || url.starts_with("postgresql://")) {
            return Err(AddressError::NoUrl);
        }
        let mut config: Config = url.parse().map_err(|_| AddressError::NoUrl)?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(AddressError::NoHost);
        }
        if !config.get_hosts().iter().all(is_name) {
            return Err(AddressError::NoUrl);
        }
        let here = config.get_hosts().iter().all(is_this_machine);
        if config.get_ssl_mode() == SslMode::Prefer {
            config.ssl_mode(if here {
                SslMode::Disable
            } else {
                SslMode::Require
            });
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_PATIENCE);
        }
        if config.get_application_name().is_none() {
            config.application_name("zkratka");
        }
        // So that a server that vanished silently is noticed, even while it owes us a response.
        config.tcp_user_timeout(Duration::from_secs(10));
        config.keepalives_idle(Duration::from_secs(10));
        let tls = if config.get_ssl_mode() == SslMode::Disable && authorities.is_none() {
            Tls::Off
        } else {
            Tls::trusting(authorities).map_err(AddressError::Authorities)?
        };
        Ok(Self {
            config,
            tls,
            server: Server::default(),
        })
    }

    /// Whether the URL itself holds a password.
    #[must_use]
    pub fn has_password(&self) -> bool {
        self.config.get_password().is_some()
    }
}

/// Hosts and database, for people. Contains no secret.
impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts = self.config.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        });
        let hosts: Vec<String> = hosts.collect();
        let database = self.config.get_dbname().unwrap_or("the user's own");
        write!(formatter, "{database} on {}", hosts.join(", "))
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Address({self})")
    }
}

/// Whether the text is a host name, and not the rest of a password with characters that were not written as %XX.
fn is_name(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-._:".contains(c)),
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

fn is_this_machine(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::{Address, AddressError};
    use tokio_postgres::config::SslMode;

    /// [B.08] Connections are encrypted and verified unless they stay on this machine.
    #[test]
    fn tls_is_left_out_on_this_machine_only() {
        for (url, expected) in [
            ("postgres://a:b@localhost/shop", SslMode::Disable),
            ("postgres://a:b@127.0.0.1:5433/shop", SslMode::Disable),
            (
                "postgres://a@%2Fvar%2Frun%2Fpostgresql/shop",
                SslMode::Disable,
            ),
            ("postgres://a:b@db.example/shop", SslMode::Require),
            ("postgres://a:b@localhost,db.example/shop", SslMode::Require),
            (
                "postgresql://a:b@10.0.0.1/shop?sslmode=disable",
                SslMode::Disable,
            ),
            (
                "postgres://a:b@localhost/shop?sslmode=require",
                SslMode::Require,
            ),
        ] {
            let address = Address::parse(url, None).unwrap();
            assert_eq!(address.config.get_ssl_mode(), expected, "{url}");
        }
    }

    /// No message contains the password, whatever is wrong with the URL around it.
    #[test]
    fn nothing_of_the_url_is_repeated() {
        for url in [
            "postgres://jana:hes@heslo@db.example/shop",
            "postgres://jana:heslo@db.example:port/shop",
            "postgres://jana:heslo@db.example/shop?heslo=1",
            "host=db password=heslo",
            "heslo",
        ] {
            let error = Address::parse(url, None).unwrap_err();
            assert_eq!(error, AddressError::NoUrl, "{url}");
            assert!(!error.to_string().contains("heslo"));
        }
        let address = Address::parse("postgres://jana:heslo@db.example/shop", None).unwrap();
        assert!(address.has_password());
        for text in [format!("{address:?}"), address.to_string()] {
            assert!(
                !text.contains("heslo") && text.contains("shop on db.example"),
                "{text}"
            );
        }
    }

    #[test]
    fn certificates_to_trust_must_be_there() {
        let answer = Address::parse("postgres://db.example/shop", Some(b"no certificate"));
        assert!(matches!(answer, Err(AddressError::Authorities(_))));
        assert_eq!(
            Address::parse("postgres:///shop", None).unwrap_err(),
            AddressError::NoHost
        );
    }
}
