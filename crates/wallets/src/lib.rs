//! The wallets' server protocols: verify, decrypt, sign, talk. One module per provider.

pub mod google_pay;
