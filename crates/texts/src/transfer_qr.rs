//! The QR code of a transfer.

use qrcode::render::svg;
use qrcode::{Color, EcLevel, QrCode};

/// A QR code that banks' applications read.
pub struct TransferQr(QrCode);

impl TransferQr {
    /// `None` if the payload is too long for a QR code.
    #[must_use]
    pub fn new(payload: &str) -> Option<Self> {
        // Both standards, QR Platba and the European one, require error correction level M.
        let code = QrCode::with_error_correction_level(payload, EcLevel::M).ok()?;
        Some(Self(code))
    }

    /// The code as an `svg` element.
    #[must_use]
    pub fn svg(&self) -> String {
        let image = self
            .0
            .render::<svg::Color<'_>>()
            .min_dimensions(240, 240)
            .dark_color(svg::Color("#000"))
            .light_color(svg::Color("#fff"))
            .build();
        // Only the element: HTML does not allow an XML declaration.
        image
            .find("<svg")
            .map_or(String::new(), |start| image[start..].to_owned())
    }

    /// The rows of the code, without a margin; true is dark.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<bool>> {
        let modules = self.0.to_colors();
        let dark = |row: &[Color]| row.iter().map(|one| *one == Color::Dark).collect();
        modules.chunks(self.0.width()).map(dark).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_keeps_to_the_policy_of_pages() {
        let svg = TransferQr::new("SPD*1.0").unwrap().svg();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(!svg.contains("style="), "inline styles break the policy");
        assert!(TransferQr::new(&"x".repeat(5_000)).is_none());
    }
}
