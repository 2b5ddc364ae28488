//! Tests of `[[markets]]`: values, and the line and key of each fault.

use super::{SMALLEST, faults, parse};
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::MinorUnits;

const SLOVAKIA: &str = r#"
[[markets]]
handle = "slovensko"
countries = ["SK"]
currency = "EUR"
rate = "25.20"
"#;

/// Returns the market with another value of this line's key.
fn with(line: &str) -> String {
    let key = line.split(' ').next().unwrap_or_default();
    let kept = SLOVAKIA
        .lines()
        .filter(|known| !known.starts_with(&format!("{key} ")));
    let kept: Vec<_> = kept.collect();
    format!("{SMALLEST}{}\n{line}\n", kept.join("\n"))
}

#[test]
fn markets_are_read() {
    let text = format!(
        "{SMALLEST}{SLOVAKIA}rounding = \"1\"\nending = \"0.90\"\n{}{}[[markets]]\n{}",
        "tax_rates = [{ class = \"zero\", rate = \"5\" }]\n",
        "prices = [{ sku = \"A-1\", price = \"19.90\" }, { variant = 7, price = \"3\" }]\n",
        "handle = \"usa\"\ncountries = [\"US\"]\ncurrency = \"USD\"\nrate = \"23\"\ntax = \"added\"\nduty = \"12.5\"\n",
    );
    let config = parse(&text).expect("a configuration");
    assert_eq!(config.rules.countries, ["CZ", "SK", "US"]);
    let [slovakia, states] = &config.rules.markets[..] else {
        panic!("two markets");
    };
    assert_eq!(slovakia.rules.currency.as_str(), "EUR");
    assert_eq!(slovakia.rules.countries, ["CZ", "SK", "US"]);
    let tax = slovakia.tax_at("SK", None);
    let rates: Vec<_> = tax
        .classes
        .values()
        .map(|rate| rate.basis_points())
        .collect();
    assert_eq!(rates, [1_900, 2_300, 500]);
    // 1 290 / 25.20 is 51.19.
    assert_eq!(
        slovakia.conversion.amount(MinorUnits::new(129_000)),
        MinorUnits::new(5_090)
    );
    assert_eq!(slovakia.prices.by_sku["A-1"], MinorUnits::new(1_990));
    assert_eq!(
        (states.taxation, states.duty.basis_points()),
        (Taxation::Added, 1_250)
    );
    assert!(
        parse(SMALLEST)
            .expect("a configuration")
            .rules
            .markets
            .is_empty()
    );
}

/// Each fault has its line and key: an impossible market, a negative rate, an unknown country, an unknown currency.
#[test]
fn impossible_markets_are_refused() {
    for (line, key, expected) in [
        ("countries = []", "countries", "is empty"),
        ("countries = [\"CZ\"]", "countries", "own country"),
        (
            "countries = [\"SK\", \"XX\"]",
            "countries",
            "\"XX\" is not one of",
        ),
        ("countries = [\"SK\", \"SK\"]", "countries", "already"),
        (
            "currency = \"EURO\"",
            "currency",
            "the payment gateway takes",
        ),
        (
            "currency = \"XAU\"",
            "currency",
            "the payment gateway takes",
        ),
        ("rate = \"-25\"", "rate", "above 0"),
        ("rate = \"0\"", "rate", "above 0"),
        ("rate = \"25.1234567\"", "rate", "six decimal places"),
        ("rate = \"9000000000\"", "rate", "too large or too small"),
        ("rounding = \"0\"", "rounding", "is zero"),
        ("rounding = \"0.005\"", "rounding", "in its currency"),
        ("ending = \"0.99\"", "ending", "not below rounding"),
        ("tax = \"none\"", "tax", "included"),
        ("duty = \"10\"", "duty", "European Union"),
        ("duty = \"-10\"", "duty", "from 0 to 100"),
        ("tax_rates = [{ rate = \"-5\" }]", "rate", "from 0 to 100"),
        (
            "tax_rates = [{ country = \"DE\", rate = \"5\" }]",
            "country",
            "of the market",
        ),
        (
            "tax_rates = [{ class = \"knihy\", rate = \"5\" }]",
            "tax_rates",
            "no tax class",
        ),
        (
            "tax_rates = [{ rate = \"5\" }, { rate = \"8\" }]",
            "markets.tax_rates.rate",
            "in SK is set twice",
        ),
        (
            "tax_rates = [{ rate = \"5\" }, { country = \"SK\", rate = \"8\" }]",
            "markets.tax_rates.rate",
            "in SK is set twice",
        ),
        (
            "tax_rates = [{ class = \"zero\", rate = \"5\" }, { class = \"zero\", rate = \"5\" }]",
            "markets.tax_rates.rate",
            "of the class \"zero\" in SK is set twice",
        ),
        (
            "prices = [{ price = \"5\" }]",
            "prices",
            "either sku or variant",
        ),
        (
            "prices = [{ sku = \"A\", price = \"-5\" }]",
            "price",
            "an amount",
        ),
        (
            "prices = [{ sku = \"A\", price = \"5\" }, { sku = \"A\", price = \"6\" }]",
            "sku",
            "is set twice",
        ),
        ("handle = \"Slovensko\"", "handle", "lower-case"),
    ] {
        let text = with(line);
        let place = text
            .lines()
            .position(|each| each == line)
            .map(|index| index + 1);
        let found = faults(&text);
        let is_it = |fault: &&crate::ConfigFault| {
            Some(fault.line) == place && fault.key.contains(key) && fault.message.contains(expected)
        };
        assert!(found.iter().any(|fault| is_it(&fault)), "{line}: {found:?}");
    }
}

