//! The marks of card networks. NOTICE names the sources.

/// From Simple Icons, without margins.
const VISA: &str = r#"<svg viewBox="0 8.2 24 7.6" fill=currentColor><path d="M9.112 8.262L5.97 15.758H3.92L2.374 9.775c-.094-.368-.175-.503-.461-.658C1.447 8.864.677 8.627 0 8.479l.046-.217h3.3a.904.904 0 01.894.764l.817 4.338 2.018-5.102zm8.033 5.049c.008-1.979-2.736-2.088-2.717-2.972.006-.269.262-.555.822-.628a3.66 3.66 0 011.913.336l.34-1.59a5.207 5.207 0 00-1.814-.333c-1.917 0-3.266 1.02-3.278 2.479-.012 1.079.963 1.68 1.698 2.04.756.367 1.01.603 1.006.931-.005.504-.602.725-1.16.734-.975.015-1.54-.263-1.992-.473l-.351 1.642c.453.208 1.289.39 2.156.398 2.037 0 3.37-1.006 3.377-2.564m5.061 2.447H24l-1.565-7.496h-1.656a.883.883 0 00-.826.55l-2.909 6.946h2.036l.405-1.12h2.488zm-2.163-2.656l1.02-2.815.588 2.815zm-8.16-4.84l-1.603 7.496H8.34l1.605-7.496z"/></svg>"#;
const MASTERCARD: [&str; 3] = ["#eb001b", "#f79e1b", "#ff5f00"];
const MAESTRO: [&str; 3] = ["#eb001b", "#00a2e5", "#7375cf"];

/// The mark of a network, or its name, and the class that gives it its size.
pub(super) fn mark(network: &str) -> (&'static str, String) {
    match network.to_ascii_lowercase().as_str() {
        "visa" => ("v", VISA.to_owned()),
        "mastercard" => ("r", rings(MASTERCARD)),
        "maestro" => ("r", rings(MAESTRO)),
        "amex" | "american_express" | "american express" => ("n", "Amex".to_owned()),
        name => ("n", written(name)),
    }
}

/// Two rings, and what they have in common.
fn rings([left, right, both]: [&str; 3]) -> String {
    format!(
        r#"<svg viewBox="0 0 38 24"><circle cx=12 cy=12 r=12 fill={left} /><circle cx=26 cy=12 r=12 fill={right} /><path fill={both} d="M19 2.3a12 12 0 0 1 0 19.4a12 12 0 0 1 0-19.4"/></svg>"#
    )
}

/// A name that fits the button, without what HTML would read as markup.
fn written(name: &str) -> String {
    const LETTERS: usize = 10;
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let mut name: String = letters.take(LETTERS).collect();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

#[cfg(test)]
mod tests {
    use super::mark;

    /// [7.16] Networks without a mark of ours are written, and nothing in a name becomes markup.
    #[test]
    fn a_network_has_a_mark_or_a_name() {
        for (network, drawn) in [
            ("Visa", "<svg"),
            ("MASTERCARD", "<circle"),
            ("maestro", "<circle"),
            ("amex", "Amex"),
            ("jcb", "Jcb"),
            ("<b>&", "B"),
            ("", ""),
        ] {
            let (_, mark) = mark(network);
            assert!(
                mark.starts_with(drawn) || mark.contains(drawn),
                "{network}: {mark}"
            );
        }
        assert_eq!(mark("diners club international").1, "Dinersclub");
    }
}
