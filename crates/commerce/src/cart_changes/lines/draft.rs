//! The lines of a cart while an operation is in progress.

use super::{LineInput, LineUpdate, invalid_quantity, nesting};
use crate::cart::{Attribute, Cart, CartLine};
use crate::catalogue::Catalogue;
use crate::error::{FaultCode, LineFault};
use crate::ids::{LineId, SellingPlanId, VariantId};
use crate::rules::ShopRules;
use crate::stock::{CartWarning, StockView};
use crate::subject::LinePart;
use std::collections::BTreeMap;

/// A copy of the lines that can be discarded.
pub(super) struct Draft {
    lines: Vec<CartLine>,
    next_line: u32,
    /// Lines that the operation changes; only their quantities may be lowered.
    touched: Vec<LineId>,
    /// Added lines with their indices in the given list, sorted by line id.
    fresh: Vec<(usize, LineId)>,
    /// Child lines removed together with their parent line.
    gone: Vec<LineId>,
    max_lines: usize,
    max_quantity: u32,
}

impl Draft {
    pub(super) fn of(cart: &Cart, rules: &ShopRules) -> Self {
        Self {
            lines: cart.lines.clone(),
            next_line: cart.next_line,
            touched: Vec::new(),
            fresh: Vec::new(),
            gone: Vec::new(),
            max_lines: rules.max_lines,
            max_quantity: rules.max_quantity,
        }
    }

    /// The variant and plan that a line would have after an update; `None` if there is no such line.
    pub(super) fn wish(&self, update: &LineUpdate) -> Option<(VariantId, Option<SellingPlanId>)> {
        let line = &self.lines[self.position(update.id)?];
        let variant = update.variant.unwrap_or(line.variant);
        Some((variant, update.selling_plan.after(line.selling_plan)))
    }

    /// Why an update cannot exchange the goods of its line for `variant`, because of parent or child lines.
    pub(super) fn exchange_fault(
        &self,
        update: &LineUpdate,
        variant: VariantId,
        catalogue: &Catalogue,
    ) -> Option<LineFault> {
        nesting::exchange_fault(update.id, variant, &self.lines, catalogue)
    }

    /// Appends a new line without merging it: equal lines can only be found once all child lines have been added.
    pub(super) fn add(
        &mut self,
        place: usize,
        input: &LineInput,
        quantity: u32,
        attributes: Vec<Attribute>,
    ) -> Result<(), LineFault> {
        let variant = input.variant;
        let parent = input.parent;
        let parent = parent
            .map(|parent| parent.find(variant, &self.lines, (place, &self.fresh)))
            .transpose()?;
        let id = LineId(self.next_line);
        // Line ids are never reused, so they can run out.
        self.next_line = self.next_line.checked_add(1).ok_or_else(too_large)?;
        self.lines.push(CartLine {
            id,
            variant,
            quantity,
            attributes,
            selling_plan: input.selling_plan,
            parent,
        });
        self.fresh.push((place, id));
        self.touch(id);
        Ok(())
    }

    /// Merges added lines into equal ones. Returns faults with the indices of their lines in the given list.
    pub(super) fn merge_added(&mut self) -> Vec<(usize, LineFault)> {
        let (below, above): (Vec<_>, Vec<_>) = std::mem::take(&mut self.fresh)
            .into_iter()
            .partition(|&(_, id)| self.stands_below(id));
        let mut faults = Vec::new();
        // Merge child lines first: two parent lines are equal only if their child lines are.
        for &(place, id) in below.iter().chain(&above) {
            let merged = self.position(id).map(|position| self.merge(position));
            faults.extend(merged.and_then(Result::err).map(|fault| (place, fault)));
        }
        let new: Vec<_> = above
            .into_iter()
            .chain(below)
            .filter(|&(_, id)| self.position(id).is_some())
            .collect();
        let too_many = self.lines.len().saturating_sub(self.max_lines);
        let last = new.iter().rev().take(too_many);
        faults.extend(last.map(|&(place, _)| (place, too_large())));
        faults
    }

    fn stands_below(&self, id: LineId) -> bool {
        self.lines
            .iter()
            .any(|line| line.id == id && line.parent.is_some())
    }

    /// Changes or removes a line and merges it with a line that it has become equal to. The caller has checked quantity
    /// and attributes. A change of quantity alone never merges: equal lines with different child lines may exist side
    /// by side.
    pub(super) fn update(
        &mut self,
        update: &LineUpdate,
        attributes: Option<Vec<Attribute>>,
        quantity: Option<u32>,
    ) -> Result<(), LineFault> {
        // The line was removed with its parent, so the update no longer applies.
        if self.gone.contains(&update.id) {
            return Ok(());
        }
        let position = self
            .position(update.id)
            .ok_or_else(|| LineFault::of(FaultCode::InvalidMerchandiseLine, LinePart::Id))?;
        if quantity == Some(0) {
            self.remove(position);
            return Ok(());
        }
        let line = &mut self.lines[position];
        let before = line.clone();
        line.quantity = quantity.unwrap_or(line.quantity);
        line.variant = update.variant.unwrap_or(line.variant);
        line.selling_plan = update.selling_plan.after(line.selling_plan);
        if let Some(attributes) = attributes {
            line.attributes = attributes;
        }
        let stays = is_like(
            line,
            before.variant,
            before.selling_plan,
            &before.attributes,
        );
        self.touch(update.id);
        if stays {
            return Ok(());
        }
        self.merge(position)
    }

