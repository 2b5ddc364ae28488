//! Pages of lists (connections).

use super::object::{leaf, object, text};
use crate::graphql::value::{Fault, Object, Value};
use apollo_compiler::response::{JsonMap, JsonValue};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::borrow::Cow;

/// Maximum number of entries on a page.
const MAX_PAGE: usize = 250;

/// A page of a list: the positions of its entries in the list, with their cursors.
#[derive(Clone, Debug)]
pub(in crate::graphql) struct Page {
    entries: Vec<(usize, String)>,
    has_next: bool,
    has_previous: bool,
}

impl Page {
    /// The page of a list of `count` entries that the arguments `first`, `last`, `after`, `before` and `reverse`
    /// select. `identity` returns a text that identifies the entry at a position, so that a cursor stays with its
    /// entry. Cursors are computed for the page's entries only, however long the list.
    pub(in crate::graphql) fn of(
        count: usize,
        identity: impl Fn(usize) -> String,
        arguments: &JsonMap,
    ) -> Result<Self, Fault> {
        let reverse = flag(arguments, "reverse");
        let position = |place: usize| if reverse { count - 1 - place } else { place };
        let place = |name| find(count, |place| identity(position(place)), arguments, name);
        let mut start = place("after")?.map_or(0, |place| place + 1);
        let mut end = place("before")?.unwrap_or(count).max(start);
        if let Some(first) = size(arguments, "first")? {
            end = end.min(start + first);
        }
        if let Some(last) = size(arguments, "last")? {
            start = start.max(end.saturating_sub(last));
        }
        end = end.min(start + MAX_PAGE);
        let entries = (start..end).map(|place| {
            let position = position(place);
            (position, URL_SAFE_NO_PAD.encode(identity(position)))
        });
        Ok(Self {
            entries: entries.collect(),
            has_next: end < count,
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
    count: usize,
    identity: impl Fn(usize) -> String,
    arguments: &JsonMap,
    name: &str,
) -> Result<Option<usize>, Fault> {
    let Some(wanted) = arguments.get(name).and_then(JsonValue::as_str) else {
        return Ok(None);
    };
    let wanted = URL_SAFE_NO_PAD.decode(wanted).ok();
    let wanted = wanted.and_then(|bytes| String::from_utf8(bytes).ok());
    let place = wanted.and_then(|wanted| (0..count).find(|&place| identity(place) == wanted));
    place
        .map(Some)
        .ok_or(Fault("the cursor does not belong to this list"))
}

/// The entries of a list that clients read in pages.
pub(super) trait Entries {
    /// The name of the connection's type.
    const CONNECTION: &'static str;
    /// The name of the type of its edges.
    const EDGE: &'static str;

    /// The entry at a position in the list.
    fn entry(&self, position: usize) -> Value<'_>;

    /// The value of a field that only some connections have.
    fn of_all(&self, _name: &str) -> Option<Value<'_>> {
        None
    }
}

pub(super) struct Connection<'p, E> {
    pub(super) page: Cow<'p, Page>,
    pub(super) entries: E,
}

impl<E: Entries> Object for Connection<'_, E> {
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
            _ => self
                .entries
                .of_all(name)
                .ok_or_else(|| self.unknown(name))?,
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
