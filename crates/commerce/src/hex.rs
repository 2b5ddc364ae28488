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

/// `None`: the text is no hexadecimal number of whole bytes. Digits of either case count.
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(16)).collect();
    let digits = digits?;
    let pairs = digits.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    pairs
        .map(|pair| u8::try_from(pair[0] * 16 + pair[1]).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn every_byte_has_two_digits() {
        assert_eq!(encode(&[]), "");
        assert_eq!(encode(&[0, 0x0a, 0x7f, 0xff]), "000a7fff");
    }

    #[test]
    fn only_whole_bytes_are_read() {
        assert_eq!(decode(""), Some(Vec::new()));
        assert_eq!(decode("000a7fFF"), Some(vec![0, 0x0a, 0x7f, 0xff]));
        for text in ["0", "000", "0g", "+f", "0x", " 0", "\u{ff10}0"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
