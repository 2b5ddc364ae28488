//! Faults, said to the buyer: by code and by the field they are about.

use super::fields::field_texts;
use super::places::zone_words;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::selling_plan::PurchaseType;

const ONE_TIME: &str = PurchaseType::OneTimePurchase.as_str();
const SUBSCRIPTION: &str = PurchaseType::Subscription.as_str();

/// One fault in Czech, naming the field where it has one.
#[must_use]
pub fn fault_text(fault: &Fault) -> String {
    address_fault_text(fault, "")
}

/// One fault of an address in a country (its code), which decides what zones and postal codes are called.
#[must_use]
pub fn address_fault_text(fault: &Fault, country: &str) -> String {
    if let Some(message) = &fault.message {
        return message.clone();
    }
    let name = field(fault);
    let texts = || field_texts(name, country);
    match fault.code {
        FaultCode::AddressFieldIsRequired => texts().missing,
        FaultCode::AddressFieldIsTooLong => texts().too_long,
        FaultCode::AddressFieldContainsEmojis => {
            format!("{} nesmí obsahovat emoji.", texts().label)
        }
        FaultCode::AddressFieldContainsHtmlTags => {
            format!("{} nesmí obsahovat značky HTML.", texts().label)
        }
        FaultCode::AddressFieldContainsUrl => {
            format!("{} nesmí obsahovat webovou adresu.", texts().label)
        }
        FaultCode::AddressFieldDoesNotMatchExpectedPattern
        | FaultCode::ProvinceNotFound
        | FaultCode::InvalidZipCodeForCountry => texts().invalid,
        FaultCode::InvalidZipCodeForProvince => format!(
            "{} neodpovídá {}. Zkontrolujte prosím obojí.",
            texts().label,
            zone_words(country).chosen
        ),
        FaultCode::Invalid if is_country(name) => texts().invalid,
        FaultCode::DeliveryNoDeliveryAvailable if is_group(name) => {
            format!("{} na tuto adresu bohužel nedoručujeme.", goods_of(name))
        }
        FaultCode::NoDeliveryGroupSelected if is_group(name) => {
            format!(
                "{} ještě čeká na způsob doručení. Vyberte ho prosím.",
                goods_of(name)
            )
        }
        FaultCode::DeliveryLineDetailChanged if is_group(name) => format!(
            "{} teď doručujeme jinak, než jste zvolili. Vyberte prosím způsob doručení znovu.",
            goods_of(name)
        ),
        FaultCode::DeliveryOutOfStockAtOriginLocation if is_group(name) => format!(
            "{} teď není na místě vyzvednutí všechno. Vyberte prosím jiný způsob doručení, nebo zboží z košíku odeberte.",
            goods_of(name)
        ),
        FaultCode::PendingDeliveryGroups if is_group(name) => format!(
            "{} ještě čeká na cenu od dopravce. Zkuste to prosím za chvíli znovu.",
            goods_of(name)
        ),
        // Nobody has named the line above: it is in the cart, and nothing is left of it.
        FaultCode::ParentLineNotFound if !fault.field.iter().any(|part| part == "parent") => {
            "Položka, ke které tato patří, je vyprodaná.".to_owned()
        }
        FaultCode::LocalizationExtensionField if name == "attributes" => {
            "Doplňte prosím IČO firmy.".to_owned()
        }
        code => fixed(code).to_owned(),
    }
}

fn is_country(field: &str) -> bool {
    matches!(field, "country" | "countryCode")
}

/// Whether it is one of two delivery groups.
fn is_group(field: &str) -> bool {
    field == ONE_TIME || field == SUBSCRIPTION
}

/// The goods of one of two delivery groups.
fn goods_of(group: &str) -> &'static str {
    if group == SUBSCRIPTION {
        "Zboží v předplatném"
    } else {
        "Zboží, které kupujete jednorázově,"
    }
}

/// The last part of the path that is not an index.
fn field(fault: &Fault) -> &str {
    fault
        .field
        .iter()
        .rev()
        .map(String::as_str)
        .find(|part| part.parse::<u32>().is_err())
        .unwrap_or_default()
}

