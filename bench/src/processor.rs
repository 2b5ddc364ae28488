//! How much processor time processes have used so far, as Linux counts it.

use crate::Failure;
use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// Linux counts in these steps, whatever its clock does.
const TICK: Duration = Duration::from_millis(10);

/// What a process, and each kind of its threads, has used.
#[derive(Clone, Default)]
pub(crate) struct Used {
    pub(crate) whole: Duration,
    pub(crate) threads: BTreeMap<String, Duration>,
}

impl Used {
    /// Of a process, threads that have ended included.
    pub(crate) fn by(process: u32) -> Result<Self, Failure> {
        let mut threads = BTreeMap::new();
        for thread in fs::read_dir(format!("/proc/{process}/task"))? {
            // A thread may end meanwhile.
            let Ok(stat) = fs::read_to_string(thread?.path().join("stat")) else {
                continue;
            };
            let stat = Stat::parse(&stat).ok_or("an unknown form of stat in /proc")?;
            *threads.entry(stat.name.to_owned()).or_default() += stat.used;
        }
        let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
        let whole = Stat::parse(&stat).ok_or("an unknown form of stat in /proc")?;
        Ok(Self {
            whole: whole.used,
            threads,
        })
    }

    /// Of a process's children that run now, together.
    pub(crate) fn by_children(parent: u32) -> Result<Self, Failure> {
        let mut used = Self::default();
        for process in fs::read_dir("/proc")? {
            let Ok(stat) = fs::read_to_string(process?.path().join("stat")) else {
                continue;
            };
            if let Some(stat) = Stat::parse(&stat).filter(|stat| stat.parent == parent) {
                used.whole += stat.used;
            }
        }
        Ok(used)
    }

    /// Adds what was used since.
    pub(crate) fn add_since(&mut self, before: &Self, now: &Self) {
        self.whole += now.whole.saturating_sub(before.whole);
        for (name, used) in &now.threads {
            let known = before.threads.get(name).copied().unwrap_or_default();
            *self.threads.entry(name.clone()).or_default() += used.saturating_sub(known);
        }
    }
}

pub(crate) fn parent_of(process: u32) -> Result<u32, Failure> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    let stat = Stat::parse(&stat).ok_or("an unknown form of stat in /proc")?;
    Ok(stat.parent)
}

/// A line of `/proc/*/stat`.
struct Stat<'l> {
    name: &'l str,
    parent: u32,
    used: Duration,
}

impl<'l> Stat<'l> {
    fn parse(line: &'l str) -> Option<Self> {
        // The name stands in brackets and may hold anything.
        let (_, rest) = line.split_once('(')?;
        let (name, rest) = rest.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<u32>().ok();
        Some(Self {
            name,
            parent: fields.get(1)?.parse().ok()?,
            used: TICK * (ticks(11)? + ticks(12)?),
        })
    }
}
