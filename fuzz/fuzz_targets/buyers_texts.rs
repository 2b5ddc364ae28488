//! Texts of buyers and storefronts that the rules read: addresses, telephones, searches, apps' data.
#![no_main]

use arbitrary::Arbitrary;
use zkratka_commerce::address::{
    Address, Strictness, country_code, display_lines, display_zip, email_fault, faults, is_country,
    normalise_phone,
};
use zkratka_commerce::cart::{MetafieldKey, NewMetafield, Place};
use zkratka_commerce::catalogue::Search;

#[derive(Arbitrary, Debug)]
struct Input<'i> {
    country: Option<&'i str>,
    texts: [Option<&'i str>; 9],
    kind: &'i str,
    place: (f64, f64),
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let country = input.country.unwrap_or("CZ");
    let mut texts = input.texts.iter().map(|text| text.map(str::to_owned));
    let mut next = || texts.next().flatten();
    let address = Address {
        first_name: next(),
        last_name: next(),
        company: next(),
        address1: next(),
        address2: next(),
        city: next(),
        zip: next(),
        province: next(),
        country: Some(country.to_owned()),
        phone: next(),
    };
    let tidy = address.tidied();
    drop(display_lines(&tidy));
    for strictness in [Strictness::CountryOnly, Strictness::Strict] {
        for for_delivery in [true, false] {
            drop(faults(&tidy, strictness, for_delivery));
        }
    }
    assert_eq!(tidy.clone().tidied(), tidy, "what is tidy stays as it is");
    for text in input.texts.iter().flatten() {
        let _ = email_fault(text);
        drop(display_zip(text, country));
        if let Some(phone) = normalise_phone(text, country) {
            assert_eq!(normalise_phone(&phone, country).as_ref(), Some(&phone));
        }
        assert!(country_code(text).is_none_or(|code| is_country(&code)));
        drop(Search::read(text));
        drop(MetafieldKey::read(text));
        drop(NewMetafield::read(
            "app.key",
            input.kind.to_owned(),
            (*text).to_owned(),
        ));
    }
    drop(Place::at(country, input.place.0, input.place.1));
});
