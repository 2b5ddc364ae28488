//! Whether it stays as fast as the shop grows.

use super::{ROUND, WARM_UP, cart_create, measure, milliseconds};
use crate::Failure;
use crate::load::Limit;
use crate::shop::{Setting, Shop};
use zkratka_testing::{Cluster, new_schema};

const CONNECTIONS: usize = 32;
const VARIANTS: [usize; 4] = [100, 1_000, 10_000, 100_000];
const CARTS: [usize; 4] = [0, 10_000, 100_000, 1_000_000];

/// The catalogue, then the carts, on each store.
pub(crate) fn growth() -> Result<(), Failure> {
    let cluster = Cluster::start_durable();
    for (name, on_postgres) in [("SQLite", false), ("PostgreSQL", true)] {
        let database = || on_postgres.then(|| new_schema(cluster.url()));
        println!("growth of the catalogue, {name}, cartCreate at {CONNECTIONS} connections");
        for products in VARIANTS {
            catalogue(products, database().as_deref())?;
        }
        println!("growth of the store, {name}, cartCreate at {CONNECTIONS} connections");
        carts(database().as_deref())?;
    }
    Ok(())
}

fn catalogue(products: usize, database: Option<&str>) -> Result<(), Failure> {
    let shop = Shop::open(&Setting {
        products,
        database,
        ..Setting::default()
    })?;
    let first = milliseconds(shop.first_answer);
    speed(
        &shop,
        &format!("{products:>9} variants, first page after {first:>5.0} ms"),
    )
}

fn carts(database: Option<&str>) -> Result<(), Failure> {
    let shop = Shop::open(&Setting {
        database,
        ..Setting::default()
    })?;
    let errand = cart_create(1);
    let mut stored = 0;
    for goal in CARTS {
        let limit = Limit::Errands((goal - stored) / CONNECTIONS);
        measure(&shop.addresses, &errand, CONNECTIONS, limit)?.sound()?;
        stored = goal;
        speed(&shop, &format!("{goal:>9} carts and more"))?;
    }
    Ok(())
}

fn speed(shop: &Shop, what: &str) -> Result<(), Failure> {
    let errand = cart_create(1);
    let run = |limit| measure(&shop.addresses, &errand, CONNECTIONS, limit)?.sound();
    run(Limit::For(WARM_UP))?;
    let measured = run(Limit::For(ROUND))?;
    println!(
        "{what}: {:>7.0} /s, p99 {:>5.1} ms, {:>6.1} MB resident",
        measured.per_second,
        milliseconds(measured.p99),
        shop.resident()?
    );
    Ok(())
}
