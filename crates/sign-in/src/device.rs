//! What owners recognise their browsers by.

/// Browsers by what only they say of themselves. Most also name the browsers that they resemble, so the order counts.
const BROWSERS: [(&str, &str); 8] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];
const UNKNOWN: &str = "Neznámý prohlížeč";

/// Browser and system, as `Chrome, Windows`. Anybody can send any text, so only these names appear.
#[must_use]
pub fn device_label(user_agent: &str) -> String {
    let name = |names: &[(&str, &'static str)]| {
        let named = names.iter().find(|(mark, _)| user_agent.contains(mark));
        named.map(|(_, name)| *name)
    };
    let browser = name(&BROWSERS).unwrap_or(UNKNOWN);
    match name(&SYSTEMS) {
        Some(system) => format!("{browser}, {system}"),
        None => browser.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::device_label;

    /// [B.02] A device has the name of its browser and its system, and nothing that its browser wrote.
    #[test]
    fn devices_are_named_by_browser_and_system() {
        for (agent, label) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
                "Chrome, Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
                "Firefox, Linux",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
                "Safari, macOS",
            ),
            ("<b>curl</b>", "Neznámý prohlížeč"),
            ("", "Neznámý prohlížeč"),
        ] {
            assert_eq!(device_label(agent), label, "{agent}");
        }
    }
}
