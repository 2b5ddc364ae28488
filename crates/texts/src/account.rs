//! What the shop says to owners of accounts of its wallet, in e-mails and pages.

use crate::date::long_date;
use zkratka_commerce::delivery::Date;

/// The e-mail with a code to sign in.
pub mod sign_in_code {
    pub const HEADING: &str = "Váš kód k\u{a0}přihlášení";

    #[must_use]
    pub fn subject(code: &str, shop: &str) -> String {
        format!("{code} je váš kód k\u{a0}přihlášení – {shop}")
    }

    /// `host`: where the code is entered.
    #[must_use]
    pub fn sentences(shop: &str, host: &str) -> Vec<String> {
        vec![
            format!(
                "Zadejte ho na stránce {host}, a\u{a0}to v\u{a0}prohlížeči, ve kterém jste o\u{a0}něj požádali. Platí deset minut a\u{a0}jen jednou."
            ),
            format!(
                "Nikomu ho nesdělujte. {shop} se vás na něj nikdy nezeptá telefonem, v\u{a0}e-mailu ani ve zprávě."
            ),
            "Pokud jste se nepřihlašovali, nemusíte dělat nic: bez kódu se do účtu nikdo nedostane.".to_owned(),
        ]
    }
}

/// An e-mail about a change of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountNotice {
    NewDevice,
    NewPasskey,
    NewCard,
    NewAddress,
    NewCardAndAddress,
    PasskeyRemoved,
    AccountDeleted,
}

/// The link to the account.
pub const ACCOUNT_LINK: &str = "Otevřít můj účet";

impl AccountNotice {
    pub const ALL: [Self; 7] = [
        Self::NewDevice,
        Self::NewPasskey,
        Self::NewCard,
        Self::NewAddress,
        Self::NewCardAndAddress,
        Self::PasskeyRemoved,
        Self::AccountDeleted,
    ];

    #[must_use]
    pub fn subject(self, shop: &str) -> String {
        format!("{} – {shop}", self.heading())
    }

    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::NewDevice => "Přihlášení z\u{a0}nového zařízení",
            Self::NewPasskey => "Nový přístupový klíč",
            Self::NewCard => "Nová uložená karta",
            Self::NewAddress => "Nová uložená adresa",
            Self::NewCardAndAddress => "Nová uložená karta a\u{a0}adresa",
            Self::PasskeyRemoved => "Odebraný přístupový klíč",
            Self::AccountDeleted => "Účet je smazaný",
        }
    }

    /// `detail`: the device, passkey, card or address; it may be empty.
    #[must_use]
    pub fn sentences(self, detail: &str) -> Vec<String> {
        let what = match self {
            Self::NewDevice => "Do vašeho účtu se někdo přihlásil z\u{a0}nového zařízení",
            Self::NewPasskey => "K\u{a0}vašemu účtu přibyl přístupový klíč",
            Self::NewCard => "Do vašeho účtu se uložila karta",
            Self::NewAddress => "Do vašeho účtu se uložila adresa",
            Self::NewCardAndAddress => "Do vašeho účtu se uložily karta a\u{a0}adresa",
            Self::PasskeyRemoved => "Z\u{a0}vašeho účtu někdo odebral přístupový klíč",
            Self::AccountDeleted => "Váš účet někdo smazal",
        };
        let what = if detail.is_empty() {
            format!("{what}.")
        } else {
            format!("{what}: {detail}.")
        };
        let gone = (self == Self::AccountDeleted)
            .then(|| "Zmizely i\u{a0}uložené karty a\u{a0}adresy. Objednávky zůstaly.".to_owned());
        let mut sentences = vec![what];
        sentences.extend(gone);
        sentences.push("Jste to vy? Pak nemusíte dělat nic.".to_owned());
        sentences.push(format!("Nejste to vy? {}", self.remedy()));
        sentences
    }

    const fn remedy(self) -> &'static str {
        match self {
            Self::NewDevice => {
                "Otevřete svůj účet, odhlaste všechna zařízení a\u{a0}napište nám. Kdo se přihlásil, nejspíš má přístup k\u{a0}vaší schránce: změňte si k\u{a0}ní heslo."
            }
            Self::PasskeyRemoved => {
                "Otevřete svůj účet, odhlaste všechna zařízení a\u{a0}napište nám. Změňte si také heslo k\u{a0}e-mailové schránce."
            }
            Self::NewPasskey => {
                "Otevřete svůj účet, klíč odeberte, odhlaste všechna zařízení a\u{a0}napište nám. Změňte si také heslo k\u{a0}e-mailové schránce."
            }
            Self::NewCard => {
                "Otevřete svůj účet, kartu odeberte, odhlaste všechna zařízení a\u{a0}napište nám. Změňte si také heslo k\u{a0}e-mailové schránce."
            }
            Self::NewCardAndAddress => {
                "Otevřete svůj účet, kartu i\u{a0}adresu odeberte, odhlaste všechna zařízení a\u{a0}napište nám. Změňte si také heslo k\u{a0}e-mailové schránce."
            }
            Self::AccountDeleted => {
                "Napište nám. Kdo účet smazal, nejspíš má přístup k\u{a0}vaší schránce: změňte si k\u{a0}ní heslo."
            }
            Self::NewAddress => {
                "Otevřete svůj účet, adresu odeberte, odhlaste všechna zařízení a\u{a0}napište nám. Změňte si také heslo k\u{a0}e-mailové schránce."
            }
        }
    }
}

