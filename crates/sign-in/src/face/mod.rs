//! The face of a recognised buyer: the document in the frame over the wallet's button. The page around it cannot read it, so it holds
//! everything that it shows, and every face has the same length.

mod mark;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mark::mark;
use sha2::{Digest as _, Sha256};

/// The length of every face: the length of an answer would otherwise tell of the card.
pub const FACE_BYTES: usize = 2048;

/// The type grows with the button, as far as a face is shown (row 4.30). The page's words have the colour that the address names.
const STYLE: &str = "html,body{block-size:100%;margin:0}body{container-type:size;color:#fff;overflow:hidden}p{box-sizing:border-box;block-size:100%;display:flex;align-items:center;justify-content:center;gap:.5em;margin:0;font:600 16px system-ui,sans-serif;font-size:clamp(10px,36cqb,18px);white-space:nowrap}svg{block-size:1em;inline-size:auto;overflow:visible}.r svg{block-size:1.3em}@media(forced-colors:active){body{color:ButtonText!important;forced-color-adjust:none}circle,path{fill:currentColor}circle+circle{opacity:.6}}";
/// Posted first: a page with a faulty colour still learns the answer.
const SCRIPT: &str = "const b=document.body,d=b.dataset;parent.postMessage('last'in d?{type:'shop_user_matched',userCookieExists:true}:{type:'loaded',userFound:false},d.to);b.style.color=decodeURIComponent(location.hash.slice(1))";

/// The card on a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceCard<'a> {
    /// As the gateway names it.
    pub network: &'a str,
    pub last_four: &'a str,
}

/// A face, and the policy that makes it opaque.
pub struct Face {
    pub html: String,
    pub content_security_policy: String,
}

/// Draws the face for a page of this origin; without a card the page is told that nobody is known. The caller has checked the origin.
#[must_use]
pub fn face(target_origin: &str, card: Option<FaceCard<'_>>) -> Face {
    let card = card.filter(|card| is_last_four(card.last_four));
    let content = card.map_or_else(String::new, content);
    let known = if card.is_some() { " data-last" } else { "" };
    let html = format!(
        "<!doctype html><html lang=cs><meta charset=utf-8><title>.</title><style>{STYLE}</style><body data-to=\"{target_origin}\"{known}>{content}<script>{SCRIPT}</script>"
    );
    Face {
        html: padded(&html),
        content_security_policy: format!(
            "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'; frame-ancestors {target_origin}; sandbox allow-scripts",
            digest(STYLE),
            digest(SCRIPT)
        ),
    }
}

fn content(card: FaceCard<'_>) -> String {
    let (class, mark) = mark(card.network);
    format!("<p class={class}>{mark}<b>•• {}</b>", card.last_four)
}

fn is_last_four(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Fills the document up to its length with a comment.
fn padded(html: &str) -> String {
    const COMMENT: [&str; 2] = ["<!--", "-->"];
    let used = html.len() + COMMENT.concat().len();
    let room = FACE_BYTES.saturating_sub(used);
    let filling = ".".repeat(room);
    format!("{html}{}{filling}{}", COMMENT[0], COMMENT[1])
}

fn digest(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text))
}

#[cfg(test)]
mod tests {
    use super::{FACE_BYTES, FaceCard, face};

    const SHOP: &str = "https://www.velmi-dlouhe-jmeno-obchodu-s-textilem.example:8443";

    fn card<'a>(network: &'a str, last_four: &'a str) -> FaceCard<'a> {
        FaceCard { network, last_four }
    }

    /// [2.14] [7.16] Every face has the same length, whoever is known and by whichever card, and it fits into 2 KB.
    #[test]
    fn the_length_tells_nothing() {
        for known in [
            None,
            Some(card("visa", "4242")),
            Some(card("mastercard", "4444")),
            Some(card("maestro", "0000")),
            Some(card("amex", "0005")),
            Some(card("a network with a very long name", "1111")),
        ] {
            assert_eq!(face(SHOP, known).html.len(), FACE_BYTES, "{known:?}");
        }
        const { assert!(FACE_BYTES <= 2048) };
    }

    /// [7.16] A face shows the network and the last four digits, and tells the page only whether somebody is known.
    #[test]
    fn a_face_shows_network_and_last_four() {
        let known = face(SHOP, Some(card("mastercard", "4444"))).html;
        assert!(
            known.contains("•• 4444") && known.contains("<circle") && known.contains(" data-last")
        );
        let unknown = face(SHOP, None).html;
        assert!(
            !unknown.contains("••") && !unknown.contains("data-last"),
            "{unknown}"
        );
        // A gateway that keeps no digits gives no face.
        for odd in ["", "42424", "42a2", "<b>4", "٤٢٤٢"] {
            assert_eq!(face(SHOP, Some(card("visa", odd))).html, unknown, "{odd}");
        }
    }

    /// [7.16] The document is opaque, loads nothing, runs its own script only, and no other page can frame it.
    #[test]
    fn a_face_is_opaque() {
        let policy = face(SHOP, None).content_security_policy;
        let rules: Vec<_> = policy.split("; ").collect();
        assert!(rules.contains(&"default-src 'none'"), "{policy}");
        assert!(rules.contains(&"sandbox allow-scripts"), "{policy}");
        assert!(
            rules.contains(&&*format!("frame-ancestors {SHOP}")),
            "{policy}"
        );
        assert!(
            !policy.contains("unsafe") && !policy.contains("same-origin"),
            "{policy}"
        );
    }
}
