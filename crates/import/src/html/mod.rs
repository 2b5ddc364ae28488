//! Descriptions: HTML from outside, reduced to a few tags without attributes. It is safe by construction: `ammonia`
//! parses the HTML as browsers do, and writes only the allowed elements of the result.

mod bare;

use ammonia::Builder;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Tags that are kept.
const KEPT: [&str; 12] = [
    "p", "br", "ul", "ol", "li", "strong", "em", "b", "i", "h2", "h3", "h4",
];
/// Elements that are dropped together with their content.
const SILENT: [&str; 11] = [
    "script", "style", "template", "noscript", "iframe", "object", "svg", "math", "title",
    "textarea", "select",
];

/// The description in a form that is safe in a page.
#[must_use]
pub fn sanitise(html: &str) -> String {
    static SANITISER: LazyLock<Builder<'static>> = LazyLock::new(|| {
        let mut sanitiser = Builder::empty();
        sanitiser
            .tags(HashSet::from(KEPT))
            .clean_content_tags(HashSet::from(SILENT))
            .link_rel(None);
        sanitiser
    });
    let html = SANITISER.clean(&bare::bare(html)).to_string();
    // Quotes occur only in text, because no tag has attributes. With quotes escaped, the result is also safe in an
    // attribute. A parser makes an empty paragraph of `</p>` if no paragraph is open.
    html.replace('"', "&quot;")
        .replace('\'', "&#39;")
        .replace("<p></p>", "")
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_allowed_tags_stay_without_their_attributes() {
        for (html, safe) in [
            ("Prosté & krátké", "Prosté &amp; krátké"),
            ("<p class=\"x\" onclick='y>z'>Ahoj</p>", "<p>Ahoj</p>"),
            ("<P>A<BR/>B</P>", "<p>A<br>B</p>"),
            ("<ul><li>1<li>2</ul>", "<ul><li>1</li><li>2</li></ul>"),
            ("<div>a</div><div>b</div>", "a b"),
            ("<a href='javascript:x'>odkaz</a>", "odkaz"),
            ("<script>alert(1)</script>text", "text"),
            ("<SCRIPT SRC=x>alert(1)</SCRIPT >text", "text"),
            ("<style>p{}", ""),
            ("1 < 2 > 0", "1 &lt; 2 &gt; 0"),
            ("a<!-- <script> -->b", "ab"),
            ("a<!-- b", "a"),
            ("<img src=x onerror=alert(1)>", ""),
            (
                "&lt;script&gt; &nbsp; &#8211; &bad",
                "&lt;script&gt; &nbsp; – &amp;bad",
            ),
            ("</p>x", "x"),
            ("<p>a<ul><li>b</ul></p>", "<p>a</p><ul><li>b</li></ul>"),
            ("<td>a</td><td>b</td>", "a b"),
            ("<svg/>a", "a"),
            ("<svg>x<p>a</p></svg>b", "<p>a</p>b"),
            (
                "<xmp><script>alert(1)</script></xmp>",
                "&lt;script&gt;alert(1)&lt;/script&gt;",
            ),
            ("<p", ""),
            ("<p title=\"a>b", ""),
        ] {
            assert_eq!(sanitise(html), safe, "{html}");
        }
    }

    /// If the work grows with the length, a tenth of a second is enough, or a few seconds on a busy machine. If it grows
    /// with the square of the length, it takes minutes.
    #[test]
    fn long_descriptions_take_no_longer_for_being_malicious() {
        for html in [
            "<a\"".repeat(60_000),
            "<a\"".repeat(60_000) + "'>",
            "<svg></svg>".repeat(20_000),
            "<svg></svgx".repeat(20_000),
            "<p>".repeat(30_000) + &"</ul>".repeat(30_000),
            "<!--".repeat(60_000),
            "&".repeat(200_000),
            "<ul>".repeat(50_000),
            "<ul></b><ol></p>".repeat(12_000),
            "<b>".repeat(25_000) + &"</p>".repeat(25_000),
            repeated_formatting(10_000),
        ] {
            let started = std::time::Instant::now();
            let safe = sanitise(&html);
            let took = started.elapsed();
            assert!(took.as_secs() < 30, "{} took {took:?}", &html[..12]);
            assert!(is_safe(&safe));
            assert!(safe.len() <= 20 * html.len(), "{} bytes", safe.len());
        }
    }

    /// Formatting that an HTML parser repeats in every paragraph: work and output grow with the square of `count`.
    fn repeated_formatting(count: usize) -> String {
        let open =
            (0..count).flat_map(|number| ["<b a=".to_owned(), number.to_string(), ">".to_owned()]);
        format!(
            "<p>{}{}",
            open.collect::<String>(),
            "</p><p>x".repeat(count)
        )
    }

    #[test]
    fn elements_nest_as_deep_as_anybody_reads() {
        let deep = sanitise(&("<ul><li>".repeat(200) + "text" + &"</li></ul>".repeat(200)));
        assert_eq!(deep.matches("<ul>").count(), 100);
        assert!(deep.contains("text"));
    }

    #[test]
    fn a_tag_ends_outside_its_quotes() {
        for (html, safe) in [
            ("<p a=\">\" b='\">'>x", "<p>x</p>"),
            ("<a\"<p>x", "x"),
            ("<p a='\">x<b>\">'y", ""),
        ] {
            assert_eq!(sanitise(html), safe, "{html}");
        }
    }

    /// Whether every `<` in the result begins one of the allowed tags without attributes.
    fn is_safe(html: &str) -> bool {
        html.split('<').skip(1).all(|part| {
            part.split_once('>').is_some_and(|(tag, text)| {
                KEPT.contains(&tag.trim_start_matches('/')) && !text.contains(['>', '"', '\''])
            })
        })
    }

    proptest! {
        #[test]
        fn whatever_comes_in_nothing_unsafe_goes_out(html in "[a-zA-Z0-9 <>/&;\"'=!#ěř-]{0,200}") {
            let safe = sanitise(&html);
            prop_assert!(is_safe(&safe), "{html} -> {safe}");
        }

        #[test]
        fn tags_in_any_order_come_out_safe_and_balanced(
            parts in proptest::collection::vec(prop_oneof![
                Just("<p>"), Just("</p>"), Just("<li>"), Just("</ul>"), Just("<script>"), Just("</script>"),
                Just("<b a='>'>"), Just("<!--"), Just("-->"), Just("text & <"), Just("<br>"), Just("<svg/onload=x>"),
            ], 0..30)
        ) {
            let safe = sanitise(&parts.concat());
            prop_assert!(is_safe(&safe), "{safe}");
            for tag in KEPT.iter().filter(|tag| **tag != "br") {
                let opened = safe.matches(&format!("<{tag}>")).count();
                prop_assert_eq!(opened, safe.matches(&format!("</{tag}>")).count());
            }
        }
    }
}
