//! A folder with a configuration, and the program run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use zkratka_testing::store_section;

/// The smallest configuration that sells something.
pub(crate) const CONFIG: &str = r#"[server]
listen = "127.0.0.1:0"
[shop]
name = "Krámek"
email = "kramek@example.com"
[storefront]
access_token = "token-obchodu"
[[delivery]]
handle = "ppl"
title = "PPL"
cash_on_delivery = true
rates = [{ price = "89" }]
"#;

/// A merchant's folder.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self::with(CONFIG)
    }

    /// A folder with this configuration. Unless it names a store, the store is of the kind that this test run uses.
    pub(crate) fn with(config: &str) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        if config.contains("[store]") {
            folder.write("zkratka.toml", config);
        } else {
            folder.write("zkratka.toml", config.to_owned() + &store_section());
        }
        folder
    }

    /// Adds a line to a section of the configuration.
    pub(crate) fn add_to_section(&self, section: &str, line: &str) {
        let config = std::fs::read_to_string(self.path("zkratka.toml")).expect("read");
        let header = format!("[{section}]\n");
        assert!(config.contains(&header), "no section {section}");
        let config = config.replacen(&header, &format!("{header}{line}\n"), 1);
        self.write("zkratka.toml", config);
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).expect("written");
        path
    }

    /// The program, to be run in this folder.
    pub(crate) fn program(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zkratka"));
        command.current_dir(self.0.path());
        command
            .env_remove("ZKRATKA_CONFIG")
            .env_remove("ZKRATKA_LOG");
        command
    }

    /// Runs the program until it exits.
    pub(crate) fn run(&self, words: &[&str]) -> Ran {
        Ran::new(self.program().args(words).output().expect("it runs"))
    }

    /// The names of the folder's files.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    }
}

/// The program's exit code and output.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn new(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("text"),
            err: String::from_utf8(output.stderr).expect("text"),
        }
    }

    #[track_caller]
    pub(crate) fn ended_with(self, code: i32) -> Self {
        assert_eq!(
            self.code,
            Some(code),
            "out: {}\nerr: {}",
            self.out,
            self.err
        );
        self
    }

    #[track_caller]
    pub(crate) fn said(self, text: &str) -> Self {
        assert!(
            self.out.contains(text),
            "no {text:?} in:\n{}\nerr: {}",
            self.out,
            self.err
        );
        self
    }

    #[track_caller]
    pub(crate) fn complained(self, text: &str) -> Self {
        assert!(
            self.err.contains(text),
            "no {text:?} in:\n{}\nout: {}",
            self.err,
            self.out
        );
        self
    }
}

/// The public feeds, if this machine has them; prints SKIPPED if not.
pub(crate) fn public_feeds() -> Option<Vec<PathBuf>> {
    let Some(folder) = std::env::var_os("ZKRATKA_CATALOG_DIR") else {
        eprintln!("SKIPPED: ZKRATKA_CATALOG_DIR names no folder with public product feeds");
        return None;
    };
    let names = ["apparel.csv", "home-and-garden.csv", "jewelery.csv"];
    Some(names.map(|name| Path::new(&folder).join(name)).to_vec())
}
