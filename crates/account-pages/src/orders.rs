//! The orders of an account, as its page lists them.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use zkratka_attempts::order_secret;
use zkratka_commerce::delivery::{Date, ShopTime};
use zkratka_commerce::gift_card::SoldCodes;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::{Order, OrderedPlan};
use zkratka_commerce::selling_plan::Schedule;
use zkratka_commerce::time::Timestamp;
use zkratka_ids::CartToken;
use zkratka_order_page::confirmation_url;
use zkratka_store::{AccountId, OrderRecord, Store, StoreError};
use zkratka_texts::{OrderNow, day_text, end_of_subscription, format_money, subscription_name};

/// Orders on one page.
const PAGE: u32 = 10;
/// Periods after which a plan counts as forgotten.
const MAX_PERIODS: usize = 10_000;

/// The parts of the shop by which its orders are shown.
#[derive(Clone, Copy)]
pub struct OrdersShop<'a> {
    pub store: &'a dyn Store,
    pub origin: &'a str,
    pub codes: &'a dyn SoldCodes,
    pub time: &'a ShopTime,
    /// The e-mail address for buyers.
    pub email: &'a str,
    pub now: Timestamp,
}

/// A page of orders, newest first.
#[derive(Serialize)]
pub struct Orders {
    list: Vec<OrderView>,
    /// The number below which the next page begins; `None` on the last one.
    before: Option<u64>,
    is_first: bool,
}

#[derive(Serialize)]
struct OrderView {
    number: u64,
    day: Option<String>,
    total: String,
    state: &'static str,
    /// Whether it can be opened.
    has_page: bool,
    plans: Vec<PlanView>,
}

#[derive(Serialize)]
struct PlanView {
    /// What is bought.
    title: String,
    name: String,
    /// The day of the next payment, as agreed.
    next: Option<String>,
    /// Where the buyer ends it.
    end_url: String,
}

impl Orders {
    /// The orders of an account below a number. The account's owner has signed in.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn of(
        shop: OrdersShop<'_>,
        account: AccountId,
        before: Option<OrderNumber>,
    ) -> Result<Self, StoreError> {
        let accounts = shop.store.accounts();
        let mut numbers = accounts.orders_of(account, before, PAGE + 1).await?;
        let has_more = numbers.len() > PAGE as usize;
        numbers.truncate(PAGE as usize);
        let mut list = Vec::with_capacity(numbers.len());
        for number in &numbers {
            if let Some(record) = shop.store.order(*number).await? {
                list.push(shop.view(&record).await?);
            }
        }
        let oldest = numbers.last().filter(|_| has_more);
        Ok(Self {
            list,
            before: oldest.map(|number| number.0),
            is_first: before.is_none(),
        })
    }
}

impl OrdersShop<'_> {
    /// An order of the account with its own link, if it has both.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn linked(
        self,
        account: AccountId,
        number: OrderNumber,
    ) -> Result<Option<(Order, String)>, StoreError> {
        let next = OrderNumber(number.0.saturating_add(1));
        let accounts = self.store.accounts();
        if accounts.orders_of(account, Some(next), 1).await? != [number] {
            return Ok(None);
        }
        let Some(record) = self.store.order(number).await? else {
            return Ok(None);
        };
        let url = self.url(&record).await?;
        Ok(url.map(|url| (record.order, url)))
    }

    async fn view(&self, record: &OrderRecord) -> Result<OrderView, StoreError> {
        let (order, life) = (&record.order, record.life());
        let shown = OrderNow {
            order,
            life: &life,
            now: self.now,
        };
        let day = self.time.day(order.created_at);
        let is_over = shown.came_to_nothing().is_some() || order.snapshot.is_redacted();
        let lines = order.snapshot.lines.iter().filter(|_| !is_over);
        let plans = lines.filter_map(|line| {
            let plan = line.selling_plan.as_deref()?;
            Some(self.plan(order.number, &line.title, plan, day))
        });
        Ok(OrderView {
            number: order.number.0,
            day: day.map(day_text),
            total: format_money(order.snapshot.total, order.snapshot.currency),
            state: shown.state(),
            has_page: self.url(record).await?.is_some(),
            plans: plans.collect(),
        })
    }

    /// The order's own link. `None` if it has none.
    async fn url(&self, record: &OrderRecord) -> Result<Option<String>, StoreError> {
        let order = &record.order;
        let Some(attempt) = self.store.attempt(order.attempt).await? else {
            return Ok(None);
        };
        let Some(cart) = self.store.cart(order.cart).await? else {
            return Ok(None);
        };
        let token = CartToken {
            key: cart.key,
            token_secret: cart.token_secret,
        };
        let secret = order_secret(&attempt, self.codes);
        Ok(secret.map(|secret| confirmation_url(self.origin, &token, &secret)))
    }

    fn plan(
        &self,
        order: OrderNumber,
        title: &str,
        plan: &OrderedPlan,
        sold_on: Option<Date>,
    ) -> PlanView {
        let today = self.time.day(self.now);
        let next = sold_on.zip(today);
        let next = next.and_then(|(first, today)| next_payment(plan.billing, first, today));
        let subject = end_of_subscription(order.0);
        let subject = utf8_percent_encode(&subject, NON_ALPHANUMERIC);
        PlanView {
            title: title.to_owned(),
            name: subscription_name(plan.billing),
            next: next.map(day_text),
            end_url: format!("mailto:{}?subject={subject}", self.email),
        }
    }
}

/// The first payment after today of a plan that was paid first on this day.
fn next_payment(schedule: Schedule, first: Date, today: Date) -> Option<Date> {
    let mut day = first;
    for _ in 0..MAX_PERIODS {
        day = schedule.next(day)?;
        if day > today {
            return Some(day);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::next_payment;
    use zkratka_commerce::delivery::Date;
    use zkratka_commerce::selling_plan::{Interval, Schedule};

    /// [5.16] The next payment is after today, whole periods after the first one.
    #[test]
    fn the_next_payment_is_whole_periods_after_the_first() {
        let day = |text: &str| text.parse::<Date>().expect("a day");
        let monthly = Schedule {
            interval: Interval::Month,
            count: 1,
        };
        for (first, today, next) in [
            ("2026-01-15", "2026-01-15", "2026-02-15"),
            ("2026-01-15", "2026-02-14", "2026-02-15"),
            ("2026-01-15", "2026-02-15", "2026-03-15"),
            ("2025-12-01", "2026-11-28", "2026-12-01"),
        ] {
            let found = next_payment(monthly, day(first), day(today));
            assert_eq!(found, Some(day(next)), "{first} {today}");
        }
        let daily = Schedule {
            interval: Interval::Day,
            count: 1,
        };
        let forgotten = next_payment(daily, day("1900-01-01"), day("2026-01-01"));
        assert_eq!(forgotten, None);
    }
}
