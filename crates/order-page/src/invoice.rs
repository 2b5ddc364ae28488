//! To whom the invoice goes.

use zkratka_commerce::address::display_lines;
use zkratka_commerce::company::{COMPANY_ID, VAT_ID};
use zkratka_commerce::order::OrderSnapshot;
use zkratka_texts::{company_number, vat_number};

/// The invoice address, with the numbers of the company that buys. Without an invoice address a company is invoiced at the delivery
/// address.
#[must_use]
pub fn invoice_lines(snapshot: &OrderSnapshot) -> Option<Vec<String>> {
    let number = |key: &str| {
        let mut attributes = snapshot.attributes.iter();
        let found = attributes.find(|one| one.key == key && !one.value.is_empty());
        found.map(|one| one.value.as_str())
    };
    let numbers = [
        number(COMPANY_ID).map(company_number),
        number(VAT_ID).map(vat_number),
    ];
    let has_number = numbers.iter().any(Option::is_some);
    let otherwise = snapshot.delivery_address.as_ref();
    let address = snapshot.billing_address.as_ref();
    let address = address.or(otherwise.filter(|_| has_number))?;
    let mut lines = display_lines(address);
    lines.extend(numbers.into_iter().flatten());
    Some(lines)
}
