//! Overload: ten times as many clients as the server admits.

use super::{ROUND, WARM_UP, cart_create, measure, milliseconds};
use crate::Failure;
use crate::load::Limit;
use crate::shop::{Setting, Shop};

/// Cart creations that the overloaded server admits at the same time.
const ADMITTED: usize = 48;

/// Compares the throughput during and after the overload with that of as many clients as the server admits.
pub(crate) fn overload() -> Result<(), Failure> {
    let limits = format!(
        "[limits]\nconnections = 8192\nrequests = {}\n",
        ADMITTED * 4 / 3
    );
    let shop = Shop::open(&Setting {
        more: &limits,
        ..Setting::default()
    })?;
    let errand = cart_create(1);
    println!(
        "overload: {ADMITTED} cart creations are let in at a time; the others are told to come again"
    );
    println!(
        "{:>11}  {:>9}  {:>18}  {:>10}  {:>11}",
        "connections", "", "served /s (p99 ms)", "refused /s", "resident MB"
    );
    measure(&shop.addresses, &errand, ADMITTED, Limit::For(WARM_UP))?;
    for (connections, when) in [
        (ADMITTED, "before"),
        (ADMITTED * 10, "meanwhile"),
        (ADMITTED, "after"),
    ] {
        let round = measure(&shop.addresses, &errand, connections, Limit::For(ROUND))?;
        let measured = round.all_answered()?;
        let refused = u32::try_from(measured.refused).unwrap_or(u32::MAX);
        println!(
            "{connections:>11}  {when:>9}  {:>10.0} ({:>5.1})  {:>10.0}  {:>11.1}",
            measured.per_second,
            milliseconds(measured.p99),
            f64::from(refused) / ROUND.as_secs_f64(),
            shop.resident()?
        );
    }
    Ok(())
}
