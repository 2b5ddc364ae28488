//! The SMTP server, as a client sees it.

use super::{Inbox, MailCatcher};
use crate::Emulated;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

/// A server with its inbox. It ends with the test.
struct Server {
    inbox: Inbox,
    address: std::net::SocketAddr,
    serving: AbortHandle,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Server {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let inbox = Inbox::default();
        let serving = MailCatcher(inbox.clone()).run(listener, std::future::pending());
        let serving = tokio::spawn(serving).abort_handle();
        Self {
            inbox,
            address,
            serving,
        }
    }

    /// Sends all of it at once, and returns everything that the server answers until it ends the connection.
    async fn told(&self, commands: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(commands.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut answers = String::new();
        let reading = stream.read_to_string(&mut answers);
        tokio::time::timeout(Duration::from_mins(1), reading)
            .await
            .expect("an end")
            .unwrap();
        answers
    }

    /// The codes of the answers, each once.
    async fn codes(&self, commands: &str) -> Vec<String> {
        let answers = self.told(commands).await;
        let lines = answers.lines().filter(|line| line.get(3..4) == Some(" "));
        lines.map(|line| line[..3].to_owned()).collect()
    }
}

#[tokio::test]
async fn an_e_mail_is_kept_as_it_came() {
    let server = Server::start().await;
    let commands = "EHLO shop\r\nMAIL FROM:<shop@example.com> BODY=8BITMIME\r\nRCPT TO:<jana@example.cz>\r\nDATA\r\nSubject: Ahoj\r\n\r\n..tečka\r\n.\r\nQUIT\r\n";
    assert_eq!(
        server.codes(commands).await,
        ["220", "250", "250", "250", "354", "250", "221"]
    );
    let mails = server.inbox.mails();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].recipients, ["jana@example.cz"]);
    assert_eq!(
        String::from_utf8_lossy(&mails[0].raw),
        "Subject: Ahoj\r\n\r\n.tečka\r\n"
    );
}

#[tokio::test]
async fn commands_out_of_order_are_refused() {
    let server = Server::start().await;
    for (commands, codes) in [
        ("MAIL FROM:<a@b.cz>\r\n", vec!["220", "503"]),
        ("EHLO x\r\nRCPT TO:<a@b.cz>\r\n", vec!["220", "250", "503"]),
        ("EHLO x\r\nDATA\r\n", vec!["220", "250", "503"]),
        (
            "EHLO x\r\nMAIL FROM:<a@b.cz>\r\nMAIL FROM:<a@b.cz>\r\n",
            vec!["220", "250", "250", "503"],
        ),
        (
            "EHLO x\r\nMAIL FROM:<a@b.cz>\r\nRCPT TO:<>\r\n",
            vec!["220", "250", "250", "501"],
        ),
        ("EHLO x\r\nVRFY jana\r\n", vec!["220", "250", "502"]),
        // A line without an end, and one that is too long, end the connection.
        ("EHLO", vec!["220"]),
    ] {
        assert_eq!(server.codes(commands).await, codes, "{commands}");
    }
    let long = format!("EHLO {}\r\n", "x".repeat(2_000));
    assert_eq!(server.codes(&long).await, ["220"]);
    assert!(server.inbox.mails().is_empty());
}

#[tokio::test]
async fn an_e_mail_that_is_not_whole_is_not_kept() {
    let server = Server::start().await;
    let head = "EHLO x\r\nMAIL FROM:<a@b.cz>\r\nRCPT TO:<c@d.cz>\r\nDATA\r\n";
    server.told(&format!("{head}Subject: Ahoj\r\n")).await;
    let large = format!(
        "{head}{}.\r\n",
        format!("{}\r\n", "x".repeat(900)).repeat(1_200)
    );
    server.told(&large).await;
    assert!(server.inbox.mails().is_empty());
}

#[tokio::test]
async fn some_recipients_are_refused_for_trial() {
    let server = Server::start().await;
    let to =
        |name: &str| format!("EHLO x\r\nMAIL FROM:<a@b.cz>\r\nRCPT TO:<{name}@example.cz>\r\n");
    let last = async |name: &str| server.codes(&to(name)).await.pop().unwrap();
    assert_eq!(last("odmitnuto").await, "550");
    assert_eq!(last("odmitnuto").await, "550");
    assert_eq!(last("pozdeji").await, "451");
    assert_eq!(last("pozdeji").await, "250");
}

#[tokio::test]
async fn old_e_mails_make_room() {
    let inbox = Inbox::default();
    for number in 1..=201 {
        inbox.keep(vec![number.to_string()], Vec::new());
    }
    let mails = inbox.mails();
    assert_eq!(
        (mails.len(), mails[0].number, mails[199].number),
        (200, 201, 2)
    );
    assert!(inbox.mail(1).is_none());
}

/// A picture that travels with the e-mail is shown, as in a mail program; anything else that the HTML names is not.
#[test]
fn a_picture_inside_an_e_mail_is_shown() {
    let mail = "Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n\
        <img src=\"cid:a@b\"><img src=\"cid:c@d\"><img src=\"cid:e@f\">\r\n--x\r\nContent-Type: image/png\r\nContent-ID: <a@b>\r\n\r\nPNG\r\n\
        --x\r\nContent-Type: image/svg+xml\r\nContent-ID: <c@d>\r\n\r\n<svg>\r\n--x--\r\n";
    let message = mail_parser::MessageParser::default().parse(mail).unwrap();
    let shown = super::pages::with_pictures(&message, &message.body_html(0).unwrap());
    assert_eq!(
        shown.trim_end(),
        "<img src=\"data:image/png;base64,UE5H\"><img src=\"cid:c@d\"><img src=\"cid:e@f\">"
    );
}
