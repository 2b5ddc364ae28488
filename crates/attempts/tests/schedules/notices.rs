//! The provider's notifications: it repeats each until a server has taken it.

use crate::world::Life;

/// What a notification is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// The outcome of a payment's authorisation or capture.
    Outcome { payment: usize },
    /// A movement of captured money.
    Movement { payment: usize, movement: usize },
    /// The capture failed after all.
    CaptureFailed { payment: usize },
}

#[derive(Clone, Debug)]
pub(crate) struct Notice<T> {
    pub(crate) number: usize,
    pub(crate) about: About,
    /// The content, if the provider writes it when the event happens. `None`: the provider writes it when it sends it.
    pub(crate) written: Option<T>,
}

pub(crate) type Content = zkratka_payments::NotificationContent;

#[derive(Default)]
pub(crate) struct Notices {
    next: usize,
    pub(crate) waiting: Vec<Notice<Content>>,
    /// Sent to this run of a server, and not answered yet.
    sent: Vec<(Life, Notice<Content>)>,
    /// Refused by a server: sent again later.
    put_off: Vec<Notice<Content>>,
}

impl Notices {
    pub(crate) fn add(&mut self, about: About, written: Option<Content>) {
        self.next += 1;
        self.waiting.push(Notice {
            number: self.next,
            about,
            written,
        });
    }

    pub(crate) fn send(&mut self, life: Life, notice: Notice<Content>) {
        self.sent.push((life, notice));
    }

    pub(crate) fn answered(&mut self, life: Life, number: usize, is_taken: bool) {
        let is_it = |(by, notice): &(Life, Notice<Content>)| *by == life && notice.number == number;
        if let Some(place) = self.sent.iter().position(is_it) {
            let (_, notice) = self.sent.swap_remove(place);
            if !is_taken {
                self.put_off.push(notice);
            }
        }
    }

    /// A server has died: what it had not answered is sent again.
    pub(crate) fn forget(&mut self, process: usize) {
        let (lost, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.sent)
            .into_iter()
            .partition(|(life, _)| life.process == process);
        self.sent = others;
        self.put_off
            .extend(lost.into_iter().map(|(_, notice)| notice));
    }

    /// The provider tries again. Returns whether there is anything to try.
    pub(crate) fn try_again(&mut self) -> bool {
        self.waiting.append(&mut self.put_off);
        !self.waiting.is_empty()
    }
}
