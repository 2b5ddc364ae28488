//! Imports the configured feeds at every start, and retries while the store fails.

use crate::app::SharedApp;
use std::path::{Path, PathBuf};
use std::time::Duration;
use zkratka_import::{AllowedNames, ImportError, Imported, import_file};

/// The delay before the first retry.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Imports the configured feeds and returns those to retry. A feed that cannot be imported does not stop the shop,
/// which sells what the store already has.
pub(crate) async fn import_configured(app: &SharedApp) -> Vec<PathBuf> {
    import_each(app, app.config.catalogue.import.clone()).await
}

/// Retries the imports, with exponential backoff, until the store has taken every feed.
pub(crate) async fn import_later(app: &SharedApp, mut feeds: Vec<PathBuf>) {
    let mut pause = FIRST_PAUSE;
    while !feeds.is_empty() {
        tokio::time::sleep(pause).await;
        feeds = import_each(app, feeds).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Imports the feeds in order and returns those to retry: the first feed that the store failed to take, and every feed
/// after it. The order matters because the last feed that names a product determines it.
async fn import_each(app: &SharedApp, mut feeds: Vec<PathBuf>) -> Vec<PathBuf> {
    if feeds.is_empty() {
        return feeds;
    }
    let mut settled = feeds.len();
    for (place, feed) in feeds.iter().enumerate() {
        if !is_settled(app, feed).await {
            settled = settled.min(place);
        }
    }
    if let Err(error) = app.catalogue.refresh_if_changed(&*app.store).await {
        tracing::warn!(%error, "the catalogue could not be reloaded");
    }
    feeds.split_off(settled)
}

/// Imports a feed. Returns `false` if a retry could succeed.
async fn is_settled(app: &SharedApp, feed: &Path) -> bool {
    let file = feed.display();
    match import_file(&*app.store, feed, AllowedNames::of(&app.config)).await {
        Ok(imported) => log_import(feed, &imported),
        Err(ImportError::Store(error)) => {
            tracing::error!(%file, %error, "a feed was not imported; the import will be retried");
            return false;
        }
        Err(error) => tracing::error!(%file, %error, "a feed was not imported"),
    }
    true
}

fn log_import(file: &Path, imported: &Imported) {
    let file = file.display();
    for problem in &imported.problems {
        tracing::warn!(%file, line = problem.line, column = problem.column, reason = %problem.reason, "a row was not imported");
    }
    let counts = imported.counts;
    tracing::info!(
        %file,
        added = counts.products_added,
        changed = counts.products_changed,
        unchanged = counts.products_unchanged,
        variants = counts.variants,
        left_out = imported.problems.len(),
        "feed imported"
    );
}
