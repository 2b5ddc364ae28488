//! The line on which a row begins, as an editor shows it.

/// Counts lines as rows are read. Reads each byte once.
pub(super) struct Lines<'b> {
    bytes: &'b [u8],
    counted: usize,
    line: u64,
}

impl<'b> Lines<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            counted: 0,
            line: 1,
        }
    }

    /// The line of the row that the CSV reader began to read at byte `start`. Call it for the rows in their order.
    ///
    /// The CSV reader cannot give this line. It may begin to read a row before the LF of a CRLF, or before empty lines
    /// that it skips.
    pub(super) fn of_row(&mut self, start: u64) -> u64 {
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let ahead = self.bytes.get(start..).unwrap_or_default();
        let empty = ahead.iter().take_while(|byte| is_line_end(**byte)).count();
        let row = start.saturating_add(empty).min(self.bytes.len());
        let passed = self.bytes.get(self.counted..row).unwrap_or_default();
        self.line += line_ends(passed);
        self.counted = self.counted.max(row);
        self.line
    }
}

const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// Line ends: LF, CRLF, or a CR alone.
fn line_ends(bytes: &[u8]) -> u64 {
    let mut count = 0;
    let mut previous = 0;
    for &byte in bytes {
        if is_line_end(byte) && (previous, byte) != (b'\r', b'\n') {
            count += 1;
        }
        previous = byte;
    }
    count
}
