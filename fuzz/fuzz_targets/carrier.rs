//! A carrier's answers: prices that are wrong in places, and any HTTP answer.
#![no_main]

use arbitrary::Arbitrary;
use serde_json::{Value, json};
use std::mem::ManuallyDrop;
use std::time::Duration;
use url::Url;
use zkratka_carrier::Carrier;
use zkratka_commerce::delivery::QuotedFor;
use zkratka_commerce::money::{Currency, MAX_AMOUNT, MinorUnits};
use zkratka_commerce::time::Timestamp;
use zkratka_config::CarrierSettings;
use zkratka_fuzz::outside::{Outside, said};

const NOW: Timestamp = Timestamp(1_700_000_000_000);

#[derive(Arbitrary, Debug)]
struct Input<'i> {
    country: &'i str,
    zip: &'i str,
    grams: u64,
    value: i64,
    answer: Answer<'i>,
}

#[derive(Arbitrary, Debug)]
enum Answer<'a> {
    Rates(Vec<Rate<'a>>),
    Said { headers: &'a [u8], body: &'a [u8] },
    Bytes(&'a [u8]),
}

#[derive(Arbitrary, Debug)]
struct Rate<'r> {
    service: &'r str,
    price: Option<&'r str>,
    currency: Option<&'r str>,
}

thread_local!(static OUTSIDE: ManuallyDrop<Outside> = ManuallyDrop::new(Outside::default()));

impl Rate<'_> {
    fn json(&self) -> Value {
        let price = self.price.unwrap_or("119");
        json!({ "service": self.service, "price": price, "currency": self.currency.unwrap_or("CZK") })
    }
}

impl Answer<'_> {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Rates(rates) => {
                let rates: Vec<_> = rates.iter().map(Rate::json).collect();
                let body = json!({ "rates": rates }).to_string();
                said(200, b"", body.as_bytes())
            }
            Self::Said { headers, body } => said(200, headers, body),
            Self::Bytes(bytes) => bytes.to_vec(),
        }
    }
}

fn carrier(address: &str) -> Carrier {
    let settings = CarrierSettings {
        url: None,
        deadline: Duration::from_secs(3),
        quote_lifetime: Duration::from_mins(1),
        cached_quotes: 10,
        origin_country: "CZ".to_owned(),
        origin_zip: "58899".to_owned(),
    };
    Carrier::new(&Url::parse(address).unwrap(), &settings, Currency::CZK).unwrap()
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let parcel = QuotedFor {
        country: input.country.to_owned(),
        zip: input.zip.to_owned(),
        grams: input.grams,
        value: MinorUnits::new(input.value),
    };
    OUTSIDE.with(|outside| {
        outside.answering(input.answer.bytes(), async |address| {
            let carrier = carrier(&address);
            let Ok(quotes) = carrier.quotes(&parcel, NOW).await else {
                return;
            };
            for quote in &quotes {
                assert!(
                    (MinorUnits::ZERO..=MAX_AMOUNT).contains(&quote.price),
                    "{quote:?}"
                );
                assert_eq!(quote.parcel, parcel);
            }
            let again = carrier.quotes(&parcel, NOW).await;
            assert_eq!(again.as_ref(), Ok(&quotes), "what was said is remembered");
        });
    });
});
