//! Reads a whole feed.

use super::assemble::Assembly;
use super::columns::Columns;
use super::known::AllowedNames;
use super::lines::Lines;
use super::quote::quoted;
use super::row::Row;
use csv::{ByteRecord, ReaderBuilder};
use std::fmt;
use zkratka_commerce::catalogue::Product;

/// The content of a feed.
#[derive(Clone, Debug, Default)]
pub struct Feed {
    /// The products in the feed's order.
    pub products: Vec<Product>,
    /// The number of rows without a problem. The header does not count.
    pub rows_taken: u64,
    /// The rows and products that were left out, and why.
    pub problems: Vec<Problem>,
}

/// A row that was left out, wholly or in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line at which the row begins, from 1.
    pub line: u64,
    /// The column with the problem, if the problem is in one column.
    pub column: Option<&'static str>,
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", self.line)?;
        if let Some(column) = self.column {
            write!(formatter, "{column}: ")?;
        }
        formatter.write_str(&self.reason)
    }
}

/// Reads a feed. `known` contains the names that the feed may use.
///
/// # Errors
/// If the file is empty, is not UTF-8 text, or has no usable header.
pub fn read(bytes: &[u8], known: &AllowedNames) -> Result<Feed, String> {
    let bytes = text_of(bytes)?;
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(bytes);
    let mut record = ByteRecord::new();
    let has_header = reader
        .read_byte_record(&mut record)
        .map_err(|error| error.to_string())?;
    if !has_header {
        return Err("the file is empty".to_owned());
    }
    let header = record.clone();
    let columns = Columns::find(&texts(&header).ok_or(NOT_UTF_8)?)?;
    let mut assembly = Assembly::new(known);
    let mut feed = Feed::default();
    let mut lines = Lines::new(bytes);
    while reader
        .read_byte_record(&mut record)
        .map_err(|error| error.to_string())?
    {
        let line = record
            .position()
            .map_or(0, |position| lines.of_row(position.byte()));
        match take(&record, line, &columns, &mut assembly) {
            Ok(()) => feed.rows_taken += 1,
            Err(problem) => feed.problems.push(problem),
        }
    }
    let (products, empty) = assembly.finish();
    feed.products = products;
    feed.problems
        .extend(empty.into_iter().map(|(line, handle)| Problem {
            line,
            column: None,
            reason: format!(
                "the product {} has no variant left to sell",
                quoted(&handle)
            ),
        }));
    feed.problems.sort_by_key(|problem| problem.line);
    Ok(feed)
}

const NOT_UTF_8: &str = "the text is not UTF-8: save the file as UTF-8";

/// The bytes without a byte order mark. It is an error if the text is UTF-16.
fn text_of(bytes: &[u8]) -> Result<&[u8], String> {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err("the text is UTF-16: save the file as UTF-8".to_owned());
    }
    Ok(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes))
}

fn texts(record: &ByteRecord) -> Option<Vec<&str>> {
    record
        .iter()
        .map(|field| std::str::from_utf8(field).ok())
        .collect()
}

fn take(
    record: &ByteRecord,
    line: u64,
    columns: &Columns,
    assembly: &mut Assembly<'_>,
) -> Result<(), Problem> {
    let problem = |reason: String| Problem {
        line,
        column: None,
        reason,
    };
    let fields = texts(record).ok_or_else(|| problem(NOT_UTF_8.to_owned()))?;
    if fields.len() != columns.width {
        return Err(problem(format!(
            "has {} fields where the header has {}: a quote or a comma may be missing",
            fields.len(),
            columns.width
        )));
    }
    let row = Row {
        columns,
        fields,
        line,
    };
    assembly.add(&row).map_err(|wrong| Problem {
        line,
        column: wrong.column.map(super::columns::Column::name),
        reason: wrong.reason,
    })
}
