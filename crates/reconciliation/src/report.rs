//! The result, for people and for programs.

use crate::difference::Difference;
use crate::kind::Kind;
use crate::question::{Comparison, Stopped};
use serde_json::{Value, json};
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;

/// What a comparison with a provider that lists nothing cannot find.
const UNSEEN: &str = "it lists no payments, so only those of this shop's orders and of payments under review were looked at; charges, and disputes, that the shop does not know were not: compare its settlement reports";

/// The comparisons with all providers.
#[derive(Debug)]
pub struct Report {
    pub since: Timestamp,
    pub until: Timestamp,
    pub sections: Vec<Section>,
}

/// The comparison with one provider.
#[derive(Debug)]
pub struct Section {
    pub comparison: Comparison,
    /// Why it ended early.
    pub stopped: Option<Stopped>,
}

impl Report {
    /// 0: equal; 1: there are differences; 2: not everything was compared.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        if self.is_complete() {
            u8::from(self.differences().next().is_some())
        } else {
            2
        }
    }

    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.sections
            .iter()
            .all(|section| section.stopped.is_none())
    }

    pub fn differences(&self) -> impl Iterator<Item = &Difference> {
        let sections = self.sections.iter();
        sections.flat_map(|section| section.comparison.told())
    }

    /// Lines for people.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for section in &self.sections {
            let Comparison {
                name,
                differences,
                strangers,
                transactions,
                payments,
                not_ours,
                compared_until,
                asks_by_name,
                has_compared_all_spans,
            } = &section.comparison;
            let told = section.comparison.told();
            lines.extend(told.flat_map(|one| self::lines(name, one)));
            lines.extend(strangers.days().map(|one| {
                format!(
                    "{name}: {}: {} payments of attempts that this database does not have (made up by another page, or lost with a restored database)",
                    day(one.day),
                    one.payments
                )
            }));
            lines.push(format!(
                "{name}: compared {} to {}: {transactions} transactions there, {payments} payments, {}",
                moment(self.since),
                moment(*compared_until),
                counted(differences.len())
            ));
            if *asks_by_name {
                lines.push(format!("{name}: {UNSEEN}"));
            }
            if *not_ours > 0 {
                lines.push(format!(
                    "{name}: {not_ours} transactions and open disputes there carry no key that this shop made and were left out"
                ));
            }
            if let Some(stopped) = &section.stopped {
                let missing = if *has_compared_all_spans {
                    "not all undecided refunds and open disputes were compared".to_owned()
                } else {
                    format!("nothing after {} was compared", moment(*compared_until))
                };
                lines.push(format!("{name}: NOT COMPLETE: {missing}: {stopped}"));
            }
        }
        lines
    }

    /// One JSON object for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let sections = self.sections.iter().map(|section| {
            let comparison = &section.comparison;
            json!({
                "provider": comparison.name,
                "comparedUntil": moment(comparison.compared_until),
                "transactions": comparison.transactions,
                "payments": comparison.payments,
                "notOfThisShop": comparison.not_ours,
                "unseen": comparison.asks_by_name.then_some(UNSEEN),
                "ofUnknownAttempts": comparison.strangers.days().map(|one| json!({
                    "day": day(one.day),
                    "payments": one.payments,
                })).collect::<Vec<_>>(),
                "error": section.stopped.as_ref().map(ToString::to_string),
            })
        });
        let differences = self.sections.iter().flat_map(|section| {
            let name = section.comparison.name;
            let differences = section.comparison.told();
            differences.map(move |one| difference_json(name, one))
        });
        json!({
            "since": moment(self.since),
            "until": moment(self.until),
            "complete": self.is_complete(),
            "providers": sections.collect::<Vec<_>>(),
            "differences": differences.collect::<Vec<_>>(),
        })
    }
}

fn counted(differences: usize) -> String {
    match differences {
        0 => "no difference".to_owned(),
        1 => "1 difference".to_owned(),
        many => format!("{many} differences"),
    }
}

fn lines(provider: &str, one: &Difference) -> Vec<String> {
    let subject = match (one.order, one.attempt) {
        (Some(order), _) => format!("  order {}", order.0),
        (None, Some(attempt)) => format!("  payment {}", attempt.0),
        (None, None) => String::new(),
    };
    let head = format!(
        "{:<22}  {provider:<6}{subject}  {}  there: {}, here: {}  {}",
        one.kind.name(),
        one.id.as_deref().unwrap_or("-"),
        there(one),
        in_words(one.here),
        moment(one.at)
    );
    vec![
        head,
        format!("    {}", one.kind.meaning()),
        format!("    -> {}", one.remedy()),
    ]
}

fn there(one: &Difference) -> String {
    match one.kind {
        Kind::Unreadable => "unreadable".to_owned(),
        _ => in_words(one.there),
    }
}

fn in_words(amount: Option<Money>) -> String {
    amount.map_or_else(
        || "nothing".to_owned(),
        |amount| format!("{} {}", amount.decimal(), amount.currency),
    )
}

fn difference_json(provider: &str, one: &Difference) -> Value {
    let amount = |amount: Option<Money>| {
        amount.map(|it| json!({ "amount": it.decimal(), "currency": it.currency.as_str() }))
    };
    json!({
        "kind": one.kind.name(),
        "provider": provider,
        "order": one.order.map(|order| order.0),
        "payment": one.attempt.map(|attempt| attempt.0.to_string()),
        "id": one.id,
        "there": amount(one.there),
        "here": amount(one.here),
        "at": moment(one.at),
        "meaning": one.kind.meaning(),
        "todo": one.remedy(),
    })
}

/// In whole seconds.
fn moment(at: Timestamp) -> String {
    at.whole_second().rfc3339()
}

/// As in `2026-11-21`.
fn day(at: Timestamp) -> String {
    moment(at).chars().take("2026-11-21".len()).collect()
}
