//! `zkratka serve`

use super::arguments::Serve;
use crate::server::{Overrides, Server, StartError};
use std::path::Path;
use std::process::ExitCode;
use tokio::signal::unix::{Signal, SignalKind, signal};
use zkratka_commands::support::{CliError, load, logging};
use zkratka_config::ConfigError;

pub(super) async fn run(arguments: Serve) -> Result<ExitCode, CliError> {
    let mut config = load(&arguments.file.config)?;
    if let Some(listen) = arguments.listen {
        config.server.listen = listen;
    }
    logging::start(config.server.log);
    let mut signals = Signals::listen()?;
    let server = Server::start(config, Overrides::default())
        .await
        .map_err(|error| in_file(error, &arguments.file.config))?;
    let app = server.app();
    tracing::info!(
        listening = %server.address,
        shop = %app.config.server.public_origin,
        products = app.catalogue.current().products().len(),
        mode = ?app.config.server.mode,
        version = env!("CARGO_PKG_VERSION"),
        "the shop is ready"
    );
    signals.next().await;
    tracing::info!("stopping after the requests under way; a second signal stops at once");
    tokio::select! {
        () = server.stop() => Ok(ExitCode::SUCCESS),
        () = signals.next() => Err(CliError::Work("stopped before every request was answered".to_owned())),
    }
}

/// Reports a fault of the configuration with the file's name, although only the catalogue reveals it.
fn in_file(error: StartError, file: &Path) -> CliError {
    match error {
        StartError::Goods { faults } => ConfigError::Faulty {
            file: file.to_owned(),
            faults,
        }
        .into(),
        error => error.into(),
    }
}

/// The signals that stop the server.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

impl From<StartError> for CliError {
    fn from(error: StartError) -> Self {
        match error {
            // Only another configuration or another machine helps, so a retry is pointless.
            StartError::GooglePay(error) => Self::Input(error.to_string()),
            StartError::ApplePay(error) => Self::Input(error.to_string()),
            StartError::GiftCards(error) => Self::Input(error.to_string()),
            error => Self::Work(error.to_string()),
        }
    }
}
