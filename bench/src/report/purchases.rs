//! Whole purchases: where their processor time goes, for one program or several in turn.

use super::{WARM_UP, cart_create, measure, median, milliseconds};
use crate::Failure;
use crate::checkout::{Checkout, REQUESTS};
use crate::floor::{self, FloorProcess};
use crate::load::{Errand, Limit, Measurement};
use crate::processor::{Used, parent_of};
use crate::shop::{Setting, Shop};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::NoTls;
use zkratka_testing::{Cluster, new_schema};

const CONNECTIONS: usize = 32;
const PRODUCTS: usize = 100;
const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_secs(3);

/// Purchases at 32 connections with each of these programs (without any, with the one beside this), on both stores, in
/// interleaved rounds; the processor time of one by process, and in the server by kind of thread.
pub(crate) fn purchases(programs: &[&str]) -> Result<(), Failure> {
    let cluster = Cluster::start_durable();
    let postmaster = postmaster(cluster.url())?;
    let floors = [
        floor::start(None)?,
        floor::start(Some(&new_schema(cluster.url())))?,
    ];
    let programs: Vec<Option<PathBuf>> = match programs {
        [] => vec![None],
        named => named.iter().map(|name| Some(PathBuf::from(name))).collect(),
    };
    let mut entrants = vec![
        Entrant::floor("floor, SQLite", &floors[0], None),
        Entrant::floor("floor, PostgreSQL", &floors[1], Some(postmaster)),
    ];
    for (number, program) in programs.iter().enumerate() {
        for database in [None, Some(new_schema(cluster.url()))] {
            let shop = Shop::open(&Setting {
                products: PRODUCTS,
                database: database.as_deref(),
                program: program.as_deref(),
                ..Setting::default()
            })?;
            let postmaster = database.is_some().then_some(postmaster);
            entrants.push(Entrant::shop(number + 1, shop, postmaster));
        }
    }
    let checkout = Arc::new(Checkout::new(PRODUCTS));
    let floor = cart_create(REQUESTS);
    for entrant in &mut entrants {
        let errand: Arc<dyn Errand> = match entrant.shop {
            Some(_) => Arc::<Checkout>::clone(&checkout),
            None => Arc::clone(&floor),
        };
        measure(
            &entrant.addresses,
            &errand,
            CONNECTIONS,
            Limit::For(WARM_UP),
        )?
        .all_served()?;
    }
    for _ in 0..ROUNDS {
        for entrant in &mut entrants {
            let errand: Arc<dyn Errand> = if entrant.shop.is_some() {
                checkout.make_ready(entrant.tokens())?;
                Arc::<Checkout>::clone(&checkout)
            } else {
                Arc::clone(&floor)
            };
            entrant.run(&errand)?;
        }
    }
    show(&entrants);
    Ok(())
}

/// The process that all connections of a database are children of.
fn postmaster(url: &str) -> Result<u32, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let backend: i32 = runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        tokio::spawn(connection);
        let row = client.query_one("SELECT pg_backend_pid()", &[]).await?;
        Ok::<_, tokio_postgres::Error>(row.get(0))
    })?;
    parent_of(u32::try_from(backend)?)
}

/// Who is measured, and what was measured so far.
struct Entrant {
    name: String,
    addresses: Vec<SocketAddr>,
    shop: Option<Shop>,
    postmaster: Option<u32>,
    rounds: Vec<Measurement>,
    server: Used,
    gateway: Used,
    database: Used,
    clients: Used,
}

impl Entrant {
    fn new(name: String, addresses: &[SocketAddr], postmaster: Option<u32>) -> Self {
        Self {
            name,
            addresses: addresses.to_vec(),
            shop: None,
            postmaster,
            rounds: Vec::new(),
            server: Used::default(),
            gateway: Used::default(),
            database: Used::default(),
            clients: Used::default(),
        }
    }

    fn floor(name: &str, floor: &FloorProcess, postmaster: Option<u32>) -> Self {
        Self::new(name.to_owned(), &[floor.address], postmaster)
    }

    fn shop(program: usize, shop: Shop, postmaster: Option<u32>) -> Self {
        let store = if postmaster.is_some() {
            "PostgreSQL"
        } else {
            "SQLite"
        };
        let name = format!("program {program}, {store}");
        let addresses = shop.addresses.clone();
        Self {
            shop: Some(shop),
            ..Self::new(name, &addresses, postmaster)
        }
    }

