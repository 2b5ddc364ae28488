//! Tests of the delivery sections.

use crate::{Config, ConfigFault};
use std::path::Path;
use zkratka_commerce::delivery::{DeliveryMethodType, Destination};
use zkratka_commerce::money::MinorUnits;

const SHOP: &str = r#"[shop]
name = "Krámek"
email = "kramek@example.com"
bank_account = "19-2000145399/0800"
delivery_countries = ["CZ", "SK"]
[storefront]
access_token = "verejny-token"
"#;

fn parse(text: &str) -> Result<Config, Vec<ConfigFault>> {
    Config::parse(&format!("{SHOP}{text}"), Path::new("/nowhere"))
}

/// [3.10] Reads zones, rates by zone, the cut-off time, the calendar and the carrier.
#[test]
fn a_way_of_delivery_is_read_whole() {
    let text = r#"
[[delivery_zones]]
handle = "praha"
countries = ["CZ"]
zips = ["1"]
[[delivery_zones]]
handle = "slovensko"
countries = ["SK"]
[[delivery]]
handle = "kuryr"
title = "Kurýr"
type = "LOCAL"
zones = ["praha", "slovensko"]
cut_off = "11:30"
handling_days = 1
transit_days = "0-3"
carrier_service = "ekonomy"
rates = [{ zone = "praha", up_to_subtotal = "500", price = "99" }, { zone = "praha", price = "49" }]
[delivery_calendar]
closed = ["2026-12-28/2026-12-31", "2027-01-04"]
working_days = ["MO", "SA"]
[carrier]
url = "http://127.0.0.1:9/rates"
deadline_ms = 200
origin_zip = "588 99"
"#;
    let config = parse(text).expect("a configuration");
    let method = &config.rules.delivery[0];
    assert_eq!(method.kind, DeliveryMethodType::Local);
    let place = |country, zip| Destination {
        country,
        zip: Some(zip),
    };
    assert_eq!(
        method.price_for(place("CZ", "110 00"), 1, MinorUnits::new(50_000)),
        Some(MinorUnits::new(9_900))
    );
    assert_eq!(
        method.price_for(place("CZ", "110 00"), 1, MinorUnits::new(50_001)),
        Some(MinorUnits::new(4_900))
    );
    assert_eq!(
        method.price_for(place("CZ", "602 00"), 1, MinorUnits::ZERO),
        None
    );
    assert_eq!(
        method.price_for(place("SK", "811 01"), 1, MinorUnits::ZERO),
        None
    );
    let promise = method.promise.expect("a promise");
    assert_eq!(promise.cut_off.0.to_string(), "11:30:00");
    assert_eq!(
        (
            promise.handling_days,
            promise.transit.least,
            promise.transit.most
        ),
        (1, 0, 3)
    );
    assert_eq!(config.rules.calendar.closed.len(), 2);
    let carrier = config.carrier.expect("a carrier");
    assert_eq!(carrier.deadline.as_millis(), 200);
    assert_eq!(carrier.origin_zip, "588 99");
}

#[test]
fn without_a_word_about_it_nothing_is_promised_and_no_carrier_asked() {
    let config = parse("[[delivery]]\nhandle = \"a\"\ntitle = \"A\"\nrates = [{ price = 1 }]\n")
        .expect("a configuration");
    assert!(config.carrier.is_none());
    assert!(config.rules.delivery[0].promise.is_none());
    assert!(config.rules.delivery[0].zones.is_empty());
}

const ZONE: &str = "[[delivery_zones]]\nhandle = \"praha\"\ncountries = [\"CZ\"]\n";
const WAY: &str = "[[delivery]]\nhandle = \"a\"\ntitle = \"A\"\n";
const PRICED: &str = "rates = [{ price = 1 }]\n";

/// Checks the line and key of each fault. The added text begins at line 8.
fn check(rows: &[(String, usize, &str, &str)]) {
    for (text, line, key, message) in rows {
        let found = parse(text).expect_err(text);
        let is_told = |fault: &ConfigFault| {
            fault.line == *line && fault.key == *key && fault.message.contains(message)
        };
        assert!(found.iter().any(is_told), "{text}{found:?}");
    }
}

