//! The QR code of a transfer, as a picture in an e-mail.

use serde::Serialize;
use zkratka_order_page::{AskedTransfer, CodeStandard};
use zkratka_texts::{TransferQr, format_money, labels, qr_code_text};

/// The width and height of a module, in pixels.
const MODULE: usize = 6;
/// The light margin that readers need, in modules.
const MARGIN: usize = 4;

/// A picture that travels with the e-mail, so that a mail program need not load it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Picture {
    /// The `Content-ID` by which the HTML names the picture.
    pub(crate) id: &'static str,
    /// What the code says, for readers without pictures.
    text: String,
    #[serde(skip)]
    pub(crate) png: Vec<u8>,
}

impl Picture {
    /// `None`: the transfer has no code.
    pub(crate) fn of(asked: &AskedTransfer) -> Option<Self> {
        let code = asked.code.as_ref()?;
        let standard = match code.standard {
            CodeStandard::QrPlatba => labels::QR_PLATBA,
            CodeStandard::European => labels::EUROPEAN_QR,
        };
        let amount = format_money(asked.amount.minor, asked.amount.currency);
        let account = asked.account.as_ref().unwrap_or(&asked.iban);
        Some(Self {
            id: "qr@zkratka",
            text: qr_code_text(standard, &amount, account, asked.variable_symbol),
            png: png(&code.qr)?,
        })
    }
}

/// The code in black and white, with its margin; `None` if it cannot be written.
fn png(qr: &TransferQr) -> Option<Vec<u8>> {
    let rows = qr.rows();
    let width = (rows.len() + 2 * MARGIN) * MODULE;
    let is_dark = |x: usize, y: usize| {
        let module = |at: usize| (at / MODULE).checked_sub(MARGIN);
        let row = module(y).and_then(|at| rows.get(at));
        row.zip(module(x))
            .and_then(|(row, at)| row.get(at))
            .copied()
            .unwrap_or(false)
    };
    // One bit for each pixel, each row in whole bytes; 1 is white, also beyond the row's end.
    let byte = |y: usize, first: usize| {
        (0..8).fold(0, |byte: u8, bit| {
            (byte << 1) | u8::from(!is_dark(first + bit, y))
        })
    };
    let line = |y| (0..width).step_by(8).map(move |first| byte(y, first));
    let pixels: Vec<u8> = (0..width).flat_map(line).collect();

    let side = u32::try_from(width).ok()?;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, side, side);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&pixels).ok()?;
    writer.finish().ok()?;
    Some(file)
}
