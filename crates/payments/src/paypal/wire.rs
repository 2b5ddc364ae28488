//! PayPal's JSON documents: the members that the client reads.

use super::order::Funding;
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(super) struct AmountWire {
    pub(super) currency_code: String,
    pub(super) value: String,
}

#[derive(Deserialize)]
pub(super) struct OrderWire {
    pub(super) id: String,
    pub(super) status: String,
    #[serde(default)]
    pub(super) intent: String,
    #[serde(default)]
    pub(super) create_time: Option<String>,
    #[serde(default)]
    pub(super) payer: Option<PayerWire>,
    #[serde(default)]
    pub(super) payment_source: Option<SourceWire>,
    #[serde(default)]
    pub(super) purchase_units: Vec<UnitWire>,
}

#[derive(Default, Deserialize)]
pub(super) struct SourceWire {
    #[serde(default)]
    pub(super) paypal: Option<AccountWire>,
    #[serde(default)]
    pub(super) venmo: Option<AccountWire>,
}

impl SourceWire {
    pub(super) const fn funding(&self) -> Funding {
        if self.venmo.is_some() {
            Funding::Venmo
        } else {
            Funding::PayPal
        }
    }

    /// The account, of either kind.
    pub(super) fn account(self) -> AccountWire {
        self.paypal.or(self.venmo).unwrap_or_default()
    }
}

/// A setup token, or a payment token, which has no status.
#[derive(Deserialize)]
pub(super) struct SetupWire {
    pub(super) id: String,
    #[serde(default)]
    pub(super) status: String,
    #[serde(default)]
    pub(super) payment_source: SourceWire,
}

#[derive(Default, Deserialize)]
pub(super) struct AccountWire {
    #[serde(default)]
    pub(super) email_address: Option<String>,
    #[serde(default)]
    pub(super) account_id: Option<String>,
    #[serde(default)]
    pub(super) payer_id: Option<String>,
    #[serde(default)]
    pub(super) name: Option<NameWire>,
    #[serde(default)]
    pub(super) phone_number: Option<PhoneWire>,
    #[serde(default)]
    pub(super) phone: Option<PayerPhoneWire>,
    #[serde(default)]
    pub(super) shipping: Option<ShippingWire>,
    #[serde(default)]
    pub(super) address: Option<AddressWire>,
    #[serde(default)]
    pub(super) attributes: Option<AttributesWire>,
}

#[derive(Default, Deserialize)]
pub(super) struct AttributesWire {
    #[serde(default)]
    pub(super) vault: Option<VaultWire>,
}

#[derive(Default, Deserialize)]
pub(super) struct VaultWire {
    #[serde(default)]
    pub(super) id: Option<String>,
}

#[derive(Default, Deserialize)]
pub(super) struct PayerWire {
    #[serde(default)]
    pub(super) email_address: Option<String>,
    #[serde(default)]
    pub(super) payer_id: Option<String>,
    #[serde(default)]
    pub(super) name: Option<NameWire>,
    #[serde(default)]
    pub(super) address: Option<AddressWire>,
    #[serde(default)]
    pub(super) phone: Option<PayerPhoneWire>,
}

#[derive(Default, Deserialize)]
pub(super) struct PayerPhoneWire {
    #[serde(default)]
    pub(super) phone_number: Option<PhoneWire>,
}

#[derive(Default, Deserialize)]
pub(super) struct PhoneWire {
    #[serde(default)]
    pub(super) national_number: Option<String>,
}

#[derive(Clone, Default, Deserialize)]
pub(super) struct NameWire {
    #[serde(default)]
    pub(super) full_name: Option<String>,
    #[serde(default)]
    pub(super) given_name: Option<String>,
    #[serde(default)]
    pub(super) surname: Option<String>,
}