    /// Twice as many as the last round used up.
    fn tokens(&self) -> usize {
        self.rounds.last().map_or(500, |round| round.served * 2)
    }

    fn run(&mut self, errand: &Arc<dyn Errand>) -> Result<(), Failure> {
        let before = self.used()?;
        let round =
            measure(&self.addresses, errand, CONNECTIONS, Limit::For(ROUND))?.all_served()?;
        let after = self.used()?;
        let sums = [
            &mut self.server,
            &mut self.gateway,
            &mut self.database,
            &mut self.clients,
        ];
        for (sum, (before, after)) in sums.into_iter().zip(before.iter().zip(&after)) {
            sum.add_since(before, after);
        }
        self.rounds.push(round);
        Ok(())
    }

    /// By server, gateway, database and load generator.
    fn used(&self) -> Result<[Used; 4], Failure> {
        let (server, gateway) = match &self.shop {
            Some(shop) => (shop.used()?, shop.used_by_gateway()?),
            None => Default::default(),
        };
        let database = self
            .postmaster
            .map_or(Ok(Used::default()), Used::by_children)?;
        Ok([server, gateway, database, Used::by(std::process::id())?])
    }

    /// Milliseconds of each purchase.
    fn each(&self, used: Duration) -> f64 {
        let count: usize = self.rounds.iter().map(|round| round.served).sum();
        milliseconds(used) / f64::from(u32::try_from(count.max(1)).unwrap_or(u32::MAX))
    }

    /// How many times as many purchases the processors would do if the gateway cost nothing, as a shop's real gateway costs its
    /// server nothing: all processor time, divided by what is left without the gateway's. It holds while the processors are
    /// the limit.
    fn without_gateway(&self) -> f64 {
        let others = self.server.whole + self.database.whole + self.clients.whole;
        if others.is_zero() {
            return 1.0;
        }
        (others + self.gateway.whole).as_secs_f64() / others.as_secs_f64()
    }

    fn ratio(&self, other: &Self) -> f64 {
        let pairs = self.rounds.iter().zip(&other.rounds);
        median(pairs.map(|(one, other)| one.per_second / other.per_second))
    }
}

fn show(entrants: &[Entrant]) {
    println!(
        "purchases with Google Pay at {CONNECTIONS} connections, medians of {ROUNDS} rounds of {} s; processor ms of each purchase",
        ROUND.as_secs()
    );
    println!(
        "{:<22}  {:>8}  {:>8}  {:>9}  {:>9}  {:>10}  {:>9}  {:>7}  {:>7}  {:>8}  {:>7}",
        "",
        "/s",
        "p99 ms",
        "of floor",
        "of SQLite",
        "no gateway",
        "of floor",
        "server",
        "gateway",
        "database",
        "clients"
    );
    let mut sqlite = None;
    for entrant in entrants {
        let floor = entrants
            .iter()
            .find(|floor| floor.postmaster == entrant.postmaster);
        if entrant.postmaster.is_none() {
            sqlite = entrant.shop.is_some().then_some(entrant);
        }
        let ratio = |to: Option<&Entrant>, times: f64| {
            let to = to.filter(|_| entrant.shop.is_some());
            to.map_or_else(String::new, |to| {
                format!("{:.3}", entrant.ratio(to) * times)
            })
        };
        let speed = median(entrant.rounds.iter().map(|round| round.per_second));
        let times = entrant.without_gateway();
        println!(
            "{:<22}  {speed:>8.0}  {:>8.1}  {:>9}  {:>9}  {:>10.0}  {:>9}  {:>7.2}  {:>7.2}  {:>8.2}  {:>7.2}",
            entrant.name,
            median(entrant.rounds.iter().map(|round| milliseconds(round.p99))),
            ratio(floor, 1.0),
            ratio(sqlite, 1.0),
            speed * times,
            ratio(floor, times),
            entrant.each(entrant.server.whole),
            entrant.each(entrant.gateway.whole),
            entrant.each(entrant.database.whole),
            entrant.each(entrant.clients.whole),
        );
    }
    println!("\nthe server's threads, processor ms of each purchase");
    for entrant in entrants.iter().filter(|entrant| entrant.shop.is_some()) {
        for (name, used) in &entrant.server.threads {
            println!(
                "{:<22}  {name:<16}  {:>7.2}",
                entrant.name,
                entrant.each(*used)
            );
        }
    }
}
