//! What PayPal says: webhooks (signed rightly, too), the certificates they are checked with, answers to the shop's calls.
#![no_main]

use arbitrary::Arbitrary;
use std::mem::ManuallyDrop;
use std::time::Duration;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_fuzz::outside::{Outside, said};
use zkratka_fuzz::paypal::{Body, CERTIFICATE, KEY, NOW, bent_certificate, signed};
use zkratka_payments::paypal::{
    Due, PayPalError, PayPalGateway, PayPalSettings, WebhookHeaders, session_of,
    session_of_agreement,
};
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, InvalidNotification, NoAnswer, Notification,
    NotificationContent, PaymentGateway as _, PaymentOutcome, RefundOutcome, RefundRequest,
};
use zkratka_sandbox::paypal::{OWNER, WEBHOOK_ID};

#[derive(Arbitrary, Debug)]
enum Input<'i> {
    Forged {
        /// In the place of right ones.
        headers: [Option<&'i str>; 5],
        body: Body<'i>,
    },
    Signed {
        body: Body<'i>,
        order: Answer<'i>,
    },
    Certificate {
        changes: Vec<(u16, u8)>,
        cut: Option<u16>,
    },
    /// In the place of a certificate.
    Published(Answer<'i>),
    Called {
        call: Call,
        session: Session<'i>,
        answer: Answer<'i>,
    },
}

#[derive(Arbitrary, Debug)]
enum Answer<'a> {
    Said {
        status: Status,
        headers: &'a [u8],
        body: Body<'a>,
    },
    Bytes(&'a [u8]),
}

#[derive(Arbitrary, Debug)]
enum Status {
    Ok,
    Unauthorised,
    NotFound,
    Unprocessable,
    Unavailable,
}

#[derive(Arbitrary, Debug)]
enum Call {
    Authorise,
    Query,
    Capture,
    Void,
    Release,
    Refund,
    RefundStatus,
    Order,
    Agreement,
}

#[derive(Arbitrary, Debug)]
enum Session<'s> {
    Order,
    Charge,
    Nothing,
    Any(&'s str),
}

thread_local!(static OUTSIDE: ManuallyDrop<Outside> = ManuallyDrop::new(Outside::default()));

fn gateway(api: String) -> PayPalGateway {
    let settings = PayPalSettings {
        api,
        client_id: "client".to_owned(),
        secret: "secret".to_owned().into(),
        merchant_id: OWNER.id.to_owned(),
        webhook_id: Some(WEBHOOK_ID.to_owned()),
        // So short that what makes several calls still ends in time.
        deadline: Duration::from_secs(1),
    };
    PayPalGateway::new(&settings).unwrap()
}

/// A gateway that has its token: without one, no call would get further.
fn at_home(outside: &Outside) -> PayPalGateway {
    let token = br#"{"access_token":"T","expires_in":3600}"#;
    outside.answering(said(200, b"", token), async |address| {
        let gateway = gateway(address);
        let order = gateway.client().order("O1").await;
        assert!(order.is_err(), "a token is no order");
        gateway
    })
}

impl Answer<'_> {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => bytes.to_vec(),
            Self::Said {
                status,
                headers,
                body,
            } => {
                let status = match status {
                    Status::Ok => 200,
                    Status::Unauthorised => 401,
                    Status::NotFound => 404,
                    Status::Unprocessable => 422,
                    Status::Unavailable => 503,
                };
                said(status, headers, &body.bytes())
            }
        }
    }
}

impl Session<'_> {
    fn text(&self) -> String {
        match self {
            Self::Order => session_of("O1"),
            Self::Charge => session_of_agreement("S1", Due::Order("O1")),
            Self::Nothing => session_of_agreement("S1", Due::Nothing(Currency::CZK)),
            Self::Any(text) => (*text).to_owned(),
        }
    }
}

fn check(outcome: Option<&PaymentOutcome>) {
    if let Some(
        PaymentOutcome::Authorised { amount, .. } | PaymentOutcome::Captured { amount, .. },
    ) = outcome
    {
        assert!(!amount.minor.is_negative(), "{amount:?}");
    }
}

fn check_refund(outcome: Option<RefundOutcome>, asked: Money) {
    if let Some(RefundOutcome::Refunded { amount, .. }) = outcome {
        assert_eq!(amount, asked);
    }
}

fn refund(payment: String, amount: Money) -> RefundRequest {
    RefundRequest {
        key: KEY.to_owned(),
        payment,
        amount,
    }
}

