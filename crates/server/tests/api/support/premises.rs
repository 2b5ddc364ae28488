//! A configuration and a store on which tests open servers one after another or, on PostgreSQL, at the same time.

use super::{CONFIG, STOREFRONT, Shop, TOKEN, catalogue};
use reqwest::Client;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use zkratka_config::Config;
use zkratka_server::{Overrides, Server};
use zkratka_store::clock::Clock;

/// The configuration, and the store's place.
pub(crate) struct ShopPlace {
    folder: Arc<TempDir>,
    text: String,
    clock: Option<Arc<dyn Clock>>,
}

impl ShopPlace {
    /// Uses a changed configuration.
    pub(crate) fn new(change: impl FnOnce(String) -> String) -> Self {
        Self::of(change, None)
    }

    /// Uses a changed configuration and another clock.
    pub(crate) fn at(clock: Arc<dyn Clock>, change: impl FnOnce(String) -> String) -> Self {
        Self::of(change, Some(clock))
    }

    /// Uses PostgreSQL, with more configuration sections.
    pub(crate) fn shared(sections: &str) -> Self {
        let database = zkratka_testing::fresh_database();
        let store = format!("[store]\npostgres = \"{database}\"\n");
        Self::on(&store, |config| config + sections, None)
    }

    fn of(change: impl FnOnce(String) -> String, clock: Option<Arc<dyn Clock>>) -> Self {
        Self::on(&zkratka_testing::store_section(), change, clock)
    }

    fn on(
        store: &str,
        change: impl FnOnce(String) -> String,
        clock: Option<Arc<dyn Clock>>,
    ) -> Self {
        let text = CONFIG
            .replace("TOKEN", TOKEN)
            .replace("STOREFRONT", STOREFRONT);
        Self {
            folder: Arc::new(tempfile::tempdir().unwrap()),
            text: change(text) + store,
            clock,
        }
    }

    /// The same place with more configuration sections.
    pub(crate) fn with(&self, sections: &str) -> Self {
        Self {
            folder: Arc::clone(&self.folder),
            text: format!("{}{sections}", self.text),
            clock: self.clock.clone(),
        }
    }

    /// Opens a server, which polls for due events at short intervals.
    pub(crate) async fn open(&self) -> Shop {
        let config = Config::parse(&self.text, self.folder.path()).unwrap();
        let store = zkratka_store::open(&config.store.place, config.server.mode)
            .await
            .unwrap();
        store.import(catalogue::products()).await.unwrap();
        let overrides = Overrides {
            store: Some(store),
            clock: self.clock.clone(),
            events_every: Some(Duration::from_millis(50)),
            ..Overrides::default()
        };
        Shop {
            server: Server::start(config, overrides).await.unwrap(),
            client: Client::new(),
            folder: tempfile::tempdir().unwrap(),
            config: self.text.clone(),
        }
    }
}
