//! Who asks: the address that shares are counted by.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::HeaderMap;

/// A client: an IPv4 address, or the 64 bits of an IPv6 address that name its network, whose hosts
/// can take any of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Client(IpAddr);

/// The other end of a connection, in the extensions of its requests.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

impl Client {
    /// The client at an address.
    pub fn at(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & !u128::from(u64::MAX);
                IpAddr::V6(Ipv6Addr::from_bits(network))
            }
            address => address,
        })
    }

    /// The client of a request that came from `peer` through as many proxies as are trusted: each
    /// appends the address that it was asked from to `X-Forwarded-For`. A request that did not
    /// come through all of them is the peer's own.
    pub fn behind(proxies: usize, peer: IpAddr, headers: &HeaderMap) -> Self {
        let named = headers.get_all("x-forwarded-for").iter();
        let named = named.flat_map(|line| line.as_bytes().split(|byte| *byte == b','));
        let named: Vec<&[u8]> = named.collect();
        let origin = proxies.checked_sub(1).and_then(|last| {
            let named = named.iter().rev().nth(last)?;
            address(std::str::from_utf8(named).ok()?.trim())
        });
        Self::at(origin.unwrap_or(peer))
    }
}

/// An address as proxies write it: with a port or without, IPv6 in brackets or not.
fn address(text: &str) -> Option<IpAddr> {
    let plain = text.parse().ok();
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || Some(text.parse::<std::net::SocketAddr>().ok()?.ip());
    plain.or_else(bracketed).or_else(with_port)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn from(proxies: usize, lines: &[&str]) -> Client {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_str(line).unwrap());
        }
        Client::behind(proxies, "10.0.0.9".parse().unwrap(), &headers)
    }

    fn at(text: &str) -> Client {
        Client::at(text.parse().unwrap())
    }

    #[test]
    fn what_a_client_says_of_itself_counts_for_nothing() {
        let own = at("10.0.0.9");
        assert_eq!(from(0, &["1.2.3.4"]), own);
        assert_eq!(from(1, &["6.6.6.6, 1.2.3.4"]), at("1.2.3.4"));
        assert_eq!(from(1, &["6.6.6.6", "1.2.3.4:99"]), at("1.2.3.4"));
        assert_eq!(from(2, &["6.6.6.6, 1.2.3.4", "5.5.5.5"]), at("1.2.3.4"));
        for nonsense in ["", "unknown", "1.2.3.4, ", "1.2.3.4.5", "[::1", "é"] {
            assert_eq!(from(1, &[nonsense]), own, "{nonsense}");
        }
        assert_eq!(from(3, &["1.2.3.4, 5.5.5.5"]), own);
        assert_eq!(from(usize::MAX, &["1.2.3.4"]), own);
    }

    #[test]
    fn a_network_is_one_client() {
        assert_eq!(at("2001:db8::1"), at("2001:db8::2:3"));
        assert_ne!(at("2001:db8::1"), at("2001:db8:0:1::1"));
        assert_eq!(at("::ffff:1.2.3.4"), at("1.2.3.4"));
        assert_eq!(from(1, &["[2001:db8::1]:80"]), at("2001:db8::7"));
        assert_eq!(from(1, &["[2001:db8::1]"]), at("2001:db8::7"));
    }
}
