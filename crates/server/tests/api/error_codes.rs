//! Every error code of the specification from its real cause: what a client sends, the code and the whole path of the
//! argument; and no code of the schema that is neither caused here nor said to be without a cause.

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

/// Whoever prepares a cart, and whoever submits it: their errors have no path.
const PREPARE: &str = "cartPrepareForCompletion";
const SUBMIT: &str = "cartSubmitForCompletion";

/// What has been answered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Answered {
    /// Why, in the test's words.
    cause: String,
    code: String,
    /// At which argument, whole path; errors without one: to which mutation.
    at: String,
}

/// What has been answered, of one enumeration.
#[derive(Debug, Default)]
pub(super) struct Caused(BTreeSet<Answered>);

impl Caused {
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

/// Whether the payload has this code at this path, and notes it.
fn told(caused: &mut Caused, payload: &Value, code: &str, path: &str, cause: &str) {
    let errors = &payload["userErrors"];
    assert_eq!(codes(errors), [code], "{cause}: {errors}");
    assert_eq!(fields(errors), [path], "{cause}");
    let message = errors[0]["message"].as_str().unwrap();
    assert!(!message.is_empty(), "{cause} is said in words");
    caused.note(cause, code, path);
}

/// The argument of an address in the older shape.
fn preference(address: &Value, strategy: &str) -> Value {
    json!({ "deliveryAddressPreferences": [{
        "deliveryAddress": address, "deliveryAddressValidationStrategy": strategy,
    }]})
}

/// A good address in the United States, where most fields are asked for.
fn american() -> Value {
    json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "1 Infinite Loop", "city": "Cupertino",
        "zip": "95014", "country": "US", "province": "CA", "phone": "+14155550132",
    })
}

/// The same with one member changed; null leaves it out.
fn american_with(field: &str, value: &Value) -> Value {
    let mut address = american();
    address[field] = value.clone();
    address
}

/// A shop that delivers to the United States too.
async fn open(more: &str) -> Shop {
    let abroad = "country = \"CZ\"\ndelivery_countries = [\"CZ\", \"SK\", \"US\"]\ncompany_fields = \"optional\"";
    let change = |text: String| text.replace("country = \"CZ\"", abroad) + more;
    Shop::open_with(change).await
}
