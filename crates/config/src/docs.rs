//! The example file and the documentation, written from the schema so that neither can drift from the program.

use super::schema::{Form, Key, SECTIONS, Section};

const WIDTH: usize = 110;

/// `zkratka.example.toml`: every key with its meaning, and values that work.
#[must_use]
pub fn example_file() -> String {
    let mut text = String::from(
        "# Zkratka: every setting. Copy this file to zkratka.toml, keep what you change, leave out the rest.\n\
         # `zkratka check --config zkratka.toml` tells whether it is right.\n",
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

/// A text as comment lines of at most [`WIDTH`] characters.
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
         One TOML file, given as `--config FILE` (default: `zkratka.toml` in the current folder). Relative paths in it\n\
         start at the file's own folder. Everything is checked before anything starts: `zkratka check` does only that.\n\
         A fault is reported as `file:line: key: what is wrong and what to write instead`, all faults at once, and the\n\
         command ends with exit code 2. Amounts and per cent are read exactly; write them in quotes (`\"89.50\"`).\n\n\
         Secrets are never written into this file: it names an environment variable or a file that holds them.\n\n\
         [`zkratka.example.toml`](../zkratka.example.toml) holds every key with a value that works. This page and that\n\
         file are written by the program from the same list that it reads configurations with; a test compares them.\n",
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
            format!("`{key}` of `[[{parent}]]`")
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
    text += "\n| Key | Write | Without it | What it does |\n|---|---|---|---|\n";
    for key in section.keys {
        text += &reference_row(key);
    }
    text
}

fn reference_row(key: &Key) -> String {
    let cell = |text: &str| text.replace('|', "\\|");
    let default = match key.default {
        None => "must be there".to_owned(),
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
