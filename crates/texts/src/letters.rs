//! The e-mails to buyers.

/// What an e-mail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterKind {
    /// The order exists.
    Confirmation,
    /// A transfer arrived, or the cash that was due on delivery.
    Paid,
    /// A transfer is due soon and has not arrived.
    Reminder,
    /// The gift cards that the order sold can pay.
    GiftCard,
    /// Goods were sent.
    Sent,
    Cancelled,
    /// Money went back.
    Refunded,
    /// The buyer consented to immediate delivery of downloads on the order's page.
    Consent,
}

impl LetterKind {
    pub const ALL: [Self; 8] = [
        Self::Confirmation,
        Self::Paid,
        Self::Reminder,
        Self::GiftCard,
        Self::Sent,
        Self::Cancelled,
        Self::Refunded,
        Self::Consent,
    ];

    #[must_use]
    pub fn subject(self, number: u64, shop: &str) -> String {
        match self {
            Self::Confirmation => format!("Objednávka {number} – {shop}"),
            Self::Paid => format!("Platba dorazila, objednávka {number} – {shop}"),
            Self::Reminder => format!("Čekáme na platbu objednávky {number} – {shop}"),
            Self::GiftCard => format!("Dárková karta z objednávky {number} – {shop}"),
            Self::Sent => format!("Zboží je na cestě, objednávka {number} – {shop}"),
            Self::Cancelled => format!("Objednávka {number} je zrušená – {shop}"),
            Self::Refunded => format!("Vracíme vám peníze, objednávka {number} – {shop}"),
            Self::Consent => format!("Potvrzení souhlasu, objednávka {number} – {shop}"),
        }
    }

    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Confirmation => "Děkujeme za objednávku",
            Self::Paid => "Platba dorazila",
            Self::Reminder => "Čekáme na vaši platbu",
            Self::GiftCard => "Dárková karta je vaše",
            Self::Sent => "Zboží je na cestě",
            Self::Cancelled => "Objednávka je zrušená",
            Self::Refunded => "Vracíme vám peníze",
            Self::Consent => "Potvrzujeme váš souhlas",
        }
    }

    /// The sentence below the heading.
    #[must_use]
    pub fn opening(self, number: u64) -> String {
        match self {
            Self::Confirmation => format!("Přijali jsme vaši objednávku číslo {number}."),
            Self::Paid => format!("Objednávka číslo {number} je zaplacená."),
            Self::Reminder => format!("Objednávka číslo {number} zatím není zaplacená."),
            Self::GiftCard => {
                format!("Objednávka číslo {number} je zaplacená a kartou můžete platit.")
            }
            Self::Sent => format!("Zboží z objednávky číslo {number} jsme odeslali."),
            Self::Cancelled => {
                format!("Zrušili jsme vaši objednávku číslo {number}.")
            }
            Self::Refunded | Self::Consent => {
                format!("Týká se to objednávky číslo {number}.")
            }
        }
    }

    /// Whether the e-mail says how the order stands. The others say one thing.
    #[must_use]
    pub const fn tells_next_steps(self) -> bool {
        !matches!(self, Self::GiftCard | Self::Consent)
    }

    /// Whether the e-mail lists the goods and sums.
    #[must_use]
    pub const fn lists_goods(self) -> bool {
        matches!(self, Self::Confirmation | Self::Paid | Self::Sent)
    }
}

/// The labels of an e-mail.
pub mod labels {
    pub const GOODS: &str = "Zboží";
    pub const SUBTOTAL: &str = "Mezisoučet";
    pub const FREE: &str = "zdarma";
    pub const DUTY: &str = "Clo";
    pub const TAX: &str = "Daň";
    pub const TAX_INCLUDED: &str = "z toho DPH";
    pub const GIFT_CARD_CODES: &str = "Kódy dárkových karet";
    pub const GIFT_CARD_CODE: &str = "Kód dárkové karty";
    pub const TOTAL: &str = "Celkem";
    pub const ROUNDING: &str = "Zaokrouhlení";
    pub const LEFT_TO_PAY: &str = "K úhradě";
    pub const DELIVERY_ADDRESS: &str = "Doručovací adresa";
    pub const BILLING_ADDRESS: &str = "Fakturační adresa";
    pub const PAYMENT: &str = "Platba";
    pub const TRANSFER: &str = "Platební údaje";
    pub const ACCOUNT: &str = "Číslo účtu";
    pub const IBAN: &str = "IBAN";
    pub const MESSAGE: &str = "Zpráva pro příjemce";
    pub const QR_PLATBA: &str = "QR Platba";
    pub const EUROPEAN_QR: &str = "Evropský QR kód";
    pub const SCAN: &str = "Naskenujte v aplikaci své banky.";
    pub const VARIABLE_SYMBOL: &str = "Variabilní symbol";
    pub const AMOUNT: &str = "Částka";
    pub const DUE: &str = "Splatnost";
    pub const TRIAL: &str = "Zkušební provoz: nic se neplatí a nic se neposílá.";
    pub const ORDER_LINK: &str = "Zobrazit objednávku";
    pub const TERMS: &str = "Obchodní podmínky";
    pub const WITHDRAWAL: &str = "Odstoupení od smlouvy a reklamace";
    pub const SELLER: &str = "Prodávající";
}

/// How to use the codes of gift cards that an e-mail shows.
#[must_use]
pub fn how_to_use_codes(count: usize) -> String {
    let field = "v\u{a0}pokladně do pole „Slevový kód nebo dárková karta“";
    if count == 1 {
        format!(
            "Kód zadáte {field}. Kdo ho zná, může jím zaplatit: e-mail přepošlete jen tomu, koho chcete obdarovat."
        )
    } else {
        format!(
            "Kódy zadáte {field}. Kdo je zná, může jimi zaplatit: e-mail přepošlete jen tomu, koho chcete obdarovat."
        )
    }
}

/// What a QR code says: "QR Platba: 219 Kč na účet 1991052008/9990, variabilní symbol 1001"
#[must_use]
pub fn qr_code_text(standard: &str, amount: &str, account: &str, variable_symbol: u64) -> String {
    format!("{standard}: {amount} na\u{a0}účet {account}, variabilní symbol {variable_symbol}")
}

/// An account number in groups of four, as on statements.
#[must_use]
pub fn iban_in_groups(iban: &str) -> String {
    let letters: Vec<char> = iban.chars().collect();
    let groups = letters.chunks(4).map(|group| group.iter().collect());
    groups.collect::<Vec<String>>().join("\u{a0}")
}

/// "IČO 99100525"
#[must_use]
pub fn company_number(number: &str) -> String {
    format!("IČO\u{a0}{number}")
}

/// "DIČ CZ99100525"
#[must_use]
pub fn vat_number(number: &str) -> String {
    format!("DIČ\u{a0}{number}")
}
