//! How what waits in an outbox is delivered.

use reqwest::Client;
use reqwest::redirect::Policy;
use std::future::Future;
use std::pin::pin;
use std::time::Duration;
use tokio::sync::Notify;

/// A delivery takes no longer.
const DEADLINE: Duration = Duration::from_secs(5);

/// What deliveries are made with.
pub(crate) fn client() -> reqwest::Result<Client> {
    Client::builder()
        .no_proxy()
        .redirect(Policy::none())
        .timeout(DEADLINE)
        .build()
}

/// Delivers whenever something was put in, or the pause that `deliver` answers is over, until `shutdown` resolves.
pub(crate) async fn run<F: Future<Output = Duration>>(
    filled: &Notify,
    shutdown: impl Future<Output = ()>,
    deliver: impl Fn() -> F,
) {
    let mut shutdown = pin!(shutdown);
    loop {
        let pause = deliver().await;
        tokio::select! {
            () = &mut shutdown => return,
            () = filled.notified() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}