    /// Removes a line and its child lines.
    fn remove(&mut self, position: usize) {
        let id = self.lines.remove(position).id;
        let below = self.below(id);
        self.lines.retain(|line| line.parent != Some(id));
        self.gone.extend(below);
    }

    fn below(&self, id: LineId) -> Vec<LineId> {
        let lines = self.lines.iter();
        let below = lines.filter(|line| line.parent == Some(id));
        below.map(|line| line.id).collect()
    }

    /// Merges the line at `position` with an equal line, if there is one. The earlier line stays and gets the child
    /// lines of both.
    fn merge(&mut self, position: usize) -> Result<(), LineFault> {
        let line = &self.lines[position];
        let nested = self.nested();
        let own = Pieces::of(line, &nested);
        let is_twin = |(other, candidate): (usize, &CartLine)| {
            other != position
                && candidate.parent == line.parent
                && is_like(candidate, line.variant, line.selling_plan, &line.attributes)
                && Pieces::of(candidate, &nested).have_the_same_below_as(&own)
        };
        let Some(twin) = self.lines.iter().enumerate().position(is_twin) else {
            return Ok(());
        };
        let merged = self.lines.remove(position.max(twin));
        let kept = self.lines[position.min(twin)].id;
        self.raise(position.min(twin), merged.quantity)?;
        for below in self.below(merged.id) {
            self.hang(below, kept)?;
        }
        Ok(())
    }

    /// Child lines by parent line.
    fn nested(&self) -> BTreeMap<LineId, Vec<&CartLine>> {
        let mut nested: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for line in &self.lines {
            if let Some(parent) = line.parent {
                nested.entry(parent).or_default().push(line);
            }
        }
        nested
    }

    /// Moves a line to another parent and merges it with an equal child line there.
    fn hang(&mut self, id: LineId, parent: LineId) -> Result<(), LineFault> {
        let Some(position) = self.position(id) else {
            return Ok(());
        };
        self.lines[position].parent = Some(parent);
        self.merge(position)
    }

    fn raise(&mut self, position: usize, by: u32) -> Result<(), LineFault> {
        let line = &mut self.lines[position];
        let sum = line.quantity.saturating_add(by);
        if sum > self.max_quantity {
            return Err(invalid_quantity());
        }
        line.quantity = sum;
        let id = line.id;
        self.touch(id);
        Ok(())
    }

    /// Stores the lines in the cart. Lines that the operation does not change keep their stock; the changed lines share
    /// the rest.
    pub(super) fn put_into(self, cart: &mut Cart, catalogue: &Catalogue) -> Vec<CartWarning> {
        let Self {
            mut lines,
            next_line,
            touched,
            ..
        } = self;
        let is_touched = |line: &CartLine| touched.contains(&line.id);
        let mut stock = StockView::new(catalogue);
        for line in lines.iter().filter(|line| !is_touched(line)) {
            stock.take(line.variant, line.quantity);
        }
        let mut warnings = Vec::new();
        for line in lines.iter_mut().filter(|line| is_touched(line)) {
            let taken = stock.take(line.variant, line.quantity);
            line.quantity = taken.quantity;
            warnings.extend(taken.warning.map(|code| CartWarning {
                code,
                line: Some(line.id),
                variant: line.variant,
            }));
        }
        cart.lines = nesting::in_order(lines);
        cart.next_line = next_line;
        warnings
    }

    fn position(&self, id: LineId) -> Option<usize> {
        self.lines.iter().position(|line| line.id == id)
    }

    fn touch(&mut self, id: LineId) {
        if !self.touched.contains(&id) {
            self.touched.push(id);
        }
    }
}

/// A line's quantity and all its child lines.
struct Pieces<'d> {
    count: u32,
    below: &'d [&'d CartLine],
}

impl<'d> Pieces<'d> {
    fn of(line: &CartLine, nested: &'d BTreeMap<LineId, Vec<&'d CartLine>>) -> Self {
        Self {
            count: line.quantity,
            below: nested.get(&line.id).map_or(&[], Vec::as_slice),
        }
    }

    /// Whether each unit has the same child lines in both. Otherwise, after a merge, nobody could tell which unit has
    /// which.
    fn have_the_same_below_as(&self, other: &Self) -> bool {
        let amount = |quantity: u32, count: u32| u64::from(quantity) * u64::from(count);
        let is_same = |mine: &CartLine, theirs: &CartLine| {
            is_like(theirs, mine.variant, mine.selling_plan, &mine.attributes)
                && amount(mine.quantity, other.count) == amount(theirs.quantity, self.count)
        };
        let has = |mine: &&CartLine| other.below.iter().any(|theirs| is_same(mine, theirs));
        self.below.len() == other.below.len() && self.below.iter().all(has)
    }
}

const fn too_large() -> LineFault {
    LineFault::of(FaultCode::CartTooLarge, LinePart::Whole)
}

fn is_like(
    line: &CartLine,
    variant: VariantId,
    selling_plan: Option<SellingPlanId>,
    attributes: &[Attribute],
) -> bool {
    line.variant == variant
        && line.selling_plan == selling_plan
        && same_attributes(&line.attributes, attributes)
}

/// Whether two lists are equal in any order.
fn same_attributes(one: &[Attribute], other: &[Attribute]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let sorted = |attributes: &[Attribute]| {
        let pair = |attribute: &Attribute| (attribute.key.clone(), attribute.value.clone());
        let mut pairs: Vec<_> = attributes.iter().map(pair).collect();
        pairs.sort_unstable();
        pairs
    };
    one == other || sorted(one) == sorted(other)
}
