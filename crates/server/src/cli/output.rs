//! Writing to the terminal. A reader that has gone away (`| head`) is no fault.

use std::io::{self, Write};

/// A line for the reader.
pub(super) fn line(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}

/// What went wrong.
pub(super) fn error(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
