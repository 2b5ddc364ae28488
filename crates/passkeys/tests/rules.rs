//! Each check by itself: one part of a good ceremony changes, and the refusal names it.

use crate::support::{Created, Got, authenticator, party};
use serde_json::{Value, json};
use zkratka_passkeys::{
    Asserted, Challenge, CredentialId, Frames, Passkey, Refusal, RelyingParty, UserVerification,
};

const HOST: &str = "shop.example.com";
/// The flags' place in authenticator data.
const FLAGS: usize = 32;

fn pair() -> (RelyingParty, Created, Got) {
    let (_, _, created, [got, _]) = authenticator().remove(0);
    (party(HOST, Frames::Refused), created, got)
}

/// Replaces a member of the client data.
fn with(json: &[u8], name: &str, value: Value) -> Vec<u8> {
    let mut data: Value = serde_json::from_slice(json).expect("JSON");
    data[name] = value;
    serde_json::to_vec(&data).expect("JSON")
}

/// [B.02] What the browser says of a registration: ceremony, challenge, origin, frame.
#[test]
fn client_data_of_registrations_is_checked() {
    let (party, created, _) = pair();
    let changes = [
        ("type", json!("webauthn.get"), Refusal::Ceremony),
        ("type", json!("payment.get"), Refusal::Ceremony),
        ("challenge", json!("AAAA"), Refusal::Challenge),
        ("challenge", json!("="), Refusal::ClientData),
        (
            "origin",
            json!("https://shop.example.com."),
            Refusal::Origin,
        ),
        ("origin", json!("http://shop.example.com"), Refusal::Origin),
        ("origin", json!("https://SHOP.example.com"), Refusal::Origin),
        (
            "origin",
            json!("https://shop.example.com:444"),
            Refusal::Origin,
        ),
        ("origin", json!("https://example.com"), Refusal::Origin),
        ("origin", json!("null"), Refusal::Origin),
        ("crossOrigin", json!(true), Refusal::Framed),
        ("crossOrigin", json!("true"), Refusal::ClientData),
        (
            "topOrigin",
            json!("https://shop.example.com"),
            Refusal::Framed,
        ),
    ];
    for (name, value, expected) in changes {
        let shown = format!("{name}: {value}");
        let refusal = created.refusal(&party, |changed| {
            changed.client_data_json = with(&changed.client_data_json, name, value);
        });
        assert_eq!(refusal, expected, "{shown}");
    }
    let other = created.refusal(&party, |changed| changed.challenge = Challenge([9; 32]));
    assert_eq!(other, Refusal::Challenge);
}