/// The pages of the sign-in.
pub mod sign_in_page {
    pub const TITLE: &str = "Přihlášení";
    pub const CODE_TITLE: &str = "Kód z\u{a0}e-mailu";
    pub const SIGNED_IN: &str = "Jste přihlášeni.";
    pub const FRAME_WINDOW: &str = "Přihlásit se v\u{a0}novém okně";
    pub const FRAME_SENT: &str =
        "Poslali jsme vám šestimístný kód. Platí deset minut. Nikomu ho nesdělujte.";
    pub const EXPIRED: &str = "Tento kód už použít nejde: vypršel, byl špatně zadaný pětkrát, nebo jste o\u{a0}něj požádali v\u{a0}jiném prohlížeči. Nechte si prosím poslat nový.";
    pub const TOO_MANY: &str = "To bylo moc pokusů najednou. Zkuste to prosím za chvíli znovu.";
    pub const CODE_NEEDED: &str = "Přístupový klíč tentokrát neověřil, že jste to vy. Potvrďte to prosím kódem z\u{a0}e-mailu.";
    pub const NOT_ALLOWED: &str = "Požadavek nepřišel z\u{a0}našeho obchodu. Otevřete prosím stránku obchodu a\u{a0}zkuste to odtud.";

    /// What the wallet of this name is for.
    #[must_use]
    pub fn frame_intro(name: &str) -> String {
        format!(
            "{name} si pamatuje vaši adresu a\u{a0}kartu. Heslo nepotřebujete: pošleme vám kód."
        )
    }

    /// The code is wrong.
    #[must_use]
    pub fn wrong(tries_left: u32) -> String {
        match tries_left {
            0 => "Tento kód už neplatí. Nechte si prosím poslat nový.".to_owned(),
            1 => "Kód nesouhlasí. Podívejte se prosím do posledního e-mailu, zbývá poslední pokus."
                .to_owned(),
            left => format!(
                "Kód nesouhlasí. Podívejte se prosím do posledního e-mailu, zbývají {left}\u{a0}pokusy."
            ),
        }
    }
}

/// What the account's page answers to a change.
pub mod account_page {
    pub const TITLE: &str = "Můj účet";
    pub const SAVED: &str = "Změna je uložená.";
    pub const REMOVED: &str = "Odebráno.";
    pub const STALE: &str = "Kvůli bezpečnosti se před touto změnou přihlaste znovu: od posledního přihlášení uplynulo víc než čtvrt hodiny.";
    pub const SIGNED_OUT: &str = "Všechna zařízení jsme neodhlásili, protože v\u{a0}tomto prohlížeči už přihlášení nejste. Přihlaste se a\u{a0}zkuste to znovu.";
    pub const DELETED_TOO_EARLY: &str = "Účet teď smazat nejde: v\u{a0}tomto prohlížeči jste se přihlásili kódem z\u{a0}e-mailu poprvé před méně než dnem. Přihlaste se přístupovým klíčem, nebo to zkuste zítra.";
    pub const TOO_EARLY: &str = "Přístupový klíč teď odebrat nejde: v\u{a0}tomto prohlížeči jste se přihlásili kódem z\u{a0}e-mailu poprvé před méně než dnem. Přihlaste se klíčem, nebo to zkuste zítra.";
    pub const TOO_MANY_ADDRESSES: &str =
        "Víc adres už účet neuloží. Nejdřív prosím některou odeberte.";
    pub const ADDRESS_GONE: &str = "Tuto adresu už v\u{a0}účtu nemáte. Můžete ji uložit znovu.";
    pub const NEW_ADDRESS: &str = "Nová adresa";
    pub const CHANGED_ADDRESS: &str = "Úprava adresy";
    pub const NAMELESS: &str = "Zadejte prosím, jak se má přístupový klíč jmenovat.";
    pub const UNCONFIRMED: &str =
        "Účet jsme nesmazali. Zaškrtněte prosím, že ho opravdu chcete smazat.";
}

/// The subject of a buyer's e-mail that ends a subscription.
#[must_use]
pub fn end_of_subscription(order: u64) -> String {
    format!("Ukončení předplatného z\u{a0}objednávky {order}")
}

/// A day in words.
#[must_use]
pub fn day_text(day: Date) -> String {
    long_date(day)
}

/// Month and year of a card's end, from `2030-01`.
#[must_use]
pub fn card_expiry(stored: &str) -> Option<String> {
    let (year, month) = stored.split_once('-')?;
    Some(format!("{}/{year}", month.trim_start_matches('0')))
}
