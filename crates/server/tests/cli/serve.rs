//! Tests the shop as a running program.

use super::support::{CONFIG, Folder};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

/// The program; dropping it kills the process.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        // A process that has exited cannot be killed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running shop.
pub(crate) struct Running {
    program: Program,
    pub(crate) address: SocketAddr,
    log: BufReader<ChildStderr>,
    pub(crate) lines: Vec<String>,
}

impl Running {
    /// Starts the shop and waits until it logs that it is open.
    pub(crate) fn start(folder: &Folder) -> Self {
        Self::start_with(folder, &[])
    }

    /// The same with these environment variables.
    pub(crate) fn start_with(folder: &Folder, environment: &[(&str, &str)]) -> Self {
        Self::start_command(folder.program(), environment)
    }

    /// The same with another program.
    pub(crate) fn start_program(
        program: &Path,
        folder: &Folder,
        environment: &[(&str, &str)],
    ) -> Self {
        let mut command = Command::new(program);
        command
            .current_dir(folder.path(""))
            .env_remove("ZKRATKA_CONFIG");
        Self::start_command(command, environment)
    }

    fn start_command(mut command: Command, environment: &[(&str, &str)]) -> Self {
        let child = command
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env("ZKRATKA_LOG", "debug")
            .envs(environment.iter().copied())
            .stderr(Stdio::piped())
            .spawn();
        let mut program = Program(child.expect("it starts"));
        let mut log = BufReader::new(program.0.stderr.take().expect("its log"));
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(
                log.read_line(&mut line).expect("a log") > 0,
                "it ended: {lines:#?}"
            );
            let entry: Value = serde_json::from_str(&line).expect("a line of JSON");
            lines.push(line);
            if let Some(address) = entry.get("listening").and_then(Value::as_str) {
                let address = address.parse().expect("an address");
                return Self {
                    program,
                    address,
                    log,
                    lines,
                };
            }
        }
    }

    /// Requests a page; returns the whole response as text.
    pub(crate) fn get(&self, path: &str) -> String {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        ))
    }

    pub(crate) fn send(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .expect("a time limit");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Stops the shop with SIGTERM; returns the exit code and the rest of the log.
    pub(crate) fn terminate(mut self) -> (Option<i32>, Vec<String>) {
        let id = self.program.0.id().to_string();
        let killed = Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .expect("kill");
        assert!(killed.success());
        let mut rest = String::new();
        self.log.read_to_string(&mut rest).expect("its log");
        let status = self.program.0.wait().expect("it ends");
        assert_eq!(status.signal(), None, "it ended by itself");
        self.lines.extend(rest.lines().map(str::to_owned));
        (status.code(), std::mem::take(&mut self.lines))
    }
}

#[test]
fn the_shop_opens_serves_and_closes() {
    let folder = Folder::with(&format!("{CONFIG}[catalogue]\nimport = [\"feed.csv\"]\n"));
    folder.write("feed.csv", "Handle,Title,Variant Price\nhrnek,Hrnek,289\n");
    let shop = Running::start(&folder);
    assert!(shop.get("/healthz").starts_with("HTTP/1.1 200"));
    assert!(shop.get("/products/hrnek").contains("289\u{a0}Kč"));
    let (code, _) = shop.terminate();
    assert_eq!(code, Some(0));
    // The second start uses the same files.
    let shop = Running::start(&folder);
    assert!(shop.get("/products/hrnek").contains("289\u{a0}Kč"));
    assert_eq!(shop.terminate().0, Some(0));
}

/// Even at the most verbose level, the log has no cart secret, e-mail or address.
#[test]
fn the_log_tells_nothing_of_a_buyer() {
    let folder = Folder::with(&format!("{CONFIG}[catalogue]\nimport = [\"feed.csv\"]\n"));
    folder.write("feed.csv", "Handle,Title,Variant Price\nhrnek,Hrnek,289\n");
    let shop = Running::start(&folder);
    let body = "id=1&properties[Jm%C3%A9no]=Jana";
    let answer = shop.send(&format!("POST /checkout/buy-it-now HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}", body.len()));
    let address = answer
        .lines()
        .find_map(|line| line.strip_prefix("location: "))
        .expect("a checkout");
    let (_, path) = address.split_once("/checkout/").expect("a path");
    assert!(
        shop.get(&format!("/checkout/{path}"))
            .contains("checkout-data")
    );
    let (token, secret) = path.split_once("?key=").expect("a secret");
    let secret = secret.split('&').next().expect("a secret").to_owned();
    let token = token.to_owned();
    let (_, lines) = shop.terminate();
    assert!(
        lines.iter().any(|line| line.contains("/checkout/{token}")),
        "the route is logged: {lines:#?}"
    );
    for line in &lines {
        assert!(
            !line.contains(&secret) && !line.contains(&token) && !line.contains("Jana"),
            "{line}"
        );
    }
}

#[test]
fn a_port_that_is_taken_is_said() {
    let folder = Folder::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("its address").to_string();
    folder
        .run(&["serve", "--listen", &address])
        .ended_with(1)
        .complained(&format!("cannot listen on {address}"));
}

/// [7.08] Requests for merchant sessions ignore every proxy in the environment.
#[test]
fn merchant_sessions_are_asked_for_without_a_proxy() {
    let folder = Folder::with(&format!("{CONFIG}[wallets.apple_pay]\nenabled = true\n"));
    let proxy = TcpListener::bind("127.0.0.1:0").expect("a port");
    proxy.set_nonblocking(true).expect("asked, not waited for");
    let url = format!("http://{}", proxy.local_addr().expect("its address"));
    let names = [
        "HTTPS_PROXY",
        "https_proxy",
        "HTTP_PROXY",
        "http_proxy",
        "ALL_PROXY",
        "all_proxy",
    ];
    let mut environment: Vec<_> = names.iter().map(|name| (*name, url.as_str())).collect();
    environment.extend([("NO_PROXY", ""), ("no_proxy", "")]);
    let shop = Running::start_with(&folder, &environment);
    let body = r#"{"query":"mutation { applePaySessionCreate(validationUrl: \"https://apple-pay-gateway-cert.apple.com/paymentservices/startSession\") { body userErrors { code } } }"}"#;
    let answer = shop.send(&format!(
        "POST /api/unstable/graphql.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nX-Shopify-Storefront-Access-Token: token-obchodu\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ));
    assert!(answer.contains("merchantSessionIdentifier"), "{answer}");
    assert!(proxy.accept().is_err(), "the proxy was connected to");
    assert_eq!(shop.terminate().0, Some(0));
}
