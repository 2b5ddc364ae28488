//! The sections that need no rules of their own.

use super::bank;
use super::model::{
    CatalogueSettings, Limits, Payments, Sandbox, Server, SharedSecret, Shop, StoreSettings,
    Storefront,
};
use super::network::Network;
use super::reader::{Reader, Reported};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tracing::Level;
use url::Url;
use zkratka_commerce::address::{country_name, email_fault};
use zkratka_commerce::money::Currency;
use zkratka_commerce::order::Mode;
use zkratka_commerce::rules::OfferedPayments;

/// What `[shop]` says for the rules.
pub(super) struct Market {
    pub(super) currency: Currency,
    pub(super) countries: Vec<String>,
}

/// What `[limits]` says for the rules.
pub(super) struct CartLimits {
    pub(super) lines: usize,
    pub(super) quantity: u32,
}

pub(super) fn server(reader: &Reader<'_>) -> Option<Server> {
    let listen = reader.parsed("listen", str::parse);
    let public_origin = reader.parsed("public_origin", |text| match text {
        "" => Ok(String::new()),
        text => origin(text),
    });
    let trusted_proxies = reader.parsed_list("trusted_proxies", str::parse::<Network>);
    let mode = reader.parsed("mode", |text| match text {
        "test" => Ok(Mode::Test),
        "live" => Ok(Mode::Live),
        _ => Err(()),
    });
    let log = reader.parsed("log", |text| match text {
        "error" => Ok(Level::ERROR),
        "warn" => Ok(Level::WARN),
        "info" => Ok(Level::INFO),
        "debug" => Ok(Level::DEBUG),
        "trace" => Ok(Level::TRACE),
        _ => Err(()),
    });
    Some(Server {
        log: log?,
        listen: listen?,
        public_origin: public_origin?,
        trusted_proxies: trusted_proxies?,
        mode: mode?,
    })
}

pub(super) fn store(reader: &Reader<'_>, folder: &Path) -> Option<StoreSettings> {
    let sqlite = reader.filled("sqlite").map(|path| folder.join(path));
    let cart_days = reader.number("cart_days", 1..=3650);
    Some(StoreSettings {
        sqlite: sqlite?,
        cart_days: u32::try_from(cart_days?).ok()?,
    })
}

pub(super) fn shop(reader: &Reader<'_>) -> Option<(Shop, Market)> {
    let id = reader.number("id", 1..=u64::MAX >> 1);
    let name = reader.filled("name");
    let tagline = reader.text("tagline");
    let email = reader.parsed("email", |text| {
        if text.is_empty() || email_fault(text).is_none() {
            Ok(text.to_owned())
        } else {
            Err(())
        }
    });
    let phone = reader.text("phone");
    let company = reader.text("company");
    let company_id = reader.text("company_id");
    let vat_id = reader.text("vat_id");
    let address = reader.text("address");
    let account = account(reader);
    let country = reader.parsed("country", country);
    let others = reader.parsed_list("delivery_countries", self::country);
    let currency = reader.parsed("currency", |text| match text {
        "CZK" => Ok(Currency::CZK),
        _ => Err(()),
    });
    let country = country?;
    let mut countries = others?;
    countries.retain(|other| *other != country);
    countries.insert(0, country);
    let (bank_account, iban) = account?;
    let shop = Shop {
        id: id?,
        name: name?,
        tagline: tagline?,
        email: email?,
        phone: phone?,
        company: company?,
        company_id: company_id?,
        vat_id: vat_id?,
        address: address?,
        bank_account,
        iban,
    };
    let market = Market {
        currency: currency?,
        countries,
    };
    Some((shop, market))
}

