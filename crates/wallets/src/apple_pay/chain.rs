//! Verifies the chain from the signer's certificate to a trusted root.

use super::check::{Check, Progress};
use super::cms::SignedData;
use super::refusal::Refusal;
use crate::x509::Certificate;
use crate::x509::X509;
use crate::x509::oid;

/// Returns the certificate of the token's signer, if it leads to one of the roots and the chain was valid at the signing
/// time.
pub(super) fn signer<'s, 'b>(
    signed: &'s SignedData<'b>,
    roots: &[Certificate],
    progress: &mut Progress,
) -> Result<&'s X509<'b>, Refusal> {
    let leaf = only(signed, oid::APPLE_LEAF).ok_or(Refusal::LeafMissing)?;
    let intermediate = only(signed, oid::APPLE_INTERMEDIATE).ok_or(Refusal::IntermediateMissing)?;
    let pair = [leaf.whole, intermediate.whole];
    let mut others = signed.certificates.iter().map(|it| it.whole);
    let known = |other| pair.contains(&other) || roots.iter().any(|root| root.der() == other);
    if leaf.whole == intermediate.whole || !others.all(known) {
        return Err(Refusal::ForeignCertificate);
    }
    progress.passed(Check::Certificates);
    let roots: Vec<X509<'_>> = roots.iter().filter_map(Certificate::read).collect();
    let root = roots.iter().find(|root| intermediate.is_issued_by(root));
    let root = root.ok_or(Refusal::IntermediateIssuer)?;
    if !leaf.is_issued_by(intermediate) {
        return Err(Refusal::LeafIssuer);
    }
    if !root.may_issue() || !intermediate.may_issue() || !leaf.may_sign() {
        return Err(Refusal::CertificateUse);
    }
    progress.passed(Check::Chain);
    let mut chain = [leaf, intermediate, root].into_iter();
    if !chain.all(|certificate| certificate.is_valid_at(signed.signing_time)) {
        return Err(Refusal::CertificateNotValid);
    }
    progress.passed(Check::CertificateValidity);
    Ok(leaf)
}

fn only<'s, 'b>(signed: &'s SignedData<'b>, marker: &[u8]) -> Option<&'s X509<'b>> {
    let mut found = signed.certificates.iter().filter(|it| it.is_marked(marker));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}
