//! Sets the note, the attributes and the discount codes of a cart.

use super::{Attribute, Cart};
use crate::error::{Fault, FaultCode};
use crate::subject::{AttributePart, Subject};

/// Limits that keep a cart a small document. Lengths are in characters.
const MAX_NOTE: usize = 5_000;
const MAX_ATTRIBUTES: usize = 50;
const MAX_KEY: usize = 255;
const MAX_VALUE: usize = 2_000;
const MAX_CODES: usize = 20;
const MAX_CODE: usize = 255;

/// Replaces the note and strips control characters. A blank note removes it.
#[must_use]
pub fn set_note(cart: &mut Cart, note: Option<String>) -> Vec<Fault> {
    let note = note.map(plain);
    if note
        .as_deref()
        .is_some_and(|note| is_longer(note, MAX_NOTE))
    {
        return vec![Fault::of(FaultCode::NoteTooLong, Subject::Note)];
    }
    cart.note = note.filter(|note| !note.trim().is_empty());
    Vec::new()
}

/// Replaces the attributes. Faults carry indices into the new list.
#[must_use]
pub fn set_attributes(cart: &mut Cart, attributes: Vec<Attribute>) -> Vec<Fault> {
    let attributes = plain_attributes(attributes);
    let faults: Vec<_> = attribute_faults(&attributes)
        .into_iter()
        .map(|(index, part)| Fault::of(FaultCode::Invalid, Subject::Attribute(index, part)))
        .collect();
    if faults.is_empty() {
        cart.attributes = attributes;
    }
    faults
}

/// Replaces the discount codes and drops duplicates. Faults carry indices into the new list.
#[must_use]
pub fn set_discount_codes(cart: &mut Cart, codes: Vec<String>) -> Vec<Fault> {
    let is_wrong =
        |(index, code): &(usize, &String)| *index >= MAX_CODES || is_longer(code, MAX_CODE);
    let wrong = codes.iter().enumerate().filter(is_wrong);
    let faults: Vec<_> = wrong
        .map(|(index, _)| Fault::of(FaultCode::Invalid, Subject::DiscountCode(index)))
        .collect();
    if faults.is_empty() {
        cart.discount_codes = without_repetition(codes);
    }
    faults
}

pub(crate) fn plain_attributes(attributes: Vec<Attribute>) -> Vec<Attribute> {
    let plain_one = |attribute: Attribute| Attribute {
        key: plain(attribute.key),
        value: plain(attribute.value),
    };
    attributes.into_iter().map(plain_one).collect()
}

/// Strips control characters except line breaks and tabs. No buyer enters them on purpose, and they can control the
/// terminal or printer of a person who reads the order.
fn plain(mut text: String) -> String {
    text.retain(|character| !character.is_control() || matches!(character, '\n' | '\t'));
    text
}

/// The invalid parts of attributes, with the indices of the attributes.
pub(crate) fn attribute_faults(attributes: &[Attribute]) -> Vec<(usize, AttributePart)> {
    let mut faults = Vec::new();
    for (index, attribute) in attributes.iter().enumerate() {
        if index >= MAX_ATTRIBUTES {
            faults.push((index, AttributePart::Whole));
            break;
        }
        if attribute.key.trim().is_empty() || is_longer(&attribute.key, MAX_KEY) {
            faults.push((index, AttributePart::Key));
        }
        if is_longer(&attribute.value, MAX_VALUE) {
            faults.push((index, AttributePart::Value));
        }
    }
    faults
}

fn is_longer(text: &str, limit: usize) -> bool {
    text.chars().nth(limit).is_some()
}

/// Drops blank codes and duplicates. Codes are compared without case.
fn without_repetition(codes: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::with_capacity(codes.len());
    for code in codes {
        let code = code.trim();
        let is_known = kept
            .iter()
            .any(|other| other.to_lowercase() == code.to_lowercase());
        if !code.is_empty() && !is_known {
            kept.push(code.to_owned());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{empty_cart, place, text};

    fn attribute(key: &str, value: &str) -> Attribute {
        Attribute {
            key: key.to_owned(),
            value: value.to_owned(),
        }
    }

    #[test]
    fn a_note_has_a_limit_and_a_blank_one_is_none() {
        let mut cart = empty_cart();
        assert_eq!(set_note(&mut cart, text("Zvoňte dvakrát")), []);
        let faults = set_note(&mut cart, Some("ž".repeat(5_001)));
        assert_eq!(faults, [Fault::of(FaultCode::NoteTooLong, Subject::Note)]);
        assert_eq!(cart.note.as_deref(), Some("Zvoňte dvakrát"));
        assert_eq!(set_note(&mut cart, Some("ž".repeat(5_000))), []);
        assert_eq!(set_note(&mut cart, text(" ")), []);
        assert_eq!(cart.note, None);
    }

    #[test]
    fn attributes_are_replaced_unless_one_is_wrong() {
        let mut cart = empty_cart();
        let good = vec![attribute("Dárek", "ano"), attribute("Vzkaz", "")];
        assert_eq!(set_attributes(&mut cart, good.clone()), []);
        let faults = set_attributes(
            &mut cart,
            vec![
                attribute(" ", ""),
                attribute("a", &"a".repeat(2_001)),
                attribute(&"a".repeat(256), ""),
            ],
        );
        let fields: Vec<_> = faults.iter().map(place).collect();
        assert_eq!(
            fields,
            ["attributes.0.key", "attributes.1.value", "attributes.2.key"]
        );
        assert_eq!(cart.attributes, good);
    }

    #[test]
    fn there_are_at_most_so_many_attributes() {
        let many = vec![attribute("a", "b"); 60];
        assert_eq!(attribute_faults(&many), [(50, AttributePart::Whole)]);
        assert_eq!(attribute_faults(&many[..50]), []);
    }

    #[test]
    fn control_characters_are_left_out() {
        let mut cart = empty_cart();
        assert_eq!(set_note(&mut cart, text("a\u{1b}[2J\r\nb\tč\u{9b}\0")), []);
        assert_eq!(cart.note.as_deref(), Some("a[2J\nb\tč"));
        assert_eq!(set_note(&mut cart, text("\u{1b}\0")), []);
        assert_eq!(cart.note, None);
        let given = vec![attribute("D\u{7}árek", "a\u{1b}no\n")];
        assert_eq!(set_attributes(&mut cart, given), []);
        assert_eq!(cart.attributes, [attribute("Dárek", "ano\n")]);
        let faults = set_attributes(&mut cart, vec![attribute("\u{1b}", "")]);
        assert_eq!(
            faults,
            [Fault::of(
                FaultCode::Invalid,
                Subject::Attribute(0, AttributePart::Key)
            )]
        );
    }

    /// Codes are stored as entered, without duplicates.
    #[test]
    fn discount_codes_are_kept_once() {
        let mut cart = empty_cart();
        let codes = [" LETO ", "leto", "", "Zima"].map(str::to_owned).to_vec();
        assert_eq!(set_discount_codes(&mut cart, codes), []);
        assert_eq!(cart.discount_codes, ["LETO", "Zima"]);
        let faults = set_discount_codes(&mut cart, vec!["x".repeat(256)]);
        assert_eq!(
            faults,
            [Fault::of(FaultCode::Invalid, Subject::DiscountCode(0))]
        );
        let faults = set_discount_codes(&mut cart, vec!["x".to_owned(); 21]);
        assert_eq!(
            faults,
            [Fault::of(FaultCode::Invalid, Subject::DiscountCode(20))]
        );
        assert_eq!(cart.discount_codes, ["LETO", "Zima"]);
    }
}
