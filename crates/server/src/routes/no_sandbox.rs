//! The routes of the emulated services in a program built without them: none.

use super::policy::RoutePolicy;
use super::table::{Mount, Route};
use crate::app::SharedApp;
use crate::sandbox::Pages;

pub(super) fn unrouted(_path: &str) -> Option<RoutePolicy> {
    None
}

pub(super) fn routes(_app: &SharedApp) -> Vec<Route> {
    Vec::new()
}

pub(super) fn mounts(_app: &SharedApp, _pages: Pages) -> Vec<Mount> {
    Vec::new()
}
