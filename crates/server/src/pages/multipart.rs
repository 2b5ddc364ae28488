//! Text fields of `multipart/form-data` (RFC 7578): what themes with that encoding on their product form send.
//! Bodies are small (the body limit holds) and files are not wanted, so they are left out.

/// Every text field in the order sent; none when the body is not such a form.
pub(super) fn text_fields(content_type: &str, body: &[u8]) -> Option<Vec<(String, String)>> {
    let boundary = parameter(content_type, "boundary")?;
    let text = String::from_utf8_lossy(body);
    let delimiter = format!("--{boundary}");
    let mut parts = text.split(delimiter.as_str());
    // What stands before the first delimiter is no part.
    parts.next()?;
    let mut fields = Vec::new();
    for part in parts {
        if part.starts_with("--") {
            return Some(fields);
        }
        let (head, value) = part.strip_prefix("\r\n")?.split_once("\r\n\r\n")?;
        let value = value.strip_suffix("\r\n")?;
        if let Some(name) = field_name(head) {
            fields.push((name, value.to_owned()));
        }
    }
    // Without its end the body was cut off.
    None
}

/// The name of a text field; none for a file.
fn field_name(head: &str) -> Option<String> {
    let disposition = head.split("\r\n").find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-disposition")
            .then_some(value)
    })?;
    if parameter(disposition, "filename").is_some() {
        return None;
    }
    // Browsers escape just these three in names.
    let name = parameter(disposition, "name")?;
    Some(
        name.replace("%22", "\"")
            .replace("%0D", "\r")
            .replace("%0A", "\n"),
    )
}

/// A parameter of a header's value, with or without quotes.
fn parameter<'v>(value: &'v str, wanted: &str) -> Option<&'v str> {
    value.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.trim().split_once('=')?;
        let value = value.trim();
        let unquoted = value
            .strip_prefix('"')
            .and_then(|value| value.strip_suffix('"'));
        (name.trim().eq_ignore_ascii_case(wanted)).then(|| unquoted.unwrap_or(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPE: &str = "multipart/form-data; boundary=----x";

    #[test]
    fn fields_are_read_and_files_left_out() {
        let body = "------x\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n12\r\n\
                    ------x\r\nContent-Disposition: form-data; name=\"properties[Věta]\"\r\n\r\ndva\r\nřádky\r\n\
                    ------x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\nx\r\n\
                    ------x--\r\n";
        assert_eq!(
            text_fields(TYPE, body.as_bytes()),
            Some(vec![
                ("id".to_owned(), "12".to_owned()),
                ("properties[Věta]".to_owned(), "dva\r\nřádky".to_owned()),
            ])
        );
    }

    #[test]
    fn a_body_that_is_cut_off_or_has_no_boundary_is_refused() {
        let body = "------x\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n12\r\n";
        assert_eq!(text_fields(TYPE, body.as_bytes()), None);
        assert_eq!(text_fields("multipart/form-data", body.as_bytes()), None);
        assert_eq!(text_fields(TYPE, b""), None);
    }
}
