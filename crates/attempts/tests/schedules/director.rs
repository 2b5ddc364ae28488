//! Decides what happens next, by the seed.

use crate::chaos::Chaos;
use crate::gateway::ServerGateway;
use crate::goods::{Basket, rules};
use crate::operators::{Command, operate};
use crate::server_store::ServerStore;
use crate::world::{Life, SERVERS, SkewedClock, World};
use std::future::ready;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::yield_now;
use zkratka_attempts::{AttemptDriver, DriverParts, NameFor, NotificationOutcome, Settings};
use zkratka_commerce::gift_card::NoSoldCodes;
use zkratka_commerce::order::Mode;
use zkratka_commerce::rules::ShopRules;
use zkratka_ids::Ids;
use zkratka_payments::Notification;
use zkratka_store::{CartCheck, ManualOrderCheck};

const HOUR: i64 = 60 * 60 * 1_000;

struct Server {
    life: Life,
    driver: Arc<AttemptDriver>,
}

pub(crate) struct Director {
    world: Arc<World>,
    rules: Arc<ShopRules>,
    ids: Arc<Ids>,
    servers: Vec<Server>,
    pub(crate) commands: Vec<Arc<Command>>,
}

impl Director {
    pub(crate) fn new(world: &Arc<World>) -> Self {
        let clock = SkewedClock {
            world: Arc::clone(world),
            process: 0,
        };
        let mut director = Self {
            world: Arc::clone(world),
            rules: Arc::new(rules()),
            ids: Arc::new(Ids::seeded(Arc::new(clock), 1)),
            servers: Vec::new(),
            commands: Vec::new(),
        };
        for process in 0..SERVERS {
            let server = director.server(process);
            director.servers.push(server);
        }
        director
    }

    /// The bad period: anything happens in any order.
    pub(crate) async fn chaos(&mut self) {
        let steps = {
            let mut state = self.world.state();
            60 + state.prng.index(80)
        };
        for _ in 0..steps {
            let (choice, dies) = {
                let mut state = self.world.state();
                let death = state.chaos.death;
                (state.prng.index(113), state.prng.chance(death))
            };
            match choice {
                0..58 => self.world.state().open_gate(),
                58..63 => self.buy(),
                63..70 => self.deliver(),
                70..77 => self.look(None),
                77..84 => self.look_for_refunds(None),
                84..89 => self.world.state().act_at_provider(),
                89..96 => self.command(),
                96..101 => {
                    // Clocks differ by more than a lease, so two servers may look at one order at once.
                    self.look_for_transfers(None);
                    self.look_for_transfers(None);
                }
                101..109 => self.leave_bank(),
                _ => self.pass_time(),
            }
            if dies {
                self.kill();
            }
            yield_now().await;
            self.revive();
        }
    }

    /// Afterwards nothing fails, and everything must come to an end.
    pub(crate) async fn settle(&mut self) {
        {
            let mut state = self.world.state();
            state.chaos = Chaos::NONE;
            state.log(|| "from here on nothing fails".to_owned());
        }
        for round in 0..4_000 {
            self.revive();
            yield_now().await;
            let is_busy = self.world.state().is_busy();
            let due = self.world.state().shop.next_due();
            if is_busy {
                self.world.state().open_gate();
            } else if !self.world.state().notices.waiting.is_empty() {
                self.deliver();
            } else if self.world.state().end_at_provider() {
                // Its notifications follow.
            } else if let Some(due) = due {
                let server = round % SERVERS;
                self.world.state().wait_until(server, due);
                self.look(Some(server));
                self.look_for_refunds(Some(server));
                self.look_for_transfers(Some(server));
                self.world.state().notices.try_again();
            } else if !self.world.state().notices.try_again() {
                return;
            }
        }
        panic!("this world never comes to an end");
    }

    /// A new run of a server.
    fn server(&self, process: usize) -> Server {
        let life = self.world.state().life(process);
        let world = || Arc::clone(&self.world);
        let mut settings = Settings::new(Mode::Test, "https://shop.test");
        settings.inline_deadline = Duration::ZERO;
        let driver = AttemptDriver::new(DriverParts {
            store: Arc::new(ServerStore {
                world: world(),
                life,
            }),
            gateway: Arc::new(ServerGateway {
                world: world(),
                life,
            }),
            clock: Arc::new(SkewedClock {
                world: world(),
                process,
            }),
            ids: Arc::clone(&self.ids),
            rules: Arc::clone(&self.rules),
            codes: Arc::new(NoSoldCodes),
            stock_changed: Arc::new(|| {}),
            order_changed: Arc::new(|| {}),
            settings,
        });
        Server {
            life,
            driver: Arc::new(driver),
        }
    }

    fn any_server(&self, chosen: Option<usize>) -> (Life, Arc<AttemptDriver>) {
        let any = || self.world.state().prng.index(SERVERS);
        let server = &self.servers[chosen.unwrap_or_else(any)];
        (server.life, Arc::clone(&server.driver))
    }

