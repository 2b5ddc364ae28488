//! The line between the shop and the emulated Amazon Pay, which loses answers and stops requests.

use super::world::World;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// The two ends of a request that is stopped before it reaches Amazon.
type Stopped = (&'static str, oneshot::Sender<()>, oneshot::Receiver<()>);

#[derive(Clone, Default)]
pub(super) struct Line {
    /// The end of the path whose next answer is lost.
    lost: Arc<Mutex<Option<&'static str>>>,
    stopped: Arc<Mutex<Option<Stopped>>>,
}

/// A stop at which the next request waits.
pub(super) struct Stop {
    reached: oneshot::Receiver<()>,
    go_on: oneshot::Sender<()>,
}

impl Stop {
    /// Waits for a request, which goes on when the returned sender is used.
    pub(super) async fn reached(self) -> oneshot::Sender<()> {
        self.reached.await.expect("a request");
        self.go_on
    }
}

impl Line {
    /// A line to the world's API, and its own address.
    pub(super) async fn to(world: &World) -> (Self, String) {
        let line = Self::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let api = format!("http://{}", listener.local_addr().expect("an address"));
        let routes = world.sandbox.api_routes();
        let routes = routes.layer(from_fn_with_state(line.clone(), pass));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        (line, api)
    }

    /// Loses the next answer to a request of a path with this end.
    pub(super) fn lose(&self, end: &'static str) {
        *self.lost.lock().expect("whole") = Some(end);
    }

    /// Stops the next request of a path with this end.
    pub(super) fn stop(&self, end: &'static str) -> Stop {
        let (arrived, reached) = oneshot::channel();
        let (go_on, gone_on) = oneshot::channel();
        *self.stopped.lock().expect("whole") = Some((end, arrived, gone_on));
        Stop { reached, go_on }
    }

    fn is_lost(&self, path: &str) -> bool {
        let mut lost = self.lost.lock().expect("whole");
        lost.take_if(|end| path.ends_with(*end)).is_some()
    }

    fn stopped(&self, path: &str) -> Option<Stopped> {
        let mut stopped = self.stopped.lock().expect("whole");
        stopped.take_if(|(end, ..)| path.ends_with(*end))
    }
}

async fn pass(State(line): State<Line>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    if let Some((_, arrived, gone_on)) = line.stopped(&path) {
        arrived.send(()).expect("somebody waits");
        gone_on.await.expect("a signal");
    }
    let answer = next.run(request).await;
    if line.is_lost(&path) {
        return StatusCode::GATEWAY_TIMEOUT.into_response();
    }
    answer
}
