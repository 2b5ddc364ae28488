//! Measures the server beside a floor of the same crates, settings and durability, in one run.
//!
//! Timings are for people to read as ratios: nothing here passes or fails a test.
#![allow(
    clippy::print_stdout,
    reason = "a report on the terminal is what this program is for"
)]

mod child;
mod document;
mod floor;
mod load;
mod report;

use std::path::PathBuf;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str =
    "usage: zkratka-bench [all | throughput | overload | memory | start | floor DIRECTORY]

  all         everything below, one after the other
  throughput  cartCreate per second and p99 at 1, 32, 128 connections, beside the floor
  overload    cartCreate with ten times as many clients as are let in, and afterwards
  memory      resident memory after 100,000 carts
  start       time from start to first answer with 10,000 products
  floor DIR   serve the floor alone, its database in DIR (prints its address)

Run it from the project's folder after `cargo build --release --workspace`.";

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["floor", directory] => floor::serve(&PathBuf::from(directory)),
        [] | ["all"] => report::throughput()
            .and_then(|()| report::overload())
            .and_then(|()| report::memory())
            .and_then(|()| report::start()),
        ["throughput"] => report::throughput(),
        ["overload"] => report::overload(),
        ["memory"] => report::memory(),
        ["start"] => report::start(),
        _ => Err(USAGE.into()),
    };
    match outcome {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            std::process::ExitCode::from(2)
        }
    }
}

/// What can go wrong in a measurement: something to tell the person who runs it.
type Failure = Box<dyn std::error::Error + Send + Sync>;
