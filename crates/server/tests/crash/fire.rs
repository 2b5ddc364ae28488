//! Three servers, a primary with a synchronous standby, and buyers with Google Pay. The test kills servers at random.
//! One server dies during a payment and stays away; meanwhile the primary dies, too, and its standby is promoted.
//!
//! `ZKRATKA_CRASH_SEED=n` repeats a seed (the operating system decides the rest).

use crate::audit::Records;
use crate::buyer::{By, ShopClient};
use crate::hand_over::{left_behind, taken_up};
use crate::kills::{buy_until, come_back, seed, tell, variants_of};
use crate::process::POINT;
use crate::setting::PARCELS;
use crate::shop::Shop;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use zkratka_sandbox::gateway::{RowKind, read_ledger};
use zkratka_testing::Prng;
use zkratka_testing::{Cluster, number};

const SERVERS: usize = 3;
const BUYERS: u64 = 10;
/// Kills before the payment that a server leaves behind, during the promotion, and after it.
const DEATHS: [u32; 3] = [6, 3, 6];
/// The longest time between two kills, and the longest absence of a server.
const LONGEST_LIFE_MS: u64 = 900;
const LONGEST_ABSENCE_MS: u64 = 600;
/// Another server must resume an abandoned attempt within this time: one lease, a second one in case that server dies,
/// too, and spare time.
const PATIENCE: Duration = Duration::from_secs(75);

/// [7.06] [B.03] [B.08] Whichever server dies, and the database with it, no order, charge or unit is lost or doubled,
/// and another server finishes an attempt that a dead server began.
#[ignore = "needs a PostgreSQL with a standby and some quiet: scripts/run-tests runs it by itself"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_doubled_when_servers_and_the_primary_die() {
    let seed = seed();
    let started = Instant::now();
    let cluster = Arc::new(Cluster::start_with_standby());
    let mut shop = Shop::open_servers(SERVERS, cluster.url()).await;
    // All three started at once on an empty database and created one shop.
    assert_eq!(number(cluster.url(), "SELECT COUNT(*) FROM shop_state"), 1);
    let closing = Arc::new(AtomicBool::new(false));
    let variants = variants_of(&shop, PARCELS).await;
    let door = ShopClient::of(&shop);
    let buyers: Vec<_> = (0..BUYERS)
        .map(|number| {
            let prng = Prng::new(seed ^ (number << 32));
            let (door, variants) = (door.clone(), variants.clone());
            tokio::spawn(buy_until(
                door,
                By::GooglePay,
                variants,
                prng,
                Arc::clone(&closing),
            ))
        })
        .collect();
    let mut fire = Fire {
        shop: &mut shop,
        prng: Prng::new(seed),
        away: None,
    };
    let [before, around, after] = DEATHS;
    fire.rage(before).await;
    let away = fire.one_dies_while_it_pays().await;
    let behind = left_behind(fire.shop, away);
    println!(
        "left behind by server {away}: {behind:?}, {:?}",
        started.elapsed()
    );
    let charged = fire.charged();
    fire.promote(&cluster, around).await;
    println!("promoted, {:?}", started.elapsed());
    let handed_over = fire.handed_over(away, &behind).await;
    println!(
        "taken up by others: {handed_over:?}, {:?}",
        started.elapsed()
    );
    fire.comes_back(away).await;
    fire.rage(after).await;

    closing.store(true, Ordering::SeqCst);
    let mut purchases = Vec::new();
    for buyer in buyers {
        purchases.extend(buyer.await.expect("a buyer"));
    }
    come_back(&door, &mut purchases).await;
    let books = Records::close(&shop, &purchases).await;
    books.audit(&purchases).await;
    println!("all ended after {:?}", started.elapsed());
    tell(&books, &purchases);
    // A shop that sells nothing would pass every check, so it must have sold before and after the promotion.
    assert!(charged > 0, "nothing was charged before the promotion");
    assert!(books.rows(RowKind::Captured) > charged + 5);
}

/// The servers, and how the test kills them.
struct Fire<'s> {
    shop: &'s mut Shop,
    prng: Prng,
    /// The server that stays away for now.
    away: Option<usize>,
}

impl Fire<'_> {
    /// Kills one server, or sometimes all running ones, at a random moment and starts them again; repeats this `deaths`
    /// times.
    async fn rage(&mut self, deaths: u32) {
        for _ in 0..deaths {
            self.pause(LONGEST_LIFE_MS).await;
            let present: Vec<usize> = (0..SERVERS).filter(|it| Some(*it) != self.away).collect();
            let dying = if self.prng.below(6) == 0 {
                present
            } else {
                vec![*self.prng.one_of(&present)]
            };
            for server in &dying {
                self.shop.kill(*server);
            }
            self.pause(LONGEST_ABSENCE_MS).await;
            for server in &dying {
                self.shop.spawn(*server, &[]);
            }
            for server in &dying {
                self.shop.answers(*server).await;
            }
        }
    }

    async fn pause(&mut self, longest_ms: u64) {
        tokio::time::sleep(Duration::from_millis(self.prng.below(longest_ms))).await;
    }

    /// A server dies after it has begun an attempt and before it calls the gateway. The gateway never hears of the
    /// payment, so the other servers learn of the attempt only when its lease ends. Returns the server, which stays
    /// away.
    async fn one_dies_while_it_pays(&mut self) -> usize {
        let chosen = usize::try_from(self.prng.below(3)).expect("an index");
        self.shop.kill(chosen);
        let point = (POINT, "before-authorise");
        self.shop.spawn(chosen, &[point]);
        let process = self.shop.process(chosen).expect("it was started");
        let status = process.end(Duration::from_mins(1)).await;
        assert!(
            status.is_some(),
            "it does not die: is the feature fail-points on?\n{}",
            self.shop.log()
        );
        self.away = Some(chosen);
        chosen
    }

    /// Kills the primary and promotes its standby, while servers die.
    async fn promote(&mut self, cluster: &Arc<Cluster>, deaths: u32) {
        let cluster = Arc::clone(cluster);
        let promoted = tokio::task::spawn_blocking(move || cluster.fail_over());
        self.rage(deaths).await;
        promoted.await.expect("promoted");
    }

    /// Waits until other servers have resumed an attempt that this server left behind; returns those resumed.
    async fn handed_over(&self, away: usize, behind: &HashSet<u64>) -> HashSet<u64> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let others = (0..SERVERS).filter(|server| *server != away);
            let taken: HashSet<u64> = others.flat_map(|it| taken_up(self.shop, it)).collect();
            let handed_over: HashSet<u64> = behind.intersection(&taken).copied().collect();
            if !handed_over.is_empty() {
                return handed_over;
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        panic!("nobody takes up {behind:?}\n{}", self.shop.log());
    }

    async fn comes_back(&mut self, away: usize) {
        self.away = None;
        self.shop.spawn(away, &[]);
        self.shop.answers(away).await;
    }

    /// The number of captures in the gateway's ledger.
    fn charged(&self) -> usize {
        let ledger = read_ledger(&self.shop.path("ledger.sqlite")).expect("the ledger");
        let captured = ledger.iter().filter(|row| row.kind == RowKind::Captured);
        captured.count()
    }
}