/// [B.02] Members that browsers add are no fault; a member that occurs twice is one, as is anything but an object.
#[test]
fn client_data_is_parsed_and_not_compared() {
    let (party, mut created, _) = pair();
    let data = created.client_data_json.clone();
    created.client_data_json = with(
        &data,
        "other_keys_can_be_added_here",
        json!("do not compare"),
    );
    assert!(created.verify(&party, UserVerification::Optional).is_ok());
    let twice = String::from_utf8(data).expect("text");
    let twice = twice.replacen('{', r#"{"origin":"https://shop.example.com","#, 1);
    for wrong in [twice.as_str(), "[]", "", "{}", "null", "{\"type\":1}"] {
        let refusal = created.refusal(&party, |changed| {
            changed.client_data_json = wrong.as_bytes().to_vec();
        });
        assert_eq!(refusal, Refusal::ClientData, "{wrong}");
    }
    let long = created.refusal(&party, |changed| {
        changed.client_data_json = with(&changed.client_data_json, "more", json!("x".repeat(5000)));
    });
    assert_eq!(long, Refusal::ClientData);
}

/// [B.02] What the authenticator says of a registration.
#[test]
fn authenticator_data_of_registrations_is_checked() {
    let (party, created, _) = pair();
    let flags =
        |flip: u8| created.refusal(&party, |changed| changed.authenticator_data[FLAGS] ^= flip);
    assert_eq!(flags(1), Refusal::UserPresence);
    assert_eq!(flags(1 << 6), Refusal::AuthenticatorData);
    // Announced extensions are missing.
    assert_eq!(flags(1 << 7), Refusal::OtherPublicKey);
    let unverified = created.refusal(&party, |changed| changed.credential_id.push(0));
    assert_eq!(unverified, Refusal::CredentialId);
    let mut changed = created.clone();
    changed.authenticator_data[FLAGS] &= !(1 << 2);
    let required = changed.verify(&party, UserVerification::Required);
    assert_eq!(required, Err(Refusal::UserVerification));
    changed.authenticator_data[FLAGS] = (changed.authenticator_data[FLAGS] | 1 << 4) & !(1 << 3);
    let backed_up = changed.verify(&party, UserVerification::Optional);
    assert_eq!(backed_up, Err(Refusal::BackupState));
    let other = RelyingParty {
        id: "example.com".into(),
        ..party.clone()
    };
    let answer = created.verify(&other, UserVerification::Optional);
    assert_eq!(answer, Err(Refusal::RelyingParty));
    let longer = created.refusal(&party, |changed| changed.authenticator_data.push(0xa0));
    assert_eq!(longer, Refusal::OtherPublicKey);
    let mut extended = created.clone();
    extended.authenticator_data[FLAGS] |= 1 << 7;
    extended.authenticator_data.push(0xa0);
    assert!(extended.verify(&party, UserVerification::Optional).is_ok());
}

/// [B.02] The key must be of the algorithm, in its only form, and the authenticator's own.
#[test]
fn public_keys_of_registrations_are_checked() {
    let (party, created, _) = pair();
    let algorithm = |number| created.refusal(&party, |changed| changed.algorithm = number);
    assert_eq!(algorithm(-37), Refusal::Algorithm);
    assert_eq!(algorithm(-8), Refusal::PublicKey);
    assert_eq!(algorithm(-257), Refusal::PublicKey);
    let longer = created.refusal(&party, |changed| changed.public_key.push(0));
    assert_eq!(longer, Refusal::PublicKey);
    let (.., other, _) = authenticator().remove(1);
    let other = created.refusal(&party, |changed| {
        changed.public_key.clone_from(&other.public_key);
    });
    assert_eq!(other, Refusal::OtherPublicKey);
}

/// [B.02] Each part of an assertion: whose passkey, what was signed, and that its eligibility for backup stays.
#[test]
fn assertions_are_checked() {
    let (party, created, got) = pair();
    let passkey = created
        .verify(&party, UserVerification::Optional)
        .expect("a passkey");
    let check = |party: &RelyingParty, passkey: &Passkey, change: &dyn Fn(&mut Got)| {
        let mut changed = got.clone();
        change(&mut changed);
        changed.verify(party, passkey, UserVerification::Optional)
    };
    let refused = |change: &dyn Fn(&mut Got)| check(&party, &passkey, change);
    assert!(refused(&|_| ()).is_ok());
    assert_eq!(
        refused(&|it| it.credential_id[0] ^= 1),
        Err(Refusal::CredentialId)
    );
    assert_eq!(
        refused(&|it| it.challenge = Challenge([8; 32])),
        Err(Refusal::Challenge)
    );
    assert_eq!(refused(&|it| it.signature[9] ^= 1), Err(Refusal::Signature));
    assert_eq!(refused(&|it| it.signature.clear()), Err(Refusal::Signature));
    assert_eq!(
        refused(&|it| it.client_data_json.push(b' ')),
        Err(Refusal::Signature)
    );
    assert_eq!(
        refused(&|it| it.authenticator_data.push(0)),
        Err(Refusal::AuthenticatorData)
    );
    let registered = created.authenticator_data.clone();
    let attested = refused(&|it| it.authenticator_data.clone_from(&registered));
    assert_eq!(attested, Err(Refusal::AuthenticatorData));
    let created_again = created.client_data_json.clone();
    let ceremony = refused(&|it| it.client_data_json.clone_from(&created_again));
    assert_eq!(ceremony, Err(Refusal::Ceremony));
    let eligible = Passkey {
        backup_eligible: !passkey.backup_eligible,
        ..passkey.clone()
    };
    assert_eq!(
        check(&party, &eligible, &|_| ()),
        Err(Refusal::BackupEligibility)
    );
}

/// [B.02] In a frame an assertion is accepted only where frames are, and only under the pages that may embed it.
#[test]
fn frames_are_accepted_only_under_known_pages() {
    let (_, created, got) = pair();
    let top = "https://www.example.com";
    let try_in = |frames: Frames, named: Option<&str>| {
        let party = party(HOST, frames);
        let passkey = created
            .verify(&party, UserVerification::Optional)
            .expect("a passkey");
        let mut changed = got.clone();
        let mut json = with(&changed.client_data_json, "crossOrigin", json!(true));
        if let Some(named) = named {
            json = with(&json, "topOrigin", json!(named));
        }
        changed.client_data_json = json;
        changed.verify(&party, &passkey, UserVerification::Optional)
    };
    // The client data is signed, so the last check is the first that refuses an accepted frame.
    let accepted: Result<Asserted, Refusal> = Err(Refusal::Signature);
    let tops = || vec![top.to_owned()];
    assert_eq!(try_in(Frames::Refused, Some(top)), Err(Refusal::Framed));
    assert_eq!(try_in(Frames::Of(tops()), Some(top)), accepted);
    assert_eq!(try_in(Frames::Of(tops()), None), Err(Refusal::TopOrigin));
    assert_eq!(try_in(Frames::OfOrUnnamed(tops()), None), accepted);
    for frames in [Frames::Of(tops()), Frames::OfOrUnnamed(tops())] {
        let other = try_in(frames, Some("https://example.net"));
        assert_eq!(other, Err(Refusal::TopOrigin));
    }
}

/// [B.02] Credential ids have 1 to 1023 bytes.
#[test]
fn credential_ids_are_bounded() {
    for (length, fits) in [(0, false), (1, true), (1023, true), (1024, false)] {
        let id = CredentialId::new(&vec![1; length]);
        assert_eq!(id.is_ok(), fits, "{length} bytes");
    }
}
