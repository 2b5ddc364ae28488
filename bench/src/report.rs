//! What is measured, in which order, and how it is shown.

use crate::load::{self, Limit, Load, Measured};
use crate::{Failure, child, document};
use std::time::Duration;

const CONNECTIONS: [usize; 3] = [1, 32, 128];
const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(4);
const WARM_UP: Duration = Duration::from_secs(1);
const CARTS: usize = 100_000;
/// Cart creations that the overloaded server lets in at a time.
const ADMITTED: usize = 48;
const PRODUCTS: usize = 10_000;

/// cartCreate beside the floor; rounds are interleaved so that both meet the same machine.
pub(crate) fn throughput() -> Result<(), Failure> {
    let floor = child::floor()?;
    let server = child::zkratka(100)?;
    println!(
        "cartCreate, medians of {ROUNDS} interleaved rounds of {} s",
        ROUND.as_secs()
    );
    println!(
        "{:>11}  {:>20}  {:>20}  {:>6}",
        "connections", "floor /s (p99 ms)", "zkratka /s (p99 ms)", "ratio"
    );
    for connections in CONNECTIONS {
        let mut of_floor = Vec::new();
        let mut of_server = Vec::new();
        for target in [&floor, &server] {
            load::run(&cart_creates(target, connections, Limit::For(WARM_UP)))?;
        }
        for _ in 0..ROUNDS {
            of_floor.push(sound(load::run(&cart_creates(
                &floor,
                connections,
                Limit::For(ROUND),
            ))?)?);
            let measured = sound(load::run(&cart_creates(
                &server,
                connections,
                Limit::For(ROUND),
            ))?)?;
            if !document::is_cart(&measured.last_answer) {
                return Err(format!(
                    "not a cart: {}",
                    String::from_utf8_lossy(&measured.last_answer)
                )
                .into());
            }
            of_server.push(measured);
        }
        let (floor_median, server_median) = (median(of_floor)?, median(of_server)?);
        println!(
            "{connections:>11}  {:>12.0} ({:>5.1})  {:>12.0} ({:>5.1})  {:>6.2}",
            floor_median.per_second,
            milliseconds(floor_median.p99),
            server_median.per_second,
            milliseconds(server_median.p99),
            server_median.per_second / floor_median.per_second,
        );
    }
    Ok(())
}

/// Ten times as many clients as the server lets in: what it serves meanwhile and afterwards, beside what it serves to
/// as many as it lets in.
pub(crate) fn overload() -> Result<(), Failure> {
    let limits = format!(
        "[limits]\nconnections = 8192\nrequests = {}\n",
        ADMITTED * 4 / 3
    );
    let server = child::zkratka_with(100, &limits)?;
    println!(
        "overload: {ADMITTED} cart creations are let in at a time; the others are told to come again"
    );
    println!(
        "{:>11}  {:>8}  {:>18}  {:>10}  {:>11}",
        "connections", "", "served /s (p99 ms)", "refused /s", "resident MB"
    );
    load::run(&cart_creates(&server, ADMITTED, Limit::For(WARM_UP)))?;
    for (connections, when) in [
        (ADMITTED, "before"),
        (ADMITTED * 10, "meanwhile"),
        (ADMITTED, "after"),
    ] {
        let measured = answered(load::run(&cart_creates(
            &server,
            connections,
            Limit::For(ROUND),
        ))?)?;
        let refused = u32::try_from(measured.refused).unwrap_or(u32::MAX);
        println!(
            "{connections:>11}  {when:>9}  {:>10.0} ({:>5.1})  {:>10.0}  {:>11.1}",
            measured.per_second,
            milliseconds(measured.p99),
            f64::from(refused) / ROUND.as_secs_f64(),
            megabytes(server.resident_bytes()?)
        );
    }
    Ok(())
}

/// Resident memory after many carts.
pub(crate) fn memory() -> Result<(), Failure> {
    let server = child::zkratka(100)?;
    let before = server.resident_bytes()?;
    let connections = 32;
    let measured = sound(load::run(&cart_creates(
        &server,
        connections,
        Limit::Requests(CARTS / connections),
    ))?)?;
    let after = server.resident_bytes()?;
    println!(
        "memory: {:.1} MB at start, {:.1} MB after {CARTS} carts (made at {:.0} per second)",
        megabytes(before),
        megabytes(after),
        measured.per_second
    );
    Ok(())
}

/// Time from start to the first page.
pub(crate) fn start() -> Result<(), Failure> {
    let server = child::zkratka(PRODUCTS)?;
    println!(
        "start: first product page {:.0} ms after the process was started, {PRODUCTS} products, {:.1} MB resident",
        milliseconds(server.first_answer),
        megabytes(server.resident_bytes()?)
    );
    Ok(())
}

fn cart_creates(server: &child::Server, connections: usize, limit: Limit) -> Load {
    Load {
        address: server.address,
        connections,
        limit,
        headers: "X-Shopify-Storefront-Access-Token: bench\r\n".to_owned(),
        body: document::cart_create(server.variants),
    }
}

/// Whether every request was served.
fn sound(measured: Measured) -> Result<Measured, Failure> {
    if measured.refused > 0 {
        return Err(format!("{} requests were turned away", measured.refused).into());
    }
    answered(measured)
}

/// Whether every request was served or told to come again.
fn answered(measured: Measured) -> Result<Measured, Failure> {
    if measured.failed > 0 {
        let answer = String::from_utf8_lossy(&measured.last_answer);
        return Err(format!(
            "{} requests failed; the last answer: {answer}",
            measured.failed
        )
        .into());
    }
    Ok(measured)
}

fn median(mut rounds: Vec<Measured>) -> Result<Measured, Failure> {
    rounds.sort_by(|a, b| a.per_second.total_cmp(&b.per_second));
    let middle = rounds.len() / 2;
    rounds
        .into_iter()
        .nth(middle)
        .ok_or_else(|| "no rounds".into())
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

#[allow(clippy::cast_precision_loss, reason = "shown with one decimal")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1_000_000.0
}
