//! How speed depends on the number of carts. Each step runs in rounds beside a small shop and is divided by its result,
//! so that other load on the machine cancels out.

use super::{WARM_UP, cart_create, measure, median, milliseconds};
use crate::Failure;
use crate::load::{Limit, Measurement};
use crate::shop::{Setting, Shop};
use std::time::Duration;
use zkratka_testing::{Cluster, new_schema};

const CONNECTIONS: usize = 32;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(2);
const VARIANTS: [usize; 4] = [100, 1_000, 10_000, 100_000];
/// Carts before the measurement; each step creates some 150,000 more.
const CARTS: [usize; 4] = [0, 200_000, 500_000, 1_000_000];

/// Growth of the catalogue, then of the carts, on each store.
pub(crate) fn growth() -> Result<(), Failure> {
    let cluster = Cluster::start_durable();
    println!("cartCreate at {CONNECTIONS} connections, medians of {ROUNDS} rounds");
    for (name, on_postgres) in [("SQLite", false), ("PostgreSQL", true)] {
        let open = |products| {
            let database = on_postgres.then(|| new_schema(cluster.url()));
            Shop::open(&Setting {
                products,
                database: database.as_deref(),
                ..Setting::default()
            })
        };
        println!("{name}, the catalogue, beside 100 variants");
        for variants in VARIANTS {
            let shop = open(variants)?;
            let first = milliseconds(shop.first_answer);
            let what = format!("{variants:>9} variants, first page after {first:>5.0} ms");
            beside(&shop, || open(VARIANTS[0]), &what)?;
        }
        println!("{name}, the carts stored, beside none");
        let shop = open(VARIANTS[0])?;
        let mut stored = 0;
        for carts in CARTS {
            let limit = Limit::Errands(carts.saturating_sub(stored) / CONNECTIONS);
            stored += speed(&shop, limit)?.served;
            stored += beside(&shop, || open(VARIANTS[0]), &format!("{stored:>9} carts"))?;
        }
    }
    Ok(())
}

/// Measures a shop, and a new small shop before each round. Returns the number of carts that the shop has created.
fn beside(
    shop: &Shop,
    small: impl Fn() -> Result<Shop, Failure>,
    what: &str,
) -> Result<usize, Failure> {
    let mut made = speed(shop, Limit::For(WARM_UP))?.served;
    let (mut rounds, mut shares) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let small = small()?;
        speed(&small, Limit::For(WARM_UP))?;
        let usual = speed(&small, Limit::For(ROUND))?;
        let round = speed(shop, Limit::For(ROUND))?;
        made += round.served;
        shares.push(round.per_second / usual.per_second);
        rounds.push(round);
    }
    println!(
        "{what}: {:>7.0} /s, p99 {:>5.1} ms, {:>5.2} of the small one, {:>6.1} MB resident",
        median(rounds.iter().map(|round| round.per_second)),
        median(rounds.iter().map(|round| milliseconds(round.p99))),
        median(shares.into_iter()),
        shop.resident()?
    );
    Ok(made)
}

fn speed(shop: &Shop, limit: Limit) -> Result<Measurement, Failure> {
    measure(&shop.addresses, &cart_create(1), CONNECTIONS, limit)?.all_served()
}
