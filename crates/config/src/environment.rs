//! Reads the environment variables and files that settings name. They hold secrets.

use std::io;
use std::path::Path;

/// Longest name of a variable that is shown. Longer texts are probably secrets.
const LONGEST_SHOWN: usize = 64;
const NOT_SHOWN: &str = "not shown, because it may be the secret itself";

/// Returns the value of an environment variable. An operator may have pasted the secret in place of the variable's name,
/// and logs show the error, so the error contains `name` only if it looks like a variable's name.
pub fn variable(name: &str) -> Result<String, String> {
    if !is_name(name) {
        return Err(format!(
            "is not the name of an environment variable ({NOT_SHOWN}): write a name of letters, digits and \
             underscores, and put the secret into that variable"
        ));
    }
    std::env::var(name).map_err(|_| {
        if is_shown(name) {
            format!("the environment variable {name} is not set")
        } else {
            format!("the environment variable is not set ({NOT_SHOWN})")
        }
    })
}

fn is_name(text: &str) -> bool {
    let fits = |character: char| character.is_ascii_alphanumeric() || character == '_';
    text.chars().all(fits) && text.starts_with(|first: char| !first.is_ascii_digit())
}

/// Whether a text is a name that can be shown. Keys and passwords of letters and digits are also valid names, but they
/// hardly ever lack a lower-case letter.
fn is_shown(name: &str) -> bool {
    name.len() <= LONGEST_SHOWN && !name.contains(|character: char| character.is_ascii_lowercase())
}

/// Returns the error for a file that cannot be read. The operator may have pasted the secret in place of the file's name,
/// so the error contains `name` only if it looks like a path.
pub(crate) fn unreadable(folder: &Path, name: &str, error: &io::Error) -> String {
    if is_path(name) {
        format!("{} cannot be read: {error}", folder.join(name).display())
    } else {
        format!("the file cannot be read ({NOT_SHOWN}): {error}")
    }
}

/// Whether a text looks like a path: it has a folder or an ending. Secrets, which are mostly base64, have neither.
fn is_path(text: &str) -> bool {
    const LONGEST: usize = 255;
    const LONGEST_ENDING: usize = 10;
    let ending = Path::new(text).extension();
    let has_ending = ending.is_some_and(|ending| ending.len() <= LONGEST_ENDING);
    let has_folder = text.starts_with(['/', '.', '~']);
    let is_secret = text.contains("://") || text.contains(['@', '+', '=', '\n']);
    text.len() <= LONGEST && (has_ending || has_folder) && !is_secret
}

#[cfg(test)]
mod tests {
    use super::{unreadable, variable};
    use std::io::{Error, ErrorKind};
    use std::path::Path;

    /// A text that may be the secret itself is never repeated.
    #[test]
    fn only_what_is_written_as_a_name_is_shown() {
        for (pasted, says) in [
            (
                "postgres://zkratka:tajne@db/zkratka",
                "is not the name of an environment variable",
            ),
            (
                "whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0Cg==",
                "is not the name of an environment variable",
            ),
            (
                "-----BEGIN PRIVATE KEY-----",
                "is not the name of an environment variable",
            ),
            ("ŽLUŤOUČKÝ", "is not the name of an environment variable"),
            ("4_TAJNE", "is not the name of an environment variable"),
            ("TAJNÉ HESLO", "is not the name of an environment variable"),
            (
                "whsec_c2VjcmV0c2VjcmV0c2VjcmV0",
                "the environment variable is not set",
            ),
            (&"TAJNE".repeat(13), "the environment variable is not set"),
        ] {
            let problem = variable(pasted).unwrap_err();
            assert!(problem.contains(says), "{problem}");
            assert!(!problem.contains(pasted), "{problem}");
        }
        let problem = variable("ZKRATKA_NO_SUCH_1").unwrap_err();
        assert_eq!(
            problem,
            "the environment variable ZKRATKA_NO_SUCH_1 is not set"
        );
        assert_eq!(variable("PATH").ok(), std::env::var("PATH").ok());
    }

    /// A text in place of a file's name that may be the secret itself is never repeated.
    #[test]
    fn only_what_is_written_as_a_path_is_shown() {
        let told = |name| {
            let error = Error::from(ErrorKind::NotFound);
            unreadable(Path::new("/etc/zkratka"), name, &error)
        };
        for name in [
            "postgres.url",
            "keys/auth.pem",
            "/run/credentials/zkratka/paypal",
            "../tajemstvi",
        ] {
            assert!(told(name).contains(name), "{}", told(name));
        }
        for pasted in [
            "postgres://zkratka:tajne@db.example/zkratka.cz",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "/9j/4AAQSkZJRgABAQ==",
            "-----BEGIN PRIVATE KEY-----\nMIG.pem",
            "tajneheslo",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
        ] {
            assert!(!told(pasted).contains(pasted), "{}", told(pasted));
        }
    }
}
