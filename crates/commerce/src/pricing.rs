//! What a cart costs: a pure function of cart, catalogue and rules.

use crate::cart::{Attribute, Cart};
use crate::catalogue::{Catalogue, Product, Variant};
use crate::delivery::DeliveryOption;
use crate::ids::{LineId, VariantId};
use crate::rules::ShopRules;
use crate::tax::{TaxLine, TaxRate};
use std::sync::Arc;

/// A cart with every figure worked out. Amounts are minor units of `rules.currency`, tax included.
#[derive(Clone, Debug)]
pub struct PricedCart {
    /// Lines in the cart's order; a line whose variant is gone is missing here and has a warning.
    pub lines: Vec<PricedLine>,
    /// Units in all lines.
    pub total_quantity: u64,
    /// Whether anything must be delivered.
    pub requires_shipping: bool,
    /// Weight of what is shipped, grams.
    pub grams: u64,
    /// Sum of the lines.
    pub subtotal: i64,
    /// Ways offered; empty until an address (or at least its country) is known, or when nothing is shipped.
    pub delivery_options: Vec<DeliveryOption>,
    /// The chosen way, if it is (still) offered.
    pub selected_delivery: Option<DeliveryOption>,
    /// Sum to pay: subtotal plus the chosen delivery.
    pub total: i64,
    /// Tax included in the total, by rate, highest rate first.
    pub taxes: Vec<TaxLine>,
    /// Sum of `taxes`' tax.
    pub total_tax: i64,
    /// What the buyer should know.
    pub warnings: Vec<CartWarning>,
}

/// One line, priced.
#[derive(Clone, Debug)]
pub struct PricedLine {
    /// Number in the cart.
    pub id: LineId,
    /// The product.
    pub product: Arc<Product>,
    /// Index of the variant in `product.variants`.
    pub variant_index: usize,
    /// How many.
    pub quantity: u32,
    /// Price of one.
    pub unit_price: i64,
    /// Price of all.
    pub total: i64,
    /// Tax rate.
    pub tax_rate: TaxRate,
    /// Line-item properties.
    pub attributes: Vec<Attribute>,
}

impl PricedLine {
    /// The variant.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.product.variants[self.variant_index]
    }
}

/// What the buyer should know about the cart (public `CartWarning`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartWarning {
    /// Which.
    pub code: WarningCode,
    /// The line it is about; none: the variant is no longer sold and the line is void.
    pub line: Option<LineId>,
    /// The variant it is about.
    pub variant: VariantId,
}

/// Codes of warnings (public `CartWarningCode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningCode {
    /// `MERCHANDISE_OUT_OF_STOCK`: nothing is left; the line's quantity counts as 0.
    MerchandiseOutOfStock,
    /// `MERCHANDISE_NOT_ENOUGH_STOCK`: fewer are left than asked for; the line was lowered to what is left.
    MerchandiseNotEnoughStock,
}

/// Prices a cart.
#[must_use]
pub fn price(_cart: &Cart, _catalogue: &Catalogue, _rules: &ShopRules) -> PricedCart {
    unimplemented!()
}
