//! A cache of the register's answers. When it is full, the oldest answer is dropped.

use crate::entry::Company;
use std::collections::{HashMap, VecDeque};
use zkratka_commerce::company::CompanyId;
use zkratka_commerce::time::Timestamp;

/// A remembered answer; `None` if the register has no such company.
pub(super) struct Answer(pub(super) Option<Company>);

pub(super) struct Cache {
    most: usize,
    entries: HashMap<CompanyId, (Option<Company>, Timestamp)>,
    /// Numbers in the order of insertion, each once. All answers have the same lifetime, so the first one expires first.
    order: VecDeque<CompanyId>,
}

impl Cache {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            entries: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    /// Returns the answer, unless it has expired.
    pub(super) fn get(&self, id: &CompanyId, now: Timestamp) -> Option<Answer> {
        let (company, until) = self.entries.get(id)?;
        (now < *until).then(|| Answer(company.clone()))
    }

    pub(super) fn put(&mut self, id: CompanyId, company: Option<Company>, until: Timestamp) {
        let before = self.entries.insert(id.clone(), (company, until));
        if before.is_some() {
            self.order.retain(|known| *known != id);
        }
        self.order.push_back(id);
        while self.entries.len() > self.most {
            let Some(oldest) = self.order.pop_front() else {
                return;
            };
            self.entries.remove(&oldest);
        }
    }
}
