//! A keep-alive connection that sends GraphQL requests over plain HTTP/1.1. It is as cheap as possible, because the
//! load generator shares the processors with the server that it measures.

use crate::Failure;
use crate::shop::ACCESS_TOKEN;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::net::SocketAddr;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

#[derive(Deserialize)]
struct Answer<T> {
    data: Option<T>,
    errors: Option<IgnoredAny>,
}

pub(crate) struct Client {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
    pub(crate) answer: Vec<u8>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream: BufReader::new(stream),
            address,
            answer: Vec::new(),
        })
    }

    /// Posts a document and returns the status.
    pub(crate) async fn post(&mut self, body: &str) -> Result<u16, Failure> {
        let request = format!(
            "POST /api/unstable/graphql.json HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             X-Shopify-Storefront-Access-Token: {ACCESS_TOKEN}\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len(),
        );
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        self.read_answer().await
    }

    /// Posts a document and returns its `data`, of which `T` reads only what it needs.
    pub(crate) async fn run<T: DeserializeOwned>(&mut self, body: &str) -> Result<T, Failure> {
        let status = self.post(body).await?;
        match serde_json::from_slice(&self.answer) {
            Ok(Answer {
                data: Some(data),
                errors: None,
            }) if status == 200 => Ok(data),
            _ => {
                let answer = String::from_utf8_lossy(&self.answer);
                Err(format!("answered with {status}: {answer}").into())
            }
        }
    }

    async fn read_answer(&mut self) -> Result<u16, Failure> {
        let mut line = String::new();
        let mut status = 0;
        let mut length = None;
        loop {
            line.clear();
            if self.stream.read_line(&mut line).await? == 0 {
                return Err("the server closed the connection".into());
            }
            let text = line.trim_end();
            if text.is_empty() {
                break;
            }
            if status == 0 {
                let code = text.split(' ').nth(1);
                status = code.and_then(|code| code.parse().ok()).unwrap_or(0);
            } else if let Some((name, value)) = text.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse::<usize>().ok();
            }
        }
        let length = length.ok_or("the answer has no Content-Length")?;
        self.answer.resize(length, 0);
        self.stream.read_exact(&mut self.answer).await?;
        Ok(status)
    }
}
