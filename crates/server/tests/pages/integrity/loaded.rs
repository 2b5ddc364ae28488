//! Finds what a page loads.

use super::super::support::Page;
use std::collections::BTreeMap;
use zkratka_assets::content_type;

/// A script, a style or a preload.
pub(super) struct Loaded {
    pub(super) url: String,
    pub(super) integrity: Option<String>,
    pub(super) is_module: bool,
}

/// The page's scripts, styles and preloads, of its HTML and of its `Link` header.
pub(super) fn loaded_by(page: &Page) -> Vec<Loaded> {
    let scripts = tags(&page.text, "script").filter_map(|(tag, _)| {
        Some(Loaded {
            url: attribute(tag, "src")?,
            integrity: attribute(tag, "integrity"),
            is_module: attribute(tag, "type").as_deref() == Some("module"),
        })
    });
    let links = tags(&page.text, "link").filter_map(|(tag, _)| {
        let rel = attribute(tag, "rel")?;
        loads(&rel).then(|| Loaded {
            url: attribute(tag, "href").expect("an address"),
            integrity: attribute(tag, "integrity"),
            is_module: rel == "modulepreload",
        })
    });
    let mut all: Vec<Loaded> = scripts.chain(links).collect();
    all.extend(page.header("link").split(", <").filter_map(preloaded));
    all
}

fn loads(rel: &str) -> bool {
    ["stylesheet", "preload", "modulepreload"].contains(&rel)
}

/// One link of a `Link` header.
fn preloaded(link: &str) -> Option<Loaded> {
    let (url, parameters) = link.trim_start_matches('<').split_once('>')?;
    let parameter = |name: &str| {
        let mut all = parameters.split(';').map(str::trim);
        let value = all.find_map(|it| it.strip_prefix(name)?.strip_prefix('='))?;
        Some(value.trim_matches('"').to_owned())
    };
    let rel = parameter("rel")?;
    loads(&rel).then(|| Loaded {
        url: url.to_owned(),
        integrity: parameter("integrity"),
        is_module: rel == "modulepreload",
    })
}

/// The hashes in the page's import map, by URL.
pub(super) fn module_hashes(html: &str) -> BTreeMap<String, String> {
    let mut maps = tags(html, "script").filter(|(tag, _)| kind(tag) == "importmap");
    let map = maps.next().map_or("{}", |(_, rest)| content(rest));
    assert!(maps.next().is_none(), "older browsers read one import map");
    let map: serde_json::Value = serde_json::from_str(map).expect("JSON");
    serde_json::from_value(map["integrity"].clone()).unwrap_or_default()
}

/// The page's inline scripts that a browser executes or reads as an import map.
pub(super) fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    tags(html, "script")
        .filter(|(tag, _)| attribute(tag, "src").is_none())
        .filter(|(tag, _)| ["", "module", "importmap"].contains(&kind(tag).as_str()))
        .map(|(_, rest)| content(rest))
}

/// The relative addresses of the modules that a built module imports, statically or later.
pub(super) fn modules_in(code: &str) -> Vec<String> {
    let is_name = |character: char| character.is_ascii_alphanumeric() || "-_.".contains(character);
    let names = code.split("./").skip(1).filter_map(|rest| {
        let end = rest.find(|character| !is_name(character))?;
        let name = &rest[..end];
        let is_script = content_type(name).starts_with("text/javascript");
        is_script.then(|| format!("./{name}"))
    });
    names.collect()
}

fn kind(tag: &str) -> String {
    attribute(tag, "type").unwrap_or_default()
}

fn content(rest: &str) -> &str {
    rest.split_once("</script>").map_or(rest, |(text, _)| text)
}

/// Every opening tag of this name, without its angle brackets, and the text after it.
fn tags<'t>(html: &'t str, name: &str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let opening = format!("<{name}");
    html.match_indices(&opening)
        .filter_map(move |(at, opening)| {
            let rest = &html[at + opening.len()..];
            let is_name = rest.starts_with(|next: char| next == '>' || next.is_whitespace());
            if is_name { rest.split_once('>') } else { None }
        })
        .collect::<Vec<_>>()
        .into_iter()
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let value = tag.split_once(&format!(" {name}=\""))?.1;
    Some(value.split_once('"')?.0.to_owned())
}
