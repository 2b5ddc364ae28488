//! Reads typed values from a parsed file, and collects every fault with its line.

use super::goods::GoodsKind;
use super::names::unknown_key;
use super::report::Report;
use super::schema::{Form, Key, Section};
use std::ops::{Range, RangeInclusive};
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use zkratka_commerce::decimal;
use zkratka_commerce::money::MinorUnits;

/// The value is missing because of a fault that has already been reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reported;

/// A text with its byte position in the file.
pub(super) struct Placed {
    pub(super) text: String,
    pub(super) position: usize,
}

/// Reads one section, or one table of a repeated section.
pub(super) struct Reader<'r> {
    report: &'r Report<'r>,
    section: &'static Section,
    /// `None` for an absent section, which is read as an empty one.
    table: Option<&'r DeTable<'r>>,
    /// The byte position of the section, used to report missing keys.
    position: usize,
}

enum Found<'r> {
    File(&'r Spanned<DeValue<'r>>),
    Default(DeValue<'static>),
}

impl Found<'_> {
    fn value(&self) -> &DeValue<'_> {
        match self {
            Self::File(value) => value.get_ref(),
            Self::Default(value) => value,
        }
    }

    fn span(&self) -> Range<usize> {
        match self {
            Self::File(value) => value.span(),
            Self::Default(_) => 0..0,
        }
    }
}

impl<'r> Reader<'r> {
    pub(super) fn new(
        report: &'r Report<'r>,
        section: &'static Section,
        table: Option<&'r DeTable<'r>>,
        position: usize,
    ) -> Self {
        Self {
            report,
            section,
            table,
            position,
        }
    }

    /// Reports a fault at the position of one of this section's keys.
    pub(super) fn fault(&self, key: &str, message: impl Into<String>) {
        self.fault_at(self.position_of(key), key, message);
    }

    fn position_of(&self, key: &str) -> usize {
        let value = self.table.and_then(|table| table.get(key));
        value.map_or(self.position, |value| value.span().start)
    }

    /// Reports a fault of a key at another position.
    pub(super) fn fault_at(&self, position: usize, key: &str, message: impl Into<String>) {
        let name = self.section.name;
        self.report
            .fault(position, format!("{name}.{key}"), message);
    }

    /// Whether the file contains the key.
    pub(super) fn is_given(&self, key: &str) -> bool {
        self.table.is_some_and(|table| table.contains_key(key))
    }

    pub(super) fn text(&self, key: &str) -> Option<String> {
        self.typed(key, |value| value.as_str().map(str::to_owned))
    }

    /// Reads a text that must not be empty.
    pub(super) fn filled(&self, key: &str) -> Option<String> {
        self.parsed(key, |text| match text.trim() {
            "" => Err(()),
            text => Ok(text.to_owned()),
        })
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        self.typed(key, |value| match value {
            DeValue::Boolean(flag) => Some(*flag),
            _ => None,
        })
    }

    pub(super) fn number(&self, key: &str, range: RangeInclusive<u64>) -> Option<u64> {
        self.typed(key, |value| {
            let integer = value.as_integer()?;
            u64::from_str_radix(integer.as_str(), integer.radix())
                .ok()
                .filter(|number| range.contains(number))
        })
    }

    /// Reads a text and parses it with `parse`.
    pub(super) fn parsed<T, E>(
        &self,
        key: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        self.typed(key, |value| parse(value.as_str()?).ok())
    }

    /// Reads a URL. The error of `parse` is the rest of a sentence about the URL. The fault does not show the URL: it may
    /// contain a password or a token, and logs show faults.
    pub(super) fn address<T>(
        &self,
        key: &str,
        parse: impl FnOnce(&str) -> Result<T, &'static str>,
    ) -> Option<T> {
        let parsed = self.typed(key, |value| value.as_str().map(parse))?;
        let refused = |why| self.fault(key, self.refused_address(key, why));
        parsed.map_err(refused).ok()
    }

    fn refused_address(&self, key: &str, why: &str) -> String {
        let expects = self.key(key).map_or("another address", |key| key.expects);
        format!("{why} (not shown, because it may contain a secret): write {expects}")
    }

    /// Reads an exact decimal, written as a text or as a number; `Ok(None)` for an empty text.
    pub(super) fn decimal(&self, key: &str, places: u32) -> Result<Option<i64>, Reported> {
        self.typed(key, |value| {
            let text = match value {
                DeValue::String(text) if text.is_empty() => return Some(None),
                DeValue::String(text) => text.as_ref(),
                DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
                DeValue::Float(float) => float.as_str(),
                _ => return None,
            };
            decimal::parse(text, places).ok().map(Some)
        })
        .ok_or(Reported)
    }

    /// Reads an amount of a currency with `places` decimal places; `Ok(None)` for an empty text.
    pub(super) fn amount(&self, key: &str, places: u32) -> Result<Option<MinorUnits>, Reported> {
        let minor = self.decimal(key, places)?;
        Ok(minor.map(MinorUnits::new))
    }

    /// Reads a list of texts.
    pub(super) fn texts(&self, key: &str) -> Option<Vec<Placed>> {
        self.typed(key, |value| {
            let items = value.as_array()?.iter();
            items
                .map(|item| {
                    item.get_ref().as_str().map(|text| Placed {
                        text: text.to_owned(),
                        position: item.span().start,
                    })
                })
                .collect()
        })
    }

