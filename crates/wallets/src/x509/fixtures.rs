//! DER for tests.

/// An element with a short or a two-byte length.
pub(crate) fn element(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let length = match u8::try_from(content.len()) {
        Ok(short) if short < 0x80 => vec![short],
        Ok(long) => vec![0x81, long],
        Err(_) => {
            let [high, low] = u16::try_from(content.len())
                .unwrap_or(u16::MAX)
                .to_be_bytes();
            vec![0x82, high, low]
        }
    };
    [&[tag][..], &length, &content].concat()
}
