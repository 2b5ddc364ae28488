//! What an e-mail says.

use crate::codes::MailedCard;
use crate::goods::Goods;
use crate::qr::Picture;
use crate::shop::ShopFacts;
use serde::Serialize;
use zkratka_commerce::address::display_lines;
use zkratka_commerce::download::{DownloadConsent, consent_at_checkout};
use zkratka_commerce::order::Order;
use zkratka_commerce::order_life::Life;
use zkratka_commerce::time::Timestamp;
use zkratka_order_page::{AskedTransfer, ParcelLink, invoice_lines, parcel_links};
use zkratka_texts::{
    ACCOUNT_LINK, AccountNotice, CONSENT_CONFIRMED, FILES_ON_PAGE, LetterKind, OrderNow,
    consent_sentences, delivery_label, format_money, how_to_use_codes, iban_in_groups, labels,
    payment_name, refunded_goods, sign_in_code, stock_alert, typographic,
};

/// An e-mail before it is rendered. Every text is complete; the templates only place them.
#[derive(Serialize)]
pub(crate) struct Letter {
    pub(crate) subject: String,
    heading: &'static str,
    /// The digits of a code to sign in.
    code: Option<String>,
    /// The text's last line, from which a browser of this host offers the code.
    code_line: Option<String>,
    /// Whether the e-mail has no link, so that nobody learns to sign in by following one.
    is_bare: bool,
    /// The opening, and what happens next.
    pub(crate) sentences: Vec<String>,
    /// Where the buyer follows the parcels.
    parcels: Vec<ParcelLink>,
    /// How to pay by transfer; empty if the buyer is not asked for a transfer.
    transfer: Vec<Fact>,
    /// The same as a QR code.
    pub(crate) qr: Option<Picture>,
    /// Gift cards with their codes.
    cards: Vec<MailedCard>,
    cards_heading: &'static str,
    /// How to use the codes.
    cards_use: String,
    /// The page that the e-mail is about, and the text of the link to it.
    link: Option<String>,
    link_text: &'static str,
    /// The link by which the recipient ends such e-mails.
    pub(crate) end: Option<String>,
    goods: Option<Goods>,
    /// Where the goods go, and how they are paid.
    facts: Vec<Fact>,
    shop: ShopFacts,
}

/// A label and the lines below it.
#[derive(Debug, Serialize)]
struct Fact {
    label: &'static str,
    lines: Vec<String>,
}

impl Fact {
    fn line(label: &'static str, line: impl Into<String>) -> Self {
        Self {
            label,
            lines: vec![line.into()],
        }
    }
}

/// An order at the moment of an e-mail.
#[derive(Clone, Copy)]
pub(crate) struct Occasion<'a> {
    pub(crate) order: &'a Order,
    pub(crate) life: &'a Life,
    pub(crate) now: Timestamp,
}

impl Letter {
    /// Writes the e-mail. `link` is the order's own page.
    #[must_use]
    pub(crate) fn new(
        kind: LetterKind,
        at: Occasion<'_>,
        shop: &ShopFacts,
        link: Option<String>,
    ) -> Self {
        let Occasion { order, life, now } = at;
        let shown = OrderNow { order, life, now };
        let mut sentences = vec![kind.opening(order.number.0)];
        if kind == LetterKind::Refunded {
            sentences.extend(refunded_goods(order, life));
        }
        if kind.tells_next_steps() {
            // The order's page always shows the codes of sold gift cards.
            let codes = link.as_ref().map(|_| sold_cards(order));
            let sold_on = shop.time.day(order.created_at);
            sentences.extend(match kind {
                LetterKind::Cancelled => shown.steps_after_cancellation(codes, sold_on),
                _ => shown.next_steps(codes, sold_on),
            });
        }
        sentences.extend(downloads(kind, order, link.is_some()));
        let asked = AskedTransfer::of(&shop.payee, &shop.time, shown);
        let lists_goods = kind.lists_goods();
        Self {
            parcels: match kind {
                LetterKind::Sent => parcel_links(&shop.tracking, shown),
                _ => Vec::new(),
            },
            qr: asked.as_ref().and_then(Picture::of),
            transfer: asked.map(transfer).unwrap_or_default(),
            goods: lists_goods.then(|| Goods::of(&order.snapshot)),
            facts: if lists_goods {
                facts(order)
            } else {
                Vec::new()
            },
            ..Self::of_sentences(
                (kind.subject(order.number.0, &shop.name), kind.heading()),
                sentences,
                (link, labels::ORDER_LINK),
                shop,
            )
        }
    }

    /// Writes that goods can be bought again, on the page at `link`. `end`: the link that ends the alerts.
    #[must_use]
    pub(crate) fn stock_alert(
        goods: &str,
        link: String,
        end: Option<String>,
        shop: &ShopFacts,
    ) -> Self {
        let goods = typographic(goods);
        Self::of_sentences(
            (
                stock_alert::subject(&goods, &shop.name),
                stock_alert::HEADING,
            ),
            stock_alert::sentences(&goods, &shop.name),
            (Some(link), stock_alert::LINK),
            shop,
        )
        .with_end(end)
    }

