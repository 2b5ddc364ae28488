//! What stands for the keys of a wallet that test mode leaves empty. Everybody knows these, and live mode refuses them.

pub mod apple_pay;
pub mod google_pay;
