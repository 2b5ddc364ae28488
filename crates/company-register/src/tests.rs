use super::*;
use crate::entry::read;
use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use zkratka_sandbox::company_register::routes;

const NOW: Timestamp = Timestamp(1_000);
const HOUR: i64 = 3_600_000;

fn id(text: &str) -> CompanyId {
    CompanyId::parse(text).expect("a company number")
}

async fn serve(router: Router) -> Url {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    Url::parse(&format!("http://{address}")).unwrap()
}

fn register(url: &Url, deadline: Duration) -> CompanyRegister {
    let settings = CompanyRegisterSettings {
        url: Some(url.clone()),
        deadline,
        lifetime: Duration::from_hours(1),
    };
    CompanyRegister::new(url, &settings).unwrap()
}

async fn emulated(deadline: Duration) -> CompanyRegister {
    register(&serve(routes()).await, deadline)
}

/// Longer than any test takes.
const PATIENT: Duration = Duration::from_mins(1);

/// [8.03] A company's name, address and VAT number come from the register.
#[tokio::test]
async fn a_company_is_found_by_its_number() {
    let register = emulated(PATIENT).await;
    let found = register.company(&id("123 45 679"), NOW).await.unwrap();
    let seat = Seat {
        address1: "Plátenická 1522/53a".to_owned(),
        city: "Jihlava".to_owned(),
        zip: "586 01".to_owned(),
    };
    let company = Company {
        name: "Lněná dílna s.r.o.".to_owned(),
        vat_id: Some("CZ12345679".to_owned()),
        seat: Some(seat),
    };
    assert_eq!(found, Some(company));
    let village = register.company(&id("99100525"), NOW).await.unwrap();
    let seat = village.unwrap().seat.unwrap();
    assert_eq!(seat.address1, "Lhota pod Strání 7");
    let unknown = register.company(&id("00006947"), NOW).await;
    assert_eq!(unknown, Ok(None));
}

/// [8.03] A register that fails costs no purchase: it gives an error, in time.
#[tokio::test]
async fn a_register_that_fails_is_told_apart() {
    let hasty = emulated(Duration::from_millis(20)).await;
    assert_eq!(
        hasty.company(&id("00000019"), NOW).await,
        Err(NoEntry::Timeout)
    );
    let register = emulated(PATIENT).await;
    for (number, expected) in [
        ("00000027", NoEntry::Status(503)),
        ("00000035", NoEntry::Answer("it is no such JSON")),
        ("00000043", NoEntry::Answer("it is too long")),
    ] {
        let found = register.company(&id(number), NOW).await;
        assert_eq!(found, Err(expected), "{number}");
    }
    let nobody = Url::parse("http://127.0.0.1:9").unwrap();
    let nobody = self::register(&nobody, PATIENT);
    assert_eq!(
        nobody.company(&id("99100525"), NOW).await,
        Err(NoEntry::Connection)
    );
}

/// The register is asked once for each number and hour, also if it knows no such company, and again after a failure.
#[tokio::test]
async fn answers_are_remembered_for_a_while() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let answer = move || {
        let call = counted.fetch_add(1, Ordering::Relaxed);
        async move {
            match call {
                0 => StatusCode::SERVICE_UNAVAILABLE,
                _ => StatusCode::NOT_FOUND,
            }
        }
    };
    let router = Router::new().route("/rest/ekonomicke-subjekty/{number}", get(answer));
    let mut url = serve(router).await;
    url.set_path("/rest/");
    let register = register(&url, PATIENT);
    let shop = id("99100525");
    let ask = |now| register.company(&shop, now);
    assert_eq!(ask(NOW).await, Err(NoEntry::Status(503)));
    assert_eq!(ask(NOW).await, Ok(None));
    assert_eq!(ask(NOW.plus(HOUR - 1)).await, Ok(None));
    assert_eq!(calls.load(Ordering::Relaxed), 2);
    assert_eq!(ask(NOW.plus(HOUR)).await, Ok(None));
    assert_eq!(calls.load(Ordering::Relaxed), 3);
}

/// A register that counts its calls and answers once a test lets it.
struct HeldRegister {
    calls: Arc<AtomicUsize>,
    gate: Arc<Semaphore>,
    client: Arc<CompanyRegister>,
}

