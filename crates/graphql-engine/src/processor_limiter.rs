//! Limits how much work that anybody can request holds a processor at the same time, and shares the waiting queue among
//! clients.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use tokio::sync::oneshot::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout_at};

/// Preparing a new document or searching the catalogue holds a processor, and can take hundreds of times as long as
/// other requests. The limit keeps processors free for those. One limiter is for all such work of a server.
///
/// Clients take turns, one piece of work each, whatever the number that each of them waits for. When the queue is full, a
/// client with fewer waiting pieces takes a place from the client with the most.
pub struct ProcessorLimiter {
    shared: Arc<Mutex<State>>,
    max_waiting: usize,
}

/// Length of the waiting queue.
const MAX_WAITING: usize = 64;

/// Dropping it lets the next piece of work begin.
#[must_use]
pub struct ProcessorPermit {
    shared: Arc<Mutex<State>>,
}

struct State {
    /// Pieces of work that may begin now.
    free: usize,
    /// The clients that wait, in the order of their turns.
    turns: VecDeque<Client>,
    next_ticket: u64,
}

struct Client {
    address: IpAddr,
    /// Never empty: a client without waiting work is removed.
    waiting: VecDeque<Waiter>,
}

struct Waiter {
    ticket: u64,
    /// Dropping it refuses the work.
    permit: Sender<ProcessorPermit>,
}

/// Gives up its place when the request ends before its turn.
struct Place<'l> {
    limiter: &'l ProcessorLimiter,
    address: IpAddr,
    ticket: u64,
}

impl ProcessorLimiter {
    /// At most half of the processors, but at least one.
    #[must_use]
    pub fn for_this_machine() -> Self {
        let processors = available_parallelism().map_or(1, usize::from);
        Self::with((processors / 2).max(1), MAX_WAITING)
    }

    pub(crate) fn with(processors: usize, max_waiting: usize) -> Self {
        let state = State {
            free: processors,
            turns: VecDeque::new(),
            next_ticket: 0,
        };
        Self {
            shared: Arc::new(Mutex::new(state)),
            max_waiting,
        }
    }

    /// Waits for a permit. None if `by` passes first, if the queue is full and this client's share of it is not smaller
    /// than every other, or if another client takes the place.
    pub async fn acquire(&self, client: IpAddr, by: Instant) -> Option<ProcessorPermit> {
        let (place, turn) = match self.enter(client) {
            Entry::Now(permit) => return Some(permit),
            Entry::Wait(place, turn) => (place, turn),
            Entry::Full => return None,
        };
        let permit = timeout_at(by, turn).await.ok()?.ok();
        drop(place);
        permit
    }

    fn enter(&self, address: IpAddr) -> Entry<'_> {
        let mut state = lock(&self.shared);
        if state.free > 0 {
            state.free -= 1;
            return Entry::Now(ProcessorPermit {
                shared: Arc::clone(&self.shared),
            });
        }
        if state.waiting() >= self.max_waiting && !state.displace_for(address) {
            return Entry::Full;
        }
        let (permit, turn) = channel();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.wait(address, Waiter { ticket, permit });
        let place = Place {
            limiter: self,
            address,
            ticket,
        };
        Entry::Wait(place, turn)
    }
}

enum Entry<'l> {
    Now(ProcessorPermit),
    Wait(Place<'l>, Receiver<ProcessorPermit>),
    Full,
}

impl State {
    fn waiting(&self) -> usize {
        self.turns.iter().map(|client| client.waiting.len()).sum()
    }

    fn wait(&mut self, address: IpAddr, waiter: Waiter) {
        let known = self
            .turns
            .iter_mut()
            .find(|client| client.address == address);
        match known {
            Some(client) => client.waiting.push_back(waiter),
            None => self.turns.push_back(Client {
                address,
                waiting: VecDeque::from([waiter]),
            }),
        }
    }

    /// Refuses the last piece of work of the client with the most, unless this client would then wait for as many.
    fn displace_for(&mut self, address: IpAddr) -> bool {
        let own = self.turns.iter().find(|client| client.address == address);
        let own = own.map_or(0, |client| client.waiting.len());
        let most = self
            .turns
            .iter_mut()
            .max_by_key(|client| client.waiting.len());
        match most {
            Some(client) if client.waiting.len() > own + 1 => client.waiting.pop_back().is_some(),
            _ => false,
        }
    }

