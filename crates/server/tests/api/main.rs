//! Tests the cart API of a real server over HTTP.

#[cfg(test)]
mod addresses;
#[cfg(test)]
mod admission;
#[cfg(test)]
mod after_sale;
#[cfg(test)]
mod attempts;
#[cfg(test)]
mod bad_input;
#[cfg(test)]
mod budgets;
#[cfg(test)]
mod captcha;
#[cfg(test)]
mod captcha_bounds;
#[cfg(test)]
mod cart_rules;
#[cfg(test)]
mod carts;
#[cfg(test)]
mod catalogue;
#[cfg(test)]
mod checkout;
#[cfg(test)]
mod company_register;
#[cfg(test)]
mod consent;
#[cfg(test)]
mod defer;
#[cfg(test)]
mod delivery;
#[cfg(test)]
mod delivery_groups;
#[cfg(test)]
mod discounts;
#[cfg(test)]
mod enumerations;
#[cfg(test)]
mod error_codes;
#[cfg(test)]
mod feeds;
#[cfg(test)]
mod gift_card_codes;
#[cfg(test)]
mod gift_cards;
#[cfg(test)]
mod giving_up;
#[cfg(test)]
mod guesses;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod idempotency;
mod identity;
#[cfg(test)]
mod late_carrier;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod manual_bounds;
#[cfg(test)]
mod markets;
#[cfg(test)]
mod metafields;
#[cfg(test)]
mod modes;
#[cfg(test)]
mod nested_lines;
#[cfg(test)]
mod order_events;
#[cfg(test)]
mod outdated_payment;
#[cfg(test)]
mod payment;
#[cfg(test)]
mod policies;
#[cfg(test)]
mod protocol;
#[cfg(test)]
mod public_feeds;
#[cfg(test)]
mod restock;
#[cfg(test)]
mod retention;
#[cfg(test)]
mod review;
#[cfg(test)]
mod saved_cards;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod selling_plans;
#[cfg(test)]
mod servers;
#[cfg(test)]
mod support;
#[cfg(test)]
mod wallets;
