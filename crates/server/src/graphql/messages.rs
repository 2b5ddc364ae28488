//! Messages of the cart API itself to buyers, in Czech.

use zkratka_commerce::cart::MetafieldFault;

pub(super) const NO_CART: &str = "Košík neexistuje nebo už vypršel.";
pub(super) const CART_COMPLETED: &str = "Z tohoto košíku už vznikla objednávka.";
pub(super) const CART_COMPLETING: &str =
    "Objednávka z tohoto košíku se právě dokončuje, košík teď nelze měnit.";
pub(super) const NO_LINE: &str = "Tato položka v košíku není.";
pub(super) const NO_MERCHANDISE: &str = "Toto zboží v obchodě není.";
pub(super) const NO_SELLING_PLAN: &str = "Takové předplatné obchod nenabízí.";
pub(super) const NO_CUSTOMER_ACCOUNTS: &str = "Zákaznické účty obchod nemá.";
pub(super) const NO_ADDRESS: &str = "Tato adresa v košíku není.";
pub(super) const ADDRESS_MISSING: &str = "Adresa chybí.";
pub(super) const ONE_SELECTED_ADDRESS: &str = "Vybrat lze jen jednu doručovací adresu.";
pub(super) const ONE_ADDRESS: &str = "Košík může mít jen jednu doručovací adresu.";
pub(super) const ONE_PAYMENT_METHOD: &str = "Zadejte právě jeden způsob platby.";
pub(super) const UNKNOWN_PAYMENT_METHOD: &str = "Tento způsob platby obchod nenabízí.";
pub(super) const WALLET_REFUSED: &str = "Platbu z peněženky se nepodařilo ověřit. Zkuste to prosím znovu nebo zvolte jiný způsob platby.";
pub(super) const WALLET_UNVERIFIED: &str =
    "Platbu se teď nepodařilo ověřit. Zkuste to prosím znovu.";
pub(super) const ADDRESS_CHANGED: &str = "Adresa u Amazonu se změnila. Zkontrolujte prosím doručení a částku a objednávku odešlete znovu.";
pub(super) const NOT_APPLES_ADDRESS: &str = "Na této adrese se platba Apple Pay neověřuje.";
pub(super) const NO_APPLE_SESSION: &str =
    "Apple Pay teď nelze použít. Zkuste to prosím znovu nebo zvolte jiný způsob platby.";
pub(super) const NO_PAYPAL: &str =
    "PayPal teď nelze použít. Zkuste to prosím znovu nebo zvolte jiný způsob platby.";
pub(super) const NOT_FOR_PAYPAL: &str = "Tento košík nelze zaplatit přes PayPal.";
pub(super) const NOT_APPROVED_AT_PAYPAL: &str = "Tato platba není v PayPalu schválená.";
pub(super) const NOT_AN_AMOUNT: &str = "Částka musí být číslo s nejvýše dvěma desetinnými místy.";
pub(super) const ATTEMPT_TOKEN_FORM: &str =
    "Označení pokusu musí mít 8 až 255 znaků a nesmí obsahovat řídicí znaky.";
pub(super) const ATTEMPT_TOKEN_OF_ANOTHER_CART: &str = "Označení pokusu patří k jinému košíku.";
/// The token's attempt has released the cart, so nothing was charged.
pub(super) const ATTEMPT_TOKEN_REUSED: &str = "Předchozí pokus o platbu se nezdařil a nic vám nebylo strženo. Odešlete prosím objednávku znovu.";
pub(super) const CAPTCHA: &str =
    "Než objednávku přijmeme, potřebujeme ověřit, že ji neposílá stroj.";
pub(super) const NO_APPLIED_GIFT_CARD: &str = "Tato dárková karta v košíku není.";
pub(super) const PLACE_NOT_ON_EARTH: &str = "Takové místo na mapě není.";
pub(super) const ONE_METAFIELD_OWNER: &str = "Najednou lze ukládat údaje jen k jednomu košíku.";
pub(super) const TOO_MANY_METAFIELDS: &str = "Najednou lze uložit nejvýše 25 údajů.";
pub(super) const NO_METAFIELD: &str = "Takový údaj u košíku není.";
pub(super) const UNKNOWN_GIFT_CARD: &str =
    "Takovou dárkovou kartu neznáme. Zkontrolujte prosím kód.";
pub(super) const EMPTY_GIFT_CARD: &str = "Na této dárkové kartě už nic nezbývá.";
pub(super) const VOID_GIFT_CARD: &str = "Tato dárková karta už neplatí.";
pub(super) const UNPAID_GIFT_CARD: &str = "Touto dárkovou kartou zatím platit nejde, její nákup ještě není zaplacený. Zkuste to později, nebo zaplaťte jinak.";
pub(super) const WITHHELD_GIFT_CARD: &str = "Touto dárkovou kartou teď platit nejde, protože platba za ni byla reklamována nebo se z ní vracely peníze. Zaplaťte prosím jinak.";
pub(super) const NO_GIFT_CARDS: &str = "Dárkové karty obchod nepřijímá.";
pub(super) const TRY_AGAIN: &str = "Něco se nepovedlo. Zkuste to prosím znovu.";

pub(super) const fn metafield(fault: MetafieldFault) -> &'static str {
    match fault {
        MetafieldFault::Blank => "Údaj nesmí být prázdný.",
        MetafieldFault::TooShort => "Jmenný prostor i klíč musí mít aspoň 2 znaky.",
        MetafieldFault::TooLong => "Údaj je příliš dlouhý.",
        MetafieldFault::InvalidKey => "Klíč smí mít jen písmena bez diakritiky, číslice, - a _.",
        MetafieldFault::InvalidType => "Takový typ údaje neexistuje.",
        MetafieldFault::InvalidValue => "Hodnota neodpovídá typu údaje.",
    }
}
