//! `zkratka sandbox-gateway` and `zkratka sandbox-ledger`

mod arguments;

pub(super) use arguments::Sandbox;

use arguments::{SandboxGateway, SandboxLedger};
use serde_json::{Value, json};
use std::process::ExitCode;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing::Level;
use zkratka_commands::support::{CliError, logging, output};
use zkratka_config::variable;
use zkratka_sandbox::gateway::{Gateway, GatewaySettings, read_ledger};
use zkratka_store::make_folder_of;

pub(super) async fn run(arguments: Sandbox) -> Result<ExitCode, CliError> {
    match arguments {
        Sandbox::SandboxGateway(arguments) => gateway(arguments).await,
        Sandbox::SandboxLedger(arguments) => ledger(&arguments),
    }
}

async fn gateway(arguments: SandboxGateway) -> Result<ExitCode, CliError> {
    let secret = variable(&arguments.secret_env)
        .map_err(|problem| CliError::Input(format!("--secret-env: {problem}")))?;
    logging::start(Level::INFO);
    make_folder_of(&arguments.ledger)?;
    let listener = TcpListener::bind(arguments.listen).await?;
    let address = listener.local_addr()?;
    let browser_url = arguments
        .browser_url
        .unwrap_or_else(|| format!("http://{address}"));
    let mut settings = GatewaySettings::new(
        arguments.ledger,
        secret,
        arguments.notify_url,
        browser_url,
        arguments.shop_origin,
    );
    settings.shop_name = arguments.shop_name;
    settings.google_pay_merchant = arguments.google_pay_merchant;
    let gateway = Gateway::open(settings).map_err(|error| CliError::Work(error.to_string()))?;
    let mut terminate = signal(SignalKind::terminate())?;
    let stop = async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    };
    tracing::info!(listening = %address, "the sandbox gateway is listening");
    gateway.serve(listener, stop).await?;
    Ok(ExitCode::SUCCESS)
}

fn ledger(arguments: &SandboxLedger) -> Result<ExitCode, CliError> {
    let file = arguments.ledger.display();
    if !arguments.ledger.exists() {
        return Err(CliError::Input(format!("{file}: there is no such file")));
    }
    let rows = read_ledger(&arguments.ledger).map_err(|error| CliError::Work(error.to_string()))?;
    if arguments.json {
        let rows = rows.iter().map(|row| {
            json!({
                "id": row.id,
                "event": row.kind,
                "key": row.key,
                "reference": row.reference,
                "amount": row.amount.decimal(),
                "currency": row.amount.currency,
            })
        });
        output::line(&format!("{:#}", rows.collect::<Value>()));
        return Ok(ExitCode::SUCCESS);
    }
    for row in &rows {
        let (amount, currency) = (row.amount.decimal(), row.amount.currency);
        let kind = format!("{:?}", row.kind).to_lowercase();
        output::line(&format!(
            "{:>6}  {kind:<11} {amount:>12} {currency}  {}",
            row.id, row.reference
        ));
    }
    Ok(ExitCode::SUCCESS)
}
