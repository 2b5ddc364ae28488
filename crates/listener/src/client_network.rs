//! Maps an address to the network of one client.

use std::net::{IpAddr, Ipv6Addr};

/// Length of the prefix that identifies an IPv6 network. The client can choose all other bits.
const NETWORK_BITS: u32 = 64;

/// Returns an IPv4 address unchanged, and the network of an IPv6 address. Limits by address count these. Personal data:
/// never for logs.
#[must_use]
pub fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(
            address.to_bits() >> NETWORK_BITS << NETWORK_BITS,
        )),
        address @ IpAddr::V4(_) => address,
    }
}
