//! Reads the columns of one row.

use super::columns::{Column, Columns};
use super::quote::quoted;
use zkratka_commerce::decimal;
use zkratka_commerce::money::MinorUnits;

/// A row of the feed, with all fields as text.
pub(super) struct Row<'a> {
    pub(super) columns: &'a Columns,
    pub(super) fields: Vec<&'a str>,
    /// The line at which the row begins, from 1.
    pub(super) line: u64,
}

/// A fault in a row: the column, if it is one, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowFault {
    pub(super) column: Option<Column>,
    pub(super) reason: String,
}

/// A fault of one column.
pub(super) fn wrong<T>(column: Column, reason: impl Into<String>) -> Result<T, RowFault> {
    Err(RowFault {
        column: Some(column),
        reason: reason.into(),
    })
}

impl<'a> Row<'a> {
    /// The text of a column, trimmed. Empty if the feed does not have the column.
    pub(super) fn text(&self, column: Column) -> &'a str {
        let place = self.columns.place(column);
        let field = place.and_then(|place| self.fields.get(place));
        field.map_or("", |field| field.trim())
    }

    /// Whether a column has a value.
    pub(super) fn has(&self, column: Column) -> bool {
        !self.text(column).is_empty()
    }

    /// `true` or `false`. Returns `default` if the column is empty.
    pub(super) fn flag(&self, column: Column, default: bool) -> Result<bool, RowFault> {
        match self.text(column) {
            "" => Ok(default),
            text if text.eq_ignore_ascii_case("true") => Ok(true),
            text if text.eq_ignore_ascii_case("false") => Ok(false),
            text => wrong(
                column,
                format!("{} is neither TRUE nor FALSE", quoted(text)),
            ),
        }
    }

    /// An amount in hundredths. `None` if the column is empty.
    pub(super) fn amount(&self, column: Column) -> Result<Option<MinorUnits>, RowFault> {
        let minor = self.decimal(column, 2)?;
        Ok(minor.map(MinorUnits::new))
    }

    /// A whole number of 0 or more. `None` if the column is empty.
    pub(super) fn whole(&self, column: Column) -> Result<Option<i64>, RowFault> {
        self.decimal(column, 0)
    }

    fn decimal(&self, column: Column, places: u32) -> Result<Option<i64>, RowFault> {
        match self.text(column) {
            "" => Ok(None),
            text => match decimal::parse(text, places) {
                Ok(number) => Ok(Some(number)),
                Err(error) => wrong(column, format!("{} {error}", quoted(text))),
            },
        }
    }

    /// A whole number that may be negative, because stock may have been oversold. `None` if the column is empty.
    pub(super) fn signed(&self, column: Column) -> Result<Option<i64>, RowFault> {
        match self.text(column) {
            "" => Ok(None),
            text => match text.parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => wrong(column, format!("{} is not a whole number", quoted(text))),
            },
        }
    }
}
