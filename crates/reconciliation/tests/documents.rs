//! The operator's table is the code's.

use zkratka_reconciliation::Kind;

/// [B.12] `docs/operating.md` lists every kind, with its meaning and what to do, in the code's words.
#[test]
fn the_operators_table_has_every_kind() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operating.md");
    let text = std::fs::read_to_string(path).expect("a document");
    let rows: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("| `"))
        .collect();
    for kind in Kind::ALL {
        let row = format!(
            "| `{}` | {} | {} |",
            kind.name(),
            kind.meaning(),
            kind.remedy()
        );
        assert!(
            rows.contains(&row.as_str()),
            "docs/operating.md lacks this row:\n{row}"
        );
    }
    let names: Vec<&str> = Kind::ALL.map(Kind::name).to_vec();
    let of_kinds = rows.iter().filter_map(|row| row.split('`').nth(1));
    let unknown: Vec<&str> = of_kinds
        .filter(|name| {
            name.contains("elsewhere") || name.contains("_here") || name.contains("_there")
        })
        .filter(|name| !names.contains(name))
        .collect();
    assert_eq!(unknown, Vec::<&str>::new());
}
