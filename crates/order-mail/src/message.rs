//! Writes a letter as a message (RFC 5322).

use crate::render::Rendered;
use crate::shop::ShopFacts;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::{Address, Message};
use std::time::{Duration, SystemTime};
use zkratka_commerce::time::Timestamp;
use zkratka_config::MailSettings;

/// Who writes to whom.
#[derive(Clone, Debug)]
pub(crate) struct Envelope {
    pub(crate) sender_name: String,
    pub(crate) sender: String,
    pub(crate) reply_to: Option<String>,
    pub(crate) to: String,
    /// The link that ends such e-mails by one request (RFC 8058).
    pub(crate) end: Option<String>,
}

impl Envelope {
    /// The shop writes to this address.
    pub(crate) fn of(shop: &ShopFacts, settings: &MailSettings, to: &str) -> Self {
        Self {
            sender_name: shop.name.clone(),
            sender: settings.sender.clone(),
            reply_to: settings.reply_to.clone(),
            to: to.to_owned(),
            end: None,
        }
    }
}

/// Why a message cannot be written. The text shows no address.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    #[error("the buyer's address cannot be used in an e-mail")]
    Recipient,
    #[error("the shop's address cannot be used in an e-mail")]
    Sender,
    #[error("the e-mail cannot be written")]
    Content,
}

/// An address whose domain is in ASCII, as every server takes it.
fn mailbox(address: &str) -> Option<Address> {
    let (user, domain) = address.rsplit_once('@')?;
    let domain = idna::domain_to_ascii(domain).ok()?;
    Address::new(user, domain).ok()
}

/// Writes the message. `id` is the event's: the same event always gives the same `Message-ID`, by which mail programs
/// recognise a repetition.
///
/// # Errors
/// An address is none that mail servers accept.
pub(crate) fn message(
    envelope: &Envelope,
    id: &str,
    subject: &str,
    rendered: Rendered,
    at: Timestamp,
) -> Result<Message, MessageError> {
    let sender = mailbox(&envelope.sender).ok_or(MessageError::Sender)?;
    let domain = sender.domain().to_owned();
    let to = mailbox(&envelope.to).ok_or(MessageError::Recipient)?;
    let milliseconds = u64::try_from(at.0).unwrap_or_default();
    let mut builder = Message::builder()
        .from(Mailbox::new(Some(envelope.sender_name.clone()), sender))
        .to(Mailbox::new(None, to))
        .subject(subject)
        .message_id(Some(format!("<{id}@{domain}>")))
        .date(SystemTime::UNIX_EPOCH + Duration::from_millis(milliseconds))
        // Holiday replies to a machine help nobody (RFC 3834).
        .raw_header(raw("Auto-Submitted", "auto-generated".to_owned()));
    if let Some(reply_to) = &envelope.reply_to {
        let address = mailbox(reply_to).ok_or(MessageError::Sender)?;
        builder = builder.reply_to(Mailbox::new(None, address));
    }
    if let Some(end) = &envelope.end {
        builder = builder
            .raw_header(raw("List-Unsubscribe", format!("<{end}>")))
            .raw_header(raw(
                "List-Unsubscribe-Post",
                "List-Unsubscribe=One-Click".to_owned(),
            ));
    }
    let content = content(rendered).ok_or(MessageError::Content)?;
    builder
        .multipart(content)
        .map_err(|_| MessageError::Content)
}

fn raw(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// Both forms of the letter; the HTML with its picture, if it has one (RFC 2387).
fn content(rendered: Rendered) -> Option<MultiPart> {
    let text = SinglePart::plain(rendered.text);
    let html = SinglePart::html(rendered.html);
    let forms = MultiPart::alternative().singlepart(text);
    let Some(picture) = rendered.qr else {
        return Some(forms.singlepart(html));
    };
    let png = ContentType::parse("image/png").ok()?;
    let inside = Attachment::new_inline(picture.id.to_owned()).body(picture.png, png);
    Some(forms.multipart(MultiPart::related().singlepart(html).singlepart(inside)))
}
