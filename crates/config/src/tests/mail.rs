//! Tests of `[mail]`: the server, its encryption and login, and the sender.

use super::{SMALLEST, faults, parse};
use crate::{MailEncryption, MailSettings};

fn with(mode: &str, lines: &str) -> String {
    format!(
        "{SMALLEST}\n[server]\nmode = \"{mode}\"\npublic_origin = \"https://obchod.example\"\n[payments]\ncard = false\n[mail]\nenabled = true\n{lines}\n"
    )
}

fn read(mode: &str, lines: &str) -> MailSettings {
    let config = parse(&with(mode, lines)).expect("a configuration");
    config.mail.expect("e-mails")
}

#[test]
fn nobody_gets_e_mails_unless_the_merchant_says_so() {
    let config = parse(SMALLEST).expect("a configuration");
    assert!(config.mail.is_none());
}

#[test]
fn e_mails_go_to_the_configured_server_from_the_shop() {
    for (url, host, port, encryption) in [
        (
            "smtps://smtp.example.com",
            "smtp.example.com",
            465,
            MailEncryption::Implicit,
        ),
        (
            "smtp://smtp.example.com",
            "smtp.example.com",
            587,
            MailEncryption::StartTls,
        ),
        (
            "smtp://smtp.example.com:2525",
            "smtp.example.com",
            2525,
            MailEncryption::StartTls,
        ),
        ("smtp://127.0.0.1:25", "127.0.0.1", 25, MailEncryption::None),
        ("smtp://localhost", "localhost", 587, MailEncryption::None),
        // A name that only begins like this machine's.
        (
            "smtp://localhost.example",
            "localhost.example",
            587,
            MailEncryption::StartTls,
        ),
    ] {
        let mail = read("live", &format!("server = \"{url}\""));
        let server = mail.server.expect("a server");
        assert_eq!((server.host.as_str(), server.port), (host, port), "{url}");
        assert_eq!(server.encryption, encryption, "{url}");
        assert!(server.login.is_none());
        assert_eq!(mail.sender, "kramek@example.com");
        assert_eq!(mail.reply_to, None);
    }
    let lines = "sender = \"objednavky@example.com\"\nreply_to = \"pomoc@example.com\"";
    let mail = read("test", lines);
    assert!(mail.server.is_none());
    assert_eq!(mail.sender, "objednavky@example.com");
    assert_eq!(mail.reply_to.as_deref(), Some("pomoc@example.com"));
}

#[test]
fn the_login_comes_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("heslo");
    std::fs::write(&file, "krátké heslo\n").expect("written");
    let lines = format!(
        "server = \"smtps://smtp.example.com\"\nuser = \"obchod\"\npassword_file = \"{}\"",
        file.display()
    );
    let login = read("live", &lines).server.and_then(|server| server.login);
    let login = login.expect("a login");
    assert_eq!(login.user, "obchod");
    assert_eq!(login.password.0, "krátké heslo");
    assert!(!format!("{login:?}").contains("heslo\""));
}

#[test]
fn each_mistake_is_told_at_its_key() {
    for (mode, lines, key, told) in [
        ("live", "", "mail.server", "need an SMTP server"),
        (
            "test",
            "server = \"https://smtp.example.com\"",
            "mail.server",
            "is not the URL of an SMTP server",
        ),
        (
            "test",
            "server = \"smtps://obchod:heslo@smtp.example.com\"",
            "mail.server",
            "contains a user or a password",
        ),
        (
            "test",
            "server = \"smtps://smtp.example.com/inbox\"",
            "mail.server",
            "more than a host and a port",
        ),
        (
            "test",
            "sender = \"obchod\"",
            "mail.sender",
            "write an e-mail address",
        ),
        ("test", "user = \"obchod\"", "mail.user", "has no password"),
        (
            "test",
            "password_env = \"ZKRATKA_NO_SUCH_VARIABLE\"",
            "mail.password_env",
            "is not set",
        ),
        (
            "test",
            "user = \"a\"\npassword_env = \"A\"\npassword_file = \"b\"",
            "mail.password_file",
            "not both",
        ),
    ] {
        let found = faults(&with(mode, lines));
        let fault = found.iter().find(|fault| fault.key == key);
        let fault = fault.unwrap_or_else(|| panic!("{lines}: {found:?}"));
        assert!(fault.message.contains(told), "{lines}: {}", fault.message);
        assert!(!fault.message.contains("obchod:heslo"), "{}", fault.message);
    }
}
