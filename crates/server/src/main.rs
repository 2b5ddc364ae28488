//! The `zkratka` command.

/// The faster of the allocators measured under load.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {}
