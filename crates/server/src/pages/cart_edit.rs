//! Reads from a request's fields how to edit the cart, and applies the edit.

use super::failure::Failure;
use super::form::{ShopForm, line_key};
use zkratka_commerce::cart::{Attribute, Cart, set_attributes, set_note};
use zkratka_commerce::cart_changes::{
    Changed, LineInput, LineUpdate, PlanChange, add_lines, update_lines,
};
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::ids::{LineId, VariantId};
use zkratka_commerce::pricing::shown_lines;
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::stock::WarningCode;
use zkratka_commerce::subject::Subject;

/// The edit that a request makes to the cart.
#[derive(Debug)]
pub(super) enum Edit {
    Add(Vec<LineInput>),
    /// Changes the quantity, properties or selling plan of one line. Quantity 0 removes the line.
    Change(Target, LineChange),
    /// Changes several quantities, the note and attributes.
    Update(Update),
    /// Removes every line.
    Clear,
}

/// The changes to a line. Absent values stay as they are.
#[derive(Debug)]
pub(super) struct LineChange {
    quantity: Option<i64>,
    attributes: Option<Vec<Attribute>>,
    selling_plan: PlanChange,
}

/// Several changes at once. Absent values stay as they are.
#[derive(Debug)]
pub(super) struct Update {
    quantities: Vec<(Target, i64)>,
    note: Option<String>,
    attributes: Vec<(String, String)>,
}

/// Identifies a line of the cart.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target {
    /// The position among the lines that the buyer sees, counted from 1.
    Position(usize),
    /// The line's key: variant id and line id.
    Key(VariantId, LineId),
    /// The variant's id.
    Variant(VariantId),
    /// The line's own id, which older themes' forms send, or otherwise the variant's id.
    Number(u64),
}

impl Target {
    /// Reads a line's key or a number. From a script, the number is a variant's id. From a form, it may also be a
    /// line's id.
    fn read(text: &str, by_script: bool) -> Option<Self> {
        let text = text.trim();
        if text.contains(':') {
            return line_key(text).map(|(variant, line)| Self::Key(variant, line));
        }
        let number = text.parse().ok()?;
        Some(if by_script {
            Self::Variant(VariantId(number))
        } else {
            Self::Number(number)
        })
    }

    fn find(self, cart: &Cart, catalogue: &Catalogue, rules: &ShopRules) -> Option<LineId> {
        let of_variant = |wanted| {
            let lines = cart.lines.iter().filter(|line| line.variant == wanted);
            // Prefer a line without a parent: a line with a parent was added together with that parent.
            let found = lines.min_by_key(|line| line.parent.is_some());
            found.map(|line| line.id)
        };
        match self {
            // Count the lines that the buyer sees. Lines whose goods are no longer sold are not shown.
            Self::Position(position) => {
                let lines = shown_lines(cart, catalogue, rules);
                lines.get(position.checked_sub(1)?).map(|line| line.id)
            }
            Self::Key(variant, id) => {
                let mut lines = cart.lines.iter();
                let found = lines.find(|line| line.id == id && line.variant == variant);
                found.map(|line| line.id)
            }
            Self::Variant(variant) => of_variant(variant),
            Self::Number(number) => {
                let own = cart
                    .lines
                    .iter()
                    .find(|line| u64::from(line.id.0) == number);
                own.map(|line| line.id)
                    .or_else(|| of_variant(VariantId(number)))
            }
        }
    }
}

impl Edit {
    /// Reads `POST /cart/add`: one line, or several under `items`.
    pub(super) fn add(form: &ShopForm) -> Self {
        let items = form.items();
        Self::Add(if items.is_empty() {
            vec![form.line()]
        } else {
            items.iter().map(ShopForm::line).collect()
        })
    }

    /// Reads `POST /cart/change`, which identifies the line by `line` or `id`.
    pub(super) fn change(form: &ShopForm, by_script: bool) -> Result<Self, Failure> {
        let by_line = form.value("line").and_then(|text| text.trim().parse().ok());
        let by_id = || Target::read(form.value("id")?, by_script);
        let target = by_line.map(Target::Position).or_else(by_id);
        let target = target.ok_or(Failure::BadRequest)?;
        let quantity = form.value("quantity").map(quantity);
        let attributes = form.has_properties().then(|| form.properties());
        let selling_plan = match (form.value("selling_plan"), form.selling_plan()) {
            (None, _) => PlanChange::Keep,
            (Some(_), None) => PlanChange::Once,
            (Some(_), Some(plan)) => PlanChange::Under(plan),
        };
        if quantity.is_none() && attributes.is_none() && selling_plan == PlanChange::Keep {
            return Err(Failure::BadRequest);
        }
        let change = LineChange {
            quantity,
            attributes,
            selling_plan,
        };
        Ok(Self::Change(target, change))
    }