    /// Reads a list of texts and parses each with `parse`. Every text that does not parse is reported.
    pub(super) fn parsed_list<T, E>(
        &self,
        key: &str,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Option<Vec<T>> {
        let refused = |text: &str, _| {
            let expects = self.key(key).map_or("", |key| key.expects);
            format!("\"{text}\" is not one of {expects}")
        };
        self.each(key, parse, refused)
    }

    /// Reads a list of URLs. As in [`Self::address`], a fault does not show the URL.
    pub(super) fn addresses<T>(
        &self,
        key: &str,
        parse: impl Fn(&str) -> Result<T, &'static str>,
    ) -> Option<Vec<T>> {
        self.each(key, parse, |_, why| self.refused_address(key, why))
    }

    /// Reads a list of texts and parses each with `parse`. Reports every text that does not parse, with the message from
    /// `refused`.
    fn each<T, E>(
        &self,
        key: &str,
        parse: impl Fn(&str) -> Result<T, E>,
        refused: impl Fn(&str, E) -> String,
    ) -> Option<Vec<T>> {
        let items = self.texts(key)?;
        let mut good = Vec::with_capacity(items.len());
        let mut all_good = true;
        for Placed { text, position } in items {
            match parse(&text) {
                Ok(item) => good.push(item),
                Err(error) => {
                    all_good = false;
                    self.fault_at(position, key, refused(&text, error));
                }
            }
        }
        all_good.then_some(good)
    }

    /// Reads a list of names of goods.
    pub(super) fn goods(&self, key: &str, kind: GoodsKind) -> Option<Vec<String>> {
        let names = self.parsed_list(key, |text| match text.trim() {
            "" => Err(()),
            name => Ok(name.to_owned()),
        })?;
        for (name, Placed { position, .. }) in names.iter().zip(self.texts(key)?) {
            self.name_goods_at(position, key, kind, name);
        }
        Some(names)
    }

    /// Records that this key names goods.
    pub(super) fn name_goods(&self, key: &str, kind: GoodsKind, name: &str) {
        self.name_goods_at(self.position_of(key), key, kind, name);
    }

    fn name_goods_at(&self, position: usize, key: &str, kind: GoodsKind, name: &str) {
        let key = format!("{}.{key}", self.section.name);
        self.report.name_goods(position, key, kind, name);
    }

    /// Reads a list of inline tables with the keys of `section`.
    pub(super) fn tables(&self, key: &str, section: &'static Section) -> Option<Vec<Reader<'r>>> {
        let Some(value) = self.table.and_then(|table| table.get(key)) else {
            // No table of this kind has a default. `typed` reports a missing required one.
            return self.typed(key, |value| value.as_array().map(|_| Vec::new()));
        };
        self.typed(key, |value| value.as_array().map(|_| ()))?;
        let mut readers = Vec::new();
        for item in value.get_ref().as_array()? {
            let Some(table) = item.get_ref().as_table() else {
                self.wrong(key, item.span().start, item.get_ref());
                return None;
            };
            let reader = Reader::new(self.report, section, Some(table), item.span().start);
            reader.check_names(&[]);
            readers.push(reader);
        }
        Some(readers)
    }

    /// Returns every entry of a section in which the merchant chooses the keys.
    pub(super) fn own_keys(&self) -> Vec<(String, &'r Spanned<DeValue<'r>>)> {
        let entries = self.table.into_iter().flat_map(DeTable::iter);
        entries
            .map(|(name, value)| (name.get_ref().to_string(), value))
            .collect()
    }

    /// Reports every key that is not in the section's schema. `nested` lists the sections inside this one.
    pub(super) fn check_names(&self, nested: &[&str]) {
        if matches!(self.section.form, Form::OwnKeys(_)) {
            return;
        }
        for name in self.table.into_iter().flat_map(DeTable::keys) {
            let known = self
                .section
                .keys
                .iter()
                .any(|key| key.name == name.get_ref());
            if !known && !nested.contains(&name.get_ref().as_ref()) {
                let advice = unknown_key(name.get_ref(), self.section, nested);
                self.fault_at(name.span().start, name.get_ref(), advice);
            }
        }
    }

    fn key(&self, name: &str) -> Option<&'static Key> {
        self.section.keys.iter().find(|key| key.name == name)
    }

    /// Returns the value of a key if `take` accepts it; otherwise reports a fault.
    fn typed<T>(&self, name: &str, take: impl FnOnce(&DeValue<'_>) -> Option<T>) -> Option<T> {
        let found = self.find(name)?;
        let value = take(found.value());
        if value.is_none() {
            self.wrong(name, found.span().start, found.value());
        }
        value
    }

    fn find(&self, name: &str) -> Option<Found<'r>> {
        let path = format!("{}.{name}", self.section.name);
        self.report.ask(path);
        if let Some(value) = self.table.and_then(|table| table.get(name)) {
            return Some(Found::File(value));
        }
        let key = self.key(name)?;
        let Some(default) = key.default else {
            let example = key.example.unwrap_or_default();
            let section = self.section.name;
            let message = format!(
                "is missing: write {name} = {example} in [{section}] ({})",
                key.expects
            );
            self.fault(name, message);
            return None;
        };
        let default = DeValue::parse(default).ok()?;
        Some(Found::Default(default.into_inner()))
    }

    fn wrong(&self, name: &str, position: usize, value: &DeValue<'_>) {
        let expects = self.key(name).map_or("another value", |key| key.expects);
        let found = match value {
            DeValue::String(text) => format!("\"{text}\""),
            DeValue::Integer(integer) => integer.to_string(),
            DeValue::Float(float) => float.to_string(),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Datetime(_) => "a date".to_owned(),
            DeValue::Array(_) => "this list".to_owned(),
            DeValue::Table(_) => "a table".to_owned(),
        };
        let message = format!("found {found}: write {expects}");
        self.fault_at(position, name, message);
    }
}
