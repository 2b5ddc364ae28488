//! Collects faults with their lines.

use super::fault::ConfigFault;
use super::goods::{GoodsKind, GoodsName};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The faults found, the keys read, and the goods named so far.
pub(super) struct Report<'s> {
    source: &'s str,
    faults: RefCell<Vec<ConfigFault>>,
    asked: RefCell<BTreeSet<String>>,
    goods: RefCell<Vec<GoodsName>>,
}

impl<'s> Report<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        Self {
            source,
            faults: RefCell::default(),
            asked: RefCell::default(),
            goods: RefCell::default(),
        }
    }

    /// Records a fault at a byte position of the file.
    pub(super) fn fault(
        &self,
        position: usize,
        key: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.faults.borrow_mut().push(ConfigFault {
            line: self.line(position),
            key: key.into(),
            message: message.into(),
        });
    }

    /// Returns the line of a byte position, from 1.
    pub(super) fn line(&self, position: usize) -> usize {
        let before = self.source.get(..position).unwrap_or(self.source);
        before.matches('\n').count() + 1
    }

    /// Records that a key was read.
    pub(super) fn ask(&self, key: String) {
        self.asked.borrow_mut().insert(key);
    }

    /// Records that the configuration names goods at this byte position.
    pub(super) fn name_goods(&self, position: usize, key: String, kind: GoodsKind, name: &str) {
        self.goods.borrow_mut().push(GoodsName {
            line: self.line(position),
            key,
            kind,
            name: name.to_owned(),
        });
    }

    /// Returns the names of goods in the order in which they were read.
    pub(super) fn goods(&self) -> Vec<GoodsName> {
        self.goods.borrow().clone()
    }

    /// Returns every fault, ordered by line.
    pub(super) fn into_faults(self) -> Vec<ConfigFault> {
        let mut faults = self.faults.into_inner();
        faults.sort();
        faults.dedup();
        faults
    }

    /// Returns the keys that were read, as `section.key`.
    pub(super) fn asked(&self) -> BTreeSet<String> {
        self.asked.borrow().clone()
    }
}
