//! Tests `zkratka address check`.

use super::support::{Folder, Ran};
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

/// Runs `address check` with these lines on its standard input.
fn check(words: &[&str], input: &[u8]) -> Ran {
    let folder = Folder::new();
    let mut command = folder.program();
    command.args(["address", "check"]).args(words);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // The program may exit before it has read all input.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("written");
    Ran::new(output)
}

fn reports(ran: &Ran) -> Vec<Value> {
    let read = |line: &str| serde_json::from_str(line).expect("JSON");
    ran.out.lines().map(read).collect()
}

fn right() -> Value {
    json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 12",
        "city": "Praha", "zip": "11000", "country": "CZ",
    })
}

fn with(changes: &Value) -> String {
    let mut address = right();
    for (name, value) in changes.as_object().expect("an object") {
        address[name] = value.clone();
    }
    address.to_string()
}

/// [5.09] [8.03] Each line gets the API's errors: code, field and Czech message.
#[test]
fn errors_are_those_of_the_api() {
    for (changes, code, field, message) in [
        (
            json!({"zip": "81101"}),
            "INVALID_ZIP_CODE_FOR_COUNTRY",
            "zip",
            "Zadejte platné PSČ.",
        ),
        (
            json!({"country": "US", "province": "NY", "zip": "95014"}),
            "INVALID_ZIP_CODE_FOR_PROVINCE",
            "zip",
            "ZIP kód neodpovídá zvolenému státu. Zkontrolujte prosím obojí.",
        ),
        (
            json!({"country": "AE"}),
            "ADDRESS_FIELD_IS_REQUIRED",
            "province",
            "Vyberte emirát.",
        ),
        (
            json!({"country": "AE", "provinceCode": "Doha"}),
            "PROVINCE_NOT_FOUND",
            "province",
            "Vyberte platný emirát.",
        ),
        (
            json!({"country": "ZZ"}),
            "INVALID",
            "country",
            "Vyberte platnou zemi.",
        ),
        (
            json!({"country": null}),
            "ADDRESS_FIELD_IS_REQUIRED",
            "country",
            "Vyberte zemi.",
        ),
        (
            json!({"city": " "}),
            "ADDRESS_FIELD_IS_REQUIRED",
            "city",
            "Zadejte město.",
        ),
        (
            json!({"firstName": "Jana 😀"}),
            "ADDRESS_FIELD_CONTAINS_EMOJIS",
            "firstName",
            "Jméno nesmí obsahovat emoji.",
        ),
        (
            json!({"address1": "<b>Dlouhá</b> 12"}),
            "ADDRESS_FIELD_CONTAINS_HTML_TAGS",
            "address1",
            "Ulice a číslo popisné nesmí obsahovat značky HTML.",
        ),
        (
            json!({"lastName": "vyhra.com"}),
            "ADDRESS_FIELD_CONTAINS_URL",
            "lastName",
            "Příjmení nesmí obsahovat webovou adresu.",
        ),
        (
            json!({"city": "a".repeat(256)}),
            "ADDRESS_FIELD_IS_TOO_LONG",
            "city",
            "Město má příliš dlouhý název.",
        ),
        (
            json!({"phone": "12"}),
            "ADDRESS_FIELD_DOES_NOT_MATCH_EXPECTED_PATTERN",
            "phone",
            "Zadejte platné telefonní číslo.",
        ),
    ] {
        let ran = check(&[], with(&changes).as_bytes()).ended_with(1);
        let expected = json!([{ "code": code, "field": [field], "message": message }]);
        assert_eq!(reports(&ran)[0]["errors"], expected, "{changes}");
    }
}

#[test]
fn right_addresses_end_well() {
    let lines = [
        right().to_string(),
        String::new(),
        with(&json!({"country": "Spojené arabské emiráty", "province": "دبي", "zip": null})),
        with(&json!({"country": "US", "province": "Kalifornie", "zip": "95014", "more": [1]})),
    ];
    let ran = check(&[], lines.join("\n").as_bytes()).ended_with(0);
    let expected = [1, 3, 4].map(|line| json!({ "line": line, "errors": [] }));
    assert_eq!(reports(&ran), expected);
    assert_eq!(check(&[], b"").ended_with(0).out, "");
}

#[test]
fn a_broken_line_has_an_error_and_the_others_go_on() {
    let huge = format!("{{\"zip\":\"{}\"}}", "1".repeat(300_000));
    let deep = format!("{{\"zip\":{}", "[".repeat(50_000));
    let lines = [
        b"Jana".to_vec(),
        b"{\"zip\":".to_vec(),
        b"{\"zip\":\"\xff\"}".to_vec(),
        huge.into_bytes(),
        deep.into_bytes(),
        b"[1]".to_vec(),
        right().to_string().into_bytes(),
    ];
    let ran = check(&[], &lines.join(&b'\n')).ended_with(1);
    let reports = reports(&ran);
    assert_eq!(reports.len(), 7);
    for report in &reports[..6] {
        assert_eq!(report["errors"][0]["code"], "INVALID", "{report}");
        assert_eq!(report["errors"][0]["field"], json!([]), "{report}");
    }
    assert_eq!(reports[6], json!({ "line": 7, "errors": [] }));
}

#[test]
fn bills_and_wallets_are_checked_by_their_own_rules() {
    let company =
        with(&json!({"firstName": null, "lastName": null, "company": "Lněná dílna s.r.o."}));
    check(&[], company.as_bytes()).ended_with(1);
    check(&["--billing"], company.as_bytes()).ended_with(0);
    let redacted = json!({ "country": "CZ", "zip": "110" }).to_string();
    check(&[], redacted.as_bytes()).ended_with(1);
    check(&["--country-only"], redacted.as_bytes()).ended_with(0);
    check(&["--billing", "--country-only"], b"").ended_with(2);
}

#[test]
fn a_file_can_be_named() {
    let folder = Folder::new();
    folder.write("addresses.jsonl", right().to_string());
    let ran = folder.run(&["address", "check", "--file", "addresses.jsonl"]);
    assert_eq!(ran.ended_with(0).out, "{\"line\":1,\"errors\":[]}\n");
    let missing = folder.run(&["address", "check", "--file", "none.jsonl"]);
    assert!(missing.ended_with(2).err.contains("none.jsonl"));
    let is_folder = folder.run(&["address", "check", "--file", "."]);
    is_folder.ended_with(2);
}
