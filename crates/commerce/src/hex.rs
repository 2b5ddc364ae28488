//! Bytes as hexadecimal digits.

use std::fmt::Write;

/// Two lower-case digits for each byte.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn every_byte_has_two_digits() {
        assert_eq!(encode(&[]), "");
        assert_eq!(encode(&[0, 0x0a, 0x7f, 0xff]), "000a7fff");
    }
}
