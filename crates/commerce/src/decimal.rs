//! Parses decimals exactly into integers of the smallest unit, never through a floating-point number.

/// Why a text is not a decimal that can be represented exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    /// Something other than digits with at most one decimal point.
    #[error("is not a number")]
    NotANumber,
    #[error("is negative")]
    Negative,
    #[error("has too many decimal places")]
    TooPrecise,
    #[error("is too large")]
    TooLarge,
}

/// Parses `1290`, `1290.5` or `1290.50` as an integer of the unit with `places` decimal places. Zeros beyond those
/// places are allowed.
pub fn parse(text: &str, places: u32) -> Result<i64, DecimalError> {
    if let Some(rest) = text.strip_prefix('-') {
        parse(rest, places)?;
        return Err(DecimalError::Negative);
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return Err(DecimalError::NotANumber);
    }
    let fraction = fraction.trim_end_matches('0');
    let missing = places
        .checked_sub(u32::try_from(fraction.len()).unwrap_or(u32::MAX))
        .ok_or(DecimalError::TooPrecise)?;
    let number = |part: &str| match part {
        "" => Ok(0),
        part => part.parse::<i64>().map_err(|_| DecimalError::TooLarge),
    };
    let fraction = number(fraction)? * 10_i64.pow(missing);
    number(whole)?
        .checked_mul(10_i64.pow(places))
        .and_then(|whole| whole.checked_add(fraction))
        .ok_or(DecimalError::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_exactly() {
        for (text, minor) in [
            ("0", 0),
            ("1290", 129_000),
            ("9.99", 999),
            ("0.1", 10),
            ("12.500", 1250),
            ("92233720368547758.07", i64::MAX),
        ] {
            assert_eq!(parse(text, 2), Ok(minor), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_kept_exactly_is_refused() {
        for (text, error) in [
            ("", DecimalError::NotANumber),
            (".", DecimalError::NotANumber),
            ("1.", DecimalError::NotANumber),
            ("1,5", DecimalError::NotANumber),
            ("1e3", DecimalError::NotANumber),
            ("+1", DecimalError::NotANumber),
            ("--1", DecimalError::Negative),
            ("-5", DecimalError::Negative),
            ("0.001", DecimalError::TooPrecise),
            ("92233720368547758.08", DecimalError::TooLarge),
        ] {
            assert_eq!(parse(text, 2), Err(error), "{text}");
        }
    }
}
