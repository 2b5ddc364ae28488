//! Ceremonies of a software authenticator and client that share no code with the verifier (`tests/authenticator`).

use crate::support::{authenticator, party};
use zkratka_passkeys::{Frames, Refusal, UserVerification};

const HOST: &str = "shop.example.com";

/// [B.02] Passkeys with and without user verification, with and without a counter, sign in twice.
#[test]
fn another_programs_passkeys_are_verified() {
    let party = party(HOST, Frames::Refused);
    let pairs = authenticator();
    assert_eq!(pairs.len(), 4);
    for (verified, counting, created, gots) in pairs {
        let mut passkey = created
            .verify(&party, UserVerification::Optional)
            .expect("a passkey");
        assert_eq!(passkey.user_verified, verified);
        for got in gots {
            let asserted = got
                .verify(&party, &passkey, UserVerification::Optional)
                .expect("in");
            assert_eq!(asserted.user_verified, verified);
            assert_eq!(asserted.count > 0, counting);
            let required = got.verify(&party, &passkey, UserVerification::Required);
            assert_eq!(required.is_ok(), verified);
            passkey.count = asserted.count;
        }
    }
}

/// [B.02] A counter that does not grow tells of a copied passkey; without a counter nothing is compared.
#[test]
fn a_counter_that_does_not_grow_is_refused() {
    let party = party(HOST, Frames::Refused);
    for (_, counting, created, [first, second]) in authenticator() {
        let mut passkey = created
            .verify(&party, UserVerification::Optional)
            .expect("a passkey");
        let asserted = second
            .verify(&party, &passkey, UserVerification::Optional)
            .expect("in");
        passkey.count = asserted.count;
        let earlier = first.verify(&party, &passkey, UserVerification::Optional);
        let again = second.verify(&party, &passkey, UserVerification::Optional);
        if counting {
            assert_eq!(
                (earlier, again),
                (Err(Refusal::Counter), Err(Refusal::Counter))
            );
        } else {
            assert!(earlier.is_ok() && again.is_ok());
            passkey.count = 1;
            let stopped = second.verify(&party, &passkey, UserVerification::Optional);
            assert_eq!(stopped, Err(Refusal::Counter));
        }
    }
}
