//! Checks which wallets would work with a configuration, and what the others lack.

use std::sync::Arc;
use zkratka_commands::support::output;
use zkratka_commerce::payment::Wallet;
use zkratka_config::Config;
use zkratka_shop_wallets::standing::{WalletStatus, standing};
use zkratka_store::clock::{Clock, SystemClock};

/// Prints the state of every wallet. Returns whether every enabled wallet would work.
pub(super) fn check_wallets(config: &Config) -> bool {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let mut all_work = true;
    for wallet in Wallet::ALL {
        let name = (wallet.title(), wallet.section());
        all_work &= tell(name, standing(config, wallet, &clock));
    }
    all_work
}

/// `name` is the wallet's name for people, and its section.
fn tell((name, section): (&str, &str), standing: Option<WalletStatus>) -> bool {
    let Some(WalletStatus { faults, warnings }) = standing else {
        output::line(&format!(
            "wallet {name}: off (enabled = true in [wallets.{section}] switches it on)"
        ));
        return true;
    };
    for problem in faults.iter().chain(&warnings) {
        output::error(&format!("wallet {name}: {problem}"));
    }
    if faults.is_empty() {
        output::line(&format!("wallet {name}: works"));
    }
    faults.is_empty()
}
