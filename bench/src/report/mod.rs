//! The measurements in their order, and their tables.

mod growth;
mod overload;
mod purchases;
mod single;
mod stores;
mod tokens;
mod versus;

pub(crate) use growth::growth;
pub(crate) use overload::overload;
pub(crate) use purchases::purchases;
pub(crate) use single::{memory, start};
pub(crate) use stores::{carts, checkouts};
pub(crate) use tokens::tokens;
pub(crate) use versus::versus;

use crate::Failure;
use crate::document::Documents;
use crate::load::{Errand, Limit, Load, Measurement, Requests, run};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

const ROUND: Duration = Duration::from_secs(4);
const WARM_UP: Duration = Duration::from_secs(1);

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

/// `cartCreate` with two lines.
fn cart_create(times: usize) -> Arc<dyn Errand> {
    let body = Documents::new().create(&[1, 2]);
    Arc::new(Requests(body, times))
}

fn measure(
    addresses: &[SocketAddr],
    errand: &Arc<dyn Errand>,
    connections: usize,
    limit: Limit,
) -> Result<Measurement, Failure> {
    run(&Load {
        addresses: addresses.to_vec(),
        connections,
        limit,
        errand: Arc::clone(errand),
    })
}

/// Zero if there are no values.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
