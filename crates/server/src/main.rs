//! The `zkratka` command.

use std::process::ExitCode;

/// The faster of the allocators measured under load.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    zkratka_server::cli::run()
}
