//! `ProductOption`, `ProductOptionValue`, and the arguments that select a variant by its options.

use super::object::{leaf, object, texts};
use super::variant::VariantObject;
use crate::graphql::gids;
use crate::graphql::value::Value;
use crate::localized_shop::LocalizedShop;
use apollo_compiler::response::{JsonMap, JsonValue};
use zkratka_commerce::catalogue::{Product, Selection, Variant};

pub(super) struct OptionObject<'v> {
    pub(super) app: LocalizedShop<'v>,
    pub(super) product: &'v Product,
    pub(super) position: usize,
    pub(super) name: &'v str,
}

object!(OptionObject<'_>, "ProductOption", |this, arguments| {
    "id" => leaf(gids::product_option(this.product.id, this.position)),
    "name" => leaf(this.name),
    "optionValues" => {
        let values = this.product.option_values(this.position).into_iter().enumerate();
        Value::list(values.map(|(place, value)| {
            Value::object(OptionValue { option: this, place, value })
        }))
    },
    "values" => texts(this.product.option_values(this.position).into_iter().map(str::to_owned)),
});

struct OptionValue<'v> {
    option: &'v OptionObject<'v>,
    place: usize,
    value: &'v str,
}

object!(OptionValue<'_>, "ProductOptionValue", |this, arguments| {
    "firstSelectableVariant" => {
        let OptionObject { app, product, position, .. } = this.option;
        let has = |variant: &&Variant| {
            variant.option_values.get(*position).is_some_and(|value| value == this.value)
        };
        let variant = product.variants.iter().find(has);
        Value::nullable(variant.map(|variant| VariantObject { app: *app, product, variant }))
    },
    "id" => {
        leaf(gids::product_option_value(this.option.product.id, this.option.position, this.place))
    },
    "name" => leaf(this.value),
    "swatch" => Value::Null,
});

/// The selection that the arguments `selectedOptions`, `caseInsensitiveMatch` and `ignoreUnknownOptions` describe.
pub(super) fn selection(arguments: &JsonMap) -> Selection {
    let is = |name: &str| arguments.get(name).and_then(JsonValue::as_bool) == Some(true);
    let given = arguments
        .get("selectedOptions")
        .and_then(JsonValue::as_array);
    let pair = |option: &JsonValue| {
        let text = |name: &str| Some(option.as_object()?.get(name)?.as_str()?.to_owned());
        Some((text("name")?, text("value")?))
    };
    Selection {
        options: given.into_iter().flatten().filter_map(pair).collect(),
        any_case: is("caseInsensitiveMatch"),
        unknown_aside: is("ignoreUnknownOptions"),
    }
}
