//! The schema of payment methods.

use super::{Form, Section, key};

pub(crate) const PAYMENTS: Section = Section {
    name: "payments",
    form: Form::Table,
    about: "The payment methods.",
    keys: &[
        key(
            "card",
            "true or false",
            "true",
            "Card payments. Buyers enter the card in fields of the gateway, so no card number ever reaches this server.",
        ),
        key(
            "cash_on_delivery",
            "true or false",
            "true",
            "Cash on delivery (dobírka), if the delivery method allows it.",
        ),
        key(
            "bank_transfer",
            "true or false",
            "false",
            "Bank transfer with a QR code (QR Platba). Requires bank_account in [shop].",
        )
        .such_as("true"),
        key(
            "transfer_due_days",
            "a whole number from 1 to 90",
            "7",
            "Days from the order to the day by which the buyer is to pay by transfer. If that day is a weekend or one of the holidays in [delivery_calendar], the next day on which banks work is due. An order keeps its due day.",
        ),
        key(
            "transfer_reminder_days",
            "a whole number from 0 to 89, less than transfer_due_days; 0 for no reminder",
            "2",
            "Days before the due day on which the event order.payment_due asks your system to remind the buyer, at 9:00.",
        ),
        key(
            "transfer_grace_days",
            "a whole number from 0 to 30",
            "3",
            "Days on which banks work, after the due day, for which the order waits for a transfer that is under way. At the end of the last one it is cancelled, and its units return to stock.",
        ),
        key(
            "gift_cards",
            "true or false",
            "false",
            "Whether buyers can pay with gift cards.",
        )
        .such_as("true"),
        key(
            "gift_card_limit",
            "an amount, e.g. \"10000\"; \"\" for any",
            "\"\"",
            "The maximum worth of a gift card that the shop sells (a product with Gift Card = TRUE in the feed). A cart refuses a card above it.",
        )
        .such_as("\"10000\""),
        key(
            "inline_deadline_ms",
            "a whole number from 100 to 60000",
            "10000",
            "How long a submission waits for the gateway's answer, in milliseconds. After that the attempt continues in the background and the page polls.",
        ),
        key(
            "challenge_minutes",
            "a whole number from 1 to 60",
            "15",
            "How long a buyer has to confirm a payment at the bank (3-D Secure).",
        ),
    ],
};

pub(crate) const PAYMENTS_MANUAL: Section = Section {
    name: "payments.manual",
    form: Form::Table,
    about: "Bounds on orders that nobody has paid: by bank transfer, on delivery, or for nothing. The shop sells the goods before it has money, so without bounds a client could take the whole stock. Beyond the first bounds a buyer solves a captcha, if [captcha] demands one at all; otherwise, and beyond the second ones, the order is refused, and the buyer is asked to pay online or to contact the shop. Restarting a server forgets what came from which address, not the orders of a contact.",
    keys: &[
        key(
            "orders_per_contact",
            "a whole number from 0 to 10000; 0 for any number",
            "3",
            "How many such orders one e-mail address or telephone number can make within the window without a captcha, on all servers together.",
        ),
        key(
            "orders_per_contact_with_captcha",
            "a whole number from 0 to 10000; 0 for any number",
            "20",
            "How many it can make in all. Anybody can order with somebody else's contact; the higher this number, the more work it takes to keep that person from ordering. Has no effect below orders_per_contact.",
        ),
        key(
            "orders_per_address",
            "a whole number from 0 to 10000; 0 for any number",
            "10",
            "How many such orders one client address (of IPv6: one /64) can make within the window without a captcha, on each server. Behind a proxy, name it in trusted_proxies in [server]; otherwise all buyers share one address.",
        ),
        key(
            "orders_per_address_with_captcha",
            "a whole number from 0 to 10000; 0 for any number",
            "100",
            "How many it can make in all, on each server. Telephones of one operator often share an address. Has no effect below orders_per_address.",
        ),
        key(
            "window_hours",
            "a whole number from 1 to 720",
            "24",
            "How long an order counts, in hours.",
        ),
        key(
            "units_per_variant",
            "a whole number from 0 to 1000000; 0 for any number",
            "10",
            "How many units of one variant such an order can have.",
        ),
        key(
            "units_per_order",
            "a whole number from 0 to 1000000; 0 for any number",
            "50",
            "How many units such an order can have in all.",
        ),
    ],
};

pub(crate) const PAYMENTS_SANDBOX: Section = Section {
    name: "payments.sandbox",
    form: Form::Table,
    about: "The emulated payment gateway of mode = \"test\".",
    keys: &[
        key(
            "url",
            "a URL, e.g. \"http://127.0.0.1:8090\"",
            "\"\"",
            "The URL of a gateway in its own process (zkratka sandbox-gateway). Empty: the gateway runs inside this server.",
        ),
        key(
            "secret_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with the secret that shop and gateway share. Required with url.",
        ),
        key(
            "secret_file",
            "a file path",
            "\"\"",
            "A file with that secret, instead of secret_env. Relative to this file.",
        ),
        key(
            "ledger",
            "a file path",
            "\"data/ledger.sqlite\"",
            "The ledger file of the gateway inside this server. Relative to this file.",
        ),
    ],
};