#[test]
fn faults_of_prices_and_promises_name_line_and_key() {
    check(&[
        (
            format!("{WAY}rates = [{{ price = \"-5\" }}]\n"),
            11,
            "delivery.rates.price",
            "found \"-5\"",
        ),
        (
            format!("{WAY}{PRICED}cut_off = \"25:00\"\n"),
            12,
            "delivery.cut_off",
            "a time of the day",
        ),
        (
            format!("{WAY}{PRICED}cut_off = \"9:5\"\n"),
            12,
            "delivery.cut_off",
            "a time of the day",
        ),
        (
            format!("{WAY}{PRICED}cut_off = \"09:00\"\ntransit_days = \"3-1\"\n"),
            13,
            "delivery.transit_days",
            "working days",
        ),
        (
            format!("{WAY}{PRICED}transit_days = \"1\"\n"),
            12,
            "delivery.transit_days",
            "without cut_off",
        ),
    ]);
}

#[test]
fn faults_of_zones_name_line_and_key() {
    check(&[
        (
            format!("{WAY}{PRICED}zones = [\"prha\"]\n{ZONE}"),
            12,
            "delivery.zones",
            "did you mean \"praha\"",
        ),
        (
            format!("{ZONE}{WAY}{PRICED}"),
            9,
            "delivery_zones.handle",
            "no delivery method uses \"praha\"",
        ),
        (
            format!(
                "{ZONE}[[delivery_zones]]\nhandle = \"mesto\"\ncountries = [\"CZ\"]\nzips = [\"110 00\"]\n{WAY}zones = [\"praha\", \"mesto\"]\n{PRICED}"
            ),
            18,
            "delivery.zones",
            "\"mesto\" never applies, because \"praha\"",
        ),
        (
            "[[delivery_zones]]\nhandle = \"x\"\ncountries = [\"XX\"]\n".to_owned(),
            10,
            "delivery_zones.countries",
            "\"XX\" is not one of",
        ),
        (
            "[[delivery_zones]]\nhandle = \"x\"\ncountries = [\"DE\"]\n".to_owned(),
            10,
            "delivery_zones.countries",
            "not a country that the shop delivers to",
        ),
        (
            "[[delivery_zones]]\nhandle = \"x\"\ncountries = []\n".to_owned(),
            10,
            "delivery_zones.countries",
            "at least one",
        ),
        (
            "[[delivery_zones]]\nhandle = \"x\"\ncountries = [\"CZ\", \"SK\"]\nzips = [\"1\"]\n"
                .to_owned(),
            11,
            "delivery_zones.zips",
            "one country",
        ),
        (
            format!("{ZONE}{WAY}zones = [\"praha\"]\nrates = [{{ zone = \"brno\", price = 1 }}]\n"),
            15,
            "delivery.rates.zone",
            "not a zone of this delivery method",
        ),
        (
            format!(
                "{ZONE}[[delivery_zones]]\nhandle = \"sk\"\ncountries = [\"SK\"]\n{WAY}zones = [\"praha\", \"sk\"]\nrates = [{{ zone = \"praha\", price = 1 }}]\n"
            ),
            18,
            "delivery.rates",
            "have none for the zone \"sk\"",
        ),
    ]);
}

#[test]
fn faults_of_calendars_and_carriers_name_line_and_key() {
    check(&[
        (
            "[delivery_calendar]\ntime_zone = \"Europe/Praha\"\n".to_owned(),
            9,
            "delivery_calendar.time_zone",
            "a time zone",
        ),
        (
            "[delivery_calendar]\npublic_holidays = \"SK\"\n".to_owned(),
            9,
            "delivery_calendar.public_holidays",
            "\"CZ\"",
        ),
        (
            "[delivery_calendar]\nworking_days = []\n".to_owned(),
            9,
            "delivery_calendar.working_days",
            "never work",
        ),
        (
            "[delivery_calendar]\nworking_days = [\"PO\"]\n".to_owned(),
            9,
            "delivery_calendar.working_days",
            "\"PO\" is not one of",
        ),
        (
            "[delivery_calendar]\nclosed = [\"2026-02-30\"]\n".to_owned(),
            9,
            "delivery_calendar.closed",
            "2026-02-30",
        ),
        (
            "[delivery_calendar]\nclosed = [\"2026-12-31/2026-12-28\"]\n".to_owned(),
            9,
            "delivery_calendar.closed",
            "2026-12-31",
        ),
        (
            "[carrier]\nurl = \"ftp://example.com\"\n".to_owned(),
            9,
            "carrier.url",
            "a URL",
        ),
        (
            "[carrier]\ndeadline_ms = 20000\n".to_owned(),
            9,
            "carrier.deadline_ms",
            "from 50",
        ),
        (
            format!(
                "[server]\nmode = \"live\"\npublic_origin = \"https://obchod.example\"\n[payments]\ncard = false\n{WAY}{PRICED}carrier_service = \"e\"\n"
            ),
            17,
            "delivery.carrier_service",
            "needs the carrier's URL",
        ),
        (
            format!(
                "[server]\nmode = \"live\"\npublic_origin = \"https://obchod.example\"\n[payments]\ncard = false\n[carrier]\nurl = \"http://rates.example\"\n{WAY}{PRICED}carrier_service = \"e\"\n"
            ),
            14,
            "carrier.url",
            "https",
        ),
    ]);
}

