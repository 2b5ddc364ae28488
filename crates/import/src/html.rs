//! Descriptions: HTML from outside, cut down to a few tags without attributes. Safe by construction: what is not one
//! of those tags is written as text.

/// Tags that are kept.
const KEPT: &[&str] = &[
    "p", "br", "ul", "ol", "li", "strong", "em", "b", "i", "h2", "h3", "h4",
];
/// Elements whose content is no text either.
const SILENT: &[&str] = &[
    "script", "style", "template", "noscript", "iframe", "object", "svg", "math", "head", "title",
    "textarea", "select",
];
/// The one kept element without an end.
const VOID: &str = "br";

/// The description, safe to stand in a page.
#[must_use]
pub fn sanitise(html: &str) -> String {
    let mut writer = Writer::default();
    let ends = TagEnds::find(html);
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        writer.text(&rest[..start]);
        // What is left is always the end of the whole.
        let end = ends.of(html.len() - rest.len() + start);
        rest = if let Some((tag, after)) = tag(&rest[start..], end) {
            writer.tag(&tag, after)
        } else {
            writer.text("<");
            &rest[start + 1..]
        };
    }
    writer.text(rest);
    writer.finish()
}

/// A tag or comment at the beginning of the text.
enum Tag {
    Open(String),
    Close(String),
    Ignored,
}

/// Reads a tag, `length` bytes long if it has an end; none when the `<` begins nothing.
fn tag(text: &str, length: Option<usize>) -> Option<(Tag, &str)> {
    if let Some(comment) = text.strip_prefix("<!--") {
        let end = comment.find("-->").map_or(comment.len(), |end| end + 3);
        return Some((Tag::Ignored, &comment[end..]));
    }
    let body = &text[1..];
    let closing = body.starts_with('/');
    let name_at = usize::from(closing);
    let first = body[name_at..].chars().next()?;
    if !first.is_ascii_alphabetic() && !matches!(first, '!' | '?') {
        return None;
    }
    let end = length?;
    let name: String = body[name_at..end]
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_ascii_lowercase();
    let after = &body[end + 1..];
    Some(match (first, closing) {
        ('!' | '?', _) => (Tag::Ignored, after),
        (_, true) => (Tag::Close(name), after),
        (_, false) => (Tag::Open(name), after),
    })
}

/// Where each tag's `>` is: not inside a quoted attribute. All are found in one pass from the end, as looking ahead from
/// every `<` takes time by the square of the length where none of them ends.
struct TagEnds {
    /// Places of `<` and of the `>` that ends it, from the last to the first.
    ends: Vec<(usize, Option<usize>)>,
}

impl TagEnds {
    fn find(html: &str) -> Self {
        let mut ends = Vec::new();
        // Where a tag ends of which everything up to here has been read: outside quotes, inside "", inside ''.
        let (mut bare, mut double, mut single) = (None, None, None);
        for (place, byte) in html.bytes().enumerate().rev() {
            match byte {
                b'<' => ends.push((place, bare)),
                b'>' => bare = Some(place),
                // A quote begins an attribute or ends one.
                b'"' => std::mem::swap(&mut bare, &mut double),
                b'\'' => std::mem::swap(&mut bare, &mut single),
                _ => {}
            }
        }
        Self { ends }
    }

    /// From behind the `<` at `place` to its `>`.
    fn of(&self, place: usize) -> Option<usize> {
        let found = self
            .ends
            .binary_search_by(|(start, _)| place.cmp(start))
            .ok()?;
        let (start, end) = self.ends[found];
        end.map(|end| end - start - 1)
    }
}

/// Writes what is kept, and closes what was opened.
#[derive(Default)]
struct Writer {
    html: String,
    open: Vec<&'static str>,
    /// How many of each kept element are open.
    depths: [usize; KEPT.len()],
}

