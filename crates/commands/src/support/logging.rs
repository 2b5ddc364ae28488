//! Logs to standard error, one line for each event. The lines are JSON unless standard error is a terminal.

use std::io::{IsTerminal, stderr};
use tracing::Level;
use tracing_subscriber::EnvFilter;

/// The environment variable that overrides the configured level, in the notation of `tracing`, e.g. `debug` or
/// `warn,zkratka_store=debug`.
const VARIABLE: &str = "ZKRATKA_LOG";

/// The prefix of our own crates' names. Other crates log warnings and errors only.
const OURS: &str = "zkratka";

/// Starts logging. A panic is logged with its source location but without its message, which may contain personal data.
pub fn start(level: Level) {
    let filter = std::env::var(VARIABLE)
        .ok()
        .and_then(|text| EnvFilter::try_new(text).ok())
        .unwrap_or_else(|| EnvFilter::new(directives(level)));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(stderr);
    // An error means that logging has already been started.
    if stderr().is_terminal() {
        let _ = builder.compact().try_init();
    } else {
        let _ = builder.json().flatten_event(true).try_init();
    }
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string);
        tracing::error!(place, "a panic");
    }));
}

fn directives(level: Level) -> String {
    let others = level.min(Level::WARN);
    format!("{others},{OURS}={level}")
}
