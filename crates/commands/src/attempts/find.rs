//! Finds the attempt that an operator names.

use crate::support::CliError;
use zkratka_attempts::{NameFor, key_in_name};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::gift_card::SoldCodes;
use zkratka_commerce::ids::AttemptKey;
use zkratka_store::Store;

/// Finds an attempt by its key, its public id, or its key at the gateway.
pub(super) async fn find(
    store: &dyn Store,
    codes: &dyn SoldCodes,
    name: &str,
) -> Result<Attempt, CliError> {
    let number = name.parse().ok().map(AttemptKey);
    let Some(key) = number.or_else(|| key_in_name(name)) else {
        return Err(CliError::Input(format!(
            "{name} is neither the key of an attempt (a number) nor its public id, nor its key at the gateway"
        )));
    };
    let known = [NameFor::Client, NameFor::Gateway];
    let is_meant =
        |attempt: &Attempt| number.is_some() || known.iter().any(|of| of.is(name, attempt, codes));
    let found = store.attempt(key).await?.filter(is_meant);
    found.ok_or_else(|| CliError::Work(format!("there is no attempt {name}")))
}
