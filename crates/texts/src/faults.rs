//! Texts for the buyer about faults, by code and by field.

use super::fields::{FieldTexts, country_texts, field_texts, nameless_texts};
use super::places::zone_words;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::selling_plan::PurchaseType;
use zkratka_commerce::subject::{AddressField, BuyerField, Subject};

/// The Czech text of a fault. It names the field if the fault has one.
#[must_use]
pub fn fault_text(fault: &Fault) -> String {
    address_fault_text(fault, "")
}

/// The Czech text of a fault in an address. `country` is a country code. It decides the words for zones and postal codes.
#[must_use]
pub fn address_fault_text(fault: &Fault, country: &str) -> String {
    if let Some(message) = &fault.message {
        return message.clone();
    }
    if let Subject::DeliveryGroup(_, purchase) = fault.subject
        && let Some(text) = group_text(fault.code, purchase)
    {
        return text;
    }
    let texts = || texts_of(fault.subject, country);
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
        FaultCode::Invalid if is_country(fault.subject) => texts().invalid,
        // The client named no parent line here: the parent is in the cart, but sold out.
        FaultCode::ParentLineNotFound if !names_parent(fault.subject) => {
            "Položka, ke které tato patří, je vyprodaná.".to_owned()
        }
        FaultCode::LocalizationExtensionField if fault.subject == Subject::Attributes => {
            "Doplňte prosím IČO firmy.".to_owned()
        }
        code => fixed(code).to_owned(),
    }
}

/// The texts about a field of an address, or about the buyer's country.
fn texts_of(subject: Subject, country: &str) -> FieldTexts {
    if subject == Subject::Buyer(BuyerField::Country) {
        return country_texts();
    }
    let field = subject.address_field();
    field.map_or_else(nameless_texts, |field| field_texts(field, country))
}

fn is_country(subject: Subject) -> bool {
    subject == Subject::Buyer(BuyerField::Country)
        || subject.address_field() == Some(AddressField::Country)
}

/// Whether the fault is about a parent line that the client named.
fn names_parent(subject: Subject) -> bool {
    matches!(subject, Subject::Line(_, part) if part.is_parent())
}

/// The text about one of two delivery groups. It names the group's goods. `None` if the code's text is the same for every
/// group.
fn group_text(code: FaultCode, purchase: PurchaseType) -> Option<String> {
    let goods = match purchase {
        PurchaseType::Subscription => "Zboží v předplatném",
        PurchaseType::OneTimePurchase => "Zboží, které kupujete jednorázově,",
    };
    let rest = match code {
        FaultCode::DeliveryNoDeliveryAvailable => "na tuto adresu bohužel nedoručujeme.",
        FaultCode::NoDeliveryGroupSelected => "ještě čeká na způsob doručení. Vyberte ho prosím.",
        FaultCode::DeliveryLineDetailChanged => {
            "teď doručujeme jinak, než jste zvolili. Vyberte prosím způsob doručení znovu."
        }
        FaultCode::DeliveryOutOfStockAtOriginLocation => {
            "teď není na místě vyzvednutí všechno. Vyberte prosím jiný způsob doručení, nebo zboží z košíku odeberte."
        }
        FaultCode::PendingDeliveryGroups => {
            "ještě čeká na cenu od dopravce. Zkuste to prosím za chvíli znovu."
        }
        _ => return None,
    };
    Some(format!("{goods} {rest}"))
}

/// The text of a code that does not depend on the field.
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
        FaultCode::BuyerIdentityEmailIsInvalid => "Zadejte platný e-mail.",
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
        FaultCode::CompanyIdUnknown => "Takové IČO neexistuje, zkontrolujte prosím číslice.",
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
        FaultCode::TooManyUnitsUnpaid
        | FaultCode::TooManyUnitsFree
        | FaultCode::TooManyFreeOrders
        | FaultCode::TooManyUnpaidOrders => without_payment(code),
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

