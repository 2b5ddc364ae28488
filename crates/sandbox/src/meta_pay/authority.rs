use super::keys::KeyUse;
use crate::certificates::{
    COMMON_NAME, CertificateContents, ISSUES, Issuer, SIGNS, issue, pem, subject,
};

/// The only application in the sandbox.
pub const APP_ID: &str = "zkratka-sandbox-meta-app";
/// The only payment partner in the sandbox.
pub const PARTNER_ID: &str = "zkratka-sandbox-meta-partner";
/// The only merchant in the sandbox.
pub const MERCHANT_ID: &str = "zkratka-sandbox-meta-merchant";

const ROOT: &str = "Zkratka Sandbox Root CA (not Meta's)";
const FOREIGN: &str = "Zkratka Sandbox Foreign Root CA (not Meta's)";
const INTERMEDIATE: &str = "Zkratka Sandbox Container CA";
const CONTAINERS: &str = "zkratka-sandbox-container-sign";
const REQUESTS: &str = "zkratka-sandbox-partner-sign";

struct Authority {
    name: &'static str,
    key: KeyUse,
}

impl Authority {
    fn issues(&self, serial: u8, name: &str, key: KeyUse, usage: u8) -> Vec<u8> {
        let issuer = Issuer {
            name: &subject(COMMON_NAME, self.name),
            key: self.key.secret(),
        };
        let contents = CertificateContents {
            serial,
            subject: &subject(COMMON_NAME, name),
            key: key.secret(),
            usage,
            extensions: &[],
        };
        issue(&contents, &issuer)
    }
}

const TRUSTED: Authority = Authority {
    name: ROOT,
    key: KeyUse::Root,
};
const UNTRUSTED: Authority = Authority {
    name: FOREIGN,
    key: KeyUse::ForeignRoot,
};
const BELOW: Authority = Authority {
    name: INTERMEDIATE,
    key: KeyUse::Intermediate,
};

fn intermediate(root: &Authority) -> Vec<u8> {
    root.issues(2, INTERMEDIATE, KeyUse::Intermediate, ISSUES)
}

/// The certificates of a container's signature (DER), to the sandbox's root or to an untrusted one, without the root.
pub(super) fn chain(trusted: bool) -> [Vec<u8>; 2] {
    let root = if trusted { TRUSTED } else { UNTRUSTED };
    let leaf = BELOW.issues(3, CONTAINERS, KeyUse::Leaf, SIGNS);
    [leaf, intermediate(&root)]
}

/// The root to trust for the sandbox's containers, as PEM. It also is the root of [`signing_certificates_pem`].
#[must_use]
pub fn authority_pem() -> String {
    pem(&TRUSTED.issues(1, ROOT, KeyUse::Root, ISSUES))
}

/// The certificates with which the partner signs requests to Meta, as PEM, the key's own first.
#[must_use]
pub fn signing_certificates_pem() -> String {
    let own = BELOW.issues(4, REQUESTS, KeyUse::Signing, SIGNS);
    format!("{}{}", pem(&own), pem(&intermediate(&TRUSTED)))
}
