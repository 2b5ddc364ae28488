//! The note in an order's `custom_id`: the attempt's key, and the stored account that pays. PayPal repeats the note in
//! everything that follows from the order, so recovery after a crash and webhooks know both.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// The attempt's idempotency key.
    pub(super) key: String,
    /// PayPal's id of the stored account, if one pays.
    pub(super) mandate: Option<String>,
}

impl Note {
    /// Neither part contains a space.
    pub(super) fn text(&self) -> String {
        match &self.mandate {
            Some(mandate) => format!("{} {mandate}", self.key),
            None => self.key.clone(),
        }
    }

    pub(super) fn read(text: &str) -> Self {
        match text.split_once(' ') {
            Some((key, mandate)) => Self {
                key: key.to_owned(),
                mandate: Some(mandate.to_owned()),
            },
            None => Self {
                key: text.to_owned(),
                mandate: None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_round_trip() {
        for mandate in [None, Some("8kk8451t".to_owned())] {
            let note = Note {
                key: "K1".to_owned(),
                mandate,
            };
            assert_eq!(Note::read(&note.text()), note);
        }
    }
}
