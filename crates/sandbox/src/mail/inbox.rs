//! The e-mails that were caught.

use mail_parser::MessageParser;
use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many e-mails are kept.
const KEPT: usize = 200;

/// The last e-mails, shared by the SMTP server and the pages.
#[derive(Clone, Default)]
pub(super) struct Inbox(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    /// Oldest first.
    mails: VecDeque<Arc<Caught>>,
    count: u64,
    /// Recipients that were told to come later.
    postponed: HashSet<String>,
}

/// An e-mail as it arrived.
pub(super) struct Caught {
    pub(super) number: u64,
    pub(super) subject: String,
    pub(super) recipients: Vec<String>,
    pub(super) raw: Vec<u8>,
}

impl Inbox {
    pub(super) fn keep(&self, recipients: Vec<String>, raw: Vec<u8>) {
        let parsed = MessageParser::default().parse(&raw);
        let subject = parsed.as_ref().and_then(|message| message.subject());
        let subject = subject.unwrap_or_default().to_owned();
        let mut kept = self.kept();
        kept.count += 1;
        let number = kept.count;
        if kept.mails.len() == KEPT {
            kept.mails.pop_front();
        }
        kept.mails.push_back(Arc::new(Caught {
            number,
            subject,
            recipients,
            raw,
        }));
    }

    /// Newest first.
    pub(super) fn mails(&self) -> Vec<Arc<Caught>> {
        self.kept().mails.iter().rev().cloned().collect()
    }

    pub(super) fn mail(&self, number: u64) -> Option<Arc<Caught>> {
        let kept = self.kept();
        kept.mails
            .iter()
            .find(|mail| mail.number == number)
            .cloned()
    }

    /// Whether this recipient was not told yet to come later.
    pub(super) fn postpones(&self, recipient: &str) -> bool {
        let mut kept = self.kept();
        if kept.postponed.len() == KEPT {
            kept.postponed.clear();
        }
        kept.postponed.insert(recipient.to_owned())
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
