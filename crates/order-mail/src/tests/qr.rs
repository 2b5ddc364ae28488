//! The QR codes in e-mails, read by a decoder of others.

use super::{order, spaced, written};
use serde_json::{Value, json};
use zkratka_texts::LetterKind;

/// What the picture says, as a phone reads it, and the code's version.
fn read(file: &[u8]) -> (String, usize) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file))
        .read_info()
        .expect("a picture");
    let mut line = vec![0; reader.output_buffer_size().expect("a size")];
    let shape = reader.next_frame(&mut line).expect("pixels");
    let side = shape.width as usize;
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| {
        let byte = line[y * shape.line_size + x / 8];
        if (byte >> (7 - x % 8)) & 1 == 1 {
            255
        } else {
            0
        }
    });
    let grids = image.detect_grids();
    assert_eq!(grids.len(), 1, "one code");
    let (meta, content) = grids[0].decode().expect("a readable code");
    // The format bits of level M are 0.
    assert_eq!(meta.ecc_level, 0, "error correction level M");
    (content, meta.version.0)
}

fn in_euros(total: i64) -> Value {
    let mut order = order();
    let snapshot = &mut order["snapshot"];
    snapshot["currency"] = json!("EUR");
    snapshot["total"] = json!(total);
    snapshot["gift_cards"] = json!([]);
    order
}

/// [B.07] The code in an e-mail is the transfer that the text asks for.
#[test]
fn a_phone_reads_the_transfer_from_the_picture() {
    let (letter, _) = written(LetterKind::Confirmation, &order());
    let (content, _) = read(&letter.qr.expect("a picture").png);
    assert_eq!(
        content,
        "SPD*1.0*ACC:CZ3299900000001991052008*AM:219.00*CC:CZK*DT:20261203*X-VS:1001*MSG:OBJEDNAVKA 1001"
    );
    for (total, amount) in [
        (4_740, "47.40"),
        (1, "0.01"),
        (99_999_999_999, "999999999.99"),
    ] {
        let (letter, rendered) = written(LetterKind::Reminder, &in_euros(total));
        let (content, version) = read(&letter.qr.expect("a picture").png);
        assert_eq!(
            content,
            format!(
                "BCD\n002\n1\nSCT\n\nSojka a vnučka s.r.o.\nSK3112000000198742637541\nEUR{amount}\n\n\n/VS/1001"
            )
        );
        assert!(version <= 13, "{version}");
        let text = spaced(&rendered.text);
        for part in [
            "IBAN: SK31 1200 0000 1987 4263 7541",
            "Zpráva pro příjemce: /VS/1001",
            "Variabilní symbol: 1001",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("Číslo účtu"), "{text}");
    }
}

/// An e-mail is complete without its picture: the picture's text says what the code says.
#[test]
fn the_picture_has_a_text() {
    for (order, expected) in [
        (
            order(),
            "alt=\"QR Platba: 219 Kč na účet 1991052008&#x2f;9990, variabilní symbol 1001\"",
        ),
        (
            in_euros(4_740),
            "alt=\"Evropský QR kód: 47,40 € na účet SK3112000000198742637541, variabilní symbol 1001\"",
        ),
    ] {
        let (_, rendered) = written(LetterKind::Confirmation, &order);
        let html = spaced(&rendered.html);
        assert!(html.contains(expected), "{html}");
    }
}

/// An e-mail has a picture only if it asks for a transfer that a code can describe.
#[test]
fn other_e_mails_have_no_picture() {
    let mut in_dollars = in_euros(4_740);
    in_dollars["snapshot"]["currency"] = json!("USD");
    let mut paid = order();
    paid["payment"] =
        json!({ "kind": "captured", "card": { "network": "visa", "last_four": "1111" } });
    for order in [in_dollars, paid, in_euros(100_000_000_000)] {
        let (letter, rendered) = written(LetterKind::Confirmation, &order);
        assert!(letter.qr.is_none() && !rendered.html.contains("<img"));
    }
}
