//! Address ranges.

use std::net::IpAddr;
use std::str::FromStr;

/// An address range, e.g. `10.0.0.0/8`. A single address is a range of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

/// The text is neither an address nor an address range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither an address nor a network")]
pub struct InvalidNetwork;

impl Network {
    /// Whether the range contains the address. An IPv4 address written as IPv6 counts as IPv4.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address.to_canonical(), address.to_canonical()) {
            (IpAddr::V4(network), IpAddr::V4(address)) => same_bits(
                u128::from(network.to_bits()),
                u128::from(address.to_bits()),
                32,
                self.prefix,
            ),
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                same_bits(network.to_bits(), address.to_bits(), 128, self.prefix)
            }
            _ => false,
        }
    }
}

fn same_bits(left: u128, right: u128, width: u8, prefix: u8) -> bool {
    let ignored = u32::from(width.saturating_sub(prefix));
    (left ^ right).checked_shr(ignored).unwrap_or(0) == 0
}

impl FromStr for Network {
    type Err = InvalidNetwork;

    fn from_str(text: &str) -> Result<Self, InvalidNetwork> {
        let (address, prefix) = text
            .split_once('/')
            .map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let address: IpAddr = address.parse().map_err(|_| InvalidNetwork)?;
        let width = if address.is_ipv4() { 32 } else { 128 };
        let prefix = match prefix {
            None => width,
            Some(prefix) => prefix.parse().map_err(|_| InvalidNetwork)?,
        };
        if prefix > width {
            return Err(InvalidNetwork);
        }
        Ok(Self { address, prefix })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(network: &str, address: &str) -> bool {
        let network: Network = network.parse().expect("a network");
        network.contains(address.parse().expect("an address"))
    }

    #[test]
    fn a_network_contains_its_addresses_only() {
        assert!(contains("10.0.0.0/8", "10.200.3.4"));
        assert!(!contains("10.0.0.0/8", "11.0.0.1"));
        assert!(contains("0.0.0.0/0", "203.0.113.9"));
        assert!(contains("127.0.0.1", "127.0.0.1"));
        assert!(contains("127.0.0.1", "::ffff:127.0.0.1"));
        assert!(!contains("127.0.0.1", "127.0.0.2"));
        assert!(contains("fd00::/8", "fd12::1"));
        assert!(!contains("fd00::/8", "10.0.0.1"));
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for text in ["", "10.0.0.0/33", "10.0.0.0/x", "localhost", "10.0.0/8"] {
            assert_eq!(text.parse::<Network>(), Err(InvalidNetwork), "{text}");
        }
    }
}
