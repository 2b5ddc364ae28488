//! Verifies the certificates of a signature, from the signer's own to a trusted root.

use super::refusal::SignatureRefusal;
use crate::x509::{Certificate, PublicKey, X509};
use zkratka_commerce::time::Timestamp;

/// The signer's certificate and at most one authority between it and the root.
const MOST_BELOW_ROOT: usize = 2;

/// A chain of which each certificate was issued by the next, and allows its use.
pub(super) struct Chain<'c> {
    /// The signer's certificate first, the trusted root last.
    certificates: Vec<X509<'c>>,
}

impl<'c> Chain<'c> {
    /// Verifies everything but the times of validity. The root itself may stand at the end of `certificates`.
    pub(super) fn verify(
        certificates: &'c [Certificate],
        roots: &'c [Certificate],
    ) -> Result<Self, SignatureRefusal> {
        let below_root = match certificates.split_last() {
            Some((last, below)) if roots.contains(last) => below,
            _ => certificates,
        };
        let mut chain = read(below_root)?;
        if !(1..=MOST_BELOW_ROOT).contains(&chain.len()) {
            return Err(SignatureRefusal::Certificates);
        }
        let top = chain.last().ok_or(SignatureRefusal::Certificates)?;
        let mut roots = roots.iter().filter_map(Certificate::read);
        let root = roots.find(|root| top.is_issued_by(root));
        chain.push(root.ok_or(SignatureRefusal::Issuer)?);
        let is_linked = chain
            .windows(2)
            .all(|pair| matches!(pair, [below, above] if below.is_issued_by(above)));
        if !is_linked {
            return Err(SignatureRefusal::Issuer);
        }
        let chain = Self {
            certificates: chain,
        };
        if !chain.is_allowed() {
            return Err(SignatureRefusal::CertificateUse);
        }
        Ok(chain)
    }

    fn is_allowed(&self) -> bool {
        let Some((signer, authorities)) = self.certificates.split_first() else {
            return false;
        };
        let mut authorities = authorities.iter().enumerate();
        let is_es256 = PublicKey::read(signer.public_key_info).is_some_and(|key| key.is_p256());
        is_es256
            && signer.may_sign()
            && authorities.all(|(below, one)| one.may_issue() && one.allows_below(below))
    }

    /// Whether the signer's key made the `ES256` signature of `text`.
    pub(super) fn verifies(&self, text: &[u8], signature: &[u8]) -> bool {
        let signer = self.certificates.first();
        let key = signer.and_then(|signer| PublicKey::read(signer.public_key_info));
        key.is_some_and(|key| key.verifies_es256(text, signature))
    }

    /// Checks that every certificate, the root's too, was valid at this time.
    pub(super) fn check_valid_at(&self, moment: Timestamp) -> Result<(), SignatureRefusal> {
        let mut certificates = self.certificates.iter();
        certificates
            .all(|certificate| certificate.is_valid_at(moment))
            .then_some(())
            .ok_or(SignatureRefusal::CertificateNotValid)
    }
}

fn read(certificates: &[Certificate]) -> Result<Vec<X509<'_>>, SignatureRefusal> {
    let read: Option<_> = certificates.iter().map(Certificate::read).collect();
    read.ok_or(SignatureRefusal::Certificates)
}
