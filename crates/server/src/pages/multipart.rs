//! Reads text fields of `multipart/form-data` (RFC 7578), which some themes use for product forms. The server's body
//! limit keeps bodies small. Files are skipped, because no form needs them.

use axum::extract::multipart::Field;
use axum::extract::{FromRequest, Multipart, Request};

/// The text fields in the order sent; `None` if the body is not such a form, is truncated, or is not UTF-8.
pub(super) async fn text_fields(request: Request) -> Option<Vec<(String, String)>> {
    let mut form = Multipart::from_request(request, &()).await.ok()?;
    let mut fields = Vec::new();
    while let Some(field) = form.next_field().await.ok()? {
        let Some(name) = text_name(&field) else {
            continue;
        };
        let value = String::from_utf8(field.bytes().await.ok()?.into()).ok()?;
        fields.push((name, value));
    }
    Some(fields)
}

/// The name of a text field; `None` for a file or an unnamed field.
fn text_name(field: &Field<'_>) -> Option<String> {
    if field.file_name().is_some() {
        return None;
    }
    // Browsers escape exactly these three characters in names.
    let name = field.name()?;
    Some(
        name.replace("%22", "\"")
            .replace("%0D", "\r")
            .replace("%0A", "\n"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::http::header::CONTENT_TYPE;

    const TYPE: &str = "multipart/form-data; boundary=----x";

    async fn read(kind: &str, body: impl Into<Body>) -> Option<Vec<(String, String)>> {
        let request = Request::post("/cart/add").header(CONTENT_TYPE, kind);
        text_fields(request.body(body.into()).expect("a request")).await
    }

    #[tokio::test]
    async fn fields_are_read_and_files_left_out() {
        let body = "------x\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n12\r\n\
                    ------x\r\nContent-Disposition: form-data; name=\"properties[Věta]\"\r\n\r\ndva\r\nřádky\r\n\
                    ------x\r\nContent-Disposition: form-data; name=\"properties[%22]\"\r\n\r\na ------x b\r\n\
                    ------x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\nx\r\n\
                    ------x--\r\n";
        let expected = [
            ("id", "12"),
            ("properties[Věta]", "dva\r\nřádky"),
            ("properties[\"]", "a ------x b"),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(read(TYPE, body).await, Some(expected.to_vec()));
    }

    #[tokio::test]
    async fn a_body_that_is_no_whole_form_is_refused() {
        let body = "------x\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n12\r\n";
        assert_eq!(read(TYPE, body).await, None);
        assert_eq!(read("multipart/form-data", body).await, None);
        assert_eq!(read(TYPE, "").await, None);
        let mut broken = body.as_bytes().to_vec();
        broken.extend_from_slice(b"------x--\r\n");
        assert!(read(TYPE, broken.clone()).await.is_some());
        let digit = broken.windows(2).position(|pair| pair == b"12");
        broken[digit.expect("the value")] = 0xff;
        assert_eq!(read(TYPE, broken).await, None);
    }
}