    /// A buyer submits a new cart, or one again.
    fn buy(&self) {
        let (cart, token) = {
            let mut state = self.world.state();
            let known = state.shop.baskets.len();
            if known < 4 && (known == 0 || state.prng.chance(600)) {
                let number = u64::try_from(known).expect("few");
                let basket = Basket::new(number, &mut state.prng);
                state.shop.baskets.push(basket);
            }
            let all = state.shop.baskets.len();
            let cart = state.prng.index(all);
            let tab = state.prng.index(2);
            (state.shop.baskets[cart].key, format!("t{cart}-{tab}"))
        };
        let (_, driver) = self.any_server(None);
        tokio::spawn(async move {
            let manual = ManualOrderCheck::unbounded();
            let submitted = driver.submit(cart, CartCheck::any(), manual, &token);
            submitted.await
        });
    }

    /// A buyer comes back from the bank, or gives its challenge up; perhaps long after the attempt has ended.
    fn leave_bank(&self) {
        let (attempt, gives_up) = {
            let mut state = self.world.state();
            let attempts = state.shop.rows.len();
            if attempts == 0 {
                return;
            }
            let chosen = state.prng.index(attempts);
            let attempt = state.shop.rows[chosen].attempt.clone();
            (attempt, state.prng.chance(600))
        };
        let (_, driver) = self.any_server(None);
        if gives_up {
            tokio::spawn(async move {
                let name = NameFor::Client.of(&attempt, &NoSoldCodes);
                if let Ok(Some(found)) = driver.find(NameFor::Client, &name).await {
                    driver.buyer_gave_up(found).await.ok();
                }
            });
        } else {
            tokio::spawn(async move { driver.buyer_returned(attempt.key).await });
        }
    }

    /// A server looks for attempts that are due.
    fn look(&self, server: Option<usize>) {
        let (_, driver) = self.any_server(server);
        tokio::spawn(driver.run(ready(())));
    }

    /// A server looks for a refund that is due.
    fn look_for_refunds(&self, server: Option<usize>) {
        let (_, driver) = self.any_server(server);
        tokio::spawn(async move { driver.refund_due().await });
    }

    /// A server looks for transfers that are due.
    fn look_for_transfers(&self, server: Option<usize>) {
        let (_, driver) = self.any_server(server);
        tokio::spawn(async move { driver.transfers_due().await });
    }

    /// The provider sends a notification.
    fn deliver(&self) {
        let (life, driver) = self.any_server(None);
        let mut state = self.world.state();
        let waiting = state.notices.waiting.len();
        if waiting == 0 {
            state.notices.try_again();
            return;
        }
        let chosen = state.prng.index(waiting);
        let notice = state.notices.waiting.swap_remove(chosen);
        let now = || state.provider.content(&notice.about);
        let Some(content) = notice.written.clone().or_else(now) else {
            return;
        };
        state.log(|| format!("process {}: is told {content:?}", life.process));
        let duplicate = state.chaos.duplicate;
        if state.prng.chance(duplicate) {
            state.notices.waiting.push(notice.clone());
        }
        let number = notice.number;
        state.notices.send(life, notice);
        drop(state);
        let world = Arc::clone(&self.world);
        let id = format!("n{number}");
        tokio::spawn(async move {
            let told = driver.reported(Notification { id, content }).await;
            let mut state = world.state();
            state.log(|| format!("process {}: answers {told:?}", life.process));
            let is_taken = told.is_ok_and(|told| told != NotificationOutcome::TooEarly);
            state.notices.answered(life, number, is_taken);
        });
    }

    /// An operator gives a command, or repeats one.
    fn command(&mut self) {
        let Some(command) = Command::any(&self.world, &self.commands) else {
            return;
        };
        self.commands.push(Arc::clone(&command));
        self.run_command(self.commands.len() - 1);
    }

    fn run_command(&self, number: usize) {
        let life = self.world.state().life(SERVERS + number);
        let command = Arc::clone(&self.commands[number]);
        tokio::spawn(operate(Arc::clone(&self.world), life, command));
    }

    fn pass_time(&self) {
        let mut state = self.world.state();
        let longest = if state.prng.chance(200) { HOUR } else { 20_000 };
        let time = state.prng.millis(longest);
        state.now = state.now.plus(time);
    }

    fn kill(&self) {
        let processes = SERVERS + self.commands.len();
        let mut state = self.world.state();
        let process = state.prng.index(processes);
        state.kill(process);
    }

    /// Starts the processes again that have died.
    fn revive(&mut self) {
        for process in 0..SERVERS {
            if self.world.state().is_dead(self.servers[process].life) {
                self.servers[process] = self.server(process);
            }
        }
        for number in 0..self.commands.len() {
            if self.commands[number].is_left(&self.world) {
                self.run_command(number);
            }
        }
    }
}
