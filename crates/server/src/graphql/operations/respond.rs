//! Steps that all cart mutations share: find the cart, change it, and answer with the cart and its errors.

use super::{Failure, RequestContext};
use crate::carts::{CartReference, CartView, Change, Found, Prepared, Prices};
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
    /// The name of the payload's type.
    pub(super) payload: &'static str,
    pub(super) cart: Id,
}

impl Mutation<'_> {
    /// Changes the cart. `to_error` maps a fault of the rules to the client's path.
    pub(super) async fn change(
        self,
        change: impl Fn(&mut Cart, &Catalogue, &ShopRules) -> Changed + Send + Sync,
        to_error: impl Fn(&Fault) -> UserError + Send + Sync,
    ) -> Result<RootValue, Failure> {
        let change =
            |cart: &mut Cart, prices: &Prices<'_>| change(cart, &prices.catalogue, prices.rules);
        let prepared = Prepared::default();
        self.change_at(prepared, change, to_error).await
    }

    /// Like [`Mutation::change`], for a change that depends on what the cart costs, or on more that this request prepares.
    pub(super) async fn change_at(
        self,
        prepared: Prepared<'_>,
        change: impl Fn(&mut Cart, &Prices<'_>) -> Changed + Send + Sync,
        to_error: impl Fn(&Fault) -> UserError + Send + Sync,
    ) -> Result<RootValue, Failure> {
        let Some(reference) = CartReference::from_gid(&self.cart.0) else {
            return Ok(self.without_cart(UserError::no_cart()));
        };
        let payload = match self
            .call
            .carts()
            .change_at(&reference, prepared, change)
            .await?
        {
            Change::Cart(view) => {
                let errors = view.faults.iter().map(to_error).collect();
                let view = self.call.with_carrier_answer(view).await;
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

    /// Answers with the unchanged cart and the errors of the input.
    pub(super) async fn refuse(self, errors: Vec<UserError>) -> Result<RootValue, Failure> {
        self.unchanged(errors, None).await
    }

    /// Answers with the unchanged cart and a warning for the buyer.
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
    /// Asks the carrier if the price of a delivery option is pending. The request gives up its place in the admission
    /// gate while it waits.
    pub(super) async fn answered(&self, view: Box<CartView>) -> Result<Box<CartView>, Failure> {
        if !is_asked_about(&view) {
            return Ok(view);
        }
        // Boxed, because the future is large and rarely used: otherwise every answer would reserve its size.
        let carts = self.carts();
        let asked = Box::pin(carts.quoted(*view));
        let answered = self.outside(asked).await;
        let answered = answered.map_err(|refused| self.busy(refused))?;
        self.reenter_gate()?;
        Ok(Box::new(answered?))
    }

    /// Asks the carrier after a change that altered the parcel, if the chosen options cannot deliver it before the
    /// carrier answers. The change is already stored, so the cart is returned even if the carrier fails.
    async fn with_carrier_answer(&self, view: Box<CartView>) -> Box<CartView> {
        if !view.faults.is_empty() || !view.priced.delivery.must_wait() {
            return view;
        }
        self.answered_if_possible(view).await
    }

    /// Like [`RequestContext::answered`], for a change that is already stored. If the carrier cannot be asked, the cart
    /// is returned without its prices.
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

    /// Asks the carrier if a delivery price is pending. If no option can deliver the goods without the carrier's price,
    /// and the carrier has not quoted one, adds an error at `field`. The change itself is already stored.
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
        let payload = payload.with_carrier_answer(view, Vec::from_iter(pending));
        Ok(RootValue::Payload(payload))
    }
}

/// Whether asking the carrier can give new prices: the cart is open, a price is pending, and the carrier has not just
/// been asked.
fn is_asked_about(view: &CartView) -> bool {
    view.cart.is_open() && view.priced.delivery.is_pending() && !view.is_asked
}

/// The result of a change that can have faults but no warnings.
pub(super) fn faults_only(faults: Vec<Fault>) -> Changed {
    Changed {
        faults,
        warnings: Vec::new(),
    }
}

/// A list index as a path contains it.
pub(super) fn index(position: usize) -> String {
    position.to_string()
}
