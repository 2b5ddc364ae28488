//! Tasks that run in the background, beside the requests.

use crate::app::SharedApp;
use crate::stopping::stopped;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_order_events::kept_since;
use zkratka_order_mail::{
    AccountMail, AccountMailRun, AlertRun, Restocked, StockAlertMail, subscribers,
};
use zkratka_privacy::{Erased, Erasure};
use zkratka_store::clock::StoreClock;
use zkratka_storefront::product_url;

/// How often to ask the store whether another process has changed the catalogue.
const CATALOGUE_EVERY: Duration = Duration::from_secs(2);
/// How long to wait for further stock changes after the first, so that one refresh covers many purchases.
const GATHERING: Duration = Duration::from_millis(50);
/// Refreshing the catalogue takes at most 1/`REST` of the time.
const REST: u32 = 4;
/// How often to look for old carts and old order events.
const EXPIRE_EVERY: Duration = Duration::from_hours(1);
/// How often to read the stock that other servers have sold. Pages may show stock as old as that. A sale is always
/// decided by the store.
const STOCK_EVERY: Duration = Duration::from_secs(5);
/// How often to look for goods that somebody waits for and that can be bought again.
const ALERTS_EVERY: Duration = Duration::from_secs(5);
/// How often to delete what is left of sign-ins. Anybody can begin some.
const SIGN_INS_EVERY: Duration = Duration::from_mins(10);
/// How often to look for e-mails to owners of accounts that failed, or that another server has left.
const ACCOUNT_MAIL_EVERY: Duration = Duration::from_secs(5);
/// How often to set the clock from the store.
const CLOCK_EVERY: Duration = Duration::from_secs(10);
/// How often to log the number of refused requests.
const LOAD_EVERY: Duration = Duration::from_secs(10);

/// Keeps the catalogue in memory up to date with the store.
pub(crate) async fn refresh_catalogue(app: SharedApp, stop: watch::Receiver<bool>) {
    let stopped = stopped(stop);
    tokio::pin!(stopped);
    let mut read = Instant::now();
    loop {
        let stale = tokio::select! {
            () = &mut stopped => return,
            () = app.catalogue.invalidated() => {
                tokio::time::sleep(GATHERING).await;
                true
            }
            () = tokio::time::sleep(CATALOGUE_EVERY) => false,
        };
        let started = Instant::now();
        let old = app.store.is_shared() && read.elapsed() >= STOCK_EVERY;
        let refreshed = if stale || old {
            read = started;
            app.catalogue.refresh(&*app.store).await
        } else {
            app.catalogue.refresh_if_changed(&*app.store).await
        };
        if let Err(error) = refreshed {
            tracing::warn!(%error, "the catalogue could not be reloaded");
        }
        tokio::time::sleep(started.elapsed() * (REST - 1)).await;
    }
}

/// Keeps the clock synchronised with the store.
pub(crate) async fn sync_clock(
    clock: Arc<StoreClock>,
    app: SharedApp,
    stop: watch::Receiver<bool>,
) {
    let stopped = stopped(stop);
    tokio::pin!(stopped);
    loop {
        tokio::select! {
            () = &mut stopped => return,
            () = tokio::time::sleep(CLOCK_EVERY) => {}
        }
        if let Err(error) = clock.set(&*app.store).await {
            tracing::warn!(%error, "the store's clock could not be read");
        }
    }
}

/// Deletes carts unchanged for the configured number of days.
pub(crate) async fn expire_carts(app: SharedApp, stop: watch::Receiver<bool>) {
    let stopped = stopped(stop);
    tokio::pin!(stopped);
    loop {
        let days = i64::from(app.config.store.cart_days);
        let before: Timestamp = app.clock.now().plus(-days * DAY_MS);
        match app.store.expire_carts(before).await {
            Ok(0) => {}
            Ok(carts) => tracing::info!(carts, "deleted old carts"),
            Err(error) => tracing::warn!(%error, "old carts could not be deleted"),
        }
        tokio::select! {
            () = &mut stopped => return,
            () = tokio::time::sleep(EXPIRE_EVERY) => {}
        }
    }
}

/// Erases personal data that are older than the shop keeps them.
pub(crate) async fn erase_old_data(app: SharedApp, stop: watch::Receiver<bool>) {
    let stopped = stopped(stop);
    tokio::pin!(stopped);
    loop {
        let erasure = Erasure {
            store: &*app.store,
            retention: app.config.retention,
            now: app.clock.now(),
        };
        let ran = tokio::select! {
            () = &mut stopped => return,
            ran = erasure.run() => ran,
        };
        match ran {
            Ok(erased) if erased == Erased::default() => {}
            Ok(erased) => tracing::info!(?erased, "erased old personal data"),
            Err(error) => tracing::warn!(%error, "old personal data could not be erased"),
        }
        tokio::select! {
            () = &mut stopped => return,
            () = tokio::time::sleep(EXPIRE_EVERY) => {}
        }
    }
}

