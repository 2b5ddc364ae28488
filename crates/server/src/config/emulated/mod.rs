//! What stands for the keys of a wallet that test mode leaves empty. Everybody knows these, and live mode refuses them.

pub(crate) mod apple_pay;
pub(crate) mod google_pay;
