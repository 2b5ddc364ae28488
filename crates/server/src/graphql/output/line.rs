//! `CartLine` and lists of lines

use super::cart::{attribute, attributes};
use super::connection::{Entries, Page};
use super::discount;
use super::object::{count, leaf, money, object};
use super::selling_plan::AllocationObject;
use super::variant::VariantObject;
use crate::app::App;
use crate::carts::CartView;
use crate::graphql::value::{Fault, Value};
use crate::localized_shop::LocalizedShop;
use apollo_compiler::response::JsonMap;
use std::borrow::Cow;
use zkratka_commerce::money::Currency;
use zkratka_commerce::pricing::PricedLine;
use zkratka_commerce::selling_plan::PurchaseType;
use zkratka_ids::gid;

/// The lines of a cart or of one of its delivery groups.
pub(super) struct Lines<'v> {
    pub(super) app: &'v App,
    pub(super) view: &'v CartView,
    pub(super) group: Option<PurchaseType>,
}

impl<'v> Lines<'v> {
    fn lines(&self) -> impl Iterator<Item = &'v PricedLine> {
        let (priced, group) = (&self.view.priced, self.group);
        let is_shown = move |line: &PricedLine| group.is_none_or(|group| priced.holds(group, line));
        priced.lines.iter().filter(move |line| is_shown(line))
    }

    /// The page that the arguments select.
    pub(super) fn page(&self, arguments: &JsonMap) -> Result<Page, Fault> {
        let lines: Vec<_> = self.lines().collect();
        let identity = |position: usize| lines.get(position).map(|line| line.id.0.to_string());
        Page::of(
            lines.len(),
            |position| identity(position).unwrap_or_default(),
            arguments,
        )
    }
}

impl Entries for Lines<'_> {
    const CONNECTION: &'static str = "BaseCartLineConnection";
    const EDGE: &'static str = "BaseCartLineEdge";

    fn entry(&self, position: usize) -> Value<'_> {
        let line = self.lines().nth(position);
        Value::nullable(line.map(|line| LineObject {
            app: self.app,
            view: self.view,
            line,
        }))
    }
}

struct LineObject<'v> {
    app: &'v App,
    view: &'v CartView,
    line: &'v PricedLine,
}

object!(LineObject<'_>, "CartLine", |this, arguments| {
    "attribute" => attribute(&this.line.attributes, arguments),
    "attributes" => attributes(&this.line.attributes),
    "cost" => Value::object(LineCost { view: this.view, line: this.line }),
    "discountAllocations" => {
        discount::of_line(&this.view.priced, this.line, this.view.priced.currency)
    },
    "estimatedCost" => Value::object(EstimatedLineCost { view: this.view, line: this.line }),
    "id" => leaf(gid::line(this.line.id, &this.view.token())),
    "instructions" => Value::object(Instructions),
    "merchandise" => Value::object(VariantObject {
        app: LocalizedShop::to_buyer(this.app, &this.view.cart),
        product: &this.line.product,
        variant: this.line.variant(),
    }),
    "parentRelationship" => {
        let parent = this.line.parent.and_then(|id| this.view.priced.line(id));
        Value::nullable(parent.map(|parent| ParentRelationship {
            app: this.app,
            view: this.view,
            parent,
        }))
    },
    "quantity" => count(this.line.quantity),
    "sellingPlanAllocation" => {
        let allocation = this.line.allocation.as_ref();
        Value::nullable(allocation.map(|allocation| AllocationObject {
            allocation: Cow::Borrowed(allocation),
            currency: this.view.priced.currency,
        }))
    },
});

struct ParentRelationship<'v> {
    app: &'v App,
    view: &'v CartView,
    parent: &'v PricedLine,
}

object!(ParentRelationship<'_>, "CartLineParentRelationship", |this, arguments| {
    "parent" => Value::object(LineObject { app: this.app, view: this.view, line: this.parent }),
});

struct LineCost<'v> {
    view: &'v CartView,
    line: &'v PricedLine,
}

object!(LineCost<'_>, "CartLineCost", |this, arguments| {
    "amountPerQuantity" => money(this.line.unit_price, this.view.priced.currency),
    "compareAtAmountPerQuantity" => compare_at(this.view.priced.currency, this.line),
    "subtotalAmount" => money(this.line.total, this.view.priced.currency),
    "totalAmount" => {
        let total = discount::line_total(&this.view.priced, this.line);
        money(total, this.view.priced.currency)
    },
});

struct EstimatedLineCost<'v> {
    view: &'v CartView,
    line: &'v PricedLine,
}

object!(EstimatedLineCost<'_>, "CartLineEstimatedCost", |this, arguments| {
    "amount" => money(this.line.unit_price, this.view.priced.currency),
    "compareAtAmount" => compare_at(this.view.priced.currency, this.line),
    "subtotalAmount" => money(this.line.total, this.view.priced.currency),
    "totalAmount" => {
        let total = discount::line_total(&this.view.priced, this.line);
        money(total, this.view.priced.currency)
    },
});

fn compare_at<'a>(currency: Currency, line: &PricedLine) -> Value<'a> {
    let price = match &line.allocation {
        // The plan's reduction counts as the buyer's saving.
        Some(allocation) if allocation.compare_at() > line.unit_price => {
            Some(allocation.compare_at())
        }
        Some(_) => None,
        None => line.compare_at_price,
    };
    price.map_or(Value::Null, |price| money(price, currency))
}

struct Instructions;

object!(Instructions, "CartLineInstructions", |_this, arguments| {
    "canRemove" => leaf(true),
    "canUpdateQuantity" => leaf(true),
});