#[derive(Default, Deserialize)]
pub(super) struct AddressWire {
    #[serde(default)]
    pub(super) address_line_1: Option<String>,
    #[serde(default)]
    pub(super) address_line_2: Option<String>,
    #[serde(default)]
    pub(super) admin_area_1: Option<String>,
    #[serde(default)]
    pub(super) admin_area_2: Option<String>,
    #[serde(default)]
    pub(super) postal_code: Option<String>,
    #[serde(default)]
    pub(super) country_code: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct UnitWire {
    #[serde(default)]
    pub(super) reference_id: Option<String>,
    #[serde(default)]
    pub(super) custom_id: Option<String>,
    pub(super) amount: AmountWire,
    #[serde(default)]
    pub(super) payee: Option<PayeeWire>,
    #[serde(default)]
    pub(super) payment_instruction: Option<Value>,
    #[serde(default)]
    pub(super) shipping: Option<ShippingWire>,
    #[serde(default)]
    pub(super) payments: Option<PaymentsWire>,
}

#[derive(Deserialize)]
pub(super) struct PayeeWire {
    #[serde(default)]
    pub(super) merchant_id: Option<String>,
}

#[derive(Default, Deserialize)]
pub(super) struct ShippingWire {
    #[serde(default)]
    pub(super) name: Option<NameWire>,
    #[serde(default)]
    pub(super) address: Option<AddressWire>,
}

#[derive(Default, Deserialize)]
pub(super) struct PaymentsWire {
    #[serde(default)]
    pub(super) authorizations: Vec<AuthorizationWire>,
}

#[derive(Deserialize)]
pub(super) struct AuthorizationWire {
    pub(super) id: String,
    pub(super) status: String,
    pub(super) amount: AmountWire,
    #[serde(default)]
    pub(super) payee: Option<PayeeWire>,
    #[serde(default)]
    pub(super) custom_id: Option<String>,
    #[serde(default)]
    pub(super) create_time: Option<String>,
    #[serde(default)]
    pub(super) supplementary_data: SupplementaryWire,
}

#[derive(Deserialize)]
pub(super) struct CaptureWire {
    #[serde(default)]
    pub(super) id: String,
    pub(super) status: String,
    pub(super) amount: AmountWire,
    #[serde(default)]
    pub(super) payee: Option<PayeeWire>,
    #[serde(default)]
    pub(super) custom_id: Option<String>,
    #[serde(default)]
    pub(super) create_time: Option<String>,
    #[serde(default)]
    pub(super) supplementary_data: SupplementaryWire,
}

#[derive(Default, Deserialize)]
pub(super) struct SupplementaryWire {
    #[serde(default)]
    pub(super) related_ids: RelatedWire,
}

#[derive(Default, Deserialize)]
pub(super) struct RelatedWire {
    #[serde(default)]
    pub(super) authorization_id: Option<String>,
    #[serde(default)]
    pub(super) order_id: Option<String>,
}

/// The captures and refunds in an order.
#[derive(Deserialize)]
pub(super) struct TrailWire {
    #[serde(default)]
    pub(super) purchase_units: Vec<TrailUnitWire>,
}

#[derive(Deserialize)]
pub(super) struct TrailUnitWire {
    #[serde(default)]
    pub(super) payments: TrailPaymentsWire,
}

#[derive(Default, Deserialize)]
pub(super) struct TrailPaymentsWire {
    #[serde(default)]
    pub(super) captures: Vec<CaptureWire>,
    #[serde(default)]
    pub(super) refunds: Vec<RefundWire>,
}

/// A refund, or a reversal, which has the same form.
#[derive(Deserialize)]
pub(super) struct RefundWire {
    pub(super) id: String,
    pub(super) status: String,
    pub(super) amount: AmountWire,
    #[serde(default)]
    pub(super) custom_id: Option<String>,
    #[serde(default)]
    pub(super) create_time: Option<String>,
    #[serde(default)]
    pub(super) links: Vec<LinkWire>,
}

impl RefundWire {
    /// The id of the capture, which PayPal names in a link only.
    pub(super) fn capture(&self) -> Option<&str> {
        let mut links = self.links.iter();
        let up = links.find(|link| link.rel == "up")?;
        let (_, id) = up.href.rsplit_once("/captures/")?;
        (!id.is_empty()).then_some(id)
    }
}

#[derive(Deserialize)]
pub(super) struct LinkWire {
    #[serde(default)]
    pub(super) rel: String,
    #[serde(default)]
    pub(super) href: String,
}

#[derive(Deserialize)]
pub(super) struct DisputeWire {
    pub(super) dispute_id: String,
    #[serde(default)]
    pub(super) status: String,
    #[serde(default)]
    pub(super) dispute_life_cycle_stage: String,
    #[serde(default)]
    pub(super) create_time: Option<String>,
    #[serde(default)]
    pub(super) disputed_transactions: Vec<DisputedWire>,
    pub(super) dispute_amount: AmountWire,
    #[serde(default)]
    pub(super) dispute_outcome: Option<DisputeOutcomeWire>,
}

#[derive(Deserialize)]
pub(super) struct DisputedWire {
    /// The capture's id.
    #[serde(default)]
    pub(super) seller_transaction_id: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct DisputeOutcomeWire {
    #[serde(default)]
    pub(super) outcome_code: String,
    #[serde(default)]
    pub(super) amount_refunded: Option<AmountWire>,
}

#[derive(Deserialize)]
pub(super) struct DisputesWire {
    #[serde(default)]
    pub(super) items: Vec<DisputeItemWire>,
    #[serde(default)]
    pub(super) links: Vec<LinkWire>,
}

impl DisputesWire {
    /// The query of the next page, if there is one.
    pub(super) fn next(&self) -> Option<&str> {
        let next = self.links.iter().find(|link| link.rel == "next")?;
        let (_, query) = next.href.split_once('?')?;
        let fits = |byte: u8| byte.is_ascii_graphic() && byte != b'#';
        query.bytes().all(fits).then_some(query)
    }
}

impl DisputeWire {
    /// The id of the disputed capture, if PayPal names one.
    pub(super) fn capture(&self) -> Option<&str> {
        let disputed = self.disputed_transactions.first();
        disputed.and_then(|it| it.seller_transaction_id.as_deref())
    }

