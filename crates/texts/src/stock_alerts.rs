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
    pub fn sentences(goods: &str, shop: &str) -> Vec<String> {
        vec![
            format!("Chtěli jste vědět, až bude zboží znovu skladem: {goods}."),
            "Nic jsme vám nerezervovali, tak raději neotálejte.".to_owned(),
            "Tahle zpráva přijde jen jednou. Adresu jsme si nechali jen pro ni a\u{a0}po odeslání jsme ji smazali."
                .to_owned(),
            format!(
                "Pokud u\u{a0}nás hlídáte i\u{a0}něco dalšího, uchovává vaši adresu {shop} do odeslání takové zprávy, nejdéle půl roku. Všechna hlídání můžete hned zrušit."
            ),
        ]
    }

    pub const END_LINK: &str = "Zrušit všechna hlídání";
    /// The page behind the link, before and after the press.
    pub const END_HEADING: &str = "Zrušit hlídání?";
    pub const END_BUTTON: &str = "Zrušit všechna hlídání";
    pub const ENDED_HEADING: &str = "Hlídání je zrušené";

    #[must_use]
    pub fn end_text(shop: &str) -> String {
        format!(
            "{shop} pak smaže vaši adresu u\u{a0}všeho, co hlídáte, a\u{a0}už kvůli tomu nenapíše."
        )
    }

    pub const ENDED_TEXT: &str = "Adresu jsme smazali. Aby hlídání nemohl obnovit nikdo cizí, půjde stejné zboží na vaši adresu hlídat znovu až za 30\u{a0}dní.";
}

/// There are too many alerts.
pub const ALERTS_FULL: &str =
    "Víc hlídání teď přijmout nemůžeme. Zkuste to prosím později, nebo nám napište.";
/// Somebody sent the form too often.
pub const ALERTS_TOO_OFTEN: &str = "To bylo moc pokusů najednou. Zkuste to prosím za chvíli.";
