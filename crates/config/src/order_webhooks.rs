//! Reads `[[order_webhooks]]`.

use super::delivery::{handle, is_own_machine, web_address};
use super::model::{BUYERS, OrderWebhook};
use super::reader::{Reader, Reported};
use super::sections::secret;
use crate::webhook_secret::WebhookSecret;
use std::collections::BTreeSet;
use std::path::Path;
use url::Url;
use zkratka_commerce::order::Mode;
use zkratka_commerce::order_event::OrderEventKind;

/// Reads the enabled endpoints.
pub(super) fn order_webhooks(
    readers: &[Reader<'_>],
    folder: &Path,
    mode: Option<Mode>,
) -> Option<Vec<OrderWebhook>> {
    let mut names = BTreeSet::new();
    let mut webhooks = Vec::new();
    let mut all_right = true;
    for reader in readers {
        match order_webhook(reader, folder, mode, &mut names) {
            Ok(webhook) => webhooks.extend(webhook),
            Err(Reported) => all_right = false,
        }
    }
    all_right.then_some(webhooks)
}

/// Reads one endpoint. `Ok(None)`: it is disabled, so it may be incomplete.
fn order_webhook(
    reader: &Reader<'_>,
    folder: &Path,
    mode: Option<Mode>,
    names: &mut BTreeSet<String>,
) -> Result<Option<OrderWebhook>, Reported> {
    // Read every key before returning, so that all faults are reported.
    let enabled = reader.flag("enabled");
    let name = reader.parsed("name", handle);
    let url = reader.address("url", web_address);
    let secrets = secret(reader, folder);
    let kinds = reader.parsed_list("events", |text| OrderEventKind::parse(text).ok_or(()));
    let (name, url, kinds) = (
        name.ok_or(Reported)?,
        url.ok_or(Reported)?,
        kinds.ok_or(Reported)?,
    );
    if !names.insert(name.clone()) {
        let message = format!(
            "\"{name}\" is used twice, but pending events are stored under this name: write a different name for each endpoint"
        );
        reader.fault("name", message);
        return Err(Reported);
    }
    if name == BUYERS {
        reader.fault(
            "name",
            format!("\"{BUYERS}\" stands for the e-mails to buyers: write a different name"),
        );
        return Err(Reported);
    }
    let secrets = secrets?;
    if !enabled.ok_or(Reported)? {
        return Ok(None);
    }
    fits_mode(reader, &url, mode)?;
    let Some(secrets) = secrets else {
        reader.fault(
            "secret_env",
            "is missing: name the environment variable with the secret here, or its file in secret_file",
        );
        return Err(Reported);
    };
    Ok(Some(OrderWebhook {
        name,
        url,
        secrets: read_secrets(reader, &secrets.0)?,
        kinds: if kinds.is_empty() {
            OrderEventKind::ALL.to_vec()
        } else {
            kinds
        },
    }))
}

/// Refuses plain HTTP to another machine in live mode, because orders contain personal data.
fn fits_mode(reader: &Reader<'_>, url: &Url, mode: Option<Mode>) -> Result<(), Reported> {
    if mode == Some(Mode::Live) && url.scheme() == "http" && !is_own_machine(url) {
        reader.fault(
            "url",
            "sends buyers' names and addresses unencrypted: write https in mode = \"live\"",
        );
        return Err(Reported);
    }
    Ok(())
}

/// Reads one or several secrets; each of them signs. Messages about faults do not show the secret.
fn read_secrets(reader: &Reader<'_>, text: &str) -> Result<Vec<WebhookSecret>, Reported> {
    let secrets = text.split_whitespace().map(WebhookSecret::parse);
    secrets.collect::<Result<_, _>>().map_err(|error| {
        let key = if reader.is_given("secret_file") {
            "secret_file"
        } else {
            "secret_env"
        };
        reader.fault(
            key,
            format!(
                "does not hold a valid secret: {error}; separate several by spaces or line breaks"
            ),
        );
        Reported
    })
}
