use p256::SecretKey;

/// The operating system provides no randomness.
pub(crate) struct NoRandomness;

pub(crate) fn random<const LENGTH: usize>() -> Result<[u8; LENGTH], NoRandomness> {
    let mut bytes = [0_u8; LENGTH];
    getrandom::fill(&mut bytes).map_err(|_failed| NoRandomness)?;
    Ok(bytes)
}

/// A key for one token.
pub(crate) fn fresh_key() -> Result<SecretKey, NoRandomness> {
    loop {
        if let Ok(key) = SecretKey::from_slice(&random::<32>()?) {
            return Ok(key);
        }
    }
}