/// Codes that say the same whatever the field is.
const fn fixed(code: FaultCode) -> &'static str {
    match code {
        FaultCode::InvalidQuantity => "Zadejte platný počet kusů.",
        FaultCode::MerchandiseIdInvalid
        | FaultCode::MerchandiseProductNotPublished
        | FaultCode::MerchandiseNotApplicable => "Toto zboží už neprodáváme.",
        FaultCode::GiftCardPriceNotAboveZero => "Tuto dárkovou kartu teď prodat nemůžeme.",
        FaultCode::GiftCardPriceAboveLimit => "Dárkovou kartu v této hodnotě neprodáváme.",
        FaultCode::SellingPlanNotApplicable => {
            "Toto předplatné pro vybrané zboží nenabízíme. Vyberte prosím jiné."
        }
        FaultCode::VariantRequiresSellingPlan => {
            "Toto zboží prodáváme jen v předplatném. Vyberte prosím, jak často ho chcete."
        }
        FaultCode::BundleRequiresComponents => {
            "Tuto sadu prodáváme jen s jejími částmi. Vyberte prosím, z čeho ji chcete složit."
        }
        FaultCode::SellingPlanClosedToCompanies => {
            "Toto předplatné firmám nenabízíme. Nakupte prosím bez údajů o firmě, nebo jednorázově, pokud to jde."
        }
        FaultCode::InvalidMerchandiseLine => "Tato položka už v košíku není.",
        FaultCode::ParentLineNotFound => "Položka, ke které tato patří, v košíku není.",
        FaultCode::ParentLineNestingTooDeep => {
            "K položce, která sama patří k jiné, už další přidat nejde."
        }
        FaultCode::ParentLineInvalidReference => "Takto položky v košíku spojit nejde.",
        FaultCode::ParentLineOperationBlocked => {
            "K této položce patří další, vyměnit ji za jiné zboží proto nejde. Odeberte ji prosím a vyberte znovu."
        }
        FaultCode::CartTooLarge => "V košíku je příliš mnoho položek.",
        FaultCode::InvalidMetafields => "K tomuto košíku už víc údajů uložit nejde.",
        FaultCode::NoteTooLong => "Poznámka je příliš dlouhá. Zkraťte ji prosím.",
        FaultCode::BuyerIdentityEmailRequired => "Zadejte e-mail.",
        FaultCode::BuyerIdentityEmailIsInvalid => "Zadejte platnou e-mailovou adresu.",
        FaultCode::BuyerIdentityEmailDoesNotMatchExpectedPattern => {
            "Zkontrolujte prosím e-mail, část před zavináčem není v pořádku."
        }
        FaultCode::BuyerIdentityEmailDomainIsInvalid => {
            "Zkontrolujte prosím e-mail, část za zavináčem není v pořádku."
        }
        FaultCode::BuyerIdentityPhoneIsInvalid => "Zadejte platné telefonní číslo.",
        FaultCode::LocalizationExtensionField => {
            "Zkontrolujte prosím IČO a DIČ, například 27082440 a CZ27082440."
        }
        FaultCode::DeliveryAddressRequired => "Zadejte doručovací adresu.",
        FaultCode::DeliveryNoDeliveryAvailable => "Na tuto adresu bohužel nedoručujeme.",
        FaultCode::NoDeliveryGroupSelected => "Vyberte způsob doručení.",
        FaultCode::DeliveryOutOfStockAtOriginLocation => {
            "Na místě vyzvednutí teď nemáme všechno zboží. Vyberte prosím jiný způsob doručení, nebo zboží z košíku odeberte."
        }
        FaultCode::DeliveryLineDetailChanged => {
            "Zvolený způsob doručení se mezitím změnil. Zkontrolujte ho prosím a vyberte znovu."
        }
        FaultCode::PendingDeliveryGroups => {
            "Dopravce nám ještě neřekl, kolik doručení stojí. Zkuste to prosím za chvíli znovu."
        }
        FaultCode::InvalidDeliveryOption | FaultCode::InvalidDeliveryGroup => {
            "Tento způsob doručení už není k dispozici. Vyberte prosím jiný."
        }
        FaultCode::MerchandiseOutOfStock => super::OUT_OF_STOCK,
        FaultCode::MerchandiseNotEnoughStockAvailable => {
            "Tolik kusů už nemáme. Zkontrolujte prosím množství."
        }
        FaultCode::InvalidPaymentEmptyCart => "Košík je prázdný.",
        FaultCode::InvalidPayment => "Platbu se nepodařilo ověřit. Zkuste to prosím znovu.",
        FaultCode::PaymentsMethodRequired => "Vyberte způsob platby.",
        FaultCode::PaymentsMethodUnavailable => {
            "Tento způsob platby nenabízíme. Vyberte prosím jiný."
        }
        FaultCode::PaymentMethodNotApplicable => {
            "Tento způsob platby nelze pro tento nákup použít. Vyberte prosím jiný."
        }
        FaultCode::InvalidPaymentDeferredPaymentRequired => {
            "Tímto způsobem předplatné zaplatit nelze, protože neumožňuje strhávat další platby. Vyberte prosím jiný."
        }
        FaultCode::PaymentsUnacceptablePaymentAmount => {
            "Částka se mezitím změnila. Zkontrolujte prosím souhrn a objednávku potvrďte znovu."
        }
        FaultCode::PaymentsNewTaxMustBeAccepted => {
            "K ceně přibyla daň nebo clo. Zkontrolujte prosím souhrn a objednávku potvrďte znovu."
        }
        FaultCode::PaymentsCreditCardGeneric => {
            "Banka platbu zamítla. Zkuste jinou kartu nebo jiný způsob platby."
        }
        FaultCode::PaymentsCreditCardSessionId => {
            "Údaje o kartě už neplatí. Zadejte prosím kartu znovu."
        }
        FaultCode::ValidationCustom => "Tento nákup takto dokončit nelze. Napište nám prosím.",
        FaultCode::RedirectToCheckoutRequired => "Tento nákup dokončete prosím v pokladně.",
        _ => "Něco se nepovedlo. Zkuste to prosím znovu.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(code: FaultCode, field: &[&str]) -> String {
        fault_text(&Fault {
            code,
            field: field.iter().map(|&part| part.to_owned()).collect(),
            message: None,
        })
    }

    /// [5.19] Every code has a Czech text, whatever its field.
    #[test]
    fn every_code_has_a_text() {
        for &code in FaultCode::ALL {
            for field in [&["deliveryAddress", "zip"][..], &[], &["lines", "0"]] {
                let text = text(code, field);
                assert!(text.ends_with('.'), "{code:?}: {text}");
            }
        }
    }

    /// [8.03] A line above that is named may be in no cart; one that a line of the cart stands below is there, and sold out.
    #[test]
    fn a_line_above_is_missing_or_sold_out() {
        let words = |field: &[&str]| text(FaultCode::ParentLineNotFound, field);
        assert_eq!(
            words(&["lines", "0", "parent", "lineId"]),
            "Položka, ke které tato patří, v košíku není."
        );
        assert_eq!(
            words(&["lines", "0", "merchandiseId"]),
            "Položka, ke které tato patří, je vyprodaná."
        );
    }

    /// Every field that can be at fault, and whose country decides its name.
    const FIELDS: [(&str, &str); 14] = [
        ("firstName", "CZ"),
        ("lastName", "CZ"),
        ("company", "CZ"),
        ("address1", "CZ"),
        ("address2", "CZ"),
        ("city", "CZ"),
        ("zip", "CZ"),
        ("zip", "US"),
        ("zip", "IN"),
        ("zip", "IE"),
        ("province", "US"),
        ("provinceCode", "AE"),
        ("country", ""),
        ("phone", "CZ"),
    ];

    /// [5.19] [8.01] Missing, invalid, too long, emoji, HTML and web address: a whole Czech sentence for each field.
    #[test]
    fn every_fault_of_every_field_is_a_sentence_of_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        for (field, country) in FIELDS {
            for code in [
                FaultCode::AddressFieldIsRequired,
                FaultCode::AddressFieldDoesNotMatchExpectedPattern,
                FaultCode::AddressFieldIsTooLong,
                FaultCode::AddressFieldContainsEmojis,
                FaultCode::AddressFieldContainsHtmlTags,
                FaultCode::AddressFieldContainsUrl,
            ] {
                let fault = Fault::at(code, ["deliveryAddress", field]);
                let text = address_fault_text(&fault, country);
                let first = text.chars().next().unwrap();
                assert!(first.is_uppercase() && text.ends_with('.'), "{text}");
                assert!(!text.contains("Údaj") && !text.contains("údaj"), "{text}");
                assert!(seen.insert(text.clone()), "said twice: {text}");
            }
        }
        assert_eq!(seen.len(), FIELDS.len() * 6);
    }

    /// [5.07] [5.19] The sentences that a shopper meets most, word for word; emirates are called emirates.
    #[test]
    fn an_address_fault_names_its_field() {
        use FaultCode as C;
        for (code, field, country, expected) in [
            (C::AddressFieldIsRequired, "city", "CZ", "Zadejte město."),
            (C::AddressFieldIsRequired, "zip", "CZ", "Zadejte PSČ."),
            (C::AddressFieldIsRequired, "zip", "US", "Zadejte ZIP kód."),
            (
                C::AddressFieldIsRequired,
                "province",
                "AE",
                "Vyberte emirát.",
            ),
            (C::AddressFieldIsRequired, "province", "US", "Vyberte stát."),
            (
                C::AddressFieldIsRequired,
                "province",
                "IT",
                "Vyberte provincii.",
            ),
            (
                C::AddressFieldIsRequired,
                "province",
                "JP",
                "Vyberte prefekturu.",
            ),
            (C::AddressFieldIsRequired, "country", "", "Vyberte zemi."),
            (C::Invalid, "countryCode", "", "Vyberte platnou zemi."),
            (
                C::ProvinceNotFound,
                "province",
                "AE",
                "Vyberte platný emirát.",
            ),
            (
                C::ProvinceNotFound,
                "provinceCode",
                "CA",
                "Vyberte platnou provincii.",
            ),
            (
                C::InvalidZipCodeForCountry,
                "zip",
                "CZ",
                "Zadejte platné PSČ.",
            ),
            (
                C::InvalidZipCodeForCountry,
                "zip",
                "IE",
                "Zadejte platný Eircode.",
            ),
            (
                C::InvalidZipCodeForProvince,
                "zip",
                "US",
                "ZIP kód neodpovídá zvolenému státu. Zkontrolujte prosím obojí.",
            ),
            (
                C::InvalidZipCodeForProvince,
                "zip",
                "JP",
                "PSČ neodpovídá zvolené prefektuře. Zkontrolujte prosím obojí.",
            ),
            (
                C::AddressFieldIsTooLong,
                "address1",
                "CZ",
                "Ulice a číslo popisné jsou příliš dlouhé.",
            ),
            (
                C::AddressFieldContainsEmojis,
                "lastName",
                "CZ",
                "Příjmení nesmí obsahovat emoji.",
            ),
            (
                C::AddressFieldContainsUrl,
                "firstName",
                "CZ",
                "Jméno nesmí obsahovat webovou adresu.",
            ),
        ] {
            let fault = Fault::at(code, ["deliveryAddress", field, "0"]);
            assert_eq!(address_fault_text(&fault, country), expected);
        }
    }

    /// [8.03] [5.19] Of two groups the one that is meant is named, by what its goods were bought as.
    #[test]
    fn one_of_two_groups_is_named() {
        use FaultCode::{
            DeliveryLineDetailChanged, DeliveryNoDeliveryAvailable,
            DeliveryOutOfStockAtOriginLocation, NoDeliveryGroupSelected, PendingDeliveryGroups,
        };
        for (code, group, expected) in [
            (
                DeliveryNoDeliveryAvailable,
                SUBSCRIPTION,
                "Zboží v předplatném na tuto adresu bohužel nedoručujeme.",
            ),
            (
                DeliveryNoDeliveryAvailable,
                ONE_TIME,
                "Zboží, které kupujete jednorázově, na tuto adresu bohužel nedoručujeme.",
            ),
            (
                DeliveryLineDetailChanged,
                SUBSCRIPTION,
                "Zboží v předplatném teď doručujeme jinak, než jste zvolili. Vyberte prosím způsob doručení znovu.",
            ),
            (
                DeliveryLineDetailChanged,
                ONE_TIME,
                "Zboží, které kupujete jednorázově, teď doručujeme jinak, než jste zvolili. Vyberte prosím způsob doručení znovu.",
            ),
            (
                DeliveryOutOfStockAtOriginLocation,
                SUBSCRIPTION,
                "Zboží v předplatném teď není na místě vyzvednutí všechno. Vyberte prosím jiný způsob doručení, nebo zboží z košíku odeberte.",
            ),
            (
                PendingDeliveryGroups,
                SUBSCRIPTION,
                "Zboží v předplatném ještě čeká na cenu od dopravce. Zkuste to prosím za chvíli znovu.",
            ),
            (
                PendingDeliveryGroups,
                ONE_TIME,
                "Zboží, které kupujete jednorázově, ještě čeká na cenu od dopravce. Zkuste to prosím za chvíli znovu.",
            ),
            (
                NoDeliveryGroupSelected,
                SUBSCRIPTION,
                "Zboží v předplatném ještě čeká na způsob doručení. Vyberte ho prosím.",
            ),
            (
                NoDeliveryGroupSelected,
                ONE_TIME,
                "Zboží, které kupujete jednorázově, ještě čeká na způsob doručení. Vyberte ho prosím.",
            ),
        ] {
            assert_eq!(text(code, &["deliveryGroups", "1", group]), expected);
        }
        let whole = text(NoDeliveryGroupSelected, &["deliveryGroups"]);
        assert_eq!(whole, "Vyberte způsob doručení.");
    }

    /// [5.15] What cannot pay a subscription is told why; a card is not the only thing that can.
    #[test]
    fn a_subscription_asks_for_what_can_be_charged_again() {
        assert_eq!(
            text(
                FaultCode::InvalidPaymentDeferredPaymentRequired,
                &["payment"]
            ),
            "Tímto způsobem předplatné zaplatit nelze, protože neumožňuje strhávat další platby. Vyberte prosím jiný."
        );
    }
}
