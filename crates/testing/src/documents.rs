//! Generates random documents from the schema.

use apollo_compiler::response::JsonMap;
use apollo_compiler::response::serde_json_bytes::json;
use apollo_compiler::schema::{ExtendedType, FieldDefinition};
use std::fmt::Write;
use std::ops::RangeInclusive;
use zkratka_graphql_engine::ApiSchema;

/// `LATER` and `LATER_ENDS` mark the beginning and the end of a deferred fragment.
const LATER: char = '\u{2}';
const LATER_ENDS: char = '\u{3}';

/// The document as a client sends it, without the marks.
#[must_use]
pub fn whole(text: &str) -> String {
    text.replace([LATER, LATER_ENDS], " ")
}

/// The document without its deferred fragments.
#[must_use]
pub fn without_later(text: &str) -> String {
    blanked(text, &[])
}

/// For each outermost deferred fragment, its label and a document: the document without `@defer` on that fragment and
/// without all other deferred fragments.
#[must_use]
pub fn with_one(text: &str) -> Vec<(String, String)> {
    let (mut depth, mut start) = (0, 0);
    let mut documents = Vec::new();
    for (place, character) in text.char_indices() {
        if character == LATER {
            if depth == 0 {
                start = place;
            }
            depth += 1;
        } else if character == LATER_ENDS {
            depth -= 1;
            if depth == 0 {
                documents.push(at_once(text, start, place));
            }
        }
    }
    documents
}

/// The label of the deferred fragment from `start` to `end`, and the document in which that fragment alone is kept,
/// without `@defer`.
fn at_once(text: &str, start: usize, end: usize) -> (String, String) {
    let begins = start + text[start..].find("@defer(").unwrap();
    let ends = begins + text[begins..].find(')').unwrap();
    let label = text[begins..ends].split('"').nth(1).unwrap().to_owned();
    (
        label,
        blanked(text, &[start..=start, begins..=ends, end..=end]),
    )
}

/// The document without its deferred fragments. Everything else keeps its position, so that error locations stay the
/// same. `places` are blanked, too: a caller keeps a fragment by blanking its marks and its `@defer`.
fn blanked(text: &str, places: &[RangeInclusive<usize>]) -> String {
    let mut depth = 0;
    let mut is_blank = |place, character| {
        if places.iter().any(|blank| blank.contains(&place)) {
            return true;
        }
        depth += i32::from(character == LATER);
        let is_later = depth > 0;
        depth -= i32::from(character == LATER_ENDS);
        is_later
    };
    let mut left = String::with_capacity(text.len());
    for (place, character) in text.char_indices() {
        if is_blank(place, character) {
            // Columns are counted in bytes.
            left.extend(std::iter::repeat_n(' ', character.len_utf8()));
        } else {
            left.push(character);
        }
    }
    left
}

pub struct Generator<'g> {
    schema: &'g ApiSchema,
    cart: &'g str,
    state: u64,
    aliases: u32,
    labels: u32,
    /// The values of the variables `$yes`, `$no` and `$later`.
    pub switches: [bool; 3],
}

impl<'g> Generator<'g> {
    /// Creates a generator. The same seed generates the same document.
    #[must_use]
    pub fn new(schema: &'g ApiSchema, cart: &'g str, seed: u64) -> Self {
        let mut generator = Self {
            schema,
            cart,
            state: seed * 0x9E37_79B9,
            aliases: 0,
            labels: 0,
            switches: [true, false, true],
        };
        generator.switches = generator.switches.map(|usual| usual != generator.one_in(3));
        generator
    }

    /// The variables of the document.
    #[must_use]
    pub fn variables(&self) -> JsonMap {
        let [yes, no, later] = self.switches;
        let given = json!({ "id": self.cart, "yes": yes, "no": no, "later": later });
        let mut given = given.as_object().unwrap().clone();
        // `true` is the default of `$later`, so about half of the documents leave it out.
        if later && self.labels.is_multiple_of(2) {
            given.remove("later");
        }
        given
    }

