//! Reads `[[cart_rules]]`.

use super::goods::GoodsKind;
use super::places::Places;
use super::reader::{Reader, Reported};
use zkratka_commerce::delivery::ZoneCountry;
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::rules::{CartRule, Condition, Consequence, Market, RuledGoods, ShopRules};
use zkratka_texts::format_money;

/// Longest message, in characters.
const MAX_MESSAGE: usize = 500;

/// Reads the rules. `served` lists the countries that the shop delivers to; `None` if the section that sets them is faulty.
pub(super) fn cart_rules(
    readers: &[Reader<'_>],
    served: Option<&[String]>,
) -> Option<Vec<CartRule>> {
    let rules: Vec<_> = readers
        .iter()
        .filter_map(|reader| cart_rule(reader, served))
        .collect();
    (rules.len() == readers.len()).then_some(rules)
}

fn cart_rule(reader: &Reader<'_>, served: Option<&[String]>) -> Option<CartRule> {
    let consequence = consequence(reader);
    let goods = goods(reader, ["products", "collections", "product_types", "tags"]);
    let conditions = conditions(reader, served);
    let consequence = consequence?;
    let condition: Condition = match (conditions?.as_slice(), &consequence) {
        ([only], _) => only.clone(),
        ([], Consequence::FinishInCheckout) => Condition::Always,
        _ => {
            reader.fault(
                "maximum_quantity",
                "write exactly one of maximum_quantity, minimum_quantity, maximum_subtotal, minimum_subtotal, countries and the keys that begin with not_with_",
            );
            return None;
        }
    };
    check_amount(reader, &consequence, &condition)?;
    Some(CartRule {
        goods: goods?,
        condition,
        consequence,
    })
}

/// The placeholder for the condition's amount in a message. The server replaces it, so that every market shows its own
/// currency.
const AMOUNT: &str = "{amount}";

/// Reports a message that contains `{amount}` although its condition has no amount.
fn check_amount(
    reader: &Reader<'_>,
    consequence: &Consequence,
    condition: &Condition,
) -> Option<()> {
    let names_amount = match consequence {
        Consequence::Refuse { message } => message.contains(AMOUNT),
        Consequence::FinishInCheckout => false,
    };
    if names_amount && condition.amount().is_none() {
        let advice = "contains {amount}, which stands for maximum_subtotal or minimum_subtotal: write one of these keys, or remove {amount}";
        reader.fault("message", advice);
        return None;
    }
    Some(())
}

/// Replaces `{amount}` in the messages: with the configured amount in the shop's own rules, with the converted amount in
/// each market's.
pub(super) fn spell_amounts(rules: &mut ShopRules) {
    spell(&mut rules.cart_rules, rules.currency);
    for Market { rules, .. } in &mut rules.markets {
        spell(&mut rules.cart_rules, rules.currency);
    }
}

fn spell(rules: &mut [CartRule], currency: Currency) {
    for rule in rules {
        if let (Consequence::Refuse { message }, Some(amount)) =
            (&mut rule.consequence, rule.condition.amount())
        {
            *message = message.replace(AMOUNT, &format_money(amount, currency));
        }
    }
}

fn consequence(reader: &Reader<'_>) -> Option<Consequence> {
    let message = reader.parsed("message", |text| {
        let text = text.trim();
        let fits = text.chars().nth(MAX_MESSAGE).is_none();
        let is_plain = !text.chars().any(char::is_control);
        (fits && is_plain).then(|| text.to_owned()).ok_or(())
    });
    let finishes_in_checkout = reader.parsed("action", |text| match text {
        "refuse" => Ok(false),
        "checkout" => Ok(true),
        _ => Err(()),
    });
    let message = message?;
    if finishes_in_checkout? {
        if message.is_empty() {
            return Some(Consequence::FinishInCheckout);
        }
        let advice = "has no effect, because action is \"checkout\": leave it out";
        reader.fault("message", advice);
        return None;
    }
    if message.is_empty() {
        let advice = "is empty: write a sentence for the buyer, e.g. \"Z limitované edice prodáváme nejvýše 2 kusy na objednávku.\"";
        reader.fault("message", advice);
        return None;
    }
    Some(Consequence::Refuse { message })
}

/// Reads every condition that is set.
fn conditions(reader: &Reader<'_>, served: Option<&[String]>) -> Option<Vec<Condition>> {
    let most = quantity(reader, "maximum_quantity");
    let least = quantity(reader, "minimum_quantity");
    let most_cost = subtotal(reader, "maximum_subtotal");
    let least_cost = subtotal(reader, "minimum_subtotal");
    let places = places(reader, served);
    let beside = goods(
        reader,
        [
            "not_with_products",
            "not_with_collections",
            "not_with_product_types",
            "not_with_tags",
        ],
    );
    let (most, least) = (most.ok()?, least.ok()?);
    if least == Some(1) {
        let advice = "is 1, so no cart can break the rule: write at least 2, or leave it out";
        reader.fault("minimum_quantity", advice);
        return None;
    }
    let places = Some(places?).filter(|places| !places.is_empty());
    let beside = Some(beside?).filter(|goods| !goods.is_all());
    let all = [
        most.map(Condition::MoreThan),
        least.map(Condition::FewerThan),
        most_cost.ok()?.map(Condition::CostsMoreThan),
        least_cost.ok()?.map(Condition::CostsLessThan),
        places.map(Condition::SentTo),
        beside.map(Condition::TogetherWith),
    ];
    Some(all.into_iter().flatten().collect())
}

/// Reads a number of pieces; `None` if it is not set.
fn quantity(reader: &Reader<'_>, key: &str) -> Result<Option<u64>, Reported> {
    let pieces = reader.number(key, 0..=1_000_000).ok_or(Reported)?;
    Ok(Some(pieces).filter(|&pieces| pieces > 0))
}

/// Reads an amount, which must not be zero; `None` if it is not set.
fn subtotal(reader: &Reader<'_>, key: &str) -> Result<Option<MinorUnits>, Reported> {
    let amount = reader.amount(key, 2)?;
    if amount.is_some_and(|amount| !amount.is_positive()) {
        reader.fault(key, "is zero: write an amount greater than 0");
        return Err(Reported);
    }
    Ok(amount)
}

fn places(reader: &Reader<'_>, served: Option<&[String]>) -> Option<Vec<ZoneCountry>> {
    let places = Places::read(reader)?;
    if !places.zips.is_empty() && places.countries.len() != 1 {
        let advice = "belong to one country: write exactly one country in countries";
        reader.fault("zips", advice);
        return None;
    }
    if let Some(country) = places.unserved(served) {
        let message = format!(
            "\"{country}\" is not a country that the shop delivers to, so the rule has no effect: leave it out"
        );
        reader.fault("countries", message);
        return None;
    }
    Some(places.into_zone_countries())
}

/// Reads the names of goods under these keys: products, collections, product types and tags.
fn goods(reader: &Reader<'_>, keys: [&str; 4]) -> Option<RuledGoods> {
    let [products, collections, product_types, tags] = keys;
    let products = reader.goods(products, GoodsKind::Product);
    let collections = reader.goods(collections, GoodsKind::Collection);
    let product_types = reader.goods(product_types, GoodsKind::ProductType);
    let tags = reader.goods(tags, GoodsKind::Tag);
    Some(RuledGoods {
        products: products?,
        collections: collections?,
        product_types: product_types?,
        tags: tags?,
    })
}
