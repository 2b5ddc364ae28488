//! Compares both stores, with one server and with several, with the floor of each. Rounds are interleaved, and each is
//! divided by the adjacent ones, so that other load on the machine cancels out.

use super::{WARM_UP, cart_create, measure, median, milliseconds};
use crate::Failure;
use crate::checkout::{Checkout, REQUESTS};
use crate::floor::{self, FloorProcess};
use crate::load::{Errand, Limit, Measurement};
use crate::shop::{Setting, Shop};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use zkratka_testing::{Cluster, new_schema};

const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_secs(2);
const CONNECTIONS: [usize; 3] = [1, 32, 128];
const PRODUCTS: usize = 100;
const SERVERS: usize = 3;

pub(crate) fn carts() -> Result<(), Failure> {
    let field = Comparison::open()?;
    let errand = cart_create(1);
    println!(
        "cartCreate, medians of {ROUNDS} rounds of {} s",
        ROUND.as_secs()
    );
    field.compare(&errand, &errand, |_| Ok(()))
}

/// Whole purchases. The floor writes as often as a purchase sends requests.
pub(crate) fn checkouts() -> Result<(), Failure> {
    let field = Comparison::open()?;
    let checkout = Arc::new(Checkout::new(PRODUCTS));
    let floor = cart_create(REQUESTS);
    let errand: Arc<dyn Errand> = Arc::<Checkout>::clone(&checkout);
    println!(
        "purchases with Google Pay ({REQUESTS} requests), medians of {ROUNDS} rounds of {} s",
        ROUND.as_secs()
    );
    field.compare(&floor, &errand, |warm| {
        checkout.make_ready(enough(warm.per_second))
    })
}

/// Twice the stock that a round sells at this speed.
fn enough(per_second: f64) -> usize {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count of some thousands"
    )]
    let count = (per_second * ROUND.as_secs_f64() * 2.0) as usize;
    count
}

/// One of the compared servers.
struct Comparison {
    entrants: Vec<Entrant>,
    _floors: [FloorProcess; 2],
    _shops: [Shop; 3],
    _cluster: Cluster,
}

struct Entrant {
    name: &'static str,
    addresses: Vec<SocketAddr>,
    is_floor: bool,
    /// Index of the floor of its store, by which its figures are divided.
    floor: usize,
}

impl Comparison {
    fn open() -> Result<Self, Failure> {
        let cluster = Cluster::start_durable();
        let schema = || new_schema(cluster.url());
        let (one, several) = (schema(), schema());
        let floors = [floor::start(None)?, floor::start(Some(&schema()))?];
        let open = |database, servers| {
            Shop::open(&Setting {
                products: PRODUCTS,
                database,
                servers,
                ..Setting::default()
            })
        };
        let shops = [
            open(None, 1)?,
            open(Some(&one), 1)?,
            open(Some(&several), SERVERS)?,
        ];
        let entrant = |name, addresses: &[SocketAddr], is_floor, floor| Entrant {
            name,
            addresses: addresses.to_vec(),
            is_floor,
            floor,
        };
        let entrants = vec![
            entrant("floor, SQLite", &[floors[0].address], true, 0),
            entrant("zkratka, SQLite", &shops[0].addresses, false, 0),
            entrant("floor, PostgreSQL", &[floors[1].address], true, 2),
            entrant("zkratka, PostgreSQL", &shops[1].addresses, false, 2),
            entrant("3 servers, PostgreSQL", &shops[2].addresses, false, 2),
        ];
        Ok(Self {
            entrants,
            _floors: floors,
            _shops: shops,
            _cluster: cluster,
        })
    }

    /// Calls `before` before each round, with the last measurement of the same server.
    fn compare(
        &self,
        of_floor: &Arc<dyn Errand>,
        of_shop: &Arc<dyn Errand>,
        before: impl Fn(&Measurement) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        println!(
            "{:>11}  {:<22}  {:>8}  {:>8}  {:>12}  {:>9}",
            "connections", "", "/s", "p99 ms", "of its floor", "of SQLite"
        );
        for connections in CONNECTIONS {
            let round = |entrant: &Entrant, limit| {
                let errand = if entrant.is_floor { of_floor } else { of_shop };
                measure(&entrant.addresses, errand, connections, limit)?.all_served()
            };
            let mut last = Vec::new();
            for entrant in &self.entrants {
                last.push(round(entrant, Limit::For(WARM_UP))?);
            }
            let mut rounds: Vec<Vec<Measurement>> =
                self.entrants.iter().map(|_| Vec::new()).collect();
            for _ in 0..ROUNDS {
                for (number, entrant) in self.entrants.iter().enumerate() {
                    before(rounds[number].last().unwrap_or(&last[number]))?;
                    rounds[number].push(round(entrant, Limit::For(ROUND))?);
                }
            }
            for (entrant, measured) in self.entrants.iter().zip(&rounds) {
                self.show(connections, entrant, measured, &rounds);
            }
        }
        Ok(())
    }

    fn show(
        &self,
        connections: usize,
        entrant: &Entrant,
        measured: &[Measurement],
        all: &[Vec<Measurement>],
    ) {
        let ratio = |to: &[Measurement]| {
            let pairs = measured.iter().zip(to);
            let ratios = pairs.map(|(one, other)| one.per_second / other.per_second);
            format!("{:.2}", median(ratios))
        };
        let (mut to_floor, mut to_sqlite) = (String::new(), String::new());
        if !entrant.is_floor {
            to_floor = ratio(&all[entrant.floor]);
            let sqlite = self.entrants.iter().position(|other| !other.is_floor);
            to_sqlite = sqlite.map_or_else(String::new, |sqlite| ratio(&all[sqlite]));
        }
        println!(
            "{connections:>11}  {:<22}  {:>8.0}  {:>8.1}  {to_floor:>12}  {to_sqlite:>9}",
            entrant.name,
            median(measured.iter().map(|round| round.per_second)),
            median(measured.iter().map(|round| milliseconds(round.p99))),
        );
    }
}