    /// The ids of all disputed captures that PayPal names.
    pub(super) fn captures(&self) -> impl Iterator<Item = &str> {
        let disputed = self.disputed_transactions.iter();
        disputed.filter_map(|it| it.seller_transaction_id.as_deref())
    }

    /// Whether PayPal holds no money for the dispute yet.
    pub(super) fn is_inquiry(&self) -> bool {
        self.dispute_life_cycle_stage == "INQUIRY"
    }
}

impl DisputeItemWire {
    pub(super) fn is_resolved(&self) -> bool {
        self.status == "RESOLVED"
    }
}

#[derive(Deserialize)]
pub(super) struct DisputeItemWire {
    #[serde(default)]
    pub(super) dispute_id: String,
    #[serde(default)]
    pub(super) status: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.12] A next page is asked for by its query only, and by none that would end the path of a request.
    #[test]
    fn a_next_page_has_a_plain_query() {
        let next = |href: &str| {
            let page = serde_json::json!({ "links": [
                { "rel": "self", "href": "https://api-m.paypal.com/v1/customer/disputes?page=1" },
                { "rel": "next", "href": href },
            ]});
            let page: DisputesWire = serde_json::from_value(page).expect("a page");
            page.next().map(str::to_owned)
        };
        let page = next("https://api-m.paypal.com/v1/customer/disputes?page_size=50&page=2");
        assert_eq!(page.as_deref(), Some("page_size=50&page=2"));
        for href in [
            "",
            "https://x/",
            "https://x/?a#b",
            "https://x/?a b",
            "https://x/?a\n",
        ] {
            assert_eq!(next(href), None, "{href}");
        }
    }

    /// [B.12] Only an unresolved dispute is open.
    #[test]
    fn a_dispute_is_open_until_it_is_resolved() {
        for (status, is_resolved) in [
            ("RESOLVED", true),
            ("OPEN", false),
            ("WAITING_FOR_BUYER_RESPONSE", false),
            ("WAITING_FOR_SELLER_RESPONSE", false),
            ("UNDER_REVIEW", false),
        ] {
            let item = DisputeItemWire {
                dispute_id: "D1".to_owned(),
                status: status.to_owned(),
            };
            assert_eq!(item.is_resolved(), is_resolved, "{status}");
        }
    }
}
