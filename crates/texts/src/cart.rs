//! The texts of the cart's page.

/// Goods were added while the payment of the browser's cart was under way.
pub const CART_BESIDE_PAYMENT: &str = "Předchozí objednávka se ještě platí, proto je tohle zboží v\u{a0}novém košíku a\u{a0}poslali bychom ho zvlášť.";
