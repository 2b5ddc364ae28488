use super::{cart_create, measure, milliseconds};
use crate::Failure;
use crate::document::is_cart;
use crate::load::Limit;
use crate::shop::{Setting, Shop};

const CARTS: usize = 100_000;
const CONNECTIONS: usize = 32;
const PRODUCTS: usize = 10_000;

/// Resident memory after many carts.
pub(crate) fn memory() -> Result<(), Failure> {
    let shop = Shop::open(&Setting::default())?;
    let before = shop.resident()?;
    let errand = cart_create(1);
    let limit = Limit::Errands(CARTS / CONNECTIONS);
    let measured = measure(&shop.addresses, &errand, CONNECTIONS, limit)?.all_served()?;
    if !is_cart(&measured.last_answer) {
        let answer = String::from_utf8_lossy(&measured.last_answer);
        return Err(format!("not a cart: {answer}").into());
    }
    println!(
        "memory: {before:.1} MB at start, {:.1} MB after {CARTS} carts (made at {:.0} per second)",
        shop.resident()?,
        measured.per_second
    );
    Ok(())
}

/// Time from the start of the process to the first page.
pub(crate) fn start() -> Result<(), Failure> {
    let shop = Shop::open(&Setting {
        products: PRODUCTS,
        ..Setting::default()
    })?;
    println!(
        "start: first product page {:.0} ms after the process was started, {PRODUCTS} products, {:.1} MB resident",
        milliseconds(shop.first_answer),
        shop.resident()?
    );
    Ok(())
}
