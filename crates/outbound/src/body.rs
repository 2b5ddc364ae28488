use bytes::Bytes;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::Body;
use std::error::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// Above the limit.
    #[error("the body is too long")]
    TooLong,
    #[error("the connection broke")]
    Broken,
}

/// Reads the whole body, up to `longest` bytes.
///
/// # Errors
/// If the body is longer, or the connection breaks.
pub async fn whole<B>(body: B, longest: usize) -> Result<Bytes, BodyError>
where
    B: Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let collected = Limited::new(body, longest).collect().await;
    let whole = collected.map_err(|error| {
        if error.is::<LengthLimitError>() {
            BodyError::TooLong
        } else {
            BodyError::Broken
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
        assert_eq!(whole(body(), 5).await, Err(BodyError::TooLong));
    }
}
