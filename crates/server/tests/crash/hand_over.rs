//! What the servers' logs say of attempts that one began and another took up.

use crate::shop::Shop;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Attempts that this server was calling the gateway for when it stopped logging: its last word on them is that it asks.
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

/// Attempts that this server took up because they were due: their lease had run out, or a pause of their own was over.
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

/// A line that a death has cut off is left out.
fn events(shop: &Shop, server: usize) -> Vec<Value> {
    let log = shop.log_of(server);
    let events = log
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    events.collect()
}
