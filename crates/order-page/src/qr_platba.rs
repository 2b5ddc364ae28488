//! QR Platba: the short payment descriptor of Czech banks, and its QR code.

use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};

pub(super) struct QrPlatba<'a> {
    pub(super) iban: &'a str,
    pub(super) amount: &'a str,
    pub(super) currency: &'a str,
    /// The number by which the shop recognises the payment: at most ten digits.
    pub(super) variable_symbol: u64,
}

impl QrPlatba<'_> {
    /// The payment descriptor, version 1.0.
    pub(super) fn spayd(&self) -> String {
        format!(
            "SPD*1.0*ACC:{}*AM:{}*CC:{}*X-VS:{}*MSG:OBJEDNAVKA {}",
            self.iban, self.amount, self.currency, self.variable_symbol, self.variable_symbol
        )
    }

    /// The QR code of the descriptor, as an `svg` element; empty if the descriptor is too long.
    pub(super) fn svg(spayd: &str) -> String {
        // The standard requires error correction level M.
        let Ok(code) = QrCode::with_error_correction_level(spayd, EcLevel::M) else {
            return String::new();
        };
        let image = code
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_descriptor_is_what_banks_read() {
        let payment = QrPlatba {
            iban: "CZ6508000000192000145399",
            amount: "1290.50",
            currency: "CZK",
            variable_symbol: 1001,
        };
        let spayd = payment.spayd();
        assert_eq!(
            spayd,
            "SPD*1.0*ACC:CZ6508000000192000145399*AM:1290.50*CC:CZK*X-VS:1001*MSG:OBJEDNAVKA 1001"
        );
        let svg = QrPlatba::svg(&spayd);
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(!svg.contains("style="), "inline styles break the policy");
    }
}
