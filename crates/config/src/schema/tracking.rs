//! The schema of carriers' pages about parcels.

use super::{Form, Section, required};

pub(crate) const TRACKING: Section = Section {
    name: "tracking",
    form: Form::Repeated,
    about: "A carrier's page where buyers follow a parcel. The order's page and the e-mail about sent goods link to it if zkratka orders fulfil names this carrier and a tracking number.",
    keys: &[
        required(
            "carrier",
            "a text",
            "\"Dopravce\"",
            "The carrier's name, as --carrier of zkratka orders fulfil has it. Case does not matter.",
        ),
        required(
            "url",
            "an https URL with {number}",
            "\"https://sledovani.example.com/zasilka/{number}\"",
            "The URL of the page. {number} stands once for the parcel's number, after the host.",
        ),
    ],
};
