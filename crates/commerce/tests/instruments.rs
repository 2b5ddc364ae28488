//! The storefront's table of instruments, compared with the rules of this crate.

use zkratka_commerce::payment::Brand;

const TABLE: &str = include_str!("../../../web/embed/flows/instruments.ts");

/// The lines of the table: each instrument's name in attributes, and its names and traits.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let table = TABLE.split_once("export const INSTRUMENTS = {");
    let table = table.and_then(|(_, rest)| rest.split_once("} as const"));
    let lines = table.into_iter().flat_map(|(table, _)| table.split("},"));
    lines.filter_map(|line| {
        let (name, traits) = line.split_once(": {")?;
        Some((name.trim(), traits))
    })
}

/// [3.18] [4.19] [5.10] The storefront and the server agree on what a wallet is called, on where its buyers order, and on
/// what it pays for.
#[test]
fn the_storefront_knows_wallets_as_the_server_does() {
    for brand in Brand::ALL {
        let line = lines().find(|(name, _)| *name == brand.attribute_name());
        let (_, line) = line.unwrap_or_else(|| panic!("{brand:?} has no line"));
        let text = |key: &str, value: &str| line.contains(&format!(" {key}: '{value}'"));
        assert!(text("name", brand.instrument()), "{brand:?}: {line}");
        assert!(text("walletName", brand.title()), "{brand:?}: {line}");
        let has = |key: &str| line.contains(&format!(" {key}: true"));
        assert_eq!(has("shippedOnly"), brand.ships_only(), "{brand:?}");
        let in_checkout = brand.orders_in_checkout();
        assert_eq!(has("ordersInCheckout"), in_checkout, "{brand:?}");
    }
    let wallets = lines().filter(|(_, line)| line.contains("walletName:"));
    assert_eq!(wallets.count(), Brand::ALL.len());
}
