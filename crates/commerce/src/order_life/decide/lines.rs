//! Lines that an operator names.

use crate::ids::LineId;
use crate::order::{OrderLine, OrderSnapshot};
use crate::order_life::entry::LineUnits;
use crate::order_life::refusal::Refusal;

/// The named lines of the order, each once and with units.
pub(super) fn named<'o>(
    order: &'o OrderSnapshot,
    named: &[LineUnits],
) -> Result<Vec<(&'o OrderLine, u32)>, Refusal> {
    let mut seen: Vec<LineId> = Vec::new();
    let mut lines = Vec::new();
    for &LineUnits { line, units } in named {
        if seen.contains(&line) {
            return Err(Refusal::LineNamedTwice(line));
        }
        seen.push(line);
        if units == 0 {
            return Err(Refusal::NoUnits(line));
        }
        let found = order.lines.iter().find(|known| known.id == line);
        lines.push((found.ok_or(Refusal::NoSuchLine(line))?, units));
    }
    Ok(lines)
}

/// Lines and units for a timeline, e.g. `2 x line 1, 1 x line 3`.
pub(super) fn in_words(lines: impl IntoIterator<Item = LineUnits>) -> String {
    let words: Vec<String> = lines
        .into_iter()
        .map(|one| format!("{} x line {}", one.units, one.line.0))
        .collect();
    words.join(", ")
}