/// The account in both forms, which must name the same account.
fn account(reader: &Reader<'_>) -> Option<(String, String)> {
    let derived = reader.parsed("bank_account", |text| match text {
        "" => Ok(None),
        text => bank::iban_of_account(text).map(Some).ok_or(()),
    });
    let iban = reader.parsed("iban", |text| match text {
        "" => Ok(None),
        text => bank::normalise_iban(text).map(Some).ok_or(()),
    });
    let account = reader.text("bank_account");
    match (derived?, iban?) {
        (Some(derived), Some(iban)) if derived != iban => {
            reader.fault(
                "iban",
                format!("names another account than bank_account, whose IBAN is {derived}"),
            );
            None
        }
        (derived, iban) => Some((account?, iban.or(derived).unwrap_or_default())),
    }
}

pub(super) fn storefront(reader: &Reader<'_>, folder: &Path) -> Option<Storefront> {
    let access_token = reader.parsed("access_token", |text| {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        match text {
            text if (4..=128).contains(&text.len()) && text.bytes().all(allowed) => {
                Ok(text.to_owned())
            }
            _ => Err(()),
        }
    });
    let allowed_origins = reader.parsed_list("allowed_origins", origin);
    let theme = reader.text("theme").and_then(|path| match path.as_str() {
        "" => Some(None),
        path => existing_folder(reader, "theme", folder.join(path)).map(Some),
    });
    Some(Storefront {
        access_token: access_token?,
        allowed_origins: allowed_origins?,
        theme: theme?,
    })
}

fn existing_folder(reader: &Reader<'_>, key: &str, path: PathBuf) -> Option<PathBuf> {
    if path.is_dir() {
        return Some(path);
    }
    let message = format!("there is no folder {}", path.display());
    reader.fault(key, message);
    None
}

pub(super) fn catalogue(reader: &Reader<'_>, folder: &Path) -> Option<CatalogueSettings> {
    let mut import = Vec::new();
    let mut all_there = true;
    for placed in reader.texts("import")? {
        let path = folder.join(&placed.text);
        if !path.is_file() {
            all_there = false;
            let message = format!("there is no file {}", path.display());
            reader.fault_at(placed.position, "import", message);
        }
        import.push(path);
    }
    all_there.then_some(CatalogueSettings { import })
}

pub(super) fn offered_payments(reader: &Reader<'_>) -> Option<OfferedPayments> {
    let card = reader.flag("card");
    let cash_on_delivery = reader.flag("cash_on_delivery");
    let bank_transfer = reader.flag("bank_transfer");
    Some(OfferedPayments {
        card: card?,
        cash_on_delivery: cash_on_delivery?,
        bank_transfer: bank_transfer?,
    })
}

pub(super) fn payments(
    reader: &Reader<'_>,
    sandbox_reader: &Reader<'_>,
    folder: &Path,
) -> Option<Payments> {
    let inline_deadline = reader.number("inline_deadline_ms", 100..=60_000);
    let challenge = reader.number("challenge_minutes", 1..=60);
    let sandbox = sandbox(sandbox_reader, folder);
    Some(Payments {
        inline_deadline: Duration::from_millis(inline_deadline?),
        challenge: Duration::from_secs(challenge? * 60),
        sandbox: sandbox?,
    })
}

fn sandbox(reader: &Reader<'_>, folder: &Path) -> Option<Sandbox> {
    let url = reader.parsed("url", |text| match text {
        "" => Ok(None),
        text => origin(text).map(Some),
    });
    let secret = secret(reader, folder);
    let ledger = reader.filled("ledger").map(|path| folder.join(path));
    let (url, secret) = (url?, secret.ok()?);
    if url.is_some() && secret.is_none() {
        reader.fault(
            "url",
            "needs the gateway's secret: name its environment variable in secret_env or its file in secret_file",
        );
        return None;
    }
    Some(Sandbox {
        url,
        secret,
        ledger: ledger?,
    })
}

