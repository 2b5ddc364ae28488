//! One end of several things.

use std::future::Future;
use tokio::sync::watch;

/// Makes two of one shutdown: the second resolves when the first has, or is given up.
pub(crate) fn shared(
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> (
    impl Future<Output = ()> + Send + 'static,
    impl Future<Output = ()> + Send,
) {
    let (stop, mut stopped) = watch::channel(());
    let first = async move {
        shutdown.await;
        drop(stop);
    };
    let second = async move { while stopped.changed().await.is_ok() {} };
    (first, second)
}
