//! Two programs beside each other: `cartCreate` and whole purchases, as ratios.

use super::{WARM_UP, cart_create, measure, median, milliseconds};
use crate::Failure;
use crate::checkout::Checkout;
use crate::load::{Errand, Limit, Measurement};
use crate::shop::{Setting, Shop};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use zkratka_testing::{Cluster, new_schema};

const CONNECTIONS: [usize; 3] = [1, 32, 128];
const PRODUCTS: usize = 100;
const ROUNDS: usize = 9;
const ROUND: Duration = Duration::from_secs(2);
/// Tokens issued before the first round; later rounds get twice as many as the round before used.
const FIRST_TOKENS: usize = 500;

/// Measures both programs on both stores, in interleaved rounds. Without `program`, the newer one is the build beside this
/// program.
pub(crate) fn versus(baseline: &str, program: Option<&str>) -> Result<(), Failure> {
    let cluster = Cluster::start_durable();
    let programs = [Some(PathBuf::from(baseline)), program.map(PathBuf::from)];
    println!(
        "medians of {ROUNDS} rounds of {} s; the ratio is the program's speed by the baseline's",
        ROUND.as_secs()
    );
    println!(
        "{:<10}  {:<10}  {:>11}  {:>10}  {:>10}  {:>7}  {:>10}  {:>10}",
        "", "", "connections", "baseline/s", "program/s", "ratio", "p99 ms", "p99 ms"
    );
    for store in ["SQLite", "PostgreSQL"] {
        let open = |program: &Option<PathBuf>| {
            let database = (store == "PostgreSQL").then(|| new_schema(cluster.url()));
            Contender::open(program.as_deref(), database.as_deref())
        };
        let mut pair = [open(&programs[0])?, open(&programs[1])?];
        for connections in CONNECTIONS {
            for errand in [Kind::CartCreate, Kind::Checkout] {
                let rounds = rounds(&mut pair, errand, connections)?;
                show(store, errand, connections, &rounds);
            }
        }
    }
    Ok(())
}

/// What is measured.
#[derive(Clone, Copy)]
enum Kind {
    CartCreate,
    Checkout,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::CartCreate => "cartCreate",
            Self::Checkout => "checkout",
        }
    }
}

/// A program with a shop of its own.
struct Contender {
    shop: Shop,
    checkout: Arc<Checkout>,
    cart_create: Arc<dyn Errand>,
    /// Tokens for the next round of purchases.
    tokens: usize,
}

impl Contender {
    fn open(program: Option<&Path>, database: Option<&str>) -> Result<Self, Failure> {
        let shop = Shop::open(&Setting {
            products: PRODUCTS,
            database,
            program,
            ..Setting::default()
        })?;
        Ok(Self {
            shop,
            checkout: Arc::new(Checkout::new(PRODUCTS)),
            cart_create: cart_create(1),
            tokens: FIRST_TOKENS,
        })
    }

    fn round(
        &mut self,
        kind: Kind,
        connections: usize,
        duration: Duration,
    ) -> Result<Measurement, Failure> {
        let errand: Arc<dyn Errand> = match kind {
            Kind::CartCreate => Arc::clone(&self.cart_create),
            Kind::Checkout => {
                self.checkout.make_ready(self.tokens)?;
                Arc::<Checkout>::clone(&self.checkout)
            }
        };
        let limit = Limit::For(duration);
        let measured = measure(&self.shop.addresses, &errand, connections, limit)?.all_served()?;
        if matches!(kind, Kind::Checkout) {
            self.tokens = measured.served * 2;
        }
        Ok(measured)
    }
}

/// The rounds of the baseline and of the program. Every other round begins with the program, so that neither always runs
/// after the other.
fn rounds(
    pair: &mut [Contender; 2],
    kind: Kind,
    connections: usize,
) -> Result<[Vec<Measurement>; 2], Failure> {
    for contender in pair.iter_mut() {
        contender.round(kind, connections, WARM_UP)?;
    }
    let mut measured = [Vec::new(), Vec::new()];
    for number in 0..ROUNDS {
        let order = if number % 2 == 0 { [0, 1] } else { [1, 0] };
        for contender in order {
            let round = pair[contender].round(kind, connections, ROUND)?;
            measured[contender].push(round);
        }
    }
    Ok(measured)
}

fn show(store: &str, kind: Kind, connections: usize, rounds: &[Vec<Measurement>; 2]) {
    let [baseline, program] = rounds;
    let speed = |rounds: &[Measurement]| median(rounds.iter().map(|round| round.per_second));
    let p99 = |rounds: &[Measurement]| median(rounds.iter().map(|round| milliseconds(round.p99)));
    let pairs = program.iter().zip(baseline);
    let ratio = median(pairs.map(|(one, other)| one.per_second / other.per_second));
    println!(
        "{store:<10}  {:<10}  {connections:>11}  {:>10.0}  {:>10.0}  {ratio:>7.3}  {:>10.1}  {:>10.1}",
        kind.name(),
        speed(baseline),
        speed(program),
        p99(baseline),
        p99(program),
    );
}
