//! What is noted in an order at PayPal (`custom_id`): under whose key it is authorised, and by which kept account. PayPal
//! repeats it in everything that becomes of the order, so that after a crash, or in a report, nothing has to be guessed.

/// The note of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// The attempt's key.
    pub(super) key: String,
    /// PayPal's name of the account that is kept, where the order is paid by one.
    pub(super) mandate: Option<String>,
}

impl Note {
    /// As it is written. Neither part has a space in it.
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
    fn what_is_written_is_read_as_the_same() {
        for mandate in [None, Some("8kk8451t".to_owned())] {
            let note = Note {
                key: "K1".to_owned(),
                mandate,
            };
            assert_eq!(Note::read(&note.text()), note);
        }
    }
}
