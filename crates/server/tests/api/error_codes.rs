//! Produces every error code of the specification from its real cause: the client's input, the code and the argument's
//! full path. Every code of the schema is either produced here or listed with the reason why nothing causes it.

mod addresses;
mod carriers;
mod completeness;
mod documents;
mod mutations;
mod restarts;
mod specification;
mod submissions;

use crate::support::{Shop, codes, fields};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The operations whose errors have no path.
const PREPARE: &str = "cartPrepareForCompletion";
const SUBMIT: &str = "cartSubmitForCompletion";

/// An error that a response contained.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Answered {
    /// The cause in the test's words.
    cause: String,
    code: String,
    /// The argument's full path, or the mutation for errors without a path.
    at: String,
}

/// The errors of one enumeration that the tests have seen.
#[derive(Debug, Default)]
pub(super) struct SeenErrors(BTreeSet<Answered>);

impl SeenErrors {
    fn note(&mut self, cause: &str, code: &str, at: &str) {
        self.0.insert(Answered {
            cause: cause.to_owned(),
            code: code.to_owned(),
            at: at.to_owned(),
        });
    }

    fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    fn has(&self, cause: &str, code: &str, at: &str) -> bool {
        self.0.contains(&Answered {
            cause: cause.to_owned(),
            code: code.to_owned(),
            at: at.to_owned(),
        })
    }

    fn codes(&self) -> BTreeSet<String> {
        self.0
            .iter()
            .map(|answered| answered.code.clone())
            .collect()
    }
}

/// Asserts that the payload has exactly this code at this path, and records it.
fn assert_error(caused: &mut SeenErrors, payload: &Value, code: &str, path: &str, cause: &str) {
    let errors = &payload["userErrors"];
    assert_eq!(codes(errors), [code], "{cause}: {errors}");
    assert_eq!(fields(errors), [path], "{cause}");
    let message = errors[0]["message"].as_str().unwrap();
    assert!(!message.is_empty(), "{cause} is said in words");
    caused.note(cause, code, path);
}

/// An address in the older argument, `deliveryAddressPreferences`.
fn preference(address: &Value, strategy: &str) -> Value {
    json!({ "deliveryAddressPreferences": [{
        "deliveryAddress": address, "deliveryAddressValidationStrategy": strategy,
    }]})
}

/// A valid address in the United States, which require most fields.
fn american() -> Value {
    json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "1 Infinite Loop", "city": "Cupertino",
        "zip": "95014", "country": "US", "province": "CA", "phone": "+14155550132",
    })
}

/// The same address with one field changed; null removes its value.
fn american_with(field: &str, value: &Value) -> Value {
    let mut address = american();
    address[field] = value.clone();
    address
}

/// A shop that also delivers to the United States.
async fn open(more: &str) -> Shop {
    let abroad = "country = \"CZ\"\ndelivery_countries = [\"CZ\", \"SK\", \"US\"]\ncompany_fields = \"optional\"";
    let change = |text: String| text.replace("country = \"CZ\"", abroad) + more;
    Shop::open_with(change).await
}
