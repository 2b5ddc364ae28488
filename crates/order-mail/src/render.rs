//! Renders a letter as HTML and as text. Both templates place the same texts.

use crate::letter::Letter;
use crate::qr::Picture;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Value};

/// The templates. One engine escapes HTML and writes the text, so that the two forms cannot come to say different things.
pub struct Renderer(Environment<'static>);

/// An e-mail in both forms.
pub(crate) struct Rendered {
    pub(crate) html: String,
    pub(crate) text: String,
    pub(crate) qr: Option<Picture>,
}

impl Renderer {
    /// # Errors
    /// A template is not valid.
    pub fn new() -> Result<Self, minijinja::Error> {
        let mut templates = Environment::new();
        // Lines that only hold a tag leave no empty line in the text.
        let mut syntax = SyntaxConfig::builder();
        syntax.trim_blocks(true).lstrip_blocks(true);
        templates.set_syntax(syntax.build()?);
        // The engine escapes by the name's ending.
        templates.add_template("letter.html", include_str!("../templates/letter.html"))?;
        templates.add_template("letter.txt", include_str!("../templates/letter.txt"))?;
        templates.add_global("labels", labels());
        Ok(Self(templates))
    }

    /// # Errors
    /// A template names something that the letter does not have.
    pub(crate) fn render(&self, letter: &Letter) -> Result<Rendered, minijinja::Error> {
        let values = Value::from(Serde(letter));
        Ok(Rendered {
            html: self.0.get_template("letter.html")?.render(values.clone())?,
            qr: letter.qr.clone(),
            text: self.0.get_template("letter.txt")?.render(values)?,
        })
    }
}

fn labels() -> minijinja::Value {
    use zkratka_texts::labels;
    minijinja::context! {
        goods => labels::GOODS,
        transfer => labels::TRANSFER,
        scan => labels::SCAN,
        terms => labels::TERMS,
        withdrawal => labels::WITHDRAWAL,
        seller => labels::SELLER,
        trial => labels::TRIAL,
        end => zkratka_texts::stock_alert::END_LINK,
    }
}