/// The text for a bound on orders that nobody has paid.
const fn without_payment(code: FaultCode) -> &'static str {
    match code {
        FaultCode::TooManyUnitsUnpaid => {
            "Tolik kusů nelze objednat na dobírku ani převodem. Zaplaťte je prosím online, nebo nám napište a domluvíme se."
        }
        FaultCode::TooManyUnitsFree => {
            "Tolik kusů zdarma najednou objednat nelze. Snižte prosím počet, nebo nám napište a domluvíme se."
        }
        FaultCode::TooManyFreeOrders => {
            "V poslední době jste toho zdarma objednali už hodně. Zkuste to prosím zase za čas, nebo nám napište a domluvíme se."
        }
        _ => {
            "Na zaplacení už čeká více vašich objednávek. Tuto prosím zaplaťte online, nebo nám napište a domluvíme se."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use AddressField as A;
    use zkratka_commerce::subject::{AttributePart, LinePart};

    fn text(code: FaultCode, subject: Subject) -> String {
        fault_text(&Fault::of(code, subject))
    }

    /// [5.19] Every code has a Czech text, whatever its field.
    #[test]
    fn every_code_has_a_text() {
        for &code in FaultCode::ALL {
            for subject in [
                Subject::DeliveryAddressField(A::Zip),
                Subject::Whole,
                Subject::Line(0, LinePart::Whole),
            ] {
                let text = text(code, subject);
                assert!(text.ends_with('.'), "{code:?}: {text}");
            }
        }
    }

    /// [8.03] If the client names a parent line, that line may be missing from the cart. If the parent is in the cart, it
    /// is sold out.
    #[test]
    fn a_line_above_is_missing_or_sold_out() {
        let words = |part| text(FaultCode::ParentLineNotFound, Subject::Line(0, part));
        assert_eq!(
            words(LinePart::ParentLine),
            "Položka, ke které tato patří, v košíku není."
        );
        assert_eq!(
            words(LinePart::Merchandise),
            "Položka, ke které tato patří, je vyprodaná."
        );
    }

    /// Every field that can have a fault, with a country that decides its name.
    const FIELDS: [(AddressField, &str); 14] = [
        (A::FirstName, "CZ"),
        (A::LastName, "CZ"),
        (A::Company, "CZ"),
        (A::Address1, "CZ"),
        (A::Address2, "CZ"),
        (A::City, "CZ"),
        (A::Zip, "CZ"),
        (A::Zip, "US"),
        (A::Zip, "IN"),
        (A::Zip, "IE"),
        (A::Province, "US"),
        (A::Province, "AE"),
        (A::Country, ""),
        (A::Phone, "CZ"),
    ];

    /// [5.19] [8.01] Every field has a whole Czech sentence for missing, invalid, too long, emoji, HTML and web address.
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
                let fault = Fault::of(code, Subject::DeliveryAddressField(field));
                let text = address_fault_text(&fault, country);
                let first = text.chars().next().unwrap();
                assert!(first.is_uppercase() && text.ends_with('.'), "{text}");
                assert!(!text.contains("Údaj") && !text.contains("údaj"), "{text}");
                assert!(seen.insert(text.clone()), "said twice: {text}");
            }
        }
        assert_eq!(seen.len(), FIELDS.len() * 6);
    }

    /// [5.07] [5.19] The most frequent sentences, word for word. The zones of the United Arab Emirates are called emirates.
    #[test]
    fn an_address_fault_names_its_field() {
        use FaultCode as C;
        for (code, field, country, expected) in [
            (C::AddressFieldIsRequired, A::City, "CZ", "Zadejte město."),
            (C::AddressFieldIsRequired, A::Zip, "CZ", "Zadejte PSČ."),
            (C::AddressFieldIsRequired, A::Zip, "US", "Zadejte ZIP kód."),
            (
                C::AddressFieldIsRequired,
                A::Province,
                "AE",
                "Vyberte emirát.",
            ),
            (
                C::AddressFieldIsRequired,
                A::Province,
                "US",
                "Vyberte stát.",
            ),
            (
                C::AddressFieldIsRequired,
                A::Province,
                "IT",
                "Vyberte provincii.",
            ),
            (
                C::AddressFieldIsRequired,
                A::Province,
                "JP",
                "Vyberte prefekturu.",
            ),
            (C::AddressFieldIsRequired, A::Country, "", "Vyberte zemi."),
            (C::Invalid, A::Country, "", "Vyberte platnou zemi."),
            (
                C::ProvinceNotFound,
                A::Province,
                "AE",
                "Vyberte platný emirát.",
            ),
            (
                C::ProvinceNotFound,
                A::Province,
                "CA",
                "Vyberte platnou provincii.",
            ),
            (
                C::InvalidZipCodeForCountry,
                A::Zip,
                "CZ",
                "Zadejte platné PSČ.",
            ),
            (
                C::InvalidZipCodeForCountry,
                A::Zip,
                "IE",
                "Zadejte platný Eircode.",
            ),
            (
                C::InvalidZipCodeForProvince,
                A::Zip,
                "US",
                "ZIP kód neodpovídá zvolenému státu. Zkontrolujte prosím obojí.",
            ),
            (
                C::InvalidZipCodeForProvince,
                A::Zip,
                "JP",
                "PSČ neodpovídá zvolené prefektuře. Zkontrolujte prosím obojí.",
            ),
            (
                C::AddressFieldIsTooLong,
                A::Address1,
                "CZ",
                "Ulice a číslo popisné jsou příliš dlouhé.",
            ),
            (
                C::AddressFieldContainsEmojis,
                A::LastName,
                "CZ",
                "Příjmení nesmí obsahovat emoji.",
            ),
            (
                C::AddressFieldContainsUrl,
                A::FirstName,
                "CZ",
                "Jméno nesmí obsahovat webovou adresu.",
            ),
        ] {
            let fault = Fault::of(code, Subject::DeliveryAddressField(field));
            assert_eq!(address_fault_text(&fault, country), expected);
        }
    }

    /// [8.03] [5.19] If there are two delivery groups, the text names the group by how its goods were bought.
    #[test]
    fn one_of_two_groups_is_named() {
        use FaultCode::{
            DeliveryLineDetailChanged, DeliveryNoDeliveryAvailable,
            DeliveryOutOfStockAtOriginLocation, NoDeliveryGroupSelected, PendingDeliveryGroups,
        };
        for (code, group, expected) in [
            (
                DeliveryNoDeliveryAvailable,
                PurchaseType::Subscription,
                "Zboží v předplatném na tuto adresu bohužel nedoručujeme.",
            ),
            (
                DeliveryNoDeliveryAvailable,
                PurchaseType::OneTimePurchase,
                "Zboží, které kupujete jednorázově, na tuto adresu bohužel nedoručujeme.",
            ),
            (
                DeliveryLineDetailChanged,
                PurchaseType::Subscription,
                "Zboží v předplatném teď doručujeme jinak, než jste zvolili. Vyberte prosím způsob doručení znovu.",
            ),
            (
                DeliveryLineDetailChanged,
                PurchaseType::OneTimePurchase,
                "Zboží, které kupujete jednorázově, teď doručujeme jinak, než jste zvolili. Vyberte prosím způsob doručení znovu.",
            ),
            (
                DeliveryOutOfStockAtOriginLocation,
                PurchaseType::Subscription,
                "Zboží v předplatném teď není na místě vyzvednutí všechno. Vyberte prosím jiný způsob doručení, nebo zboží z košíku odeberte.",
            ),
            (
                PendingDeliveryGroups,
                PurchaseType::Subscription,
                "Zboží v předplatném ještě čeká na cenu od dopravce. Zkuste to prosím za chvíli znovu.",
            ),
            (
                PendingDeliveryGroups,
                PurchaseType::OneTimePurchase,
                "Zboží, které kupujete jednorázově, ještě čeká na cenu od dopravce. Zkuste to prosím za chvíli znovu.",
            ),
            (
                NoDeliveryGroupSelected,
                PurchaseType::Subscription,
                "Zboží v předplatném ještě čeká na způsob doručení. Vyberte ho prosím.",
            ),
            (
                NoDeliveryGroupSelected,
                PurchaseType::OneTimePurchase,
                "Zboží, které kupujete jednorázově, ještě čeká na způsob doručení. Vyberte ho prosím.",
            ),
        ] {
            assert_eq!(text(code, Subject::DeliveryGroup(1, group)), expected);
        }
        let whole = text(NoDeliveryGroupSelected, Subject::DeliveryGroups);
        assert_eq!(whole, "Vyberte způsob doručení.");
    }

    /// [8.03] An IČO of eight digits with a wrong check digit is not told how many digits it has.
    #[test]
    fn a_company_number_with_a_wrong_check_digit_does_not_exist() {
        let subject = Subject::Attribute(0, AttributePart::Value);
        assert_eq!(
            text(FaultCode::CompanyIdUnknown, subject),
            "Takové IČO neexistuje, zkontrolujte prosím číslice."
        );
    }

    /// [5.15] If a payment method cannot pay a subscription, the text says why. It does not ask for a card, because other
    /// methods can pay too.
    #[test]
    fn a_subscription_asks_for_what_can_be_charged_again() {
        assert_eq!(
            text(
                FaultCode::InvalidPaymentDeferredPaymentRequired,
                Subject::PaymentMethod
            ),
            "Tímto způsobem předplatné zaplatit nelze, protože neumožňuje strhávat další platby. Vyberte prosím jiný."
        );
    }
}
