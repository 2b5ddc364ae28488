//! The emulated Amazon's buyers and their address books.

use serde_json::{Value, json};

#[derive(Clone, Copy, Debug)]
pub struct Buyer {
    /// The buyer's identifier on Amazon's pages.
    pub handle: &'static str,
    pub name: &'static str,
    pub email: &'static str,
    id: &'static str,
    phone: &'static str,
    /// Amazon's name of the Prime membership; empty without one.
    prime: &'static str,
    /// The first one is also the billing address.
    pub addresses: &'static [Address],
}

/// An entry of an address book.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// The entry's identifier on Amazon's pages.
    pub handle: &'static str,
    pub kind: AddressKind,
    name: &'static str,
    lines: [&'static str; 3],
    city: &'static str,
    pub state: &'static str,
    pub postal_code: &'static str,
    pub country: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressKind {
    Street,
    PostOfficeBox,
    Packstation,
}

const fn street(
    handle: &'static str,
    name: &'static str,
    lines: [&'static str; 3],
    city: &'static str,
    state: &'static str,
    postal_code: &'static str,
    country: &'static str,
) -> Address {
    Address {
        handle,
        kind: AddressKind::Street,
        name,
        lines,
        city,
        state,
        postal_code,
        country,
    }
}

const fn special(kind: AddressKind, address: Address) -> Address {
    Address { kind, ..address }
}

/// German street addresses may stand in any of the lines: here below a company.
const ANNA: &[Address] = &[
    street(
        "home",
        "Anna Schmidt",
        ["Lindenstraße 12", "", ""],
        "Berlin",
        "",
        "10969",
        "DE",
    ),
    street(
        "office",
        "Anna Schmidt",
        ["Beispiel GmbH", "Hauptstraße 5", "2. OG"],
        "München",
        "",
        "80331",
        "DE",
    ),
    special(
        AddressKind::Packstation,
        street(
            "packstation",
            "Anna Schmidt",
            ["Packstation 145", "1234567890", ""],
            "Berlin",
            "",
            "10117",
            "DE",
        ),
    ),
];

const LUKAS: &[Address] = &[street(
    "home",
    "Lukas Gruber",
    ["Mariahilfer Straße 77/3", "", ""],
    "Wien",
    "",
    "1060",
    "AT",
)];

const ZUZANA: &[Address] = &[street(
    "home",
    "Zuzana Kováčová",
    ["Obchodná 14", "", ""],
    "Bratislava",
    "",
    "811 06",
    "SK",
)];

const OLIVER: &[Address] = &[
    street(
        "home",
        "Oliver Brown",
        ["10 Bedford Street", "Flat 4", ""],
        "London",
        "",
        "WC2E 9HE",
        "GB",
    ),
    special(
        AddressKind::PostOfficeBox,
        street(
            "po_box",
            "Oliver Brown",
            ["PO Box 4321", "", ""],
            "Manchester",
            "",
            "M60 4EP",
            "GB",
        ),
    ),
];

const MARY: &[Address] = &[
    street(
        "home",
        "Mary Johnson",
        ["410 Terry Ave N", "", ""],
        "Seattle",
        "WA",
        "98109-5210",
        "US",
    ),
    street(
        "cabin",
        "Mary Johnson",
        ["12 Spruce Rd", "", ""],
        "Anchorage",
        "AK",
        "99501",
        "US",
    ),
];

const JAMES: &[Address] = &[street(
    "home",
    "James Wilson",
    ["83034 Main St", "Suite 2500", ""],
    "Chicago",
    "IL",
    "60602",
    "US",
)];

pub const BUYERS: [Buyer; 6] = [
    buyer(
        "anna",
        "Anna Schmidt",
        "anna.schmidt@example.de",
        "+49301234567",
        "PRIME_GENERAL_DE",
        ANNA,
    ),
    buyer(
        "lukas",
        "Lukas Gruber",
        "lukas.gruber@example.at",
        "+4315550123",
        "",
        LUKAS,
    ),
    buyer(
        "zuzana",
        "Zuzana Kováčová",
        "zuzana.kovacova@example.sk",
        "+421905123456",
        "",
        ZUZANA,
    ),
    buyer(
        "oliver",
        "Oliver Brown",
        "oliver.brown@example.co.uk",
        "+442079460123",
        "PRIME_GENERAL_GB",
        OLIVER,
    ),
    buyer(
        "mary",
        "Mary Johnson",
        "mary.johnson@example.com",
        "+12065550142",
        "PRIME_GENERAL_US",
        MARY,
    ),
    buyer(
        "james",
        "James Wilson",
        "james.wilson@example.com",
        "+13125550178",
        "",
        JAMES,
    ),
];

const fn buyer(
    handle: &'static str,
    name: &'static str,
    email: &'static str,
    phone: &'static str,
    prime: &'static str,
    addresses: &'static [Address],
) -> Buyer {
    Buyer {
        handle,
        name,
        email,
        id: handle,
        phone,
        prime,
        addresses,
    }
}

impl Buyer {
    #[must_use]
    pub fn named(handle: &str) -> Option<Self> {
        BUYERS.into_iter().find(|buyer| buyer.handle == handle)
    }

    #[must_use]
    pub const fn has_prime(&self) -> bool {
        !self.prime.is_empty()
    }

    pub(super) fn address(&self, handle: &str) -> Option<&'static Address> {
        self.addresses.iter().find(|it| it.handle == handle)
    }

    /// The buyer's data for Amazon's pages.
    pub(super) fn as_json(self) -> Value {
        let country = self.addresses.first().map(|address| address.country);
        json!({
            "handle": self.handle, "name": self.name, "country": country, "prime": self.has_prime(),
        })
    }

    /// The buyer as objects show it: what the scopes name.
    pub(super) fn shown(&self, has_scope: impl Fn(&str) -> bool) -> Value {
        let shown = |scope: &str, value: &'static str| has_scope(scope).then_some(value);
        let wants_prime = has_scope("primeStatus");
        let prime = wants_prime.then(|| [self.prime].into_iter().filter(|it| !it.is_empty()));
        let postal_code = self.addresses.first().map(|address| address.postal_code);
        let mut document = json!({
            "buyerId": format!("amzn1.account.SANDBOX{}", self.id.to_uppercase()),
            "name": shown("name", self.name),
            "email": shown("email", self.email),
            "phoneNumber": shown("phoneNumber", self.phone),
            "primeMembershipTypes": prime.map(|names| names.collect::<Vec<_>>()),
        });
        if has_scope("postalCode") {
            document["postalCode"] = json!(postal_code);
        }
        document
    }

    pub(super) fn shipping(&self, address: &Address) -> Value {
        let mut document = address.as_json();
        document["phoneNumber"] = json!(self.phone);
        document
    }
}

impl Address {
    /// Absent parts are `null`.
    pub(super) fn as_json(&self) -> Value {
        let part = |text: &'static str| (!text.is_empty()).then_some(text);
        let [one, two, three] = self.lines;
        json!({
            "name": self.name,
            "addressLine1": part(one),
            "addressLine2": part(two),
            "addressLine3": part(three),
            "city": part(self.city),
            "county": null,
            "district": null,
            "stateOrRegion": part(self.state),
            "postalCode": part(self.postal_code),
            "countryCode": self.country,
            "phoneNumber": null,
        })
    }
}
