//! The shop under measurement: goods, configuration, servers and gateway.

use crate::Failure;
use crate::process::{Directory, Process, free_address, until};
use crate::processor::Used;
use std::fmt::Write;
use std::io::{Read, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) const ACCESS_TOKEN: &str = "bench";
const SECRET: (&str, &str) = ("ZKRATKA_SANDBOX_SECRET", "jen-pro-mereni-1234567890");
/// Stock of each variant: enough for any run.
const PIECES: u32 = 100_000_000;

pub(crate) struct Setting<'a> {
    /// Each has one variant.
    pub(crate) products: usize,
    /// The database's URL; a file if there is none.
    pub(crate) database: Option<&'a str>,
    pub(crate) servers: usize,
    /// The program; none: the one beside this.
    pub(crate) program: Option<&'a Path>,
    /// More lines for the configuration.
    pub(crate) more: &'a str,
}

impl Default for Setting<'_> {
    fn default() -> Self {
        Self {
            products: 100,
            database: None,
            servers: 1,
            program: None,
            more: "",
        }
    }
}

pub(crate) struct Shop {
    pub(crate) addresses: Vec<SocketAddr>,
    servers: Vec<Process>,
    /// From the start of the last server's process to its first response.
    pub(crate) first_answer: Duration,
    gateway: Process,
    _directory: Directory,
}

impl Shop {
    pub(crate) fn open(setting: &Setting<'_>) -> Result<Self, Failure> {
        let directory = Directory::new("shop")?;
        let gateway = free_address()?;
        let addresses: Vec<SocketAddr> = (0..setting.servers)
            .map(|_| free_address())
            .collect::<Result<_, _>>()?;
        let mut configs = Vec::new();
        for (number, address) in addresses.iter().enumerate() {
            let text = configuration(*address, addresses[0], gateway, setting);
            configs.push(directory.file(&format!("zkratka-{number}.toml"), text)?);
        }
        let feed = directory.file("feed.csv", catalogue(setting.products)?)?;
        import(setting, &configs[0], &feed)?;
        let gateway = start_gateway(setting, gateway, addresses[0], &directory)?;
        let mut servers = Vec::new();
        let mut first_answer = Duration::ZERO;
        for (config, address) in configs.iter().zip(&addresses) {
            let began = Instant::now();
            servers.push(Process::start(
                zkratka(setting)?.args(["serve", "--config"]).arg(config),
            )?);
            until("the server", || answers(*address).unwrap_or(false))?;
            first_answer = began.elapsed();
        }
        Ok(Self {
            addresses,
            servers,
            first_answer,
            gateway,
            _directory: directory,
        })
    }

    /// Processor time of the first server so far.
    pub(crate) fn used(&self) -> Result<Used, Failure> {
        self.servers.first().ok_or("no server runs")?.used()
    }

    /// Processor time of the gateway so far.
    pub(crate) fn used_by_gateway(&self) -> Result<Used, Failure> {
        self.gateway.used()
    }

    /// Resident memory of the first server, megabytes.
    pub(crate) fn resident(&self) -> Result<f64, Failure> {
        let server = self.servers.first().ok_or("no server runs")?;
        let bytes = server.resident_bytes()?;
        #[allow(clippy::cast_precision_loss, reason = "shown with one decimal")]
        Ok(bytes as f64 / 1_000_000.0)
    }
}

/// The program under measurement, quiet: the build beside this program unless another one is named.
fn zkratka(setting: &Setting<'_>) -> Result<Command, Failure> {
    let program = match setting.program {
        Some(program) => program.to_owned(),
        None => std::env::current_exe()?.with_file_name("zkratka"),
    };
    let mut command = Command::new(program);
    let (name, secret) = SECRET;
    command
        .env(name, secret)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    Ok(command)
}

fn import(setting: &Setting<'_>, config: &PathBuf, feed: &PathBuf) -> Result<(), Failure> {
    let imported = zkratka(setting)?
        .args(["import", "--config"])
        .args([config, feed])
        .stderr(Stdio::piped())
        .output()?;
    if imported.status.success() {
        return Ok(());
    }
    let reason = String::from_utf8_lossy(&imported.stderr);
    Err(format!("the import failed: {reason}").into())
}

fn start_gateway(
    setting: &Setting<'_>,
    address: SocketAddr,
    shop: SocketAddr,
    directory: &Directory,
) -> Result<Process, Failure> {
    let mut command = zkratka(setting)?;
    command
        .args(["sandbox-gateway", "--listen", &address.to_string()])
        .arg("--ledger")
        .arg(directory.path().join("ledger.sqlite"))
        .args(["--notify-url", &format!("http://{shop}/webhooks/sandbox")])
        .args(["--shop-origin", &format!("http://{shop}")]);
    let gateway = Process::start(&mut command)?;
    until("the gateway", || TcpStream::connect(address).is_ok())?;
    Ok(gateway)
}

fn configuration(
    listen: SocketAddr,
    first: SocketAddr,
    gateway: SocketAddr,
    setting: &Setting<'_>,
) -> String {
    let store = match setting.database {
        Some(url) => format!("postgres = \"{url}\""),
        None => "sqlite = \"bench.sqlite\"".to_owned(),
    };
    let (secret, _) = SECRET;
    let more = setting.more;
    format!(
        r#"[server]
listen = "{listen}"
public_origin = "http://{first}"
mode = "test"
log = "error"

[store]
{store}

[shop]
name = "Měření"
country = "CZ"
currency = "CZK"
email = "mereni@example.com"

[storefront]
access_token = "{ACCESS_TOKEN}"

[[delivery]]
handle = "ppl"
title = "PPL"
type = "SHIPPING"
free_from = "1500"
rates = [{{ up_to_kg = 5, price = "89" }}, {{ price = "149" }}]

[payments.sandbox]
url = "http://{gateway}"
secret_env = "{secret}"

[wallets.google_pay]
enabled = true
{more}"#
    )
}

fn catalogue(products: usize) -> Result<String, Failure> {
    let mut feed = String::from(
        "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,\
         Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,\
         Variant Requires Shipping,Variant Taxable,Image Src\n",
    );
    for number in 1..=products {
        writeln!(
            feed,
            "zbozi-{number},Zboží {number},<p>Popis zboží číslo {number}.</p>,Výrobce,Domácnost,měření,true,\
             Title,Default Title,Z-{number},{},shopify,{PIECES},deny,{}.50,true,true,",
            100 + number % 900,
            50 + number % 400
        )?;
    }
    Ok(feed)
}

/// Whether the server responds with a product page.
fn answers(address: SocketAddr) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    write!(
        stream,
        "GET /products/zbozi-1 HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200"))
}
