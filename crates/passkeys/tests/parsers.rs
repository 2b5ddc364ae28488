//! Whatever bytes come, the parsers answer, and read no more than there is.

use proptest::collection::vec;
use proptest::prelude::*;
use zkratka_passkeys::{Algorithm, AuthenticatorData, ClientData, PublicKey};

/// Authenticator data with these parts.
fn data(flags: u8, count: u32, model: [u8; 16], id: &[u8], behind: &[u8]) -> Vec<u8> {
    let length = u16::try_from(id.len()).expect("a short id");
    let head = [&[7; 32][..], &[flags], &count.to_be_bytes(), &model];
    [&head.concat(), &length.to_be_bytes()[..], id, behind].concat()
}

proptest! {
    /// [B.02] No input makes a parser fail otherwise than by a refusal.
    #[test]
    fn any_bytes_are_answered(bytes in vec(any::<u8>(), 0..400), signature in vec(any::<u8>(), 0..80)) {
        let _ = AuthenticatorData::read(&bytes);
        let _ = ClientData::read(&bytes);
        for algorithm in Algorithm::ALL {
            if let Ok(key) = PublicKey::read(&bytes, algorithm) {
                prop_assert!(!key.verifies(&bytes, &signature));
            }
        }
    }

    /// [B.02] Authenticator data is split where its parts begin; cut anywhere before the key, it is refused.
    #[test]
    fn authenticator_data_is_split_exactly(
        count in any::<u32>(),
        model in any::<[u8; 16]>(),
        id in vec(any::<u8>(), 1..1024),
        behind in vec(any::<u8>(), 0..100),
        cut in any::<prop::sample::Index>(),
    ) {
        let bytes = data(1 | 1 << 6, count, model, &id, &behind);
        let read = AuthenticatorData::read(&bytes).expect("well-formed");
        let credential = read.credential.expect("a credential");
        prop_assert_eq!(read.count, count);
        prop_assert_eq!(credential.id, &id[..]);
        prop_assert_eq!(credential.key_and_extensions, &behind[..]);
        let end = cut.index(bytes.len() - behind.len());
        prop_assert!(AuthenticatorData::read(&bytes[..end]).is_err());
    }

    /// [B.02] An assertion's data has 37 bytes, or announced extensions behind them.
    #[test]
    fn an_assertions_data_ends_where_it_says(behind in vec(any::<u8>(), 0..20), extensions in any::<bool>()) {
        let flags = if extensions { 1 | 1 << 7 } else { 1 };
        let bytes = [&[7; 32][..], &[flags], &[0; 4], &behind].concat();
        let map = behind.first().is_some_and(|first| first >> 5 == 5);
        let expected = if extensions { map } else { behind.is_empty() };
        prop_assert_eq!(AuthenticatorData::read(&bytes).is_ok(), expected);
    }
}
