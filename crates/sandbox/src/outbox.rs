//! Delivers the contents of an outbox.

use reqwest::Client;
use reqwest::redirect::Policy;
use std::future::Future;
use std::pin::pin;
use std::time::Duration;
use tokio::sync::Notify;

/// For one delivery.
const DEADLINE: Duration = Duration::from_secs(5);

pub(crate) fn client() -> reqwest::Result<Client> {
    Client::builder()
        .no_proxy()
        .redirect(Policy::none())
        .timeout(DEADLINE)
        .build()
}

/// Delivers on every wake-up and after each delay that `deliver` returns, until `shutdown` resolves.
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
