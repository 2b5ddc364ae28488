//! The comparison against the emulated providers, over HTTP, and on both stores.

#[cfg(test)]
mod card;
#[cfg(test)]
mod compare;
#[cfg(test)]
mod documents;
#[cfg(test)]
mod paypal;
#[cfg(test)]
mod second;
#[cfg(test)]
mod shop;
#[cfg(test)]
mod stopped;
#[cfg(test)]
#[path = "../../store/tests/support/mod.rs"]
#[allow(
    dead_code,
    reason = "the support of the store's tests, of which this needs a part"
)]
mod support;
