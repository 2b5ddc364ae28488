//! Values of columns beside a document, shared by both databases.

use crate::{StoreError, document};
use zkratka_commerce::attempt::{Attempt, AttemptState, Reservation};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::catalogue::{Product, Stock};
use zkratka_commerce::ids::{CartKey, ProductId, VariantId};
use zkratka_commerce::money::MinorUnits;

/// A cart ready to be written. The caller encodes it, so that the writer has less to do.
pub(crate) struct CartRow {
    pub(crate) key: CartKey,
    pub(crate) revision: i64,
    pub(crate) updated_at: i64,
    /// 0 open, 1 completing, 2 completed.
    pub(crate) status: i16,
    pub(crate) doc: Vec<u8>,
}

impl CartRow {
    pub(crate) fn new(cart: &Cart) -> Result<Self, StoreError> {
        Ok(Self {
            key: cart.key,
            revision: cart.revision.cast_signed(),
            updated_at: cart.updated_at.0,
            status: match cart.status {
                CartStatus::Open => 0,
                CartStatus::Completing { .. } => 1,
                CartStatus::Completed { .. } => 2,
            },
            doc: document::encode("cart", cart)?,
        })
    }
}

/// A new cart, ready to be written.
pub(crate) fn new_row(cart: &Cart) -> Result<CartRow, StoreError> {
    if cart.status == CartStatus::Open {
        CartRow::new(cart)
    } else {
        Err(StoreError::Inconsistent("a new cart is open"))
    }
}

/// Whether the attempt holds its cart or has made the cart's order. At most one attempt of a cart may.
pub(crate) const fn holds_cart(attempt: &Attempt) -> bool {
    match attempt.reservation {
        Reservation::Held | Reservation::Sold => true,
        Reservation::Released => false,
    }
}

pub(crate) const fn needs_review(attempt: &Attempt) -> bool {
    matches!(attempt.state, AttemptState::NeedsReview { .. })
}

/// The columns of a variant.
pub(crate) struct VariantRow {
    pub(crate) id: i64,
    pub(crate) price: MinorUnits,
    pub(crate) stock: Stock,
}

/// Builds a product from its document and the columns of its variants. `rows` are in the order of the variants'
/// positions.
pub(crate) fn assemble(
    id: i64,
    mut product: Product,
    rows: &[VariantRow],
) -> Result<Product, StoreError> {
    if product.variants.len() != rows.len() {
        return Err(StoreError::Corrupt {
            what: "product",
            reason: format!(
                "it names {} variants, {} are stored",
                product.variants.len(),
                rows.len()
            ),
        });
    }
    product.id = ProductId(id.cast_unsigned());
    for (variant, row) in product.variants.iter_mut().zip(rows) {
        variant.id = VariantId(row.id.cast_unsigned());
        variant.price = row.price;
        variant.stock = row.stock;
    }
    Ok(product)
}