/// Deletes what has expired of sign-ins, until nothing is left.
pub(crate) async fn delete_expired_sign_ins(app: SharedApp, stop: watch::Receiver<bool>) {
    let stopped = stopped(stop);
    tokio::pin!(stopped);
    loop {
        let ran = tokio::select! {
            () = &mut stopped => return,
            ran = zkratka_privacy::delete_expired_sign_ins(&*app.store, app.clock.now()) => ran,
        };
        match ran {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "deleted what had expired of sign-ins"),
            Err(error) => tracing::warn!(%error, "expired sign-ins could not be deleted"),
        }
        tokio::select! {
            () = &mut stopped => return,
            () = tokio::time::sleep(SIGN_INS_EVERY) => {}
        }
    }
}

/// Sends stock alerts for goods that can be bought again.
pub(crate) async fn send_stock_alerts(
    app: SharedApp,
    alerts: StockAlertMail,
    stop: watch::Receiver<bool>,
) {
    let stopped = stopped(stop);
    tokio::pin!(stopped);
    let restocked = |id: VariantId| {
        let catalogue = app.catalogue.current();
        let (product, variant) = catalogue.variant(id)?;
        let buyable = product.published && variant.stock.is_available();
        let titles = [Some(product.title.clone()), variant.title()];
        buyable.then(|| Restocked {
            title: titles.into_iter().flatten().collect::<Vec<_>>().join(", "),
            path: product_url(product, Some(id)),
        })
    };
    loop {
        let ran = tokio::select! {
            () = &mut stopped => return,
            ran = alerts.run(&restocked) => ran,
        };
        match ran {
            Ok(run) if run == AlertRun::default() => {}
            Ok(run) => tracing::info!(?run, "sent stock alerts"),
            Err(error) => tracing::warn!(%error, "stock alerts could not be sent"),
        }
        tokio::select! {
            () = &mut stopped => return,
            () = tokio::time::sleep(ALERTS_EVERY) => {}
        }
    }
}

/// Sends e-mails to owners of accounts: codes at once, and after a failure again.
pub(crate) async fn send_account_mail(
    app: SharedApp,
    mail: AccountMail,
    stop: watch::Receiver<bool>,
) {
    let Some(wallet) = &app.shop_wallet else {
        return;
    };
    let stopped = stopped(stop);
    tokio::pin!(stopped);
    loop {
        let ran = tokio::select! {
            () = &mut stopped => return,
            ran = mail.run(wallet) => ran,
        };
        match ran {
            Ok(run) if run == AccountMailRun::default() => {}
            Ok(run) => tracing::debug!(?run, "sent e-mails to owners of accounts"),
            Err(error) => tracing::warn!(%error, "e-mails to owners could not be sent"),
        }
        tokio::select! {
            () = &mut stopped => return,
            () = wallet.letters.notified() => {}
            () = tokio::time::sleep(ACCOUNT_MAIL_EVERY) => {}
        }
    }
}

/// Deletes old order events that every endpoint has received.
pub(crate) async fn delete_old_events(app: SharedApp, stop: watch::Receiver<bool>) {
    let stopped = stopped(stop);
    tokio::pin!(stopped);
    loop {
        let before = kept_since(&app.config.store, app.clock.now());
        let receivers = subscribers(&app.config).into_iter();
        let endpoints = receivers.map(|receiver| receiver.endpoint).collect();
        match app.store.delete_old_events(before, endpoints).await {
            Ok(0) => {}
            Ok(events) => tracing::info!(events, "deleted old order events"),
            Err(error) => tracing::warn!(%error, "old order events could not be deleted"),
        }
        tokio::select! {
            () = &mut stopped => return,
            () = tokio::time::sleep(EXPIRE_EVERY) => {}
        }
    }
}

/// Logs how many requests were refused, if any: one line for each interval.
pub(crate) async fn report_load(app: SharedApp, stop: watch::Receiver<bool>) {
    let stopped = stopped(stop);
    tokio::pin!(stopped);
    loop {
        tokio::select! {
            () = &mut stopped => return,
            () = tokio::time::sleep(LOAD_EVERY) => {}
        }
        let requests = app.admission.work.take_refused_count();
        let attempts = app.attempts.turned_away();
        let exchanges = app.admission.exchanges.take_refused_count();
        let webhooks = app.admission.take_refused_webhooks();
        if requests + attempts + exchanges + webhooks > 0 {
            tracing::warn!(
                requests,
                attempts,
                exchanges,
                webhooks,
                "overloaded: some requests were refused and told when to retry"
            );
        }
    }
}
