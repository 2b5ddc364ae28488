//! One connection to the SMTP server (RFC 5321), without extensions that would need more than lines.

use super::inbox::Inbox;
use std::io;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// Longest line, its end included (RFC 5321, section 4.5.3.1.6).
const LONGEST_LINE: u64 = 1_000;
/// Greatest size of an e-mail, in bytes.
const LARGEST: usize = 1_024 * 1_024;
const MOST_RECIPIENTS: usize = 100;

pub(super) struct Session {
    inbox: Inbox,
    has_greeted: bool,
    has_sender: bool,
    recipients: Vec<String>,
}

/// What happens after an answer.
enum Next {
    Command,
    Data,
    End,
}

impl Session {
    pub(super) const fn new(inbox: Inbox) -> Self {
        Self {
            inbox,
            has_greeted: false,
            has_sender: false,
            recipients: Vec::new(),
        }
    }

    pub(super) async fn run(mut self, stream: TcpStream) -> io::Result<()> {
        let (reading, mut writing) = stream.into_split();
        let mut lines = BufReader::new(reading);
        say(&mut writing, "220 sandbox ESMTP").await?;
        while let Some(line) = read_line(&mut lines).await? {
            let command = String::from_utf8_lossy(&line).trim_end().to_owned();
            let (answer, next) = self.answer(&command);
            say(&mut writing, &answer).await?;
            match next {
                Next::Command => {}
                Next::End => return Ok(()),
                Next::Data => {
                    let Some(mail) = read_mail(&mut lines).await? else {
                        return say(&mut writing, "552 too large").await;
                    };
                    self.inbox.keep(std::mem::take(&mut self.recipients), mail);
                    self.has_sender = false;
                    say(&mut writing, "250 kept").await?;
                }
            }
        }
        Ok(())
    }

    fn answer(&mut self, command: &str) -> (String, Next) {
        let (verb, rest) = command.split_once(' ').unwrap_or((command, ""));
        let (answer, next) = match verb.to_ascii_uppercase().as_str() {
            "EHLO" => {
                self.reset();
                self.has_greeted = true;
                (
                    format!("250-sandbox\r\n250-SIZE {LARGEST}\r\n250 8BITMIME"),
                    Next::Command,
                )
            }
            "HELO" => {
                self.reset();
                self.has_greeted = true;
                ("250 sandbox".to_owned(), Next::Command)
            }
            "MAIL" => (self.mail_from(rest).to_owned(), Next::Command),
            "RCPT" => (self.rcpt_to(rest).to_owned(), Next::Command),
            "DATA" if self.recipients.is_empty() => ("503 no recipients".to_owned(), Next::Command),
            "DATA" => ("354 go on, end with a dot".to_owned(), Next::Data),
            "RSET" => {
                self.reset();
                ("250 forgotten".to_owned(), Next::Command)
            }
            "NOOP" => ("250 nothing done".to_owned(), Next::Command),
            "QUIT" => ("221 bye".to_owned(), Next::End),
            _ => ("502 unknown command".to_owned(), Next::Command),
        };
        (answer, next)
    }

    fn reset(&mut self) {
        self.has_sender = false;
        self.recipients.clear();
    }

    fn mail_from(&mut self, rest: &str) -> &'static str {
        match path(rest, "FROM:") {
            _ if !self.has_greeted => "503 say EHLO first",
            _ if self.has_sender => "503 there is a sender already",
            None => "501 write MAIL FROM:<address>",
            Some(_) => {
                self.has_sender = true;
                "250 sender taken"
            }
        }
    }

    fn rcpt_to(&mut self, rest: &str) -> &'static str {
        match path(rest, "TO:") {
            _ if !self.has_sender => "503 say MAIL FROM first",
            _ if self.recipients.len() == MOST_RECIPIENTS => "452 too many recipients",
            None | Some("") => "501 write RCPT TO:<address>",
            Some(address) if address.starts_with("odmitnuto@") => "550 no such mailbox",
            Some(address) if address.starts_with("pozdeji@") && self.inbox.postpones(address) => {
                "451 come later"
            }
            Some(address) => {
                self.recipients.push(address.to_owned());
                "250 recipient taken"
            }
        }
    }
}

/// The address between angle brackets. Parameters behind it change nothing here.
fn path<'a>(rest: &'a str, keyword: &str) -> Option<&'a str> {
    let head = rest.get(..keyword.len())?;
    let path = rest.get(keyword.len()..)?.trim_start();
    let (address, _) = path.strip_prefix('<')?.split_once('>')?;
    head.eq_ignore_ascii_case(keyword).then_some(address)
}

/// Reads a line; `None` at the end of the connection.
async fn read_line(
    lines: &mut BufReader<impl tokio::io::AsyncRead + Unpin>,
) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let read = lines
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut line)
        .await?;
    if read == 0 || line.last() != Some(&b'\n') {
        return Ok(None);
    }
    Ok(Some(line))
}

/// Reads lines until one with a dot alone, and removes the dots that the client added; `None` if there are too many.
async fn read_mail(
    lines: &mut BufReader<impl tokio::io::AsyncRead + Unpin>,
) -> io::Result<Option<Vec<u8>>> {
    let mut mail = Vec::new();
    loop {
        let Some(line) = read_line(lines).await? else {
            return Ok(None);
        };
        let text = match line.as_slice() {
            b".\r\n" | b".\n" => return Ok(Some(mail)),
            [b'.', rest @ ..] => rest,
            whole => whole,
        };
        if mail.len() + text.len() > LARGEST {
            return Ok(None);
        }
        mail.extend_from_slice(text);
    }
}

async fn say(writing: &mut (impl AsyncWrite + Unpin), answer: &str) -> io::Result<()> {
    writing.write_all(format!("{answer}\r\n").as_bytes()).await
}
