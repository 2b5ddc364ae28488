//! What is answered.

use bytes::Bytes;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::Body;
use std::error::Error;

/// Why an answer's body cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It is longer than it may be.
    #[error("the body is too long")]
    TooLong,
    /// The connection broke.
    #[error("the connection broke")]
    Broken,
}

/// The whole body; `longest` in bytes.
///
/// # Errors
/// When it is longer, or does not come whole.
pub async fn whole<B>(body: B, longest: usize) -> Result<Bytes, Unreadable>
where
    B: Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let collected = Limited::new(body, longest).collect().await;
    let whole = collected.map_err(|error| {
        if error.is::<LengthLimitError>() {
            Unreadable::TooLong
        } else {
            Unreadable::Broken
        }
    })?;
    Ok(whole.to_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::Full;

    #[tokio::test]
    async fn a_body_is_read_up_to_its_limit() {
        let body = || Full::new(Bytes::from_static(b"answer"));
        assert_eq!(whole(body(), 6).await, Ok(Bytes::from_static(b"answer")));
        assert_eq!(whole(body(), 5).await, Err(Unreadable::TooLong));
    }
}
