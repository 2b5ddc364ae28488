//! Measures the server beside a floor of the same crates, settings and durability, in one run.
//!
//! People read the timings as ratios; no timing passes or fails a test.
#![allow(
    clippy::print_stdout,
    reason = "a report on the terminal is what this program is for"
)]

mod answer;
mod checkout;
mod client;
mod document;
mod floor;
mod load;
mod process;
mod processor;
mod report;
mod shop;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str = "usage: zkratka-bench [all | carts | checkout | purchases [PROGRAM...] | versus BASELINE [PROGRAM] | overload | memory | start | tokens | growth]

  all         everything below but purchases and versus, one after the other
  carts       cartCreate per second and p99 at 1, 32, 128 connections, on both stores, beside their floors
  checkout    whole purchases with Google Pay, likewise
  purchases   where the processor time of a purchase goes at 32 connections, with each zkratka program named, in turn
  versus      cartCreate and whole purchases with two zkratka programs in turn, as ratios (without PROGRAM: the one beside this)
  overload    cartCreate with ten times as many clients as are let in, and afterwards
  memory      resident memory after 100,000 carts
  start       time from start to first answer with 10,000 products
  tokens      tokens of Apple Pay and Google Pay opened per second on one processor
  growth      the same speed with 100 to 100,000 variants, and with up to 1,000,000 carts

Run it from the project's folder after `cargo build --release --workspace`. PostgreSQL must be installed.";

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        // Internal: this program starts the floor with it.
        ["floor", place] => floor::serve(place),
        [] | ["all"] => report::all(),
        ["carts"] => report::carts(),
        ["checkout"] => report::checkouts(),
        ["purchases", programs @ ..] => report::purchases(programs),
        ["versus", baseline] => report::versus(baseline, None),
        ["versus", baseline, program] => report::versus(baseline, Some(program)),
        ["overload"] => report::overload(),
        ["memory"] => report::memory(),
        ["start"] => report::start(),
        ["tokens"] => report::tokens(),
        ["growth"] => report::growth(),
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

/// The message for the person who runs the measurement.
type Failure = Box<dyn std::error::Error + Send + Sync>;