    /// Reads `POST /cart/update`: `note`, `attributes` and `updates`. A key of `updates` is a variant's id or a line's
    /// key. Entries without a key are the lines by position.
    pub(super) fn update(form: &ShopForm) -> Result<Self, Failure> {
        let mut quantities = Vec::new();
        let mut position = 0;
        for (key, value) in form.under("updates") {
            let target = if key.is_empty() {
                position += 1;
                Some(Target::Position(position))
            } else {
                Target::read(key, true)
            };
            quantities.push((target.ok_or(Failure::BadRequest)?, quantity(value)));
        }
        let attributes = form.under("attributes");
        Ok(Self::Update(Update {
            quantities,
            note: form.value("note").map(str::to_owned),
            attributes: attributes
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect(),
        }))
    }

    /// The first variant that the edit adds, if it adds any.
    pub(super) fn variant(&self) -> Option<VariantId> {
        match self {
            Self::Add(lines) => lines.first().map(|line| line.variant),
            Self::Change(..) | Self::Update(_) | Self::Clear => None,
        }
    }

    pub(super) fn apply(
        &self,
        cart: &mut Cart,
        catalogue: &Catalogue,
        rules: &ShopRules,
    ) -> Changed {
        match self {
            Self::Add(lines) => add_lines(cart, lines, catalogue, rules),
            Self::Change(target, change) => match target.find(cart, catalogue, rules) {
                Some(id) => {
                    let update = LineUpdate {
                        id,
                        quantity: change.quantity,
                        variant: None,
                        attributes: change.attributes.clone(),
                        selling_plan: change.selling_plan,
                    };
                    update_lines(cart, &[update], catalogue, rules)
                }
                None => missing_line(),
            },
            Self::Update(update) => update.apply(cart, catalogue, rules),
            Self::Clear => {
                cart.lines.clear();
                Changed::default()
            }
        }
    }
}

impl Update {
    fn apply(&self, cart: &mut Cart, catalogue: &Catalogue, rules: &ShopRules) -> Changed {
        let lines = shown_lines(cart, catalogue, rules);
        let (mut updates, mut additions) = (Vec::new(), Vec::new());
        // Find every target first, because removing a line moves the positions of those after it.
        for &(target, quantity) in &self.quantities {
            match (target.find(cart, catalogue, rules), target) {
                (Some(id), _) => {
                    let line = lines.iter().find(|line| line.id == id);
                    let shown = line.map(|line| i64::from(line.quantity));
                    // Skip a quantity that equals the one shown: it is not a change, so it must not cause a stock
                    // warning.
                    if shown != Some(quantity) || quantity == 0 {
                        updates.push(LineUpdate {
                            id,
                            quantity: Some(quantity),
                            variant: None,
                            attributes: None,
                            selling_plan: PlanChange::Keep,
                        });
                    }
                }
                (None, Target::Variant(variant)) if quantity != 0 => additions.push(LineInput {
                    variant,
                    quantity,
                    attributes: Vec::new(),
                    selling_plan: None,
                    parent: None,
                }),
                (None, Target::Variant(_)) => {}
                (None, _) => return missing_line(),
            }
        }
        let mut changed = update_lines(cart, &updates, catalogue, rules);
        let mut collect = |more: Changed| {
            changed.faults.extend(more.faults);
            changed.warnings.extend(more.warnings);
        };
        if !additions.is_empty() {
            collect(add_lines(cart, &additions, catalogue, rules));
        }
        if let Some(note) = &self.note {
            collect(only_faults(set_note(cart, Some(note.clone()))));
        }
        if !self.attributes.is_empty() {
            let attributes = merged(&cart.attributes, &self.attributes);
            collect(only_faults(set_attributes(cart, attributes)));
        }
        changed
    }
}

/// Merges attributes. An empty value removes an attribute.
fn merged(before: &[Attribute], over: &[(String, String)]) -> Vec<Attribute> {
    let mut after = before.to_vec();
    for (key, value) in over {
        let known = after.iter().position(|attribute| attribute.key == *key);
        match known {
            Some(index) if value.is_empty() => drop(after.remove(index)),
            Some(index) => after[index].value.clone_from(value),
            None if value.is_empty() => {}
            None => after.push(Attribute {
                key: key.clone(),
                value: value.clone(),
            }),
        }
    }
    after
}

fn only_faults(faults: Vec<Fault>) -> Changed {
    Changed {
        faults,
        warnings: Vec::new(),
    }
}

fn missing_line() -> Changed {
    only_faults(vec![Fault::of(
        FaultCode::InvalidMerchandiseLine,
        Subject::Lines,
    )])
}

/// Reads a quantity. An invalid number becomes -1, which is refused, rather than 0, which would remove the line.
fn quantity(text: &str) -> i64 {
    text.trim().parse().unwrap_or(-1)
}

/// Turns stock warnings into faults: a script gets an error, and the cart is not changed to a smaller quantity
/// unnoticed.
pub(super) fn strictly(mut changed: Changed) -> Changed {
    let faults = changed.warnings.iter().map(|warning| {
        let code = match warning.code {
            WarningCode::MerchandiseOutOfStock => FaultCode::MerchandiseOutOfStock,
            WarningCode::MerchandiseNotEnoughStock => FaultCode::MerchandiseNotEnoughStockAvailable,
        };
        Fault::of(code, Subject::Lines)
    });
    changed.faults.extend(faults);
    changed
}
