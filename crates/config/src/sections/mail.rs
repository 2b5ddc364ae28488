//! Reads `[mail]`.

use super::named_secret::PASSWORD;
use crate::delivery::is_own_machine;
use crate::model::{MailEncryption, MailLogin, MailServer, MailSettings, SharedSecret, Shop};
use crate::reader::{Reader, Reported};
use std::path::Path;
use url::Url;
use zkratka_commerce::address::email_fault;
use zkratka_commerce::order::Mode;

/// RFC 8314 and RFC 6409.
const IMPLICIT_TLS_PORT: u16 = 465;
const SUBMISSION_PORT: u16 = 587;

/// Reads the section. `Ok(None)`: it is disabled, so it may be incomplete.
pub(crate) fn mail(
    reader: &Reader<'_>,
    folder: &Path,
    mode: Option<Mode>,
    shop: Option<&Shop>,
) -> Result<Option<MailSettings>, Reported> {
    // Read every key before returning, so that all faults are reported.
    let enabled = reader.flag("enabled");
    let server = reader.address("server", |text| match text {
        "" => Ok(None),
        text => server_url(text).map(Some),
    });
    let login = login(reader, folder);
    let sender = reader.parsed("sender", address);
    let reply_to = reader.parsed("reply_to", address);
    let (enabled, server, sender, reply_to) = (
        enabled.ok_or(Reported)?,
        server.ok_or(Reported)?,
        sender.ok_or(Reported)?,
        reply_to.ok_or(Reported)?,
    );
    let login = login?;
    if !enabled {
        return Ok(None);
    }
    if server.is_none() && mode == Some(Mode::Live) {
        return refuse(
            reader,
            "server",
            "is missing: with mode = \"live\" e-mails need an SMTP server. Write its URL, or enabled = false",
        );
    }
    let shops = shop.map_or("", |shop| shop.email.trim());
    let Some(sender) = sender.or_else(|| (!shops.is_empty()).then(|| shops.to_owned())) else {
        return refuse(
            reader,
            "sender",
            "is missing: write the address that sends the e-mails, or email in [shop]",
        );
    };
    Ok(Some(MailSettings {
        server: server.map(|url| at(&url, login)),
        sender,
        reply_to,
    }))
}

fn refuse<T>(reader: &Reader<'_>, key: &str, message: &str) -> Result<T, Reported> {
    reader.fault(key, message);
    Err(Reported)
}

/// An e-mail address; `None` for an empty text.
fn address(text: &str) -> Result<Option<String>, ()> {
    match text {
        "" => Ok(None),
        text if email_fault(text).is_none() => Ok(Some(text.trim().to_owned())),
        _ => Err(()),
    }
}

fn server_url(text: &str) -> Result<Url, &'static str> {
    let url = Url::parse(text).map_err(|_| "is not a URL")?;
    if !matches!(url.scheme(), "smtps" | "smtp") || url.host_str().is_none_or(str::is_empty) {
        return Err("is not the URL of an SMTP server");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("contains a user or a password: write them into user and password_file");
    }
    if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
        return Err("contains more than a host and a port");
    }
    Ok(url)
}

fn at(url: &Url, login: Option<MailLogin>) -> MailServer {
    let encryption = match url.scheme() {
        "smtps" => MailEncryption::Implicit,
        _ if is_here(url) => MailEncryption::None,
        _ => MailEncryption::StartTls,
    };
    let port = match encryption {
        MailEncryption::Implicit => IMPLICIT_TLS_PORT,
        MailEncryption::StartTls | MailEncryption::None => SUBMISSION_PORT,
    };
    MailServer {
        host: url.host_str().unwrap_or_default().to_owned(),
        port: url.port().unwrap_or(port),
        encryption,
        login,
    }
}

/// Whether the host is this machine. The parser knows addresses only in URLs of the web.
fn is_here(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    Url::parse(&format!("http://{host}/")).is_ok_and(|url| is_own_machine(&url))
}

fn login(reader: &Reader<'_>, folder: &Path) -> Result<Option<MailLogin>, Reported> {
    let user = reader.text("user").ok_or(Reported)?;
    let Some(password) = PASSWORD.read(reader, folder)? else {
        return match user.as_str() {
            "" => Ok(None),
            _ => refuse(
                reader,
                "user",
                "has no password: name its environment variable in password_env, or its file in password_file",
            ),
        };
    };
    let text = password.text.trim();
    if text.is_empty() {
        return refuse(reader, password.key, "the password is empty");
    }
    if user.is_empty() {
        return refuse(reader, "user", "is missing: a password needs a user");
    }
    Ok(Some(MailLogin {
        user,
        password: SharedSecret(text.to_owned()),
    }))
}
