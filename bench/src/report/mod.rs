//! What is measured, in which order, and how it is shown.

mod growth;
mod overload;
mod purchases;
mod single;
mod stores;
mod tokens;

pub(crate) use growth::growth;
pub(crate) use overload::overload;
pub(crate) use purchases::purchases;
pub(crate) use single::{memory, start};
pub(crate) use stores::{carts, checkouts};
pub(crate) use tokens::tokens;

use crate::Failure;
use crate::document::Documents;
use crate::load::{Errand, Limit, Load, Measured, Requests, run};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

const ROUND: Duration = Duration::from_secs(4);
const WARM_UP: Duration = Duration::from_secs(1);

/// Everything.
pub(crate) fn all() -> Result<(), Failure> {
    for report in [
        carts as fn() -> _,
        checkouts,
        overload,
        memory,
        start,
        tokens,
        growth,
    ] {
        report()?;
        println!();
    }
    Ok(())
}

/// cartCreate with two lines, so many times.
fn cart_create(times: usize) -> Arc<dyn Errand> {
    let body = Documents::new().create(&[1, 2]).to_string();
    Arc::new(Requests(body, times))
}

/// Runs an errand against these servers.
fn measure(
    addresses: &[SocketAddr],
    errand: &Arc<dyn Errand>,
    connections: usize,
    limit: Limit,
) -> Result<Measured, Failure> {
    run(&Load {
        addresses: addresses.to_vec(),
        connections,
        limit,
        errand: Arc::clone(errand),
    })
}

/// The value in the middle; zero where there is none.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
