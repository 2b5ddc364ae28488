//! The listener: as many connections as allowed, none that dawdles, and time for the last answers at the end.

use super::client::Peer;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::Service;

/// How long live requests may take when the server is told to stop.
const LAST_ANSWERS: Duration = Duration::from_secs(30);
/// After an error of the listener itself (no file descriptors left), others may free some.
const BREATH: Duration = Duration::from_millis(50);

/// What connections may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Connections at the same time.
    pub(crate) connections: usize,
    /// Time for a request's headers.
    pub(crate) header_timeout: Duration,
}

/// Serves until `shutdown` resolves and every live request has been answered.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) {
    let mut shutdown = pin!(shutdown);
    let live = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(limits.connections));
    loop {
        let accepting = async {
            // The semaphore is never closed; if it were, nothing more could be accepted.
            let permit = Arc::clone(&room).acquire_owned().await.ok()?;
            Some((listener.accept().await, permit))
        };
        let (accepted, permit) = tokio::select! {
            () = &mut shutdown => break,
            accepted = accepting => match accepted {
                Some(accepted) => accepted,
                None => break,
            },
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        let connection = connection(stream, peer, router.clone(), limits.header_timeout);
        let connection = live.watch(connection);
        drop(tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop(permit);
        }));
    }
    drop(listener);
    if tokio::time::timeout(LAST_ANSWERS, live.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("some requests were not answered before the end");
    }
}

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    header_timeout: Duration,
) -> http1::Connection<
    TokioIo<TcpStream>,
    impl hyper::service::Service<
        Request<Incoming>,
        Response = axum::response::Response,
        Error = std::convert::Infallible,
        Future: Send,
    >,
> {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "small answers may wait");
    }
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        router.clone().call(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header_timeout)
        .serve_connection(TokioIo::new(stream), service)
}
