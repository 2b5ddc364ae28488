//! The servers under measurement, as processes of their own.

use crate::Failure;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A started server; killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    /// From the start of the process to its first answer.
    pub(crate) first_answer: Duration,
    /// The variants that its catalogue begins with.
    pub(crate) variants: [u64; 2],
    _directory: Directory,
}

impl Server {
    /// Resident memory of the process, bytes.
    pub(crate) fn resident_bytes(&self) -> Result<u64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS:"))
            .ok_or("no VmRSS in /proc")?;
        let kilobytes: u64 = line
            .split_whitespace()
            .nth(1)
            .ok_or("no figure in VmRSS")?
            .parse()?;
        Ok(kilobytes * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Ending a process that has ended already is no fault.
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

/// A folder of its own, deleted when dropped.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Result<Self, Failure> {
        let nanos = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)?
            .as_nanos();
        // Beside the build, not in the system's temporary folder: that may be memory, and fsync would cost nothing.
        let path = Path::new("target").join(format!("bench-{name}-{nanos}"));
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _deleted = std::fs::remove_dir_all(&self.0);
    }
}

/// Starts the floor.
pub(crate) fn floor() -> Result<Server, Failure> {
    let directory = Directory::new("floor")?;
    let mut child = Command::new(std::env::current_exe()?)
        .arg("floor")
        .arg(&directory.0)
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("the floor has no output")?).read_line(&mut line)?;
    let address = line.trim().trim_start_matches("listening on ").parse()?;
    Ok(Server {
        child,
        address,
        first_answer: Duration::ZERO,
        variants: [1, 2],
        _directory: directory,
    })
}

/// Starts `zkratka serve` with a catalogue of `products` products.
pub(crate) fn zkratka(products: usize) -> Result<Server, Failure> {
    zkratka_with(products, "")
}

/// The same with more lines in its configuration.
pub(crate) fn zkratka_with(products: usize, more: &str) -> Result<Server, Failure> {
    let directory = Directory::new("zkratka")?;
    let program = std::env::current_exe()?.with_file_name("zkratka");
    let address = free_address()?;
    let config = directory.0.join("zkratka.toml");
    std::fs::write(&config, configuration(address) + more)?;
    let feed = directory.0.join("feed.csv");
    std::fs::write(&feed, catalogue(products)?)?;
    let imported = Command::new(&program)
        .args(["import", "--config"])
        .arg(&config)
        .arg(&feed)
        .output()?;
    if !imported.status.success() {
        return Err(format!(
            "import failed: {}",
            String::from_utf8_lossy(&imported.stderr)
        )
        .into());
    }
    let began = Instant::now();
    let child = Command::new(&program)
        .args(["serve", "--config"])
        .arg(&config)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let mut server = Server {
        child,
        address,
        first_answer: Duration::ZERO,
        variants: [1, 2],
        _directory: directory,
    };
    wait_for_page(address, "/products/zbozi-1")?;
    server.first_answer = began.elapsed();
    Ok(server)
}

fn free_address() -> Result<SocketAddr, Failure> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

fn configuration(address: SocketAddr) -> String {
    format!(
        r#"[server]
listen = "{address}"
public_origin = "http://{address}"
mode = "test"
log = "error"

[store]
sqlite = "bench.sqlite"

[shop]
name = "Měření"
country = "CZ"
currency = "CZK"

[storefront]
access_token = "bench"

[[delivery]]
handle = "ppl"
title = "PPL"
type = "SHIPPING"
free_from = "1500"
rates = [{{ up_to_kg = 5, price = "89" }}, {{ price = "149" }}]
"#
    )
}

fn catalogue(products: usize) -> Result<Vec<u8>, Failure> {
    let mut feed = Vec::new();
    writeln!(
        feed,
        "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,\
         Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,\
         Variant Requires Shipping,Variant Taxable,Image Src"
    )?;
    for number in 1..=products {
        writeln!(
            feed,
            "zbozi-{number},Zboží {number},<p>Popis zboží číslo {number}.</p>,Výrobce,Domácnost,měření,true,\
             Title,Default Title,Z-{number},{},,,deny,{}.50,true,true,",
            100 + number % 900,
            50 + number % 400
        )?;
    }
    Ok(feed)
}

fn wait_for_page(address: SocketAddr, path: &str) -> Result<(), Failure> {
    let deadline = Instant::now() + Duration::from_secs(30);
    while Instant::now() < deadline {
        if page_answers(address, path).unwrap_or(false) {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Err(format!("no answer from {address}{path} within 30 s").into())
}

fn page_answers(address: SocketAddr, path: &str) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200"))
}
