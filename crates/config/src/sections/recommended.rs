//! Reads which wallet `[wallets]` recommends.

use crate::reader::{Reader, Reported};
use zkratka_commerce::payment::{Wallet, WalletSet};

/// Reads the name of the recommended wallet; `None` for the default.
pub(crate) fn recommended_name(reader: &Reader<'_>) -> Result<Option<Wallet>, Reported> {
    let named = reader.parsed("recommended", |text| {
        let known = Wallet::ALL.into_iter();
        let mut known = known.filter(|wallet| wallet.section() == text);
        match (text, known.next()) {
            ("", _) => Ok(None),
            (_, Some(wallet)) => Ok(Some(wallet)),
            (_, None) => Err(()),
        }
    });
    named.ok_or(Reported)
}

/// Refuses to recommend a wallet that the shop does not offer.
pub(crate) fn recommended(
    reader: &Reader<'_>,
    named: Option<Wallet>,
    enabled: WalletSet,
) -> Result<Option<Wallet>, Reported> {
    if let Some(wallet) = named.filter(|wallet| !enabled.contains(*wallet)) {
        let section = wallet.section();
        let message = format!(
            "recommends a wallet that the shop does not offer: write enabled = true in [wallets.{section}], or recommend another one"
        );
        reader.fault("recommended", message);
        return Err(Reported);
    }
    Ok(named)
}
