//! Whom an address belongs to.

use std::net::{IpAddr, Ipv6Addr};

/// The bits of an IPv6 address that tell one network from another; the rest is the holder's to choose.
const NETWORK_BITS: u32 = 64;

/// One IPv4 address, or one network of IPv6: what limits by address count. Personal data, never for logs.
#[must_use]
pub fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(
            address.to_bits() >> NETWORK_BITS << NETWORK_BITS,
        )),
        address @ IpAddr::V4(_) => address,
    }
}
