//! Generates the example file and the documentation from the schema, so that they always match the program.

use super::schema::{Form, Key, SECTIONS, Section};

const WIDTH: usize = 110;

/// `zkratka.example.toml`: every key with its meaning and a valid value.
#[must_use]
pub fn example_file() -> String {
    let mut text = String::from(
        "# Zkratka: every setting. Copy this file to zkratka.toml, keep the keys that you change, and delete the others.\n\
         # `zkratka check --config zkratka.toml` reports every fault in it.\n",
    );
    for section in SECTIONS {
        if section.form != Form::Inline {
            text += &example_section(section);
        }
    }
    text
}

fn example_section(section: &Section) -> String {
    let header = match section.form {
        Form::Repeated => format!("[[{}]]", section.name),
        _ => format!("[{}]", section.name),
    };
    let mut text = format!("\n{}{header}\n", comment(section.about));
    if let Form::OwnKeys(lines) = section.form {
        text += lines;
        text.push('\n');
    }
    for key in section.keys {
        let value = key.example.or(key.default).unwrap_or_default();
        text += &comment(key.about);
        text += &[key.name, " = ", value, "\n"].concat();
    }
    text
}

/// Formats a text as comment lines of at most [`WIDTH`] characters.
fn comment(text: &str) -> String {
    let mut lines = String::new();
    let mut line = String::from("#");
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines += &line;
            lines.push('\n');
            line = String::from("#");
        }
        line.push(' ');
        line += word;
    }
    lines + &line + "\n"
}

/// `docs/configuration.md`.
#[must_use]
pub fn reference() -> String {
    let mut text = String::from(
        "# Configuration\n\n\
         Read this page to look up a section or a key of the configuration file. To begin, copy\n\
         [`zkratka.example.toml`](../zkratka.example.toml), which holds every key with a valid value.\n\n\
         The configuration is one TOML file. Name it with `--config FILE`; the default is `zkratka.toml` in the current folder.\n\
         Relative paths in it start at the file's own folder. Write amounts and percentages in quotes (`\"89.50\"`); the server\n\
         reads them exactly. The file never contains a secret: it names the environment variable or the file that does.\n\n\
         The server checks the whole file before it starts. `zkratka check` only checks it. Both commands report every fault as\n\
         `file:line: key: what is wrong and what to write instead` and end with exit code 2.\n\n\
         The program generates this page and the example file from the list of keys that it reads; a test compares them.\n",
    );
    for section in SECTIONS {
        text += &reference_section(section);
    }
    text
}

fn reference_section(section: &Section) -> String {
    let title = match section.form {
        Form::Repeated => format!("`[[{}]]`", section.name),
        Form::Inline => {
            let (parent, key) = section.name.split_once('.').unwrap_or((section.name, ""));
            let is_parent = |section: &&Section| section.name == parent;
            match SECTIONS.iter().find(is_parent).map(|parent| parent.form) {
                Some(Form::Table) => format!("`{key}` of `[{parent}]`"),
                _ => format!("`{key}` of `[[{parent}]]`"),
            }
        }
        Form::Table | Form::OwnKeys(_) => format!("`[{}]`", section.name),
    };
    let mut text = format!("\n## {title}\n\n{}\n", section.about);
    if let Form::OwnKeys(lines) = section.form {
        text += &["\n```toml\n", lines, "\n```\n"].concat();
    }
    if section.keys.is_empty() {
        return text;
    }
    text += "\n| Key | Value | Default | Meaning |\n|---|---|---|---|\n";
    for key in section.keys {
        text += &reference_row(key);
    }
    text
}

fn reference_row(key: &Key) -> String {
    let cell = |text: &str| text.replace('|', "\\|");
    let default = match key.default {
        None => "required".to_owned(),
        Some(default) => format!("`{default}`"),
    };
    let expects = cell(key.expects);
    format!(
        "| `{}` | {expects} | {} | {} |\n",
        key.name,
        cell(&default),
        cell(key.about)
    )
}