impl Writer {
    fn text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(place) = rest.find(['&', '<', '>', '"', '\'']) {
            self.html.push_str(&rest[..place]);
            let special = &rest[place..];
            let reference = reference(special);
            let (written, length) = match (reference, special.as_bytes()[0]) {
                (Some(length), _) => (&special[..length], length),
                (None, b'&') => ("&amp;", 1),
                (None, b'<') => ("&lt;", 1),
                (None, b'>') => ("&gt;", 1),
                (None, b'"') => ("&quot;", 1),
                (None, _) => ("&#39;", 1),
            };
            self.html.push_str(written);
            rest = &special[length..];
        }
        self.html.push_str(rest);
    }

    /// Answers what follows the tag, or the whole element where its content is no text.
    fn tag<'t>(&mut self, tag: &Tag, after: &'t str) -> &'t str {
        match tag {
            Tag::Open(name) if SILENT.contains(&name.as_str()) => return skip(name, after),
            Tag::Open(name) => {
                if let Some(kept) = kept(name) {
                    self.html.push('<');
                    self.html.push_str(kept);
                    self.html.push('>');
                    if kept != VOID {
                        self.open.push(kept);
                        *self.depth(kept) += 1;
                    }
                } else if is_block(name) {
                    self.html.push(' ');
                }
            }
            Tag::Close(name) => self.close(name),
            Tag::Ignored => {}
        }
        after
    }

    /// Closes an open element and everything inside it; ends of what is not open are dropped.
    fn close(&mut self, name: &str) {
        let Some(name) = kept(name).filter(|kept| *self.depth(kept) > 0) else {
            return;
        };
        while let Some(open) = self.open.pop() {
            *self.depth(open) -= 1;
            self.end(open);
            if open == name {
                return;
            }
        }
    }

    fn depth(&mut self, kept: &'static str) -> &mut usize {
        let place = KEPT.iter().position(|name| *name == kept);
        &mut self.depths[place.unwrap_or_default()]
    }

    fn end(&mut self, name: &str) {
        self.html.push_str("</");
        self.html.push_str(name);
        self.html.push('>');
    }

    fn finish(mut self) -> String {
        while let Some(open) = self.open.pop() {
            self.end(open);
        }
        self.html.trim().to_owned()
    }
}

fn kept(name: &str) -> Option<&'static str> {
    KEPT.iter().find(|kept| **kept == name).copied()
}

/// Elements that part words even when they are dropped.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "div" | "td" | "th" | "tr" | "table" | "section" | "article" | "h1" | "h5" | "h6" | "hr"
    )
}

/// The length of a character reference at the beginning of the text.
fn reference(text: &str) -> Option<usize> {
    let body = text.strip_prefix('&')?;
    let end = body.bytes().take(33).position(|byte| byte == b';')?;
    let name = &body.as_bytes()[..end];
    let well_formed = match name {
        [b'#', b'x' | b'X', digits @ ..] => {
            !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit)
        }
        [b'#', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
        name => !name.is_empty() && name.iter().all(u8::is_ascii_alphanumeric),
    };
    well_formed.then_some(end + 2)
}

/// What follows the end of an element; nothing when it has none.
fn skip<'t>(name: &str, after: &'t str) -> &'t str {
    let is_end = |at: &usize| {
        let rest = &after.as_bytes()[at + 2..];
        rest.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
    };
    let mut ends = after.match_indices("</").map(|(at, _)| at);
    let Some(end) = ends.find(is_end) else {
        return "";
    };
    let rest = &after[end..];
    rest.find('>').map_or("", |close| &rest[close + 1..])
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
            ("<ul><li>1<li>2</ul>", "<ul><li>1<li>2</li></li></ul>"),
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
                "&lt;script&gt; &nbsp; &#8211; &amp;bad",
            ),
            ("</p>x", "x"),
            ("<p", "&lt;p"),
            ("<p title=\"a>b", "&lt;p title=&quot;a&gt;b"),
        ] {
            assert_eq!(sanitise(html), safe, "{html}");
        }
    }

    /// A tenth of a second is enough when the work grows with the length, and a few on a busy machine; minutes are needed
    /// when it grows with its square.
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
        ] {
            let started = std::time::Instant::now();
            let safe = sanitise(&html);
            let took = started.elapsed();
            assert!(took.as_secs() < 30, "{} took {took:?}", &html[..12]);
            assert!(is_safe(&safe));
        }
    }

    #[test]
    fn a_tag_ends_outside_its_quotes() {
        for (html, safe) in [
            ("<p a=\">\" b='\">'>x", "<p>x</p>"),
            ("<a\"<p>x", "&lt;a&quot;<p>x</p>"),
            (
                "<p a='\">x<b>\">'y",
                "&lt;p a=&#39;&quot;&gt;x<b>&quot;&gt;&#39;y</b>",
            ),
        ] {
            assert_eq!(sanitise(html), safe, "{html}");
        }
    }

    /// Every `<` in the result begins one of the allowed tags, bare.
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
            for tag in KEPT.iter().filter(|tag| **tag != VOID) {
                let opened = safe.matches(&format!("<{tag}>")).count();
                prop_assert_eq!(opened, safe.matches(&format!("</{tag}>")).count());
            }
        }
    }
}
