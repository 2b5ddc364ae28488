use subtle::ConstantTimeEq;
use zkratka_commerce::ids::Secret;

/// 32 lower-case hexadecimal digits.
#[must_use]
pub fn secret_hex(secret: &Secret) -> String {
    format!("{:032x}", u128::from_be_bytes(secret.0))
}

/// Parses 32 hexadecimal digits.
#[must_use]
pub fn parse_secret(text: &str) -> Option<Secret> {
    if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    u128::from_str_radix(text, 16)
        .ok()
        .map(|value| Secret(value.to_be_bytes()))
}

/// Compares in constant time.
#[must_use]
pub fn same_secret(left: &Secret, right: &Secret) -> bool {
    left.0.ct_eq(&right.0).into()
}

/// Compares secret texts, such as access tokens, in time that depends on their lengths only.
#[must_use]
pub fn same_text(left: &str, right: &str) -> bool {
    left.as_bytes().ct_eq(right.as_bytes()).into()
}
