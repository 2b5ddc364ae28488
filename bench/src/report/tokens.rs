//! The cost of opening wallets' tokens on one processor: signatures, certificates, decryption and parsing.

use super::median;
use crate::Failure;
use crate::checkout::now;
use p256::ecdsa::signature::{Signer as _, Verifier as _};
use p256::ecdsa::{Signature, SigningKey, VerifyingKey};
use serde_json::{Value, json};
use std::hint::black_box;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use zkratka_sandbox::{apple_pay as apple_sandbox, google_pay as google_sandbox};
use zkratka_wallets::apple_pay::merchant_validation::{
    Address, Identity, MerchantValidation, SessionRequest, Trust,
};
use zkratka_wallets::{apple_pay, google_pay};

/// The kinds are measured in turn, this many times, so that other load on the machine affects all of them.
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_millis(800);
const PATIENCE: Duration = Duration::from_secs(10);

type Work = Box<dyn FnMut() -> Result<(), Failure>>;

/// Tokens per second and processor, compared with verifying one P-256 signature with the same crate.
pub(crate) fn tokens() -> Result<(), Failure> {
    let mut works = [
        ("P-256 signature alone", signature()?),
        ("Apple Pay, EC_v1", apple()?),
        ("Google Pay, ECv2", google()?),
    ];
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let mut speeds = Vec::new();
        for (_, work) in &mut works {
            speeds.push(per_second(work)?);
        }
        rounds.push(speeds);
    }
    println!("tokens: opened per second on one processor, and how many signatures one token costs");
    for (at, (name, _)) in works.iter().enumerate() {
        let speed = median(rounds.iter().map(|speeds| speeds[at]));
        // A ratio within one round, because the rounds differ.
        let cost = median(rounds.iter().map(|speeds| speeds[0] / speeds[at]));
        println!("  {name:<22} {speed:>7.0} per second {cost:>6.2}");
    }
    Ok(())
}

fn per_second(work: &mut Work) -> Result<f64, Failure> {
    let began = Instant::now();
    let mut times = 0_u32;
    while began.elapsed() < ROUND {
        work()?;
        times += 1;
    }
    Ok(f64::from(times) / began.elapsed().as_secs_f64())
}

/// The lower bound: every token needs several signatures verified.
fn signature() -> Result<Work, Failure> {
    let key = SigningKey::from_slice(&[7; 32])?;
    let text = [1; 400];
    let signed: Signature = key.sign(&text);
    let public = VerifyingKey::from(&key);
    Ok(Box::new(move || Ok(public.verify(&text, &signed)?)))
}

fn apple() -> Result<Work, Failure> {
    let certificate = apple_sandbox::processing_certificate_pem();
    let certificate = apple_pay::Certificate::from_bytes(certificate.as_bytes())?;
    let key = apple_pay::PrivateKey::from_text(&apple_sandbox::processing_private_key())?;
    let merchant_id = Some(apple_sandbox::MERCHANT_ID);
    let opener = apple_pay::Opener {
        roots: vec![apple_authority()?],
        keys: vec![apple_pay::MerchantKey::new(key, &certificate, merchant_id)?],
    };
    let minter = apple_sandbox::Minter {
        clock: Arc::new(now),
        merchant: apple_sandbox::Merchant {
            id: apple_sandbox::MERCHANT_ID.to_owned(),
            public_key_info: certificate.public_key_info().to_vec(),
        },
    };
    let request = serde_json::from_value(json!({
        "merchantSession": merchant_session()?,
        "transactionAmount": 129_000,
        "currencyCode": "203",
        "card": { "number": "4111111111111111", "expirationMonth": 12, "expirationYear": 2049 },
    }))?;
    let token = minter.mint(&request, None)?;
    let (token, at) = (token["paymentData"].to_string(), now());
    Ok(Box::new(move || {
        black_box(opener.open(&token, at)?);
        Ok(())
    }))
}

fn apple_authority() -> Result<apple_pay::Certificate, Failure> {
    let authority = apple_sandbox::authority_pem();
    Ok(apple_pay::Certificate::from_bytes(authority.as_bytes())?)
}

/// The emulated Apple issues tokens only for a merchant session of its validation.
fn merchant_session() -> Result<Value, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let validation = apple_sandbox::Validation::new(apple_sandbox::ValidationSettings {
            clock: Arc::new(now),
            domains: None,
        })?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = Address::Fixed(listener.local_addr()?);
        tokio::spawn(validation.serve(listener, std::future::pending()));
        let identity = Identity::new(
            &apple_sandbox::identity_certificate_pem(),
            &apple_sandbox::identity_private_key(),
        )?;
        let trust = Trust::Only(apple_authority()?);
        let client = MerchantValidation::new(address, &trust, Some(&identity), PATIENCE)?;
        let request = SessionRequest {
            merchant_id: apple_sandbox::MERCHANT_ID,
            display_name: "Měření",
            domain: "localhost",
        };
        let session = client.session(apple_sandbox::HOSTS[0], &request).await?;
        Ok(serde_json::from_str(&session)?)
    })
}

fn google() -> Result<Work, Failure> {
    let key = google_sandbox::merchant_private_key();
    let opener = google_pay::Opener {
        roots: google_pay::RootKeys::from_json(&google_sandbox::root_keys_json())?,
        recipient: google_pay::Recipient::merchant(google_sandbox::MERCHANT_ID),
        keys: vec![google_pay::DecryptionKey::from_der_base64(&key)?],
        protocols: google_pay::Protocol::ALL.to_vec(),
    };
    let minter = google_sandbox::Minter {
        clock: Arc::new(now),
        message_lifetime: Duration::from_hours(1),
        intermediate_lifetime: Duration::from_hours(24),
    };
    let request = serde_json::from_value(json!({
        "tokenizationSpecification": { "type": "DIRECT", "parameters": {
            "protocolVersion": "ECv2", "publicKey": google_sandbox::merchant_public_key(),
        }},
        "merchantInfo": { "merchantId": google_sandbox::MERCHANT_ID },
        "card": {
            "number": "4111111111111111", "expirationMonth": 12, "expirationYear": 2049,
            "authMethod": "CRYPTOGRAM_3DS",
        },
    }))?;
    let token = minter.mint(request, None)?;
    let at = now();
    Ok(Box::new(move || {
        black_box(opener.open(&token, at)?);
        Ok(())
    }))
}
