//! `zkratka import`

use super::arguments::Import;
use std::path::Path;
use std::process::ExitCode;
use zkratka_commands::support::{CliError, load, output};
use zkratka_import::{AllowedNames, ImportError, Imported, import_file};

pub(super) async fn run(arguments: Import) -> Result<ExitCode, CliError> {
    let config = load(&arguments.file.config)?;
    let store = zkratka_store::open(&config.store.place, config.server.mode).await?;
    let mut all_taken = true;
    let mut wrong_file = None;
    for file in &arguments.feeds {
        match import_file(&*store, file, AllowedNames::of(&config)).await {
            Ok(imported) => {
                report(file, &imported);
                all_taken &= imported.problems.is_empty();
            }
            Err(ImportError::Store(error)) => return Err(error.into()),
            Err(error) => {
                let message = format!("{}: {error}", file.display());
                output::error(&message);
                wrong_file = Some(());
            }
        }
    }
    Ok(match (wrong_file, all_taken) {
        (Some(()), _) => ExitCode::from(2),
        (None, false) => ExitCode::from(1),
        (None, true) => ExitCode::SUCCESS,
    })
}

fn report(file: &Path, imported: &Imported) {
    let file = file.display();
    for problem in &imported.problems {
        output::error(&format!("{file}:{problem}"));
    }
    output::line(&format!("{file}: {}", summary(imported)));
}

/// Counts in one line what was imported and what was left out.
pub(super) fn summary(imported: &Imported) -> String {
    let counts = imported.counts;
    let products = counts.products_added + counts.products_changed + counts.products_unchanged;
    format!(
        "{products} products with {} variants ({} new, {} changed, {} unchanged); {} rows imported, {} problems",
        counts.variants,
        counts.products_added,
        counts.products_changed,
        counts.products_unchanged,
        imported.rows_taken,
        imported.problems.len()
    )
}
