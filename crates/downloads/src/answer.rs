//! The answer that sends a file: always as a file to save, never as a page of the shop.

use crate::folder::OpenFile;
use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{
    ACCEPT_RANGES, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::io::{self, Read as _};

/// How much of a file is in memory at once, in bytes.
const PART: u64 = 64 * 1024;

/// What RFC 8187 does not allow in a parameter as it is.
const PARAMETER: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Sends a file under its name, part by part. Each request sends the whole file, because each counts.
#[must_use]
pub fn file_answer(file: OpenFile, name: &str) -> Response {
    let size = file.size;
    let mut response = Response::new(Body::from_stream(stream::try_unfold(file, next_part)));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(size));
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("none"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Percent-encoding leaves nothing that a header cannot contain.
    let disposition = HeaderValue::from_str(&disposition(name));
    let plain = HeaderValue::from_static("attachment");
    headers.insert(CONTENT_DISPOSITION, disposition.unwrap_or(plain));
    response
}

/// Reads the next part on a thread that may wait for the disk. `None` at the end.
async fn next_part(mut from: OpenFile) -> io::Result<Option<(Bytes, OpenFile)>> {
    if from.size == 0 {
        return Ok(None);
    }
    tokio::task::spawn_blocking(move || {
        let mut part = Vec::new();
        let most = from.size.min(PART);
        let read = (&mut from.file).take(most).read_to_end(&mut part)?;
        if read == 0 {
            // The length is announced already, so the client must see that the rest is missing.
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        from.size -= read as u64;
        Ok(Some((Bytes::from(part), from)))
    })
    .await
    .map_err(io::Error::other)?
}

/// Types that no browser runs. Anything else is bytes.
fn content_type(name: &str) -> &'static str {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    match extension.map(str::to_lowercase).as_deref() {
        Some("epub") => "application/epub+zip",
        Some("pdf") => "application/pdf",
        Some("zip") => "application/zip",
        Some("mp3") => "audio/mpeg",
        Some("mp4") => "video/mp4",
        _ => "application/octet-stream",
    }
}

/// The name in both forms of RFC 6266: the second one is for programs that do not know the first.
fn disposition(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | ' ');
    let plain: String = name
        .chars()
        .map(|character| if is_plain(character) { character } else { '_' })
        .collect();
    let encoded = utf8_percent_encode(name, PARAMETER);
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;
    use http_body_util::BodyExt as _;

    /// [B.12] A name cannot end the header or add a parameter.
    #[test]
    fn a_name_is_only_a_name() {
        for (name, expected) in [
            (
                "kniha.epub",
                "attachment; filename=\"kniha.epub\"; filename*=UTF-8''kniha.epub",
            ),
            (
                "Spižírna po babičce.epub",
                "attachment; filename=\"Spi__rna po babi_ce.epub\"; filename*=UTF-8''Spi%C5%BE%C3%ADrna%20po%20babi%C4%8Dce.epub",
            ),
            (
                "a\"; filename=b.html",
                "attachment; filename=\"a__ filename_b.html\"; filename*=UTF-8''a%22%3B%20filename%3Db.html",
            ),
        ] {
            assert_eq!(disposition(name), expected);
        }
        assert_eq!(content_type("a.html"), "application/octet-stream");
        assert_eq!(content_type("a.EPUB"), "application/epub+zip");
        assert_eq!(content_type("svg"), "application/octet-stream");
    }

    /// A file of several parts arrives whole; one that becomes shorter meanwhile ends with an error.
    #[tokio::test]
    async fn a_file_is_sent_part_by_part() {
        let folder = tempfile::tempdir().unwrap();
        let content: Vec<u8> = (0..150_000_u32).map(|at| at.to_le_bytes()[0]).collect();
        let path = folder.path().join("film.mp4");
        std::fs::write(&path, &content).unwrap();
        let files = Folder::new(folder.path().to_owned());
        let opened = files.open_later("film.mp4").await.unwrap();
        let answer = file_answer(opened, "film.mp4");
        assert_eq!(answer.headers()[CONTENT_LENGTH], "150000");
        assert_eq!(answer.headers()[X_CONTENT_TYPE_OPTIONS], "nosniff");
        let mut body = answer.into_body();
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(first.len(), 65_536);
        let rest = body.collect().await.unwrap().to_bytes();
        assert_eq!([first, rest].concat(), content);
        let opened = files.open("film.mp4").unwrap();
        std::fs::write(&path, "x").unwrap();
        let cut = file_answer(opened, "film.mp4").into_body().collect().await;
        assert!(cut.is_err());
    }
}
