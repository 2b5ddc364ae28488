//! Text that does not belong into an address.
