//! The texts of the cart's page.

/// A code that the buyer entered lowers the price.
pub const CODE_APPLIED: &str = "Slevový kód jsme uplatnili.";

/// Goods were added while the payment of the browser's cart was under way.
pub const CART_BESIDE_PAYMENT: &str = "Předchozí objednávka se ještě platí, proto je tohle zboží v\u{a0}novém košíku a\u{a0}poslali bychom ho zvlášť.";
