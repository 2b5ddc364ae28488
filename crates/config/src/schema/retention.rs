//! The schema of `[retention]`.

use super::{Form, Section, key};

pub(crate) const RETENTION: Section = Section {
    name: "retention",
    form: Form::Table,
    about: "How long personal data are kept. The server looks every hour and erases what is older, a little at a time, and never from a payment that is under way. Carts that nobody ordered are deleted after `cart_days` of [store], and order events after `event_days`.",
    keys: &[
        key(
            "attempt_days",
            "a whole number from 0 to 3650; 0 to keep them for good",
            "90",
            "Days after which the server erases contact, addresses and notes from payment attempts that made no order, such as declined cards. Amounts, states and the gateway's references are kept.",
        ),
        key(
            "order_days",
            "a whole number from 0 to 36500; 0 to keep them for good",
            "1825",
            "Days after which the server erases contact, addresses and notes from orders, as `zkratka orders redact` does. Numbers, goods, sums and taxes are kept.",
        ),
        key(
            "status_page_days",
            "a whole number from 0 to 3650; 0 for ever",
            "30",
            "Days during which an order's own link shows the buyer's data. Afterwards the page asks for the order's e-mail address or telephone number.",
        ),
        key(
            "notification_days",
            "a whole number from 7 to 3650, or 0 to keep them for good",
            "30",
            "Days for which the server remembers the ids of gateways' notifications, so that a repeated one changes nothing. Gateways repeat a notification for a few days at most.",
        ),
    ],
};