    fn below(&mut self, end: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state % 1_000_003).unwrap() % end
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn pick<'p>(&mut self, among: &[&'p str]) -> &'p str {
        among[self.below(among.len())]
    }

    /// Generates a document in which marks surround the deferred fragments.
    pub fn document(&mut self) -> String {
        let mutation = self.one_in(3);
        let (head, root) = if mutation {
            ("mutation", "Mutation")
        } else {
            ("query", "QueryRoot")
        };
        let mut text = format!(
            "{head} ($id: ID!, $size: Int = 1, $yes: Boolean!, $no: Boolean!, $later: Boolean = true) {{ "
        );
        let fields = if mutation {
            &[
                "cartNoteUpdate",
                "cartLinesAdd",
                "cartMetafieldsSet",
                "cartPrepareForCompletion",
            ][..]
        } else {
            &[
                "cart",
                "shop",
                "paymentSettings",
                "products",
                "collections",
                "node",
                "productTags",
                "localization",
            ][..]
        };
        for _ in 0..=self.below(2) {
            let name = self.pick(fields);
            let definition = self.definition(root, name);
            self.field(&mut text, &definition, 6);
        }
        // GraphQL requires that every declared variable is used.
        let used = "{ id @include(if: $yes) note @skip(if: $no) updatedAt @include(if: $later)
            lines(first: $size) { __typename } cost { totalAmount { ...Money } } }";
        let end = if mutation {
            format!("z: cartNoteUpdate(cartId: $id, note: \"z\") {{ cart {used} }}")
        } else {
            format!("z: cart(id: $id) {used}")
        };
        text + &end
            + " __typename } fragment Money on MoneyV2 { currencyCode @skip(if: $no) amount __typename }"
    }

    fn definition(&self, kind: &str, name: &str) -> FieldDefinition {
        let field = self.schema.schema.type_field(kind, name).unwrap();
        FieldDefinition::clone(field)
    }

    fn selections(&mut self, text: &mut String, kind: &str, depth: usize) {
        text.push_str("{ ");
        if kind == "MoneyV2" && self.one_in(2) {
            if self.one_in(4) {
                let (begins, defer, ends) = self.defer();
                write!(text, "{begins}...Money {defer} {ends} ").unwrap();
            } else {
                write!(text, "...Money {} ", self.condition()).unwrap();
            }
        }
        let schema = self.schema;
        match &schema.schema.types[kind] {
            ExtendedType::Object(object) => {
                let fields: Vec<_> = object.fields.values().collect();
                self.some_fields(text, &fields, depth);
                if self.one_in(5) {
                    let (begins, defer, ends) = self.defer();
                    write!(text, "{begins}... {defer} {{ ").unwrap();
                    self.some_fields(text, &fields, depth);
                    write!(text, "__typename }}{ends} ").unwrap();
                }
            }
            ExtendedType::Interface(interface) => {
                let fields: Vec<_> = interface.fields.values().collect();
                self.some_fields(text, &fields, depth);
                let possible = &schema.implementers[kind].objects;
                self.fragments(text, possible.iter().map(AsRef::as_ref), depth);
            }
            ExtendedType::Union(union) => {
                self.fragments(
                    text,
                    union.members.iter().map(|member| member.as_str()),
                    depth,
                );
            }
            other => panic!("{other:?}"),
        }
        text.push_str("__typename } ");
    }

    fn fragments<'t>(
        &mut self,
        text: &mut String,
        kinds: impl Iterator<Item = &'t str>,
        depth: usize,
    ) {
        for kind in kinds {
            if depth > 0 && !self.one_in(3) {
                let (begins, later, ends) = if self.one_in(5) {
                    self.defer()
                } else {
                    (' ', String::new(), ' ')
                };
                write!(text, "{begins}... on {kind} {} {later} ", self.condition()).unwrap();
                self.selections(text, kind, depth - 1);
                text.push(ends);
            }
        }
    }

    /// Returns a `@defer` with a unique label, between the marks to write before and after its fragment. The marks are
    /// spaces if the fragment is not deferred.
    fn defer(&mut self) -> (char, String, char) {
        let condition = self.pick(&["", ", if: true", ", if: $later"]);
        self.labels += 1;
        let defer = format!("@defer(label: \"part {}\"{condition})", self.labels);
        let [_, _, is_later] = self.switches;
        if condition.contains('$') && !is_later {
            return (' ', defer, ' ');
        }
        (LATER, defer, LATER_ENDS)
    }

    fn condition(&mut self) -> &'static str {
        match self.below(12) {
            0 => "@include(if: true)",
            1 => "@skip(if: true)",
            2 => "@skip(if: false)",
            3 => "@include(if: $yes)",
            4 => "@skip(if: $no)",
            5 => "@skip(if: $no) @include(if: $yes)",
            _ => "",
        }
    }

    fn some_fields(
        &mut self,
        text: &mut String,
        fields: &[&apollo_compiler::schema::Component<FieldDefinition>],
        depth: usize,
    ) {
        for _ in 0..=self.below(5) {
            let field = fields[self.below(fields.len())];
            self.field(text, field, depth);
        }
    }

    fn field(&mut self, text: &mut String, field: &FieldDefinition, depth: usize) {
        let kind = field.ty.inner_named_type();
        let composite = !self.schema.schema.types[kind].is_scalar()
            && !self.schema.schema.types[kind].is_enum();
        if composite && depth == 0 {
            return;
        }
        // Fields with the same name in the answer must have the same arguments, so a field with arguments gets an alias
        // of its own.
        if !field.arguments.is_empty() || self.one_in(6) {
            self.aliases += 1;
            write!(text, "a{}: ", self.aliases).unwrap();
        }
        write!(
            text,
            "{}{} {} ",
            field.name,
            self.arguments(field),
            self.condition()
        )
        .unwrap();
        if composite {
            self.selections(text, kind, depth - 1);
        }
    }

    fn arguments(&mut self, field: &FieldDefinition) -> String {
        let mut given = Vec::new();
        for argument in &field.arguments {
            let cart = format!("\"{}\"", self.cart);
            let value = match argument.name.as_str() {
                "id" | "cartId" => {
                    let product = "\"gid://shopify/Product/1\"";
                    self.pick(&[cart.as_str(), "$id", product]).to_owned()
                }
                "note" => "\"x\"".to_owned(),
                "lines" => self.pick(&["[]", "[{ merchandiseId: \"1\" }]"]).to_owned(),
                "key" => "\"aa\"".to_owned(),
                "metafields" => format!(
                    "[{{ ownerId: {}, key: \"aa\", type: \"boolean\", value: \"true\" }}]",
                    self.pick(&[cart.as_str(), "$id"])
                ),
                "identifiers" => "[{ key: \"aa\" }, { namespace: \"x\", key: \"aa\" }]".to_owned(),
                _ if self.one_in(2) => continue,
                "first" | "last" => self
                    .pick(&["0", "1", "2", "250", "251", "-1", "$size", "null"])
                    .to_owned(),
                "after" | "before" => "\"MQ\"".to_owned(),
                // `true` is valid in deferred fragments only.
                "withCarrierRates" => "false".to_owned(),
                "reverse" | "withName" | "withCompany" | "selected" => {
                    self.pick(&["true", "false", "null"]).to_owned()
                }
                "truncateAt" => "3".to_owned(),
                "namespace" => "\"app\"".to_owned(),
                "selectedOptions" => "[{ name: \"Barva\", value: \"bílá\" }]".to_owned(),
                "query" => self.pick(&["\"hrnek\"", "\"x OR y\"", "null"]).to_owned(),
                "sortKey" => self.pick(&["ID", "TITLE"]).to_owned(),
                "caseInsensitiveMatch" | "ignoreUnknownOptions" => {
                    self.pick(&["true", "false"]).to_owned()
                }
                "transform" => "{ maxWidth: 5 }".to_owned(),
                other => panic!("what is {other}?"),
            };
            given.push(format!("{}: {value}", argument.name));
        }
        if given.is_empty() {
            return String::new();
        }
        format!("({})", given.join(", "))
    }
}
