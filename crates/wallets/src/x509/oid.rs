//! Object identifiers in certificates and signatures, in DER.

/// 1.2.840.113549.1.7.1
pub(crate) const DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1];
/// 1.2.840.113549.1.7.2
pub(crate) const SIGNED_DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2];
/// 1.2.840.113549.1.9.3
pub(crate) const CONTENT_TYPE: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 3];
/// 1.2.840.113549.1.9.4
pub(crate) const MESSAGE_DIGEST: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 4];
/// 1.2.840.113549.1.9.5
pub(crate) const SIGNING_TIME: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 5];

/// 2.16.840.1.101.3.4.2.1
pub(crate) const SHA_256: &[u8] = &[0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1];
/// 1.2.840.10045.2.1
pub(crate) const EC_PUBLIC_KEY: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1];
/// 1.2.840.10045.3.1.7
pub(crate) const P_256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
/// 1.3.132.0.34
pub(crate) const P_384: &[u8] = &[0x2b, 0x81, 4, 0, 0x22];
/// 1.2.840.10045.4.3.2
pub(crate) const ECDSA_SHA_256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2];
/// 1.2.840.10045.4.3.3
pub(crate) const ECDSA_SHA_384: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 3];
/// 1.2.840.113549.1.1.1
pub(crate) const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1];
/// 1.2.840.113549.1.1.11
pub(crate) const RSA_SHA_256: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 0x0b];
/// 1.2.840.113549.1.1.12
pub(crate) const RSA_SHA_384: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 0x0c];

/// 2.5.4.3
pub(crate) const COMMON_NAME: &[u8] = &[0x55, 4, 3];
/// 2.5.29.15
pub(crate) const KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x0f];
/// 2.5.29.17
pub(crate) const SUBJECT_ALTERNATIVE_NAME: &[u8] = &[0x55, 0x1d, 0x11];
/// 2.5.29.19
pub(crate) const BASIC_CONSTRAINTS: &[u8] = &[0x55, 0x1d, 0x13];
/// 0.9.2342.19200300.100.1.1: `userId`, which contains the merchant's identifier in Apple's certificates
pub(crate) const USER_ID: &[u8] = &[9, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 1, 1];

/// 1.2.840.113635.100.6.29: marks the certificate that signs payment tokens
pub(crate) const APPLE_LEAF: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64, 6, 0x1d];
/// 1.2.840.113635.100.6.2.14: marks the issuer of that certificate
pub(crate) const APPLE_INTERMEDIATE: &[u8] =
    &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64, 6, 2, 0x0e];
/// 1.2.840.113635.100.6.32: the hash of a merchant's identifier
pub(crate) const APPLE_MERCHANT: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64, 6, 0x20];
