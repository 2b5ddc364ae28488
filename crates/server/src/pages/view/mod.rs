//! The data of templates: plain values, converted from the rules' types.

mod ajax;
mod cart;
mod frame;

pub(super) use ajax::{AjaxCart, AjaxLine};
pub(super) use cart::CartPage;
pub(super) use frame::{Frame, PageView};
