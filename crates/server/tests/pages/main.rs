//! Tests the pages of a real server on its own port, over HTTP and without scripts.

#[cfg(test)]
mod account;
#[cfg(test)]
mod ajax_cart;
#[cfg(test)]
mod ajax_sums;
#[cfg(test)]
mod assets;
#[cfg(test)]
mod buy_it_now;
#[cfg(test)]
mod cart;
#[cfg(test)]
mod checkout;
#[cfg(test)]
mod compression;
#[cfg(test)]
mod cookies;
#[cfg(test)]
mod countries;
#[cfg(test)]
mod discount_code;
#[cfg(test)]
mod downloads;
#[cfg(test)]
mod edge;
#[cfg(test)]
mod integrity;
#[cfg(test)]
mod listings;
#[cfg(test)]
mod order_page;
#[cfg(test)]
mod placements;
#[cfg(test)]
mod reports;
#[cfg(test)]
mod shop_wallet;
#[cfg(test)]
mod stock_alert;
#[cfg(test)]
mod storefront;
#[cfg(test)]
mod support;