    /// Brings a code to sign in. `host`: where it is entered.
    #[must_use]
    pub(crate) fn sign_in_code(code: &str, host: &str, shop: &ShopFacts) -> Self {
        let subject = sign_in_code::subject(code, &shop.name);
        Self {
            code: Some(code.to_owned()),
            code_line: Some(format!("@{host} #{code}")),
            is_bare: true,
            ..Self::of_sentences(
                (subject, sign_in_code::HEADING),
                sign_in_code::sentences(&shop.name, host),
                (None, ACCOUNT_LINK),
                shop,
            )
        }
    }

    /// Tells an owner what has changed in the account at `link`.
    #[must_use]
    pub(crate) fn account_notice(
        notice: AccountNotice,
        detail: &str,
        link: Option<String>,
        shop: &ShopFacts,
    ) -> Self {
        Self::of_sentences(
            (notice.subject(&shop.name), notice.heading()),
            notice.sentences(detail),
            (link, ACCOUNT_LINK),
            shop,
        )
    }

    fn with_end(mut self, end: Option<String>) -> Self {
        self.end = end;
        self
    }

    /// Sentences and a link, and nothing else.
    fn of_sentences(
        (subject, heading): (String, &'static str),
        sentences: Vec<String>,
        (link, link_text): (Option<String>, &'static str),
        shop: &ShopFacts,
    ) -> Self {
        Self {
            subject,
            heading,
            code: None,
            code_line: None,
            is_bare: false,
            sentences,
            parcels: Vec::new(),
            transfer: Vec::new(),
            qr: None,
            cards: Vec::new(),
            cards_heading: labels::GIFT_CARD_CODE,
            cards_use: String::new(),
            link,
            link_text,
            end: None,
            goods: None,
            facts: Vec::new(),
            shop: shop.clone(),
        }
    }

    /// Confirms a consent to immediate delivery.
    #[must_use]
    pub(crate) fn confirming(mut self, order: &Order, consent: &DownloadConsent) -> Self {
        let lines = order.snapshot.lines.iter();
        let files = lines.filter(|line| line.download.is_some());
        let files: Vec<_> = files.map(|line| line.title.as_str()).collect();
        let sentences = consent_sentences(self.shop.time.day(consent.at), &files);
        self.sentences.extend(sentences);
        self
    }

    /// Adds gift cards to the e-mail.
    #[must_use]
    pub(crate) fn with_cards(mut self, cards: Vec<MailedCard>) -> Self {
        if cards.len() > 1 {
            self.cards_heading = labels::GIFT_CARD_CODES;
        }
        self.cards_use = how_to_use_codes(cards.len());
        self.cards = cards;
        self
    }
}

/// Where the files are, and the confirmation of the consent that the law demands.
fn downloads(kind: LetterKind, order: &Order, has_link: bool) -> Vec<String> {
    if !kind.lists_goods() || !order.snapshot.has_downloads() {
        return Vec::new();
    }
    let confirmed = consent_at_checkout(order).map(|_| CONSENT_CONFIRMED.to_owned());
    let place = has_link.then(|| FILES_ON_PAGE.to_owned());
    confirmed.into_iter().chain(place).collect()
}

fn sold_cards(order: &Order) -> usize {
    let lines = order.snapshot.lines.iter();
    lines.filter(|line| line.gift_card.is_some()).count()
}

fn transfer(asked: AskedTransfer) -> Vec<Fact> {
    let amount = format_money(asked.amount.minor, asked.amount.currency);
    let fact = |label| move |text: String| Fact::line(label, text);
    [
        Some(Fact::line(labels::AMOUNT, amount)),
        asked.account.map(fact(labels::ACCOUNT)),
        Some(Fact::line(labels::IBAN, iban_in_groups(&asked.iban))),
        Some(Fact::line(
            labels::VARIABLE_SYMBOL,
            asked.variable_symbol.to_string(),
        )),
        asked.message.map(fact(labels::MESSAGE)),
        asked.due.map(fact(labels::DUE)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn facts(order: &Order) -> Vec<Fact> {
    let snapshot = &order.snapshot;
    let delivered = snapshot.delivery_address.as_ref().map(display_lines);
    let billed = invoice_lines(snapshot).filter(|lines| delivered.as_ref() != Some(lines));
    let address = |label, lines: Option<Vec<_>>| lines.map(|lines| Fact { label, lines });
    let delivery = snapshot.delivery.as_ref().map(|delivery| Fact {
        label: delivery_label(None),
        lines: delivery
            .ways()
            .map(|(_, option)| option.title.clone())
            .collect(),
    });
    [
        delivery,
        address(labels::DELIVERY_ADDRESS, delivered),
        address(labels::BILLING_ADDRESS, billed),
        Some(Fact::line(labels::PAYMENT, payment_name(order))),
    ]
    .into_iter()
    .flatten()
    .collect()
}
