//! Reads from the servers' logs which attempts one server began and another resumed.

use crate::shop::Shop;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Attempts whose last logged state on this server is `authorising`: it died while it called the gateway.
pub(crate) fn left_behind(shop: &Shop, server: usize) -> HashSet<u64> {
    let mut last = HashMap::new();
    for event in events(shop, server) {
        if let (Some("attempt"), Some(attempt)) = (event["message"].as_str(), key(&event)) {
            last.insert(attempt, event["state"] == "authorising");
        }
    }
    let asking = last.into_iter().filter(|(_, asking)| *asking);
    asking.map(|(attempt, _)| attempt).collect()
}

/// Attempts that this server resumed because they were due: their lease or their pause had ended.
pub(crate) fn taken_up(shop: &Shop, server: usize) -> HashSet<u64> {
    let events = events(shop, server);
    events
        .iter()
        .filter(|event| event["message"] == "an attempt is resumed")
        .filter_map(key)
        .collect()
}

fn key(event: &Value) -> Option<u64> {
    event["attempt"].as_u64()
}

/// The server's log events, without a line that a kill cut off.
fn events(shop: &Shop, server: usize) -> Vec<Value> {
    let log = shop.log_of(server);
    let events = log
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    events.collect()
}
