//! `zkratka mail preview`

use super::arguments::MailPreview;
use crate::support::{CliError, existing_shop, output};
use std::fs::OpenOptions;
use std::io::Write;
use std::process::ExitCode;
use zkratka_commerce::ids::OrderNumber;
use zkratka_order_mail::{Buyers, Renderer, ShopFacts};

pub(super) async fn run(arguments: MailPreview) -> Result<ExitCode, CliError> {
    let (config, store) = existing_shop(&arguments.file.config).await?;
    let Some(settings) = config.mail.clone() else {
        let message = "the shop sends no e-mails: write enabled = true in [mail]";
        return Err(CliError::Input(message.to_owned()));
    };
    let number = arguments.order;
    let Some(record) = store.order(OrderNumber(number)).await? else {
        return Err(CliError::Work(format!("there is no order {number}")));
    };
    if record.order.snapshot.is_redacted() {
        let message = format!("the buyer's data were erased from order {number}");
        return Err(CliError::Work(message));
    }
    let now = store.now().await?;
    let buyers = Buyers {
        store,
        shop: ShopFacts::of(&config),
        settings,
        renderer: Renderer::new().map_err(|error| CliError::Work(error.to_string()))?,
        codes: std::sync::Arc::new(config.gift_card_codes.clone()),
    };
    let message = buyers.message(arguments.kind.into(), "preview", &record, now);
    let message = message
        .await
        .map_err(|error| CliError::Work(error.to_string()))?;
    let file = &arguments.out;
    let unwritten =
        |error| CliError::Work(format!("{} cannot be written: {error}", file.display()));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // The e-mail has the buyer's data and the order's link.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut out = options.open(file).map_err(unwritten)?;
    out.write_all(&message.formatted()).map_err(unwritten)?;
    output::line(&format!(
        "{} was written. Open it with a mail program.",
        file.display()
    ));
    Ok(ExitCode::SUCCESS)
}
