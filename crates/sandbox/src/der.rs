//! Writes DER, and the indefinite lengths that Apple mixes with it.

use zkratka_commerce::time::Timestamp;

/// One element with these parts.
pub(crate) fn element(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let mut bytes = vec![tag];
    let digits = content.len().to_be_bytes();
    if content.len() < 0x80 {
        bytes.extend(digits.last());
    } else {
        let skipped = digits.iter().take_while(|digit| **digit == 0).count();
        // Cannot fail: there are at most eight digits.
        bytes.push(0x80 | u8::try_from(digits.len() - skipped).unwrap_or_default());
        bytes.extend(digits.iter().skip(skipped));
    }
    bytes.extend(content);
    bytes
}

/// One element of indefinite length.
pub(crate) fn indefinite(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    [&[tag, 0x80], parts.concat().as_slice(), &[0, 0]].concat()
}

pub(crate) fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    element(0x30, parts)
}

pub(crate) fn set(parts: &[&[u8]]) -> Vec<u8> {
    element(0x31, parts)
}

pub(crate) fn octets(bytes: &[u8]) -> Vec<u8> {
    element(0x04, &[bytes])
}

pub(crate) fn text(text: &str) -> Vec<u8> {
    element(0x0c, &[text.as_bytes()])
}

pub(crate) fn bits(bytes: &[u8]) -> Vec<u8> {
    element(0x03, &[&[0], bytes])
}

pub(crate) fn boolean_true() -> Vec<u8> {
    element(0x01, &[&[0xff]])
}

pub(crate) fn null() -> Vec<u8> {
    element(0x05, &[])
}

/// A non-negative number below 128: versions and serial numbers.
pub(crate) fn small_integer(number: u8) -> Vec<u8> {
    element(0x02, &[&[number & 0x7f]])
}

/// An object identifier such as `1.2.840`. Its numbers are below 2^28.
pub(crate) fn object_identifier(numbers: &[u32]) -> Vec<u8> {
    let (first, rest) = match numbers {
        [first, second, rest @ ..] => (first * 40 + second, rest),
        _ => (0, numbers),
    };
    let mut content = Vec::new();
    for number in std::iter::once(&first).chain(rest) {
        let mut started = false;
        for shift in [21, 14, 7, 0] {
            let digit = u8::try_from((number >> shift) & 0x7f).unwrap_or_default();
            started |= digit != 0 || shift == 0;
            if started {
                content.push(if shift == 0 { digit } else { digit | 0x80 });
            }
        }
    }
    element(0x06, &[&content])
}

/// Precise to the second.
pub(crate) fn utc_time(moment: Timestamp) -> Vec<u8> {
    let seconds = moment.0.div_euclid(1_000);
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date(days);
    let digits = format!(
        "{:02}{month:02}{day:02}{:02}{:02}{:02}Z",
        year.rem_euclid(100),
        second / 3_600,
        second / 60 % 60,
        second % 60
    );
    element(0x17, &[digits.as_bytes()])
}

/// Converts days since 1970 to a date. Its years begin in March, so that a leap day is the last day.
const fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = era * 400 + year_of_era + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_as_in_the_standard() {
        assert_eq!(
            object_identifier(&[1, 2, 840, 113_635, 100, 6, 29]),
            [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64, 6, 0x1d]
        );
        assert_eq!(element(4, &[&[7; 200]])[..4], [4, 0x81, 200, 7]);
        assert_eq!(element(4, &[&[7; 300]])[..4], [4, 0x82, 1, 44]);
        for (moment, digits) in [
            (0, "700101000000Z"),
            (1_630_522_986_000, "210901190306Z"),
            (951_782_400_000, "000229000000Z"),
        ] {
            assert_eq!(utc_time(Timestamp(moment))[2..], *digits.as_bytes());
        }
    }
}