/// The smallest valid configuration needs no prices if the carrier sets them.
#[test]
fn a_carriers_service_needs_no_rates() {
    let text = "[[delivery]]\nhandle = \"a\"\ntitle = \"A\"\ncarrier_service = \"e\"\nrates = []\n";
    let config = parse(text).expect("a configuration");
    assert!(config.carrier.is_some_and(|carrier| carrier.url.is_none()));
}

/// [8.03] A method with carrier prices can set what applies while the carrier has not answered.
#[test]
fn what_holds_without_an_answer_is_read() {
    let way = |more: &str| format!("{WAY}{more}rates = []\n");
    let waits = |more: &str| {
        let config = parse(&way(more)).expect("a configuration");
        config.rules.waits_for_carrier()
    };
    let service = "carrier_service = \"e\"\n";
    assert!(!waits(service));
    assert!(!waits(&format!(
        "{service}without_answer = \"configured_price\"\n"
    )));
    assert!(waits(&format!("{service}without_answer = \"pending\"\n")));
    check(&[
        (
            way(&format!("{service}without_answer = \"late\"\n")),
            12,
            "delivery.without_answer",
            "\"pending\"",
        ),
        (
            format!("{WAY}without_answer = \"pending\"\n{PRICED}"),
            11,
            "delivery.without_answer",
            "without carrier_service",
        ),
    ]);
}

/// [5.14] A handle names one option. A second option with the same handle would never be offered.
#[test]
fn options_of_one_name_are_refused() {
    let points = |method: &str, point: &str| {
        format!(
            "[[delivery]]\nhandle = \"{method}\"\ntitle = \"Box\"\ntype = \"PICKUP_POINT\"\n{PRICED}points = [{{ handle = \"{point}\", title = \"Líšeň\", address = \"Brno\" }}]\n"
        )
    };
    let boxes = points("zbox", "brno-lisen");
    check(&[
        (
            format!("{boxes}{}", points("zbox-brno", "lisen")),
            19,
            "delivery.points.handle",
            "\"zbox-brno-lisen\", which an option of \"zbox\" above already uses",
        ),
        (
            format!("{boxes}[[delivery]]\nhandle = \"zbox-brno-lisen\"\ntitle = \"B\"\n{PRICED}"),
            15,
            "delivery.handle",
            "an option of \"zbox\" above already uses",
        ),
    ]);
    assert!(parse(&format!("{boxes}{}", points("zbox-brno", "zidenice"))).is_ok());
}

/// [3.10] The merchant says where a pick-up point is, or nothing.
#[test]
fn a_point_may_have_coordinates() {
    let point = |coordinates: &str| {
        format!(
            "[[delivery]]\nhandle = \"zbox\"\ntitle = \"Box\"\ntype = \"PICKUP_POINT\"\n{PRICED}points = [{{ handle = \"lisen\", title = \"Líšeň\", address = \"Brno\"{coordinates} }}]\n"
        )
    };
    let found = |coordinates: &str| {
        let config = parse(&point(coordinates)).expect("a right file");
        config.rules.delivery[0].points[0].coordinates
    };
    assert_eq!(found(""), None);
    let lisen = found(", coordinates = \"49.2071, 16.6859\"").expect("coordinates");
    assert!((lisen.latitude() - 49.2071).abs() < 1e-9);
    let wrong = parse(&point(", coordinates = \"16.6859\"")).expect_err("a wrong file");
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert_eq!(wrong[0].key, "delivery.points.coordinates");
}
