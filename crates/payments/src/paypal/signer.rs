//! The certificate of webhook signatures: whose it is, and when it is valid.
//!
//! PayPal's own host publishes it over TLS, which authenticates it; that host also publishes certificates for other
//! purposes. `webpki` reads names and validity only together with a chain, which PayPal does not promise to publish.

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use zkratka_commerce::time::Timestamp;

const INTEGER: u8 = 0x02;
const OBJECT_IDENTIFIER: u8 = 0x06;
const UTF8_STRING: u8 = 0x0c;
const PRINTABLE_STRING: u8 = 0x13;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const VERSION: u8 = 0xa0;
/// 2.5.4.3
const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];

#[derive(Debug)]
pub(super) struct Signer {
    pub(super) certificate: CertificateDer<'static>,
    /// The subject's only common name.
    pub(super) name: String,
    pub(super) not_before: Timestamp,
    pub(super) not_after: Timestamp,
}

impl Signer {
    /// Reads the first certificate of a PEM file, which is the signer's.
    pub(super) fn read(pem: &[u8]) -> Option<Self> {
        let certificate = CertificateDer::from_pem_slice(pem).ok()?;
        let (name, not_before, not_after) = fields(&certificate)?;
        Some(Self {
            certificate,
            name,
            not_before,
            not_after,
        })
    }

    pub(super) fn is_valid_at(&self, moment: Timestamp) -> bool {
        (self.not_before..=self.not_after).contains(&moment)
    }
}

fn fields(der: &[u8]) -> Option<(String, Timestamp, Timestamp)> {
    let mut whole = Der(der);
    let mut certificate = Der(whole.expect(SEQUENCE)?);
    let mut signed = Der(certificate.expect(SEQUENCE)?);
    signed.expect(VERSION)?;
    let _serial_number = signed.expect(INTEGER)?;
    let _algorithm = signed.expect(SEQUENCE)?;
    let _issuer = signed.expect(SEQUENCE)?;
    let mut validity = Der(signed.expect(SEQUENCE)?);
    let (not_before, not_after) = (validity.time()?, validity.time()?);
    let name = common_name(signed.expect(SEQUENCE)?)?;
    Some((name, not_before, not_after))
}

/// None unless the subject has exactly one.
fn common_name(subject: &[u8]) -> Option<String> {
    let mut found = None;
    let mut names = Der(subject);
    while !names.0.is_empty() {
        let mut attributes = Der(names.expect(SET)?);
        while !attributes.0.is_empty() {
            let mut attribute = Der(attributes.expect(SEQUENCE)?);
            let kind = attribute.expect(OBJECT_IDENTIFIER)?;
            let (tag, value) = attribute.next()?;
            if kind != COMMON_NAME {
                continue;
            }
            if found.is_some() || !matches!(tag, UTF8_STRING | PRINTABLE_STRING) {
                return None;
            }
            found = Some(std::str::from_utf8(value).ok()?.to_owned());
        }
    }
    found
}

/// Elements in DER that are not read yet.
struct Der<'d>(&'d [u8]);

impl<'d> Der<'d> {
    /// The tag and content of the next element.
    fn next(&mut self) -> Option<(u8, &'d [u8])> {
        let (&tag, rest) = self.0.split_first()?;
        let (&first, rest) = rest.split_first()?;
        let (length, rest) = match first {
            0..=0x7f => (usize::from(first), rest),
            // No certificate has a length of more than two bytes.
            0x81 | 0x82 => {
                let (length, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
                let length = length.iter();
                let length = length.fold(0, |sum, byte| (sum << 8) | usize::from(*byte));
                (length, rest)
            }
            _ => return None,
        };
        let (content, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some((tag, content))
    }

    fn expect(&mut self, tag: u8) -> Option<&'d [u8]> {
        self.next()
            .filter(|(found, _)| *found == tag)
            .map(|(_, content)| content)
    }

    /// RFC 5280, 4.1.2.5: always with seconds and in UTC; years with two digits are 1950 to 2049.
    fn time(&mut self) -> Option<Timestamp> {
        let (tag, text) = self.next()?;
        let text = std::str::from_utf8(text).ok()?;
        let whole = match tag {
            UTC_TIME if text.get(..2)? < "50" => format!("20{text}"),
            UTC_TIME => format!("19{text}"),
            GENERALIZED_TIME => text.to_owned(),
            _ => return None,
        };
        let moment = jiff::civil::DateTime::strptime("%Y%m%d%H%M%SZ", &whole).ok()?;
        let moment = moment.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
        Some(Timestamp(moment.timestamp().as_millisecond()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEM: &[u8] = include_bytes!("../../../sandbox/src/paypal/webhook_certificate.pem");

    fn moment(text: &str) -> Timestamp {
        let moment: jiff::Timestamp = text.parse().expect("a moment");
        Timestamp(moment.as_millisecond())
    }

    #[test]
    fn a_certificate_says_whose_it_is_and_for_how_long() {
        let signer = Signer::read(PEM).expect("a certificate");
        assert_eq!(signer.name, "messageverificationcerts.127.0.0.1");
        assert_eq!(signer.not_before, moment("2020-01-01T00:00:00Z"));
        assert_eq!(signer.not_after, moment("2126-01-01T00:00:00Z"));
        for (at, is_valid) in [
            ("2019-12-31T23:59:59Z", false),
            ("2020-01-01T00:00:00Z", true),
            ("2126-01-01T00:00:00Z", true),
            ("2126-01-01T00:00:01Z", false),
        ] {
            assert_eq!(signer.is_valid_at(moment(at)), is_valid, "{at}");
        }
    }

    #[test]
    fn years_with_two_digits_are_of_two_centuries() {
        for (text, year) in [("490101000000Z", "2049"), ("500101000000Z", "1950")] {
            let mut bytes = vec![UTC_TIME, 13];
            bytes.extend(text.bytes());
            let expected = moment(&format!("{year}-01-01T00:00:00Z"));
            assert_eq!(Der(&bytes).time(), Some(expected), "{text}");
        }
    }

    /// Whatever is cut off or changed is refused or read, without a panic.
    #[test]
    fn a_broken_certificate_is_refused() {
        let der = CertificateDer::from_pem_slice(PEM).expect("a certificate");
        let end_of_subject = 300;
        for length in 0..end_of_subject.min(der.len()) {
            assert_eq!(fields(&der[..length]), None, "{length}");
        }
        for place in 0..der.len() {
            let mut bent = der.to_vec();
            bent[place] ^= 0xff;
            let _read = fields(&bent);
        }
        let mut two_names = Vec::new();
        for _ in 0..2 {
            two_names.extend([SET, 10, SEQUENCE, 8, OBJECT_IDENTIFIER, 3, 0x55, 0x04, 0x03]);
            two_names.extend([UTF8_STRING, 1, b'a']);
        }
        assert_eq!(common_name(&two_names[..12]).as_deref(), Some("a"));
        assert_eq!(common_name(&two_names), None);
    }
}
