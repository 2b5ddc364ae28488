//! Who receives order events: the merchant's endpoints, and buyers by e-mail.

use crate::account_mail::AccountMail;
use crate::buyers::Buyers;
use crate::post::{Post, PostError};
use crate::receiver::MailReceiver;
use crate::render::Renderer;
use crate::shop::ShopFacts;
use crate::stock_alerts::StockAlertMail;
use crate::strangers::Strangers;
use std::net::SocketAddr;
use std::sync::Arc;
use zkratka_config::{Config, MailEncryption, MailServer, MailSettings};
use zkratka_order_events::{Endpoint, NotCallable, Receiver};
use zkratka_store::clock::Clock;
use zkratka_store::{Store, Subscriber};

/// Why order events cannot be delivered.
#[derive(Debug, thiserror::Error)]
pub enum ReceiverError {
    /// The endpoint of an order webhook cannot be called.
    #[error(transparent)]
    OrderWebhook(#[from] NotCallable),
    #[error(transparent)]
    Mail(#[from] PostError),
    #[error("an e-mail's template is not valid: {0}")]
    Template(#[from] minijinja::Error),
    /// The program was built without emulations.
    #[error(
        "server in [mail] is missing, and this program has no sandbox that could keep e-mails: write the SMTP server's URL"
    )]
    NoMailServer,
}

/// The receivers, as the store subscribes them to events.
pub fn subscribers(config: &Config) -> Vec<Subscriber> {
    let endpoints = config.order_webhooks.iter();
    let buyers = config.mail.is_some().then(crate::receiver::subscriber);
    endpoints
        .map(zkratka_order_events::subscriber)
        .chain(buyers)
        .collect()
}

/// The receivers, ready to be called. `emulated`: the SMTP server that keeps e-mails.
pub fn receivers(
    config: &Config,
    store: &Arc<dyn Store>,
    emulated: Option<SocketAddr>,
) -> Result<Vec<Arc<dyn Receiver>>, ReceiverError> {
    let mut receivers: Vec<Arc<dyn Receiver>> = Vec::new();
    for webhook in &config.order_webhooks {
        receivers.push(Arc::new(Endpoint::new(webhook.clone())?));
    }
    if let Some(settings) = &config.mail {
        let buyers = Buyers {
            store: Arc::clone(store),
            shop: ShopFacts::of(config),
            settings: settings.clone(),
            renderer: Renderer::new()?,
            codes: Arc::new(config.gift_card_codes.clone()),
        };
        let post = Post::new(server(settings, emulated)?)?;
        receivers.push(Arc::new(MailReceiver { buyers, post }));
    }
    Ok(receivers)
}

/// What sends stock alerts; `None` in a shop that sends no e-mails.
pub fn stock_alerts(
    config: &Config,
    (store, clock): (&Arc<dyn Store>, &Arc<dyn Clock>),
    emulated: Option<SocketAddr>,
) -> Result<Option<StockAlertMail>, ReceiverError> {
    let Some(settings) = &config.mail else {
        return Ok(None);
    };
    Ok(Some(StockAlertMail {
        store: Arc::clone(store),
        clock: Arc::clone(clock),
        shop: ShopFacts::of(config),
        settings: settings.clone(),
        renderer: Renderer::new()?,
        post: Post::new(server(settings, emulated)?)?,
    }))
}

/// What sends e-mails to owners of accounts; `None` in a shop without a wallet.
pub fn account_mail(
    config: &Config,
    (store, clock): (&Arc<dyn Store>, &Arc<dyn Clock>),
    emulated: Option<SocketAddr>,
) -> Result<Option<AccountMail>, ReceiverError> {
    let (Some(settings), Some(_wallet)) = (&config.mail, &config.shop_wallet) else {
        return Ok(None);
    };
    Ok(Some(AccountMail {
        store: Arc::clone(store),
        clock: Arc::clone(clock),
        shop: ShopFacts::of(config),
        settings: settings.clone(),
        renderer: Renderer::new()?,
        post: Post::new(server(settings, emulated)?)?,
        strangers: Strangers::default(),
    }))
}

fn server(
    settings: &MailSettings,
    emulated: Option<SocketAddr>,
) -> Result<MailServer, ReceiverError> {
    if let Some(server) = &settings.server {
        return Ok(server.clone());
    }
    let address = emulated.ok_or(ReceiverError::NoMailServer)?;
    Ok(MailServer {
        host: address.ip().to_string(),
        port: address.port(),
        encryption: MailEncryption::None,
        login: None,
    })
}
