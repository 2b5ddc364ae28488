//! Arguments that several commands take.

use clap::Args;
use std::path::PathBuf;

/// Where the configuration is.
#[derive(Debug, Args)]
pub struct ConfigFile {
    /// The configuration file
    #[arg(
        long,
        short,
        value_name = "FILE",
        env = "ZKRATKA_CONFIG",
        default_value = "zkratka.toml"
    )]
    pub config: PathBuf,
}

/// How to list.
#[derive(Debug, Args)]
pub struct Listing {
    #[command(flatten)]
    pub file: ConfigFile,
    /// Show at most this many
    #[arg(long, default_value_t = 100, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub limit: u32,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}
