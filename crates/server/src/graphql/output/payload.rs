//! The answers of the ordinary cart mutations, `CartUserError`, `CartWarning`

use super::cart::CartObject;
use super::object::{leaf, object, texts};
use crate::app::App;
use crate::carts::CartView;
use crate::graphql::messages;
use crate::graphql::user_error::UserError;
use crate::graphql::value::Value;
use std::borrow::Cow;
use zkratka_commerce::stock::{CartWarning, WarningCode};
use zkratka_ids::gid;
use zkratka_texts::{refusal_text, warning_text};

/// The result of an ordinary cart mutation.
#[derive(Debug)]
pub(in crate::graphql) struct Payload {
    type_name: &'static str,
    view: Option<Box<CartView>>,
    errors: Vec<UserError>,
    extra_warnings: Vec<Warning>,
}

/// Warnings that do not come from pricing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::graphql) enum Warning {
    PaymentsGiftCardsUnavailable,
}

impl Payload {
    pub(in crate::graphql) fn new(
        type_name: &'static str,
        view: Option<Box<CartView>>,
        errors: Vec<UserError>,
    ) -> Self {
        Self {
            type_name,
            view,
            errors,
            extra_warnings: Vec::new(),
        }
    }

    /// Replaces the cart by a newer view of it, and adds errors.
    pub(in crate::graphql) fn with_carrier_answer(
        mut self,
        view: Box<CartView>,
        errors: Vec<UserError>,
    ) -> Self {
        self.view = Some(view);
        self.errors.extend(errors);
        self
    }

    /// The cart, unless the payload has errors.
    pub(in crate::graphql) fn accepted(&self) -> Option<&CartView> {
        self.view.as_deref().filter(|_| self.errors.is_empty())
    }

    pub(in crate::graphql) fn view_mut(&mut self) -> Option<&mut CartView> {
        self.view.as_deref_mut()
    }

    pub(in crate::graphql) fn warn(&mut self, warning: Warning) {
        self.extra_warnings.push(warning);
    }

    fn warnings(&self) -> Vec<WarningObject> {
        let Some(view) = &self.view else {
            return Vec::new();
        };
        let of_pricing = view
            .warnings
            .iter()
            .map(|warning| priced_warning(view, warning));
        let codes = view.priced.codes.iter();
        let of_codes = codes.filter_map(|outcome| {
            let refusal = outcome.refusal?;
            Some(WarningObject {
                code: refusal.as_str(),
                message: refusal_text(&outcome.code, refusal).into(),
                target: gid::cart(&view.token(), &view.cart.secret),
            })
        });
        let of_cart = self.extra_warnings.iter().map(|warning| match warning {
            Warning::PaymentsGiftCardsUnavailable => WarningObject {
                code: "PAYMENTS_GIFT_CARDS_UNAVAILABLE",
                message: messages::NO_GIFT_CARDS.into(),
                target: gid::cart(&view.token(), &view.cart.secret),
            },
        });
        of_pricing.chain(of_codes).chain(of_cart).collect()
    }
}

fn priced_warning(view: &CartView, warning: &CartWarning) -> WarningObject {
    WarningObject {
        code: match warning.code {
            WarningCode::MerchandiseOutOfStock => "MERCHANDISE_OUT_OF_STOCK",
            WarningCode::MerchandiseNotEnoughStock => "MERCHANDISE_NOT_ENOUGH_STOCK",
        },
        message: warning_text(warning.code).into(),
        target: match warning.line {
            Some(line) => gid::line(line, &view.token()),
            None => gid::variant(warning.variant),
        },
    }
}

/// A payload as clients receive it.
pub(super) struct PayloadObject<'v> {
    pub(super) app: &'v App,
    pub(super) payload: &'v Payload,
}

object!(PayloadObject<'_>, |this| this.payload.type_name, |this, arguments| {
    "cart" => nullable_cart(this.app, this.payload.view.as_deref()),
    "userErrors" => user_errors(&this.payload.errors),
    "warnings" => {
        Value::list(this.payload.warnings().into_iter().map(Value::object))
    },
});

pub(super) fn nullable_cart<'a>(app: &'a App, view: Option<&'a CartView>) -> Value<'a> {
    Value::nullable(view.map(|view| CartObject { app, view }))
}

/// Maximum number of errors in an answer: an input of thousands of lines can have thousands of faults, which nobody
/// reads.
const MOST_ERRORS: usize = 250;

pub(super) fn user_errors(errors: &[UserError]) -> Value<'_> {
    Value::list(
        errors
            .iter()
            .take(MOST_ERRORS)
            .map(|error| Value::object(ErrorObject { error })),
    )
}

struct ErrorObject<'v> {
    error: &'v UserError,
}

object!(ErrorObject<'_>, "CartUserError", |this, arguments| {
    "code" => leaf(this.error.code),
    "field" => texts(this.error.field.iter().cloned()),
    "message" => leaf(this.error.message.as_str()),
});

struct WarningObject {
    code: &'static str,
    message: Cow<'static, str>,
    target: String,
}

object!(WarningObject, "CartWarning", |this, arguments| {
    "code" => leaf(this.code),
    "message" => leaf(&*this.message),
    "target" => leaf(this.target.as_str()),
});
