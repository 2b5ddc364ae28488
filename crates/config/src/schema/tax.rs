//! The schema of value added tax.

use super::{Form, Section, key};

pub(crate) const TAX: Section = Section {
    name: "tax",
    form: Form::Table,
    about: "Value added tax. All prices include it.",
    keys: &[
        key(
            "default",
            "the name of a class in [tax.classes]",
            "\"standard\"",
            "The class of goods whose product type is not listed.",
        ),
        key(
            "delivery",
            "the name of a class in [tax.classes]",
            "\"standard\"",
            "The class of delivery.",
        ),
    ],
};

pub(crate) const TAX_CLASSES: Section = Section {
    name: "tax.classes",
    form: Form::OwnKeys("standard = \"21\"\nreduced = \"12\"\nzero = \"0\""),
    about: "Tax classes: a name and a percentage. Without this section: standard 21, reduced 12, zero 0. A product can name its class in the feed's column 'Variant Tax Code'.",
    keys: &[],
};

pub(crate) const TAX_PRODUCT_TYPES: Section = Section {
    name: "tax.product_types",
    form: Form::OwnKeys("\"Knihy\" = \"zero\""),
    about: "The tax class of each product type: the type as in the feed, and the name of a class.",
    keys: &[],
};