/// The secret from the environment or a file, if either is named.
fn secret(reader: &Reader<'_>, folder: &Path) -> Result<Option<SharedSecret>, Reported> {
    let variable = reader.text("secret_env").ok_or(Reported)?;
    let file = reader.text("secret_file").ok_or(Reported)?;
    let (key, read) = match (variable.as_str(), file.as_str()) {
        ("", "") => return Ok(None),
        (variable, "") => {
            let problem = format!("the environment variable {variable} is not set");
            ("secret_env", std::env::var(variable).map_err(|_| problem))
        }
        ("", file) => {
            let path = folder.join(file);
            let problem = |error| format!("{} cannot be read: {error}", path.display());
            (
                "secret_file",
                std::fs::read_to_string(&path).map_err(problem),
            )
        }
        _ => (
            "secret_file",
            Err("name either secret_env or secret_file, not both".to_owned()),
        ),
    };
    match read {
        Ok(secret) if secret.trim().len() >= 16 => Ok(Some(SharedSecret(secret.trim().to_owned()))),
        Ok(_) => {
            reader.fault(key, "the secret is too short: use at least 16 characters");
            Err(Reported)
        }
        Err(problem) => {
            reader.fault(key, problem);
            Err(Reported)
        }
    }
}

pub(super) fn limits(reader: &Reader<'_>) -> Option<(Limits, CartLimits)> {
    let body_bytes = reader.number("body_bytes", 1024..=16_777_216);
    let request = reader.number("request_seconds", 1..=600);
    let header = reader.number("header_seconds", 1..=600);
    let connections = reader.number("connections", 1..=100_000);
    let lines = reader.number("cart_lines", 1..=500);
    let quantity = reader.number("line_quantity", 1..=1_000_000);
    let query_depth = reader.number("query_depth", 1..=64);
    let query_cost = reader.number("query_cost", 1..=1_000_000);
    let documents = reader.number("cached_documents", 1..=100_000);
    let document_bytes = reader.number("cached_document_bytes", 1024..=1_073_741_824);
    let limits = Limits {
        body_bytes: usize::try_from(body_bytes?).ok()?,
        request_timeout: Duration::from_secs(request?),
        header_timeout: Duration::from_secs(header?),
        connections: usize::try_from(connections?).ok()?,
        query_depth: usize::try_from(query_depth?).ok()?,
        query_cost: query_cost?,
        cached_documents: usize::try_from(documents?).ok()?,
        cached_document_bytes: usize::try_from(document_bytes?).ok()?,
    };
    let cart = CartLimits {
        lines: usize::try_from(lines?).ok()?,
        quantity: u32::try_from(quantity?).ok()?,
    };
    Some((limits, cart))
}

/// What only several sections together can tell.
pub(super) fn cross_check(
    server_reader: &Reader<'_>,
    shop_reader: &Reader<'_>,
    server: Option<&Server>,
    shop: Option<&Shop>,
    offered: Option<OfferedPayments>,
) {
    let Some(offered) = offered else { return };
    if server.is_some_and(|server| server.mode == Mode::Live) && offered.card {
        server_reader.fault(
            "mode",
            "\"live\" cannot take cards: this version has only the sandbox gateway, which moves no money. Write mode = \"test\", or card = false in [payments]",
        );
    }
    if offered.bank_transfer && shop.is_some_and(|shop| shop.iban.is_empty()) {
        shop_reader.fault(
            "bank_account",
            "is missing although transfers are offered: write the account's number, or bank_transfer = false in [payments]",
        );
    }
    if !(offered.card || offered.cash_on_delivery || offered.bank_transfer) {
        server_reader.fault(
            "mode",
            "no way to pay is offered: switch on card, cash_on_delivery or bank_transfer in [payments]",
        );
    }
}

/// An origin as browsers write it: scheme, host, perhaps a port, nothing after it.
fn origin(text: &str) -> Result<String, ()> {
    let url = Url::parse(text).map_err(|_| ())?;
    let bare = matches!(url.scheme(), "http" | "https")
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    if bare {
        Ok(url.origin().ascii_serialization())
    } else {
        Err(())
    }
}

fn country(text: &str) -> Result<String, ()> {
    country_name(text).map(|_| text.to_owned()).ok_or(())
}
