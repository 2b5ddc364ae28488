//! How an emulated service ends: its routes first, then the delivery of its notifications.

use axum::Router;
use std::future::Future;
use std::io;
use std::pin::Pin;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Resolves when the routes must stop or have stopped.
pub(crate) type Ending = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Serves the routes, and delivers notifications beside them, until `shutdown` resolves.
pub(crate) async fn serve<D: Future<Output = ()>>(
    listener: TcpListener,
    routes: Router,
    deliver: impl FnOnce(Ending) -> D,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (stop, mut stopped) = watch::channel(());
    let serving = async move {
        shutdown.await;
        drop(stop);
    };
    let delivering = async move { while stopped.changed().await.is_ok() {} };
    let serve = async move {
        axum::serve(listener, routes)
            .with_graceful_shutdown(serving)
            .await
    };
    let (served, ()) = tokio::join!(serve, deliver(Box::pin(delivering)));
    served
}
