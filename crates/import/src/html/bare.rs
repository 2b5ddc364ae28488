//! Removes from HTML what `ammonia` would drop anyway, so that the work of `ammonia` grows only with the length of the
//! text. Without this, its parser repeats `<b a=1>`, `<b a=2>`, … in every later paragraph (17 KB become 7 MB) and
//! searches all open elements at each tag. Its serialiser searches the rest of a text at every `&`.

use super::{KEPT, SILENT};
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::{Cell, RefCell};

/// Elements that separate words. If one is dropped, a space replaces it.
const BLOCKS: [&str; 11] = [
    "div", "td", "th", "tr", "table", "section", "article", "h1", "h5", "h6", "hr",
];
/// Kept elements that do not count as open: they have no end tag, or the next one ends them.
const SHALLOW: [&str; 3] = ["p", "li", "br"];
/// Elements that `/>` closes.
const FOREIGN: [&str; 2] = ["svg", "math"];
/// How deep elements may be nested. Deeper elements are dropped, but their text is kept.
const DEEPEST: usize = 100;
/// How many characters of text may follow each other before `PART` is inserted.
const LONGEST_TEXT: usize = 1_000;
/// Splits a long text. The sanitiser drops it.
const PART: &str = "<wbr>";

/// The text with only the tags that matter to the sanitiser, without attributes.
pub(super) fn bare(html: &str) -> String {
    let input = BufferQueue::default();
    input.push_back(html.into());
    let tokenizer = Tokenizer::new(TagReducer::default(), TokenizerOpts::default());
    // The tokenizer stops early only if a sink asks for it, and this sink does not.
    let _done = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.html.into_inner()
}

/// Writes each token to `html` as it arrives.
#[derive(Default)]
struct TagReducer {
    html: RefCell<String>,
    /// Characters since the last tag.
    text: Cell<usize>,
    /// How many elements of each known kind are open.
    open: [Cell<usize>; KEPT.len() + SILENT.len()],
}

impl TokenSink for TagReducer {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(text) => self.text(&text),
            Token::TagToken(tag) => {
                self.tag(&tag);
                if tag.kind == TagKind::StartTag {
                    return content_of(&tag.name);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl TagReducer {
    fn text(&self, text: &str) {
        let mut html = self.html.borrow_mut();
        for character in text.chars() {
            if self.text.replace(self.text.get() + 1) == LONGEST_TEXT {
                html.push_str(PART);
                self.text.set(1);
            }
            match character {
                '&' => html.push_str("&amp;"),
                '<' => html.push_str("&lt;"),
                '>' => html.push_str("&gt;"),
                other => html.push(other),
            }
        }
    }

    fn tag(&self, tag: &Tag) {
        let known = KEPT.iter().chain(&SILENT);
        let Some((place, name)) = known.enumerate().find(|(_, name)| *tag.name == ***name) else {
            if tag.kind == TagKind::StartTag && BLOCKS.contains(&&*tag.name) {
                self.html.borrow_mut().push(' ');
            }
            return;
        };
        self.text.set(0);
        let open = &self.open[place];
        let start = match tag.kind {
            TagKind::StartTag if self.depth() == DEEPEST && !SHALLOW.contains(name) => return,
            TagKind::StartTag => {
                if !SHALLOW.contains(name) {
                    open.update(|open| open + 1);
                }
                "<"
            }
            TagKind::EndTag => {
                open.update(|open| open.saturating_sub(1));
                "</"
            }
        };
        let mut html = self.html.borrow_mut();
        html.extend([start, name, ">"]);
        if tag.self_closing && FOREIGN.contains(name) {
            html.extend(["</", name, ">"]);
            open.update(|open| open.saturating_sub(1));
        }
    }

    fn depth(&self) -> usize {
        self.open.iter().map(Cell::get).sum()
    }
}

/// How the tokenizer must read the content of an element.
fn content_of(name: &str) -> TokenSinkResult<()> {
    match name {
        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
        "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
        "style" | "iframe" | "noscript" | "noembed" | "noframes" | "xmp" => {
            TokenSinkResult::RawData(RawKind::Rawtext)
        }
        "plaintext" => TokenSinkResult::Plaintext,
        _ => TokenSinkResult::Continue,
    }
}
