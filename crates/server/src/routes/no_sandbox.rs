//! The emulations' rows in a program that has no emulations: none.

use super::policy::RoutePolicy;
use super::table::{Mount, Route};
use crate::app::SharedApp;
use crate::sandbox::Pages;

/// No address is an emulation's.
pub(super) fn unrouted(_path: &str) -> Option<RoutePolicy> {
    None
}

/// No rows.
pub(super) fn routes(_app: &SharedApp) -> Vec<Route> {
    Vec::new()
}

/// No mounts.
pub(super) fn mounts(_app: &SharedApp, _pages: Pages) -> Vec<Mount> {
    Vec::new()
}
