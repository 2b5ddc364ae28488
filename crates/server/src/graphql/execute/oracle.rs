//! Plans are compared with apollo-compiler's own executor, on documents made at random from the schema.

use super::{Run, library, roots, walk};
use crate::admission::Deadline;
use crate::carts::{CartReference, Carts, Created, NewCart};
use crate::config::Config;
use crate::graphql::context::BuyerContext;
use crate::graphql::document::{Document, DocumentLimits};
use crate::graphql::operations::Call;
use crate::graphql::schema::ApiSchema;
use crate::ids::gid;
use crate::store::open_test_store;
use crate::{Overrides, RunningServer, Server};
use apollo_compiler::request::coerce_variable_values;
use apollo_compiler::response::serde_json_bytes::json;
use apollo_compiler::schema::{ExtendedType, FieldDefinition};
use serde_json::Value;
use std::fmt::Write;
use std::time::{Duration, Instant};
use zkratka_commerce::address::{Address, Strictness};
use zkratka_commerce::cart::{Attribute, BuyerIdentity, LineInput};
use zkratka_commerce::catalogue::{Image, Product, Stock, Variant};
use zkratka_commerce::ids::{ProductId, SellingPlanId, VariantId};

const CONFIG: &str = r#"
[server]
listen = "127.0.0.1:0"
public_origin = ""
mode = "test"
[shop]
id = 7
name = "Krám"
[storefront]
access_token = "token-of-the-shop"
[tax]
default = "standard"
delivery = "standard"
[tax.classes]
standard = "21"
[[delivery]]
handle = "ppl"
title = "PPL"
type = "SHIPPING"
rates = [{ price = "99" }]
[[selling_plan_groups]]
handle = "predplatne"
name = "Předplatné"
options = ["Doručení"]
tags = ["a"]
[[selling_plans]]
id = 1
group = "predplatne"
name = "Každý týden"
interval = "WEEK"
adjustments = [{ percentage = "20", orders = 3 }, { price = "99" }]
[[selling_plans]]
id = 2
group = "predplatne"
name = "Na čtvrt roku"
interval = "MONTH"
interval_count = 3
delivery_interval = "MONTH"
adjustments = [{ amount = "10" }]
[payments]
card = false
bank_transfer = false
"#;

fn products() -> Vec<Product> {
    let variant = |value: &str, price: i64| Variant {
        id: VariantId(0),
        option_values: vec![value.to_owned()],
        sku: String::new(),
        price,
        compare_at_price: (price > 100).then_some(price * 2),
        stock: Stock::Tracked {
            available: price,
            oversell: price < 100,
        },
        grams: 100,
        requires_shipping: price > 100,
        requires_components: false,
        taxable: true,
        tax_class: None,
        image: None,
        pickup_places: None,
    };
    vec![Product {
        id: ProductId(0),
        handle: "hrnek".to_owned(),
        title: "Hrnek \"U \\ lomítka\"".to_owned(),
        description_html: "<p>Pěkný\n</p>".to_owned(),
        vendor: String::new(),
        product_type: String::new(),
        tags: vec!["a".to_owned(), "b".to_owned()],
        published: true,
        gift_card: false,
        options: vec!["Barva".to_owned()],
        images: vec![Image {
            source: "https://example.com/a.jpg".to_owned(),
            alt: "Hrnek".to_owned(),
        }],
        variants: vec![variant("modrá", 20_000), variant("bílá", 50)],
    }]
}

async fn shop(folder: &std::path::Path) -> RunningServer {
    let config = Config::parse(CONFIG, folder).unwrap();
    let store = open_test_store(folder).await;
    store.import(products()).await.unwrap();
    let overrides = Overrides {
        store: Some(store),
        ..Overrides::default()
    };
    Server::start(config, overrides).await.unwrap()
}

/// The global id of a cart with everything in it.
async fn cart(server: &RunningServer) -> String {
    let app = server.app();
    let catalogue = app.catalogue.current();
    let variants = &catalogue.product("hrnek").unwrap().variants;
    let line = |variant: &Variant| LineInput {
        variant: variant.id,
        quantity: 2,
        attributes: vec![Attribute {
            key: "a".to_owned(),
            value: "1".to_owned(),
        }],
        selling_plan: (variant.price > 100).then_some(SellingPlanId(1)),
        parent: None,
    };
    let country = Some("CZ".to_owned());
    let new = NewCart {
        lines: variants.iter().map(line).collect(),
        buyer: BuyerIdentity {
            country: country.clone(),
            ..BuyerIdentity::default()
        },
        note: Some("Nezvonit\u{1f514}".to_owned()),
        delivery: Some((
            Address {
                city: Some("Praha".to_owned()),
                country,
                ..Address::default()
            },
            Strictness::CountryOnly,
        )),
        ..NewCart::default()
    };
    let Created::Cart(view) = Carts::new(app).create(new).await.unwrap() else {
        panic!("no cart");
    };
    let reference = CartReference::from(&view.cart);
    gid::cart(&reference.token, &reference.secret)
}

/// Makes documents.
struct Generator<'g> {
    schema: &'g ApiSchema,
    cart: &'g str,
    state: u64,
    aliases: u32,
}

