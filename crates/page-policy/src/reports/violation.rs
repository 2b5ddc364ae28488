//! Reads reports in both formats of browsers: one object for `report-uri`, a list for `report-to`.

use super::ReportError;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use url::Url;

/// Reports read from one request. Browsers send fewer at once.
const MAX_REPORTS: usize = 32;
/// The longest host in a log line.
const MAX_ORIGIN: usize = 100;

/// The directives of the pages' policy that a browser can report.
const DIRECTIVES: &[&str] = &[
    "base-uri",
    "connect-src",
    "default-src",
    "font-src",
    "form-action",
    "frame-ancestors",
    "frame-src",
    "img-src",
    "manifest-src",
    "media-src",
    "object-src",
    "require-trusted-types-for",
    "script-src",
    "script-src-attr",
    "script-src-elem",
    "style-src",
    "style-src-attr",
    "style-src-elem",
    "trusted-types",
    "worker-src",
];
/// What browsers report in place of a URL.
const KEYWORDS: &[&str] = &[
    "blob",
    "data",
    "eval",
    "inline",
    "trusted-types-policy",
    "trusted-types-sink",
    "wasm-eval",
];
const OTHER: &str = "other";

/// What was refused, without anything of the page's URL or of its visitor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Violation {
    /// The policy's directive, `integrity-policy`, or [`CHANGED_CONTENT`].
    pub(super) directive: &'static str,
    pub(super) blocked: Blocked,
}

/// What the page tried to load.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Blocked {
    /// A keyword, or a file of this server. There are a few dozen.
    Known(String),
    /// The origin of another site, which anybody can invent.
    Foreign(String),
    /// Other sites beyond those that are counted by name.
    OtherSites,
}

impl Blocked {
    /// As the log names it.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Known(name) | Self::Foreign(name) => name,
            Self::OtherSites => "other sites",
        }
    }
}

/// The content of a file differs from the hash that the page names. The pages' own inline script reports it.
pub(super) const CHANGED_CONTENT: &str = "changed-content";
const INTEGRITY_POLICY: &str = "integrity-policy";

/// What the pages belong to.
pub(super) struct Subject<'a> {
    pub(super) origin: &'a str,
    pub(super) files: &'a BTreeSet<String>,
}

#[derive(Deserialize)]
struct LegacyReport {
    #[serde(rename = "csp-report")]
    body: LegacyBody,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct LegacyBody {
    effective_directive: Option<String>,
    violated_directive: Option<String>,
    blocked_uri: Option<String>,
}

#[derive(Deserialize)]
struct Report {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    body: Value,
}

/// Reads the violations in a request's body. Reports of other kinds are left out.
pub(super) fn violations(
    media_type: &str,
    body: &[u8],
    subject: &Subject<'_>,
) -> Result<Vec<Violation>, ReportError> {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/csp-report") {
        let report: LegacyReport =
            serde_json::from_slice(body).map_err(|_| ReportError::Unreadable)?;
        return Ok(vec![legacy(&report.body, subject)]);
    }
    if !essence.eq_ignore_ascii_case("application/reports+json") {
        return Err(ReportError::WrongType);
    }
    let reports: Vec<Report> = serde_json::from_slice(body).map_err(|_| ReportError::Unreadable)?;
    let reports = reports.iter().take(MAX_REPORTS);
    Ok(reports
        .filter_map(|report| modern(report, subject))
        .collect())
}

fn legacy(body: &LegacyBody, subject: &Subject<'_>) -> Violation {
    let named = body.effective_directive.as_ref();
    let named = named.or(body.violated_directive.as_ref());
    Violation {
        directive: directive(named.map_or("", String::as_str)),
        blocked: blocked(body.blocked_uri.as_deref().unwrap_or_default(), subject),
    }
}

fn modern(report: &Report, subject: &Subject<'_>) -> Option<Violation> {
    let text = |name: &str| report.body[name].as_str().unwrap_or_default();
    let directive = match report.kind.as_str() {
        "csp-violation" => directive(text("effectiveDirective")),
        "integrity-violation" => INTEGRITY_POLICY,
        CHANGED_CONTENT => CHANGED_CONTENT,
        _ => return None,
    };
    Some(Violation {
        directive,
        blocked: blocked(text("blockedURL"), subject),
    })
}

/// Older browsers report the directive with its sources.
fn directive(named: &str) -> &'static str {
    let name = named.split(' ').next().unwrap_or_default();
    let known = DIRECTIVES.iter().find(|known| **known == name);
    known.copied().unwrap_or(OTHER)
}

fn blocked(url: &str, subject: &Subject<'_>) -> Blocked {
    let known = |name: &str| Blocked::Known(name.to_owned());
    if let Some(keyword) = KEYWORDS.iter().find(|keyword| **keyword == url) {
        return known(keyword);
    }
    let Ok(url) = Url::parse(url) else {
        return known(OTHER);
    };
    match url.scheme() {
        "http" | "https" | "ws" | "wss" => on_the_web(&url, subject),
        "data" | "blob" => known(url.scheme()),
        scheme if scheme.ends_with("-extension") => known("browser-extension"),
        _ => known(OTHER),
    }
}

fn on_the_web(url: &Url, subject: &Subject<'_>) -> Blocked {
    // Only here: the origin of a `blob:` URL is expensive (`zkratka_config::http_origin`).
    let origin = url.origin().ascii_serialization();
    if origin == subject.origin {
        Blocked::Known(own(url, subject).to_owned())
    } else if origin.len() <= MAX_ORIGIN {
        Blocked::Foreign(origin)
    } else {
        Blocked::OtherSites
    }
}

/// A file with a hash by its name. Other paths of the shop may contain a secret.
fn own<'u>(url: &'u Url, subject: &Subject<'_>) -> &'u str {
    if subject.files.contains(url.path()) {
        return url.path();
    }
    let is_theme = url.path().starts_with("/theme/");
    if is_theme { "the theme" } else { "this shop" }
}