    /// The piece of work whose turn it is. Its client has the next turn after all others.
    fn next(&mut self) -> Option<Waiter> {
        let mut client = self.turns.pop_front()?;
        let waiter = client.waiting.pop_front();
        if !client.waiting.is_empty() {
            self.turns.push_back(client);
        }
        waiter
    }

    fn leave(&mut self, address: IpAddr, ticket: u64) {
        for client in &mut self.turns {
            if client.address == address {
                client.waiting.retain(|waiter| waiter.ticket != ticket);
            }
        }
        self.turns.retain(|client| !client.waiting.is_empty());
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        lock(&self.limiter.shared).leave(self.address, self.ticket);
    }
}

impl Drop for ProcessorPermit {
    fn drop(&mut self) {
        let mut state = lock(&self.shared);
        let Some(next) = state.next() else {
            state.free += 1;
            return;
        };
        drop(state);
        let permit = Self {
            shared: Arc::clone(&self.shared),
        };
        // A request that has just ended does not receive it: dropping the permit then passes it on.
        drop(next.permit.send(permit));
    }
}

/// A poisoned lock is safe to use: the state is consistent after every statement.
fn lock(shared: &Mutex<State>) -> MutexGuard<'_, State> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::task::JoinHandle;

    fn client(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_mins(1)
    }

    /// Lets a client wait for a permit, which it then holds.
    async fn wait(
        limiter: &Arc<ProcessorLimiter>,
        from: IpAddr,
    ) -> JoinHandle<Option<ProcessorPermit>> {
        let limiter = Arc::clone(limiter);
        let waiting = tokio::spawn(async move { limiter.acquire(from, soon()).await });
        tokio::task::yield_now().await;
        waiting
    }

    #[tokio::test]
    async fn requests_beyond_the_queue_are_refused() {
        let limiter = Arc::new(ProcessorLimiter::with(1, 1));
        let first = limiter.acquire(client(1), soon()).await;
        assert!(first.is_some());
        let second = wait(&limiter, client(1)).await;
        let beyond = limiter.acquire(client(1), soon()).await;
        assert!(beyond.is_none(), "the queue is full");
        drop(first);
        assert!(second.await.expect("it ended").is_some());
        let held = limiter.acquire(client(1), soon()).await;
        let late = limiter.acquire(client(1), Instant::now()).await;
        assert!(late.is_none(), "its turn would come too late");
        drop(held);
        assert!(limiter.acquire(client(1), soon()).await.is_some());
    }

    /// One address fills the queue with ever-new documents. Another one still gets a place, and the next turn but one.
    #[tokio::test]
    async fn a_flood_from_one_address_does_not_shut_out_another() {
        let limiter = Arc::new(ProcessorLimiter::with(1, 4));
        let running = limiter.acquire(client(1), soon()).await;
        let mut flood = Vec::new();
        for _ in 0..4 {
            flood.push(wait(&limiter, client(1)).await);
        }
        let shopper = wait(&limiter, client(2)).await;
        let displaced = flood.pop().expect("four wait");
        assert!(displaced.await.expect("it ended").is_none());
        drop(running);
        drop(flood.remove(0).await.expect("it ended").expect("its turn"));
        let permit = shopper.await.expect("it ended");
        assert!(permit.is_some(), "its turn comes before the flood's second");
        assert!(flood.iter().all(|waiting| !waiting.is_finished()));
    }

    #[tokio::test]
    async fn an_address_with_as_many_documents_displaces_nobody() {
        let limiter = Arc::new(ProcessorLimiter::with(1, 2));
        let _running = limiter.acquire(client(1), soon()).await;
        let first = wait(&limiter, client(1)).await;
        let second = wait(&limiter, client(2)).await;
        assert!(limiter.acquire(client(3), soon()).await.is_none());
        assert!(!first.is_finished() && !second.is_finished());
    }

    #[tokio::test]
    async fn a_request_that_ends_early_gives_up_its_place() {
        let limiter = Arc::new(ProcessorLimiter::with(1, 1));
        let running = limiter.acquire(client(1), soon()).await;
        let given_up = wait(&limiter, client(2)).await;
        given_up.abort();
        assert!(given_up.await.is_err());
        let next = wait(&limiter, client(3)).await;
        drop(running);
        assert!(next.await.expect("it ended").is_some());
        assert!(limiter.acquire(client(1), soon()).await.is_some());
    }
}