fn check_refusal(error: Option<PayPalError>) {
    if let Some(PayPalError::Refused(refusal)) = error {
        let issue = refusal.issue;
        let is_code = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        assert!(!issue.is_empty() && issue.bytes().all(is_code), "{issue}");
    }
}

async fn ask(gateway: &PayPalGateway, call: &Call, session: String) {
    let amount = Money::new(MinorUnits::new(51_800), Currency::CZK);
    match call {
        Call::Authorise => {
            let due_nothing = session.contains(":nothing:");
            let request = AuthoriseRequest {
                key: KEY.to_owned(),
                amount: if due_nothing {
                    Money::zero(Currency::CZK)
                } else {
                    amount
                },
                session,
                return_url: String::new(),
                mandate: due_nothing,
                charged_mandate: None,
            };
            check(gateway.authorise(&request).await.ok().as_ref());
        }
        Call::Query => check(gateway.query(KEY, &session).await.ok().as_ref()),
        Call::Capture => check(
            gateway
                .capture(&CaptureRequest::whole(&session, amount))
                .await
                .ok()
                .as_ref(),
        ),
        Call::Void => check(gateway.void(&session).await.ok().as_ref()),
        Call::Release => drop(gateway.release(KEY, &session).await),
        Call::Refund => check_refund(gateway.refund(&refund(session, amount)).await.ok(), amount),
        Call::RefundStatus => {
            check_refund(
                gateway.refund_status(&refund(session, amount)).await.ok(),
                amount,
            );
        }
        Call::Order => check_refusal(gateway.client().order(&session).await.err()),
        Call::Agreement => check_refusal(gateway.client().agreement(&session).await.err()),
    }
}

async fn read(
    gateway: &PayPalGateway,
    headers: &WebhookHeaders,
    body: &[u8],
) -> Result<Result<Option<Notification>, InvalidNotification>, NoAnswer> {
    match gateway.open_webhook(headers, NOW) {
        Ok(webhook) => gateway.read_webhook(webhook, body, NOW).await,
        Err(bad) => Ok(Err(bad)),
    }
}

fn forged(outside: &Outside, headers: [Option<&str>; 5], body: &[u8]) {
    outside.answering(said(200, b"", CERTIFICATE.as_bytes()), async |address| {
        let mut given = signed(&address, b"another body");
        let places = [
            &mut given.transmission_id,
            &mut given.transmission_time,
            &mut given.signature,
            &mut given.certificate_url,
            &mut given.algorithm,
        ];
        for (place, header) in places.into_iter().zip(headers) {
            if let Some(header) = header {
                header.clone_into(place);
            }
        }
        let read = read(&gateway(address), &given, body).await;
        assert!(!matches!(read, Ok(Ok(_))));
    });
}

fn genuine(outside: &Outside, body: &[u8], order: Vec<u8>) {
    let gateway = at_home(outside);
    outside.answering(said(200, b"", CERTIFICATE.as_bytes()), async |address| {
        let ignored = br#"{"id":"WH-1","event_type":""}"#;
        let read = read(&gateway, &signed(&address, ignored), ignored).await;
        assert!(matches!(read, Ok(Ok(None))));
    });
    outside.answering(order, async |address| {
        let read = read(&gateway, &signed(&address, body), body).await;
        assert!(!matches!(read, Ok(Err(InvalidNotification::Signature))));
        if let Ok(Ok(Some(Notification {
            content: NotificationContent::Authorisation { outcome, .. },
            ..
        }))) = read
        {
            check(Some(&outcome));
        }
    });
}

fn published(outside: &Outside, answer: Vec<u8>) {
    outside.answering(answer, async |address| {
        let gateway = gateway(address.clone());
        let ignored = br#"{"id":"WH-1","event_type":""}"#;
        drop(read(&gateway, &signed(&address, ignored), ignored).await);
    });
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    OUTSIDE.with(|outside| match input {
        Input::Forged { headers, body } => forged(outside, headers, &body.bytes()),
        Input::Signed { body, order } => genuine(outside, &body.bytes(), order.bytes()),
        Input::Certificate { changes, cut } => {
            let certificate = bent_certificate(&changes, cut);
            published(outside, said(200, b"", certificate.as_bytes()));
        }
        Input::Published(answer) => published(outside, answer.bytes()),
        Input::Called {
            call,
            session,
            answer,
        } => {
            let gateway = at_home(outside);
            outside.answering(answer.bytes(), async |_address| {
                ask(&gateway, &call, session.text()).await;
            });
        }
    });
});
