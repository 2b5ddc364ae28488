//! What a payment gateway says: notifications (signed rightly, too) and answers to the shop's calls.
#![no_main]

use arbitrary::Arbitrary;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::mem::ManuallyDrop;
use std::time::Duration;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::time::Timestamp;
use zkratka_fuzz::outside::{Outside, said};
use zkratka_payments::sandbox::{SandboxGateway, SandboxSettings};
use zkratka_payments::{AuthoriseRequest, PaymentGateway as _, WalletCredential};

const SECRET: &str = "secret";

#[derive(Arbitrary, Debug)]
enum Input<'i> {
    Notification {
        signature: &'i str,
        body: &'i [u8],
        now: i64,
    },
    Signed {
        body: &'i [u8],
    },
    Answer {
        status: Status,
        headers: &'i [u8],
        body: &'i [u8],
    },
    Bytes(&'i [u8]),
}

#[derive(Arbitrary, Debug)]
enum Status {
    Ok,
    NotFound,
    Conflict,
    Unprocessable,
}

thread_local!(static OUTSIDE: ManuallyDrop<Outside> = ManuallyDrop::new(Outside::default()));

fn gateway(base_url: String) -> SandboxGateway {
    let settings = SandboxSettings {
        base_url,
        secret: SECRET.to_owned(),
        deadline: Duration::from_secs(5),
    };
    SandboxGateway::new(settings).unwrap()
}

fn signature(seconds: i64, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(format!("{seconds}.").as_bytes());
    mac.update(body);
    let digest = mac.finalize().into_bytes();
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={seconds},v1={hex}")
}

fn ask(answer: Vec<u8>) {
    OUTSIDE.with(|outside| {
        outside.answering(answer, async |address| {
            let gateway = gateway(address);
            let amount = Money::new(MinorUnits::new(100), Currency::new("CZK").unwrap());
            let request = AuthoriseRequest {
                key: "key".to_owned(),
                session: "session".to_owned(),
                amount,
                return_url: String::new(),
                mandate: false,
                charged_mandate: None,
            };
            drop(gateway.authorise(&request).await);
            let token = WalletCredential::GooglePayToken { token: "{}" };
            drop(gateway.wallet_session(token).await);
        });
    });
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    match input {
        Input::Notification {
            signature,
            body,
            now,
        } => {
            let gateway = gateway("http://127.0.0.1:1".to_owned());
            assert!(
                gateway
                    .read_notification(signature, body, Timestamp(now))
                    .is_err()
            );
        }
        Input::Signed { body } => {
            let gateway = gateway("http://127.0.0.1:1".to_owned());
            let signature = signature(1_700_000_000, body);
            drop(gateway.read_notification(&signature, body, Timestamp(1_700_000_000_000)));
        }
        Input::Answer {
            status,
            headers,
            body,
        } => {
            let status = match status {
                Status::Ok => 200,
                Status::NotFound => 404,
                Status::Conflict => 409,
                Status::Unprocessable => 422,
            };
            ask(said(status, headers, body));
        }
        Input::Bytes(bytes) => ask(bytes.to_vec()),
    }
});