#[test]
fn a_country_is_in_one_market() {
    let twice = format!(
        "{SMALLEST}{SLOVAKIA}{}",
        SLOVAKIA.replace("slovensko", "dalsi")
    );
    let found = faults(&twice);
    assert!(
        found[0].message.contains("SK is already in \"slovensko\""),
        "{found:?}"
    );
    assert_eq!(found[0].key, "markets.countries");
    let twins = format!(
        "{SMALLEST}{SLOVAKIA}{}",
        SLOVAKIA.replace("\"SK\"", "\"PL\"")
    );
    assert!(faults(&twins)[0].message.contains("is used twice"));
}

#[test]
fn a_class_of_ones_own_needs_a_rate_in_the_union() {
    let text = format!("{SMALLEST}[tax.classes]\nstandard = \"21\"\nknihy = \"5\"\n{SLOVAKIA}");
    let found = faults(&text);
    assert!(
        found[0]
            .message
            .contains("no rate for the class \"knihy\" in SK"),
        "{found:?}"
    );
    let rates = "tax_rates = [{ country = \"SK\", class = \"knihy\", rate = \"5\" }]\n";
    assert!(parse(&(text + rates)).is_ok());
}

/// A market of the United States and Germany with these tax rates.
fn american(rates: &str) -> String {
    format!(
        "{SMALLEST}[[markets]]\nhandle = \"usa\"\ncountries = [\"US\", \"DE\"]\ncurrency = \"USD\"\nrate = \"23\"\ntax = \"added\"\ntax_rates = [{rates}]\n"
    )
}

/// A code of a province is accepted in either case, and sets the rate only in a country that has this province.
#[test]
fn a_rate_of_a_province_is_charged_in_it() {
    for rates in [
        "{ province = \"CA\", rate = \"7.25\" }",
        "{ country = \"US\", province = \"ca\", rate = \"7.25\" }",
        "{ rate = \"0\" }, { province = \"NY\", rate = \"4\" }, { province = \"CA\", rate = \"7.25\" }",
    ] {
        let config = parse(&american(rates)).expect(rates);
        let market = &config.rules.markets[0];
        let rate = |country, province| {
            market
                .tax_at(country, Some(province))
                .rate_of("standard")
                .basis_points()
        };
        assert_eq!(rate("US", "CA"), 725, "{rates}");
        assert_eq!(rate("US", "TX"), 0, "{rates}");
        assert!(!market.taxes_by_province("DE"), "{rates}");
    }
}

/// Addresses never contain an unknown province, so its rate would never apply.
#[test]
fn unknown_provinces_are_refused() {
    for (province, expected) in [
        ("California", "write \"CA\""),
        ("US-CA", "write \"CA\""),
        (
            "CAL",
            "there is no province \"CAL\" in US, DE: there are AL, ",
        ),
    ] {
        let rates = format!("{{ province = \"{province}\", rate = \"7.25\" }}");
        let text = american(&rates);
        let found = faults(&text);
        let [fault] = &found[..] else {
            panic!("{province}: {found:?}");
        };
        assert_eq!(fault.key, "markets.tax_rates.province");
        assert_eq!(fault.line, text.lines().count());
        assert!(fault.message.contains(expected), "{fault:?}");
    }
    let twice = "{ province = \"CA\", rate = \"7\" }, { province = \"ca\", rate = \"8\" }";
    let found = faults(&american(twice));
    assert!(
        found[0].message.contains("in US-CA is set twice"),
        "{found:?}"
    );
}
