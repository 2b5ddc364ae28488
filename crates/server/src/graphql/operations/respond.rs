//! What the cart mutations share: find the cart, change it, answer it with what was wrong.

use super::{Failure, RequestContext};
use crate::carts::{CartReference, CartView, Change, Found, Prices};
use crate::graphql::input::Id;
use crate::graphql::output::{Payload, RootValue, Warning};
use crate::graphql::user_error::UserError;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::cart_changes::Changed;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::subject::Subject;

/// One mutation of a cart.
pub(super) struct Mutation<'m> {
    pub(super) call: &'m RequestContext<'m>,
    /// The payload's type.
    pub(super) payload: &'static str,
    pub(super) cart: Id,
}

impl Mutation<'_> {
    /// Changes the cart; `to_error` turns the rules' faults into the client's paths.
    pub(super) async fn change(
        self,
        change: impl Fn(&mut Cart, &Catalogue, &ShopRules) -> Changed + Send + Sync,
        to_error: impl Fn(&Fault) -> UserError + Send + Sync,
    ) -> Result<RootValue, Failure> {
        let change =
            |cart: &mut Cart, prices: &Prices<'_>| change(cart, prices.catalogue, prices.rules);
        self.change_at(change, to_error).await
    }

    /// The same for a change that depends on what the cart costs.
    pub(super) async fn change_at(
        self,
        change: impl Fn(&mut Cart, &Prices<'_>) -> Changed + Send + Sync,
        to_error: impl Fn(&Fault) -> UserError + Send + Sync,
    ) -> Result<RootValue, Failure> {
        let Some(reference) = CartReference::from_gid(&self.cart.0) else {
            return Ok(self.without_cart(UserError::no_cart()));
        };
        let payload = match self.call.carts().change_at(&reference, change).await? {
            Change::Cart(view) => {
                let errors = view.faults.iter().map(to_error).collect();
                let view = self.call.known_better(view).await;
                Payload::new(self.payload, Some(view), errors)
            }
            Change::Completing(view) => {
                Payload::new(self.payload, Some(view), vec![UserError::completing()])
            }
            Change::Completed(_) => return Ok(self.without_cart(UserError::completed())),
            Change::Missing => return Ok(self.without_cart(UserError::no_cart())),
        };
        Ok(RootValue::Payload(payload))
    }

    /// Answers the cart unchanged with what is wrong with the input.
    pub(super) async fn refuse(self, errors: Vec<UserError>) -> Result<RootValue, Failure> {
        self.unchanged(errors, None).await
    }

    /// Answers the cart unchanged with what the buyer should know.
    pub(super) async fn warn(self, warning: Warning) -> Result<RootValue, Failure> {
        self.unchanged(Vec::new(), Some(warning)).await
    }

    async fn unchanged(
        self,
        errors: Vec<UserError>,
        warning: Option<Warning>,
    ) -> Result<RootValue, Failure> {
        let Some(reference) = CartReference::from_gid(&self.cart.0) else {
            return Ok(self.without_cart(UserError::no_cart()));
        };
        match self.call.carts().find(&reference).await? {
            Found::Cart(view) => {
                let mut payload = Payload::new(self.payload, Some(view), errors);
                if let Some(warning) = warning {
                    payload.warn(warning);
                }
                Ok(RootValue::Payload(payload))
            }
            Found::Completed(_) => Ok(self.without_cart(UserError::completed())),
            Found::Missing => Ok(self.without_cart(UserError::no_cart())),
        }
    }

    fn without_cart(&self, error: UserError) -> RootValue {
        RootValue::Payload(Payload::new(self.payload, None, vec![error]))
    }
}

impl RequestContext<'_> {
    /// The cart once its carrier has been asked, where it has still to say what a way costs. Whoever waits for it keeps
    /// nobody out.
    pub(super) async fn answered(&self, view: Box<CartView>) -> Result<Box<CartView>, Failure> {
        if !is_asked_about(&view) {
            return Ok(view);
        }
        // Seldom needed, and large: every other answer would carry room for it.
        let carts = self.carts();
        let asked = Box::pin(carts.quoted(*view));
        let answered = self.outside(asked).await;
        let answered = answered.map_err(|refused| self.busy(refused))?;
        self.come_in()?;
        Ok(Box::new(answered?))
    }

    /// What is known of a changed cart once its carrier has been asked, where goods cannot go as chosen before it has answered:
    /// the parcel is another one now. The change is kept, so it is answered whatever happens here.
    async fn known_better(&self, view: Box<CartView>) -> Box<CartView> {
        if !view.faults.is_empty() || !view.priced.delivery.must_wait() {
            return view;
        }
        self.answered_if_possible(view).await
    }

    /// The same for a change that is kept already: all that is left is to write the answer.
    async fn answered_if_possible(&self, view: Box<CartView>) -> Box<CartView> {
        if !is_asked_about(&view) {
            return view;
        }
        let carts = self.carts();
        let asked = Box::pin(carts.quoted((*view).clone()));
        match self.outside(asked).await {
            Ok(Ok(answered)) => Box::new(answered),
            Ok(Err(error)) => {
                tracing::warn!(%error, "a carrier's prices could not be stored");
                view
            }
            Err(_) => view,
        }
    }

    /// The answer to a change of where goods go or of what they are worth, which is kept: it is told at `field` that a carrier
    /// has still to say what that costs, where nothing else can bring them there.
    pub(super) async fn tell_pending(
        &self,
        answer: RootValue,
        field: &[&str],
    ) -> Result<RootValue, Failure> {
        let RootValue::Payload(payload) = answer else {
            return Ok(answer);
        };
        let waiting = payload.accepted();
        let waiting = waiting.filter(|view| view.priced.delivery.is_pending());
        let Some(view) = waiting else {
            return Ok(RootValue::Payload(payload));
        };
        let view = self.answered_if_possible(Box::new(view.clone())).await;
        let pending = view.priced.delivery.must_wait().then(|| {
            let fault = Fault::of(FaultCode::PendingDeliveryGroups, Subject::DeliveryGroups);
            UserError::of(&fault, field)
        });
        let payload = payload.known_better(view, Vec::from_iter(pending));
        Ok(RootValue::Payload(payload))
    }
}

/// Whether its carrier can say something about an open cart that it has not been asked for just now.
fn is_asked_about(view: &CartView) -> bool {
    view.cart.is_open() && view.priced.delivery.is_pending() && !view.is_asked
}

/// A change that can have faults but no warnings.
pub(super) fn faults_only(faults: Vec<Fault>) -> Changed {
    Changed {
        faults,
        warnings: Vec::new(),
    }
}

/// The index of a list as a path has it.
pub(super) fn index(position: usize) -> String {
    position.to_string()
}
