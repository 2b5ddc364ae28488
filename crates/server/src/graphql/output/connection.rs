//! Pages of lists (connections).

use super::object::{leaf, object, text};
use crate::graphql::value::{Fault, Object, Value};
use apollo_compiler::response::{JsonMap, JsonValue};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Most entries of a page.
const MAX_PAGE: usize = 250;

/// A page of a list: its entries by position in the list, with their cursors.
pub(super) struct Page {
    entries: Vec<(usize, String)>,
    has_next: bool,
    has_previous: bool,
}

/// An opaque name for a place in a list, made from what identifies the entry.
pub(super) fn cursor(identity: &str) -> String {
    URL_SAFE_NO_PAD.encode(identity)
}

impl Page {
    /// The page that the arguments `first`, `last`, `after`, `before` and `reverse` ask for.
    pub(super) fn of(cursors: Vec<String>, arguments: &JsonMap) -> Result<Self, Fault> {
        let mut entries: Vec<(usize, String)> = cursors.into_iter().enumerate().collect();
        if flag(arguments, "reverse") {
            entries.reverse();
        }
        let place = |name| find(&entries, arguments, name);
        let mut start = place("after")?.map_or(0, |place| place + 1);
        let mut end = place("before")?.unwrap_or(entries.len()).max(start);
        if let Some(first) = size(arguments, "first")? {
            end = end.min(start + first);
        }
        if let Some(last) = size(arguments, "last")? {
            start = start.max(end.saturating_sub(last));
        }
        end = end.min(start + MAX_PAGE);
        let has_next = end < entries.len();
        entries.truncate(end);
        Ok(Self {
            entries: entries.split_off(start),
            has_next,
            has_previous: start > 0,
        })
    }
}

fn flag(arguments: &JsonMap, name: &str) -> bool {
    arguments.get(name).and_then(JsonValue::as_bool) == Some(true)
}

fn size(arguments: &JsonMap, name: &str) -> Result<Option<usize>, Fault> {
    let Some(size) = arguments.get(name).and_then(JsonValue::as_i64) else {
        return Ok(None);
    };
    match usize::try_from(size) {
        Ok(size) if size <= MAX_PAGE => Ok(Some(size)),
        _ => Err(Fault("the size of a page must be between 0 and 250")),
    }
}

fn find(
    entries: &[(usize, String)],
    arguments: &JsonMap,
    name: &str,
) -> Result<Option<usize>, Fault> {
    let Some(wanted) = arguments.get(name).and_then(JsonValue::as_str) else {
        return Ok(None);
    };
    let place = entries.iter().position(|(_, cursor)| cursor == wanted);
    place
        .map(Some)
        .ok_or(Fault("the cursor is not of this list"))
}

/// The entries of a list that is answered in pages.
pub(super) trait Entries {
    /// Name of the connection's type.
    const CONNECTION: &'static str;
    /// Name of its edges' type.
    const EDGE: &'static str;

    /// The entry at a position of the list.
    fn entry(&self, position: usize) -> Value<'_>;
}

/// A page of entries.
pub(super) struct Connection<E> {
    pub(super) page: Page,
    pub(super) entries: E,
}

impl<E: Entries> Object for Connection<E> {
    fn type_name(&self) -> &str {
        E::CONNECTION
    }

    fn field<'a>(&'a self, name: &str, _arguments: &JsonMap) -> Result<Value<'a>, Fault> {
        let places = self.page.entries.iter();
        Ok(match name {
            "nodes" => Value::list(places.map(|(place, _)| self.entries.entry(*place))),
            "edges" => Value::list(places.map(|(place, cursor)| {
                Value::object(Edge {
                    entries: &self.entries,
                    place: *place,
                    cursor,
                })
            })),
            "pageInfo" => Value::object(PageInfo { page: &self.page }),
            _ => return Err(self.unknown(name)),
        })
    }
}

struct Edge<'c, E> {
    entries: &'c E,
    place: usize,
    cursor: &'c str,
}

impl<E: Entries> Object for Edge<'_, E> {
    fn type_name(&self) -> &str {
        E::EDGE
    }

    fn field<'a>(&'a self, name: &str, _arguments: &JsonMap) -> Result<Value<'a>, Fault> {
        Ok(match name {
            "cursor" => leaf(self.cursor),
            "node" => self.entries.entry(self.place),
            _ => return Err(self.unknown(name)),
        })
    }
}

struct PageInfo<'c> {
    page: &'c Page,
}

object!(PageInfo<'_>, "PageInfo", |this, arguments| {
    "startCursor" => text(this.page.entries.first().map(|(_, cursor)| cursor.as_str())),
    "endCursor" => text(this.page.entries.last().map(|(_, cursor)| cursor.as_str())),
    "hasNextPage" => leaf(this.page.has_next),
    "hasPreviousPage" => leaf(this.page.has_previous),
});
