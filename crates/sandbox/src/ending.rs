use std::future::Future;
use tokio::sync::watch;

/// Splits a shutdown in two. The second future resolves when the first has resolved or is dropped.
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
