//! What the shop says to somebody who waits for sold-out goods.

/// The texts of the e-mail that goods can be bought again.
pub mod stock_alert {
    pub const HEADING: &str = "Už je to zase skladem";
    pub const LINK: &str = "Zobrazit zboží";

    #[must_use]
    pub fn subject(goods: &str, shop: &str) -> String {
        format!("{goods} je zase skladem – {shop}")
    }

    #[must_use]
    pub fn sentences(goods: &str) -> Vec<String> {
        vec![
            format!("Chtěli jste vědět, až bude znovu skladem: {goods}."),
            "Nic jsme vám nerezervovali, tak raději neotálejte.".to_owned(),
            "Tahle zpráva přijde jen jednou. Vaši adresu jsme po jejím odeslání smazali."
                .to_owned(),
        ]
    }
}

/// There are too many alerts.
pub const ALERTS_FULL: &str =
    "Víc hlídání teď přijmout nemůžeme. Zkuste to prosím později, nebo nám napište.";
/// Somebody sent the form too often.
pub const ALERTS_TOO_OFTEN: &str = "To bylo moc pokusů najednou. Zkuste to prosím za chvíli.";
