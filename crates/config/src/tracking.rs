//! Reads `[[tracking]]`.

use super::model::{TrackingPage, TrackingPages};
use super::reader::{Reader, Reported};

pub(super) fn tracking(readers: &[Reader<'_>]) -> Option<TrackingPages> {
    let mut pages = TrackingPages::default();
    let mut all_right = true;
    for reader in readers {
        match page(reader, &pages) {
            Ok(page) => pages.0.push(page),
            Err(Reported) => all_right = false,
        }
    }
    all_right.then_some(pages)
}

fn page(reader: &Reader<'_>, known: &TrackingPages) -> Result<TrackingPage, Reported> {
    let (carrier, url) = (reader.filled("carrier"), reader.filled("url"));
    let (carrier, url) = (carrier.ok_or(Reported)?, url.ok_or(Reported)?);
    if known.of(&carrier).is_some() {
        let message = format!("\"{carrier}\" is used twice: write one section for each carrier");
        reader.fault("carrier", message);
        return Err(Reported);
    }
    TrackingPage::new(carrier, &url).map_err(|why| {
        reader.fault("url", why);
        Reported
    })
}
