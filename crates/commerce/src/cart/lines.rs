//! Adding, changing and removing lines.

use super::{Attribute, Cart, Changed};
use crate::catalogue::Catalogue;
use crate::ids::{LineId, VariantId};
use crate::rules::ShopRules;

/// A line to add; nothing about it has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineInput {
    /// What.
    pub variant: VariantId,
    /// How many, as given.
    pub quantity: i64,
    /// Line-item properties.
    pub attributes: Vec<Attribute>,
}

/// A change of a line; what is `None` stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineUpdate {
    /// Which line.
    pub id: LineId,
    /// How many, as given; 0 removes the line.
    pub quantity: Option<i64>,
    /// What instead.
    pub variant: Option<VariantId>,
    /// Line-item properties instead.
    pub attributes: Option<Vec<Attribute>>,
}

/// Adds lines; one that equals another in variant and attributes is merged into it.
#[must_use]
pub fn add_lines(
    _cart: &mut Cart,
    _inputs: &[LineInput],
    _catalogue: &Catalogue,
    _rules: &ShopRules,
) -> Changed {
    unimplemented!()
}

/// Changes lines.
#[must_use]
pub fn update_lines(
    _cart: &mut Cart,
    _updates: &[LineUpdate],
    _catalogue: &Catalogue,
    _rules: &ShopRules,
) -> Changed {
    unimplemented!()
}

/// Removes lines.
#[must_use]
pub fn remove_lines(_cart: &mut Cart, _ids: &[LineId]) -> Changed {
    unimplemented!()
}