impl HeldRegister {
    async fn open(answer: StatusCode) -> Self {
        let (calls, gate) = (Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(0)));
        let (counted, held) = (Arc::clone(&calls), Arc::clone(&gate));
        let answering = move || {
            counted.fetch_add(1, Ordering::SeqCst);
            let held = Arc::clone(&held);
            async move {
                held.acquire().await.expect("an open gate").forget();
                answer
            }
        };
        let router = Router::new().route("/ekonomicke-subjekty/{number}", get(answering));
        let client = Arc::new(register(&serve(router).await, PATIENT));
        Self {
            calls,
            gate,
            client,
        }
    }

    fn ask(&self, number: &str) -> tokio::task::JoinHandle<Result<Option<Company>, NoEntry>> {
        let (client, number) = (Arc::clone(&self.client), id(number));
        tokio::spawn(async move { client.company(&number, NOW).await })
    }

    /// Waits until the register was called so often.
    async fn called(&self, times: usize) {
        while self.calls.load(Ordering::SeqCst) < times {
            tokio::task::yield_now().await;
        }
    }
}

/// [8.03] Equal questions at one moment are one call, also if it fails; another number is another call.
#[tokio::test]
async fn equal_questions_share_a_call() {
    for (answer, expected) in [
        (StatusCode::NOT_FOUND, Ok(None)),
        (StatusCode::BAD_GATEWAY, Err(NoEntry::Status(502))),
    ] {
        let register = HeldRegister::open(answer).await;
        let first = register.ask("99100525");
        register.called(1).await;
        // More than may be under way at once.
        let others: Vec<_> = (0..20).map(|_| register.ask("99100525")).collect();
        let another = register.ask("00006947");
        register.called(2).await;
        register.gate.add_permits(100);
        for asked in others.into_iter().chain([first, another]) {
            assert_eq!(asked.await.expect("an answer"), expected);
        }
        assert_eq!(register.calls.load(Ordering::SeqCst), 2);
    }
}

/// [8.03] An asker who goes away takes nobody's answer along.
#[tokio::test]
async fn the_next_asker_goes_on() {
    let register = HeldRegister::open(StatusCode::NOT_FOUND).await;
    let first = register.ask("99100525");
    register.called(1).await;
    let second = register.ask("99100525");
    tokio::task::yield_now().await;
    first.abort();
    register.called(2).await;
    register.gate.add_permits(100);
    assert_eq!(second.await.expect("an answer"), Ok(None));
}

/// [8.03] The server as a whole asks the register only so often, whatever the numbers; what is cached costs nothing.
#[tokio::test]
async fn the_whole_server_has_a_limit() {
    let register = HeldRegister::open(StatusCode::NOT_FOUND).await;
    register.gate.add_permits(10_000);
    let numbers = (1_000_000..).filter_map(with_check_digit).take(70);
    let mut busy = 0;
    for number in numbers {
        match register.client.company(&id(&number), NOW).await {
            Ok(None) => {}
            Err(NoEntry::Busy) => busy += 1,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((register.calls.load(Ordering::SeqCst), busy), (60, 10));
}

/// A company number that begins with these seven digits, if there is one.
fn with_check_digit(start: u32) -> Option<String> {
    (0..10)
        .map(|last| format!("{start}{last}"))
        .find(|number| CompanyId::parse(number).is_some())
}

fn entry(seat: &Value) -> Value {
    json!({ "obchodniJmeno": " Jan\u{0}Novák\n", "sidlo": seat })
}

/// [8.03] What the register does not know, or knows of another country, is left to the buyer.
#[test]
fn an_address_is_whole_or_left_out() {
    let whole = json!({"kodStatu": "CZ", "nazevObce": "Brno", "nazevUlice": "Údolní", "cisloDomovni": "12", "psc": "602 00"});
    let company = |seat: &Value| {
        read(entry(seat).to_string().as_bytes())
            .unwrap()
            .expect("a company")
    };
    assert_eq!(company(&whole).name, "Jan Novák");
    let seat = company(&whole).seat.expect("a seat");
    assert_eq!(
        (seat.address1.as_str(), seat.zip.as_str()),
        ("Údolní 12", "602 00")
    );
    for (field, value) in [
        ("kodStatu", json!("SK")),
        ("nazevObce", json!(" ")),
        ("cisloDomovni", json!(null)),
        ("psc", json!(1_234)),
        ("psc", json!("6020a")),
        ("nazevUlice", json!("Ú".repeat(300))),
    ] {
        let mut broken = whole.clone();
        broken[field] = value.clone();
        let is_left = company(&broken).seat.is_none();
        // A street that is too long counts as unknown.
        assert_eq!(is_left, field != "nazevUlice", "{field} {value}");
    }
}

#[test]
fn a_company_that_has_ended_is_not_found() {
    let mut ended = entry(&json!(null));
    ended["datumZaniku"] = json!("2020-01-31");
    assert_eq!(read(ended.to_string().as_bytes()), Ok(None));
    assert!(read(br#"{"obchodniJmeno":""}"#).is_err());
}
