//! Operators who cancel and refund while servers die. They run the real program, which is killed too, and repeat each
//! command under its key until it is answered. Meanwhile the merchant refunds at the gateway, and the bank takes money back.

use crate::process::Process;
use crate::setting::SECRET;
use crate::shop::Shop;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order_life::gateway_reference;
use zkratka_store::{OrderPage, OrderRecord, Store};
use zkratka_testing::Prng;

/// A command must be answered within this time. It waits for the server by itself, for 20 seconds at most.
const PATIENCE: Duration = Duration::from_mins(3);
/// How long a command runs at most before it is killed, if it is to be killed.
const SHORT_RUN_MS: u64 = 600;
/// The pause if there is no order yet.
const PAUSE: Duration = Duration::from_millis(50);
/// How many of the newest orders an operator looks at.
const NEWEST: u32 = 40;

/// A command that was carried out.
pub(crate) struct Done {
    order: OrderNumber,
    key: String,
}

/// An operator's way to the shop and to the gateway.
pub(crate) struct Operator {
    pub(crate) name: u64,
    store: Arc<dyn Store>,
    http: reqwest::Client,
    gateway: String,
    config: String,
    log: PathBuf,
    prng: Prng,
    done: Vec<Done>,
}

impl Operator {
    pub(crate) async fn of(shop: &Shop, name: u64, seed: u64) -> Self {
        let config = shop.path("zkratka-0.toml");
        Self {
            name,
            store: shop.store().await,
            http: shop.http.clone(),
            gateway: shop.gateway.clone(),
            config: config.to_str().expect("text").to_owned(),
            log: shop.path(&format!("operator-{name}.log")),
            prng: Prng::new(seed ^ (name << 48)),
            done: Vec::new(),
        }
    }

    /// Acts on one order after another until `closing` is set. Returns the commands that were carried out.
    pub(crate) async fn work_until(mut self, closing: Arc<AtomicBool>) -> Vec<Done> {
        let mut number = 0;
        while !closing.load(Ordering::SeqCst) {
            let Some(record) = self.any_order().await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            number += 1;
            let order = record.order.number;
            let key = format!("{}-{number}", self.name);
            match self.prng.below(10) {
                0..4 => self.carry_out(order, &key, &["cancel"]).await,
                4..6 => {
                    let refund = ["refund", "--amount", "7.50"];
                    self.carry_out(order, &key, &refund).await;
                }
                6 => self.carry_out(order, &key, &["refund", "--all"]).await,
                7 => {
                    let refund = ["refund", "--line", "1:1", "--restock"];
                    self.carry_out(order, &key, &refund).await;
                }
                8 => self.at_the_gateway(&record, "refund").await,
                _ => self.at_the_gateway(&record, "reverse").await,
            }
        }
        self.done
    }

    async fn any_order(&mut self) -> Option<OrderRecord> {
        let page = OrderPage {
            before: None,
            limit: NEWEST,
        };
        let orders = self.store.orders(page).await.ok()?;
        (!orders.is_empty()).then(|| self.prng.one_of(&orders).clone())
    }

    /// Repeats a command until it is answered: done, or refused by a rule.
    async fn carry_out(&mut self, order: OrderNumber, key: &str, command: &[&str]) {
        let number = order.0.to_string();
        let (verb, options) = command.split_first().expect("a command");
        let mut arguments = vec!["orders", verb, &number, "--config", &self.config];
        arguments.extend(["--key", key, "--by", "jana", "--reason", "trial"]);
        arguments.extend(options);
        let until = Instant::now() + PATIENCE;
        let mut is_to_die = self.prng.below(3) == 0;
        while Instant::now() < until {
            // Each run's words are read by themselves.
            let _ = std::fs::remove_file(&self.log);
            let mut process = Process::start(&arguments, &[SECRET], &self.log);
            if is_to_die {
                is_to_die = false;
                let run = Duration::from_millis(self.prng.below(SHORT_RUN_MS));
                if process.end(run).await.is_none() {
                    process.kill();
                    continue;
                }
            }
            let ended = process
                .end(until.saturating_duration_since(Instant::now()))
                .await;
            let is_done = ended.is_some_and(|status| status.success());
            let words = std::fs::read_to_string(&self.log).unwrap_or_default();
            if is_done || words.contains("Balance:") {
                let key = key.to_owned();
                self.done.push(Done { order, key });
                return;
            }
            if words.contains("Nothing was changed") {
                return;
            }
            println!("operator {}: {command:?} of {number}: {words}", self.name);
        }
        panic!("{command:?} of {number} under {key} is not answered");
    }

    /// Something happens to the payment at the gateway, unless it allows it no more or does not answer.
    async fn at_the_gateway(&mut self, record: &OrderRecord, action: &str) {
        let Some(reference) = gateway_reference(&record.timeline) else {
            return;
        };
        let amount = 1 + self.prng.below(900);
        let wish: Value = json!({ "action": action, "amount": amount });
        let asked = self
            .http
            .post(format!("{}/payments/{reference}/control", self.gateway))
            .bearer_auth(SECRET.1)
            .json(&wish)
            .send();
        // The gateway may have died. What it did is in its ledger.
        let _ = asked.await;
    }
}

/// Asserts that each command that was answered is an entry of its order, and of no other.
pub(crate) async fn all_was_done(store: &dyn Store, done: &[Done]) {
    for Done { order, key } in done {
        let found = store.order_of_operation(key).await.expect("readable");
        assert_eq!(found, Some(*order), "the command {key} is lost");
    }
}
