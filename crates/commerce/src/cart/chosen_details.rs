//! The details of the selected delivery options at the time of selection.

use crate::delivery::DeliveryDetail;
use crate::selling_plan::{ByPurchase, PurchaseType};
use serde::{Deserialize, Serialize};

/// The details of the option selected for each purchase type, at the time of selection. Empty in carts of older
/// servers, which did not store them.
///
/// It is stored as a list: empty; one entry if both purchase types have the same details, as in every cart with one
/// delivery group; otherwise two entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    from = "Vec<Option<DeliveryDetail>>",
    into = "Vec<Option<DeliveryDetail>>"
)]
pub struct ChosenDetails(ByPurchase<Option<DeliveryDetail>>);

impl ChosenDetails {
    /// The same details for all goods.
    #[must_use]
    pub fn whole(detail: DeliveryDetail) -> Self {
        Self(ByPurchase {
            one_time: Some(detail.clone()),
            subscription: Some(detail),
        })
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.one_time.is_none() && self.0.subscription.is_none()
    }

    /// The details selected for this purchase type.
    #[must_use]
    pub const fn of(&self, purchase: PurchaseType) -> Option<&DeliveryDetail> {
        self.0.get(purchase).as_ref()
    }

    pub(crate) fn choose(&mut self, purchase: PurchaseType, detail: DeliveryDetail) {
        *self.0.get_mut(purchase) = Some(detail);
    }
}

impl From<Vec<Option<DeliveryDetail>>> for ChosenDetails {
    fn from(stored: Vec<Option<DeliveryDetail>>) -> Self {
        let mut stored = stored.into_iter();
        let one_time = stored.next().flatten();
        let subscription = stored.next().unwrap_or_else(|| one_time.clone());
        Self(ByPurchase {
            one_time,
            subscription,
        })
    }
}

impl From<ChosenDetails> for Vec<Option<DeliveryDetail>> {
    fn from(details: ChosenDetails) -> Self {
        let ByPurchase {
            one_time,
            subscription,
        } = details.0;
        if one_time == subscription {
            return one_time.map(Some).into_iter().collect();
        }
        vec![one_time, subscription]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::DeliveryMethodType;

    fn detail(title: &str) -> DeliveryDetail {
        DeliveryDetail {
            kind: DeliveryMethodType::Shipping,
            title: title.to_owned(),
            address: None,
        }
    }

    #[test]
    fn what_is_noted_is_read_again() {
        let mut apart = ChosenDetails::whole(detail("PPL"));
        apart.choose(PurchaseType::Subscription, detail("Odběr"));
        let mut one = ChosenDetails::default();
        one.choose(PurchaseType::Subscription, detail("PPL"));
        for (given, stored) in [
            (ChosenDetails::default(), "[]"),
            (
                ChosenDetails::whole(detail("PPL")),
                r#"[{"kind":"SHIPPING","title":"PPL"}]"#,
            ),
            (
                apart,
                r#"[{"kind":"SHIPPING","title":"PPL"},{"kind":"SHIPPING","title":"Odběr"}]"#,
            ),
            (one, r#"[null,{"kind":"SHIPPING","title":"PPL"}]"#),
        ] {
            assert_eq!(serde_json::to_string(&given).unwrap(), stored);
            let read: ChosenDetails = serde_json::from_str(stored).unwrap();
            assert_eq!(read, given);
        }
    }
}
