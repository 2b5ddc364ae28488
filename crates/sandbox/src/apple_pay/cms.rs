//! Encodes a token's signature as Apple does: indefinite lengths outside, DER inside.

use super::authority::{LEAF_SERIAL, chain, leaf_issuer};
use super::keys::KeyUse;
use crate::certificates::{algorithm, sign};
use crate::der::{
    element, indefinite, null, object_identifier, octets, sequence, set, small_integer, utc_time,
};
use sha2::{Digest, Sha256};
use zkratka_commerce::time::Timestamp;

const DATA: &[u32] = &[1, 2, 840, 113_549, 1, 7, 1];
const SIGNED_DATA: &[u32] = &[1, 2, 840, 113_549, 1, 7, 2];
const CONTENT_TYPE: &[u32] = &[1, 2, 840, 113_549, 1, 9, 3];
const MESSAGE_DIGEST: &[u32] = &[1, 2, 840, 113_549, 1, 9, 4];
const SIGNING_TIME: &[u32] = &[1, 2, 840, 113_549, 1, 9, 5];

/// Signs a text without including it, with a chain to the sandbox's root or to an untrusted one.
pub(super) fn signed(text: &[u8], at: Timestamp, trusted: bool) -> Vec<u8> {
    let chain = chain(trusted);
    let digest = sequence(&[
        &object_identifier(&[2, 16, 840, 1, 101, 3, 4, 2, 1]),
        &null(),
    ]);
    let attributes = [
        attribute(CONTENT_TYPE, &object_identifier(DATA)),
        attribute(SIGNING_TIME, &utc_time(at)),
        attribute(MESSAGE_DIGEST, &octets(&Sha256::digest(text))),
    ]
    .concat();
    // The signature covers the attributes with the tag of a set; the message has them with a context tag.
    let signature = sign(&KeyUse::Leaf.secret(), &set(&[&attributes]));
    let signer = sequence(&[
        &small_integer(1),
        &sequence(&[&leaf_issuer(), &small_integer(LEAF_SERIAL)]),
        &digest,
        &element(0xa0, &[&attributes]),
        &algorithm(),
        &octets(&signature),
    ]);
    let body = indefinite(
        0x30,
        &[
            &small_integer(1),
            &set(&[&digest]),
            &indefinite(0x30, &[&object_identifier(DATA)]),
            &indefinite(0xa0, &[&chain.leaf, &chain.intermediate]),
            &set(&[&signer]),
        ],
    );
    indefinite(
        0x30,
        &[&object_identifier(SIGNED_DATA), &indefinite(0xa0, &[&body])],
    )
}

fn attribute(of: &[u32], value: &[u8]) -> Vec<u8> {
    sequence(&[&object_identifier(of), &set(&[value])])
}
