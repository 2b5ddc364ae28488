//! `zkratka address`: checks addresses as the cart API checks them.

mod arguments;
mod lines;

pub(super) use arguments::Address;

use crate::graphql::{cart_error_code, path_within};
use arguments::{AddressCheck, AddressCommand};
use lines::{Line, next_line, read_address};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::process::ExitCode;
use zkratka_commands::support::{CliError, output};
use zkratka_commerce::address::{Strictness, faults};
use zkratka_texts::address_fault_text;

pub(super) fn run(arguments: &Address) -> Result<ExitCode, CliError> {
    let AddressCommand::Check(check) = &arguments.command;
    let (mut input, name) = open(check)?;
    let unreadable = |error: io::Error| CliError::Input(format!("{name}: {error}"));
    let mut all_right = true;
    let mut number = 0_u64;
    while let Some(line) = next_line(&mut *input).map_err(unreadable)? {
        number += 1;
        let Some(errors) = errors_of(&line, check) else {
            continue;
        };
        all_right &= errors.is_empty();
        let report = Report {
            line: number,
            errors,
        };
        output::line(&serde_json::to_string(&report).map_err(io::Error::from)?);
    }
    Ok(if all_right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn open(check: &AddressCheck) -> Result<(Box<dyn BufRead>, String), CliError> {
    let Some(path) = &check.file else {
        return Ok((
            Box::new(io::stdin().lock()),
            "the standard input".to_owned(),
        ));
    };
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| {
        CliError::Input(format!(
            "{name}: {error}. Give a file with one JSON object per line"
        ))
    })?;
    Ok((Box::new(BufReader::new(file)), name))
}

/// The result for one line.
#[derive(Serialize)]
struct Report {
    line: u64,
    errors: Vec<Error>,
}

/// An error with the fields of `CartUserError`.
#[derive(Serialize)]
struct Error {
    code: &'static str,
    field: Vec<String>,
    message: String,
}

/// Returns the errors of a line; `None` for an empty line.
fn errors_of(line: &Line, check: &AddressCheck) -> Option<Vec<Error>> {
    let of_line = |message: String| Error {
        code: "INVALID",
        field: Vec::new(),
        message,
    };
    let bytes = match line {
        Line::TooLong => return Some(vec![of_line("Řádek je delší než 64 KB.".to_owned())]),
        Line::Whole(bytes) if bytes.trim_ascii().is_empty() => return None,
        Line::Whole(bytes) => bytes,
    };
    Some(match read_address(bytes) {
        Err(message) => vec![of_line(message)],
        Ok(address) => {
            let address = address.tidied();
            let strictness = if check.country_only {
                Strictness::CountryOnly
            } else {
                Strictness::Strict
            };
            let country = address.country.as_deref().unwrap_or_default();
            let error = |fault: &zkratka_commerce::error::Fault| Error {
                code: cart_error_code(fault.code),
                field: path_within(fault.subject),
                message: address_fault_text(fault, country),
            };
            let found = faults(&address, strictness, !check.billing);
            found.iter().map(error).collect()
        }
    })
}
