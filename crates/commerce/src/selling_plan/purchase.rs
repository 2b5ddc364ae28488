//! Purchase types: one-time purchases and subscriptions.

use serde::{Deserialize, Serialize};

/// How goods are bought (public `CartDeliveryGroupType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PurchaseType {
    OneTimePurchase,
    /// Bought under a selling plan.
    Subscription,
}

impl PurchaseType {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OneTimePurchase => "ONE_TIME_PURCHASE",
            Self::Subscription => "SUBSCRIPTION",
        }
    }
}

/// One value for each purchase type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByPurchase<T> {
    pub one_time: T,
    pub subscription: T,
}

impl<T> ByPurchase<T> {
    pub const fn get(&self, purchase: PurchaseType) -> &T {
        match purchase {
            PurchaseType::OneTimePurchase => &self.one_time,
            PurchaseType::Subscription => &self.subscription,
        }
    }

    pub const fn get_mut(&mut self, purchase: PurchaseType) -> &mut T {
        match purchase {
            PurchaseType::OneTimePurchase => &mut self.one_time,
            PurchaseType::Subscription => &mut self.subscription,
        }
    }

    /// Applies `make` to each value.
    pub fn map<U>(self, mut make: impl FnMut(PurchaseType, T) -> U) -> ByPurchase<U> {
        ByPurchase {
            one_time: make(PurchaseType::OneTimePurchase, self.one_time),
            subscription: make(PurchaseType::Subscription, self.subscription),
        }
    }
}

impl<T> ByPurchase<Option<T>> {
    /// The values that exist; the one-time purchase comes first.
    pub fn iter(&self) -> impl Iterator<Item = (PurchaseType, &T)> {
        let once = self.one_time.as_ref();
        let again = self.subscription.as_ref();
        let once = once.map(|one| (PurchaseType::OneTimePurchase, one));
        once.into_iter()
            .chain(again.map(|one| (PurchaseType::Subscription, one)))
    }

    /// This purchase type if it has a value, otherwise the type that has one.
    #[must_use]
    pub const fn nearest(&self, purchase: PurchaseType) -> Option<PurchaseType> {
        match (&self.one_time, &self.subscription) {
            (Some(_), Some(_)) => Some(purchase),
            (Some(_), None) => Some(PurchaseType::OneTimePurchase),
            (None, Some(_)) => Some(PurchaseType::Subscription),
            (None, None) => None,
        }
    }
}