impl Generator<'_> {
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

    fn document(&mut self) -> String {
        let mutation = self.one_in(3);
        let (head, root) = if mutation {
            ("mutation", "Mutation")
        } else {
            ("query", "QueryRoot")
        };
        let mut text = format!("{head} ($id: ID!, $size: Int = 1) {{ ");
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
        // Whatever is declared must be used.
        let used = "{ lines(first: $size) { __typename } cost { totalAmount { ...Money } } }";
        let end = if mutation {
            format!("z: cartNoteUpdate(cartId: $id, note: \"z\") {{ cart {used} }}")
        } else {
            format!("z: cart(id: $id) {used}")
        };
        text + &end + " __typename } fragment Money on MoneyV2 { currencyCode amount __typename }"
    }

    fn definition(&self, kind: &str, name: &str) -> FieldDefinition {
        let field = self.schema.schema.type_field(kind, name).unwrap();
        FieldDefinition::clone(field)
    }

    fn selections(&mut self, text: &mut String, kind: &str, depth: usize) {
        text.push_str("{ ");
        if kind == "MoneyV2" && self.one_in(2) {
            let later = self.one_in(4);
            text.push_str(if later {
                "...Money @defer "
            } else {
                "...Money "
            });
        }
        let schema = self.schema;
        match &schema.schema.types[kind] {
            ExtendedType::Object(object) => {
                let fields: Vec<_> = object.fields.values().collect();
                self.some_fields(text, &fields, depth);
                if self.one_in(6) {
                    text.push_str("... @defer { ");
                    self.some_fields(text, &fields, depth);
                    text.push_str("__typename } ");
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
                let later = if self.one_in(5) { "@defer" } else { "" };
                write!(text, "... on {kind} {} {later} ", self.condition()).unwrap();
                self.selections(text, kind, depth - 1);
            }
        }
    }

    fn condition(&mut self) -> &'static str {
        match self.below(8) {
            0 => "@include(if: true)",
            1 => "@skip(if: true)",
            2 => "@skip(if: false)",
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
        // Fields of one name must have the same arguments, so those with any get a name of their own.
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
                // Only in parts that come later.
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

/// What the parts of an answer say together.
fn together(parts: &[Vec<u8>]) -> Value {
    let mut parts = parts
        .iter()
        .map(|part| serde_json::from_slice::<Value>(part).unwrap());
    let mut whole = parts.next().unwrap();
    whole.as_object_mut().unwrap().remove("hasNext");
    for part in parts {
        for later in part["incremental"].as_array().unwrap() {
            let mut place = &mut whole["data"];
            for step in later["path"].as_array().unwrap() {
                place = match step.as_u64() {
                    Some(position) => &mut place[usize::try_from(position).unwrap()],
                    None => &mut place[step.as_str().unwrap()],
                };
            }
            merge(place, &later["data"]);
        }
    }
    whole
}

fn merge(into: &mut Value, from: &Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (name, value) in from {
                merge(into.entry(name.as_str()).or_insert(Value::Null), value);
            }
        }
        (Value::Array(into), Value::Array(from)) if into.len() == from.len() => {
            into.iter_mut()
                .zip(from)
                .for_each(|(into, from)| merge(into, from));
        }
        (into, from) => *into = from.clone(),
    }
}

#[tokio::test]
async fn plans_answer_as_the_library_does() {
    let folder = tempfile::tempdir().unwrap();
    let server = shop(folder.path()).await;
    let cart = cart(&server).await;
    let schema = ApiSchema::load().unwrap();
    let limits = DocumentLimits {
        depth: 64,
        cost: u64::MAX,
        page: 100,
    };
    let (mut compared, mut with_errors, mut in_parts) = (0, 0, 0);
    for seed in 1..=600 {
        let mut generator = Generator {
            schema: &schema,
            cart: &cart,
            state: seed * 0x9E37_79B9,
            aliases: 0,
        };
        let text = generator.document();
        // Some are not valid: fields of one name whose types differ.
        let Ok(document) = Document::prepare(&schema, &text, limits) else {
            continue;
        };
        let (operation, plan) = document.operation(None).unwrap();
        let plan = plan.unwrap_or_else(|| panic!("no plan for {text}"));
        let given = json!({ "id": cart });
        let variables =
            coerce_variable_values(&schema.schema, operation, given.as_object().unwrap()).unwrap();
        let mut run = Run {
            shown: crate::shown::Shown::in_country(server.app(), None),
            schema: &schema,
            document: document.executable(),
            operation,
            variables: variables.into_inner().into(),
        };
        let deadline = Deadline(Instant::now() + Duration::from_mins(1));
        let call = Call::new(server.app(), BuyerContext::default(), deadline);
        for (ours, theirs) in plan
            .roots()
            .into_iter()
            .zip(library::root_fields(&run).unwrap())
        {
            assert_eq!(ours.key.as_str(), theirs.key, "seed {seed}: {text}");
            if let Ok(arguments) = ours.arguments(&schema.schema, &run.variables.coerced) {
                assert_eq!(*arguments, theirs.arguments, "seed {seed}: {text}");
            }
        }
        let values = roots::by_plan(&mut run, &call, plan).await.unwrap();
        let parts = walk::answer(&run, plan, &values);
        let ours = together(&parts);
        let theirs = library::answer(&run, &values).unwrap();
        let theirs: Value = serde_json::from_slice(&theirs).unwrap();
        in_parts += i32::from(parts.len() > 1);
        // An error in a part that comes later is answered there, and empties nothing around it.
        if plan.deferred_if.is_empty() || theirs.get("errors").is_none() {
            assert_eq!(ours, theirs, "seed {seed}: {text}");
        }
        compared += 1;
        with_errors += i32::from(ours.get("errors").is_some());
    }
    server.stop().await;
    assert!(compared > 400, "only {compared} documents were valid");
    assert!(with_errors > 25, "only {with_errors} answers had errors");
    assert!(in_parts > 25, "only {in_parts} answers came in parts");
}
