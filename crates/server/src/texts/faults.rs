//! Faults, said to the buyer: by code and by the field they are about.

use zkratka_commerce::error::{Fault, FaultCode};

/// One fault in Czech, naming the field where it has one.
#[must_use]
pub fn fault_text(fault: &Fault) -> String {
    match fault.code {
        FaultCode::AddressFieldIsRequired => missing(field(fault)).to_owned(),
        FaultCode::AddressFieldIsTooLong => {
            format!(
                "{}: text je příliš dlouhý. Zkraťte ho prosím.",
                name(field(fault))
            )
        }
        FaultCode::AddressFieldContainsEmojis => {
            format!("{} nesmí obsahovat emoji.", name(field(fault)))
        }
        FaultCode::AddressFieldContainsHtmlTags => {
            format!("{} nesmí obsahovat značky HTML.", name(field(fault)))
        }
        FaultCode::AddressFieldContainsUrl => {
            format!("{} nesmí obsahovat webovou adresu.", name(field(fault)))
        }
        FaultCode::AddressFieldDoesNotMatchExpectedPattern => invalid(field(fault)).to_owned(),
        code => fixed(code).to_owned(),
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

/// The field as the subject of a sentence.
fn name(field: &str) -> &'static str {
    match field {
        "firstName" => "Jméno",
        "lastName" => "Příjmení",
        "company" => "Firma",
        "address1" => "Ulice a číslo",
        "address2" => "Doplněk adresy",
        "city" => "Město",
        "zip" => "PSČ",
        "province" | "provinceCode" => "Kraj",
        "country" | "countryCode" => "Země",
        "phone" => "Telefon",
        "email" => "E-mail",
        _ => "Údaj",
    }
}

fn missing(field: &str) -> &'static str {
    match field {
        "firstName" => "Zadejte jméno.",
        "lastName" => "Zadejte příjmení.",
        "company" => "Zadejte firmu.",
        "address1" => "Zadejte ulici a číslo.",
        "address2" => "Zadejte doplněk adresy.",
        "city" => "Zadejte město.",
        "zip" => "Zadejte PSČ.",
        "province" | "provinceCode" => "Vyberte kraj.",
        "country" | "countryCode" => "Vyberte zemi.",
        "phone" => "Zadejte telefon.",
        "email" => "Zadejte e-mail.",
        _ => "Doplňte prosím chybějící údaj.",
    }
}

fn invalid(field: &str) -> &'static str {
    match field {
        "firstName" => "Zadejte platné jméno.",
        "lastName" => "Zadejte platné příjmení.",
        "address1" => "Zadejte platnou ulici a číslo.",
        "address2" => "Zadejte platný doplněk adresy.",
        "city" => "Zadejte platné město.",
        "zip" => "Zadejte platné PSČ.",
        "province" | "provinceCode" => "Vyberte platný kraj.",
        "country" | "countryCode" => "Do této země nedoručujeme. Vyberte prosím jinou.",
        "phone" => "Zadejte platné telefonní číslo.",
        _ => "Tento údaj nevypadá správně. Zkontrolujte ho prosím.",
    }
}

/// Codes that say the same whatever the field is.
const fn fixed(code: FaultCode) -> &'static str {
    match code {
        FaultCode::InvalidQuantity => "Zadejte platný počet kusů.",
        FaultCode::MerchandiseIdInvalid
        | FaultCode::MerchandiseProductNotPublished
        | FaultCode::MerchandiseNotApplicable => "Toto zboží už neprodáváme.",
        FaultCode::SellingPlanNotApplicable => {
            "Toto předplatné pro vybrané zboží nenabízíme. Vyberte prosím jiné."
        }
        FaultCode::VariantRequiresSellingPlan => {
            "Toto zboží prodáváme jen v předplatném. Vyberte prosím, jak často ho chcete."
        }
        FaultCode::InvalidMerchandiseLine => "Tato položka už v košíku není.",
        FaultCode::CartTooLarge => "V košíku je příliš mnoho položek.",
        FaultCode::InvalidMetafields => "K tomuto košíku už víc údajů uložit nejde.",
        FaultCode::NoteTooLong => "Poznámka je příliš dlouhá. Zkraťte ji prosím.",
        FaultCode::InvalidZipCodeForCountry => "Zadejte platné PSČ.",
        FaultCode::BuyerIdentityEmailRequired => "Zadejte e-mail.",
        FaultCode::BuyerIdentityEmailIsInvalid => "Zadejte platný e-mail.",
        FaultCode::BuyerIdentityPhoneIsInvalid => "Zadejte platné telefonní číslo.",
        FaultCode::DeliveryAddressRequired => "Zadejte doručovací adresu.",
        FaultCode::DeliveryNoDeliveryAvailable => "Na tuto adresu bohužel nedoručujeme.",
        FaultCode::NoDeliveryGroupSelected => "Vyberte způsob doručení.",
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
            "Tento způsob platby nelze s vybraným doručením použít. Vyberte prosím jiný."
        }
        FaultCode::PaymentsUnacceptablePaymentAmount => {
            "Částka se mezitím změnila. Zkontrolujte prosím souhrn a objednávku potvrďte znovu."
        }
        FaultCode::PaymentsCreditCardGeneric => {
            "Banka platbu zamítla. Zkuste jinou kartu nebo jiný způsob platby."
        }
        FaultCode::PaymentsCreditCardSessionId => {
            "Údaje o kartě už neplatí. Zadejte prosím kartu znovu."
        }
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

    #[test]
    fn an_address_fault_names_its_field() {
        let required = FaultCode::AddressFieldIsRequired;
        assert_eq!(
            text(required, &["deliveryAddress", "city"]),
            "Zadejte město."
        );
        assert_eq!(
            text(FaultCode::AddressFieldContainsEmojis, &["lastName"]),
            "Příjmení nesmí obsahovat emoji."
        );
        assert_eq!(
            text(
                FaultCode::AddressFieldContainsUrl,
                &["addresses", "firstName", "0"]
            ),
            "Jméno nesmí obsahovat webovou adresu."
        );
    }
}
