//! Accepts connections up to a limit, closes slow ones, and lets running requests finish before the server stops.

use crate::client::Peer;
use crate::share::Shares;
use crate::stall::WriteTimeoutStream;
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
use zkratka_config::Network;

/// How long running requests may take after the server is told to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(30);
/// Pause after an error of the listener itself, such as no free file descriptors. Ending connections may free some.
const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(50);
/// How long a client may read nothing while a response waits to be sent.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Size of the read buffer of one connection, and so the greatest size of a request's head: a longer head gets status 431.
/// Pipelined requests wait in this buffer, and then at the client.
const READ_AHEAD: usize = 32 * 1024;

/// Limits of connections.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Greatest number of connections at the same time.
    pub connections: usize,
    /// How long a client may take to send a request's headers.
    pub header_timeout: Duration,
    /// How long a client may read nothing while a response waits to be sent.
    pub write_patience: Duration,
    /// Proxies, which may hold all connections. Any other address may hold only a part.
    pub trusted: Vec<Network>,
}

/// Serves connections until `shutdown` resolves and every running request has been answered.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) {
    let mut shutdown = pin!(shutdown);
    let live = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(limits.connections));
    let shares = Shares::new(limits.connections, limits.trusted);
    let timeouts = Timeouts {
        header: limits.header_timeout,
        write: limits.write_patience,
    };
    loop {
        let accepting = async {
            // The semaphore is never closed. If it were, the server could accept nothing more.
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
                tokio::time::sleep(ACCEPT_RETRY_PAUSE).await;
                continue;
            }
        };
        let Some(share) = shares.take(peer.ip()) else {
            // Close it immediately: if the listener waited here, all other clients would wait too.
            tracing::debug!("an address already holds its share of the connections");
            continue;
        };
        let connection = connection(stream, peer, router.clone(), timeouts);
        let connection = live.watch(connection);
        drop(tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop((permit, share));
        }));
    }
    drop(listener);
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, live.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("stopped before some requests were answered");
    }
}

/// The timeouts of one connection.
#[derive(Clone, Copy)]
struct Timeouts {
    header: Duration,
    write: Duration,
}

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    timeouts: Timeouts,
) -> http1::Connection<
    TokioIo<WriteTimeoutStream<TcpStream>>,
    impl hyper::service::Service<
        Request<Incoming>,
        Response = axum::response::Response,
        Error = std::convert::Infallible,
        Future: Send,
    >,
> {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY could not be set: small answers may be delayed");
    }
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        router.clone().call(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.header)
        .max_buf_size(READ_AHEAD)
        .serve_connection(
            TokioIo::new(WriteTimeoutStream::new(stream, timeouts.write)),
            service,
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use std::io::{Read, Write};
    use std::net::TcpStream as BlockingStream;
    use tokio::sync::oneshot;
    use tokio::task::{JoinHandle, spawn_blocking};

    /// Greatest number of connections in these tests.
    const SLOTS: usize = 4;

    fn router() -> Router {
        Router::new()
            .route("/large", get(async || "x".repeat(4_000_000)))
            .route("/small", get(async || "small"))
    }

    async fn start(trusted: &str) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a listener");
        let address = listener.local_addr().expect("an address");
        let limits = Limits {
            connections: SLOTS,
            header_timeout: Duration::from_secs(10),
            write_patience: Duration::from_millis(300),
            trusted: vec![trusted.parse().expect("a network")],
        };
        let (stop, stopped) = oneshot::channel();
        let serving = serve(listener, router(), limits, async {
            let _ = stopped.await;
        });
        (address, stop, tokio::spawn(serving))
    }

    fn ask(address: SocketAddr, path: &str, times: usize) -> BlockingStream {
        let mut stream = BlockingStream::connect(address).expect("a connection");
        let patience = Some(Duration::from_secs(5));
        stream.set_read_timeout(patience).expect("a time limit");
        stream.set_write_timeout(patience).expect("a time limit");
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").repeat(times);
        // The server may have closed a refused connection already.
        let _ = stream.write_all(request.as_bytes());
        stream
    }

    fn answered(mut stream: &BlockingStream) -> bool {
        let mut start = [0; 12];
        stream.read_exact(&mut start).is_ok() && start == *b"HTTP/1.1 200"
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn clients_that_never_read_are_let_go() {
        let (address, stop, serving) = start("127.0.0.1").await;
        let asked = spawn_blocking(move || {
            let mute: Vec<_> = (0..SLOTS).map(|_| ask(address, "/large", 20)).collect();
            let answered = answered(&ask(address, "/small", 1));
            drop(mute);
            answered
        });
        assert!(asked.await.expect("asked"), "others are served");
        drop(stop);
        serving.await.expect("it stops");
    }

    /// The client takes longer for the whole response than it may read nothing, but it never stops reading for that long.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_slow_reader_gets_all_of_its_answer() {
        let (address, stop, serving) = start("127.0.0.1").await;
        let read = spawn_blocking(move || {
            let mut stream = ask(address, "/large", 1);
            let mut part = vec![0; 400_000];
            let mut read = 0;
            while read < 4_000_000 {
                std::thread::sleep(Duration::from_millis(60));
                match stream.read(&mut part) {
                    Ok(0) | Err(_) => break,
                    Ok(more) => read += more,
                }
            }
            read
        });
        assert!(read.await.expect("read") >= 4_000_000);
        drop(stop);
        serving.await.expect("it stops");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn one_address_cannot_hold_every_connection() {
        let (address, stop, serving) = start("10.0.0.1").await;
        let asked = spawn_blocking(move || {
            let first = ask(address, "/small", 1);
            let (first_answered, second) = (answered(&first), ask(address, "/small", 1));
            let second_answered = answered(&second);
            (first_answered, second_answered)
        });
        assert_eq!(asked.await.expect("asked"), (true, false));
        drop(stop);
        serving.await.expect("it stops");
    }
}
