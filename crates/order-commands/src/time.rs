//! Times for people.

use jiff::tz::TimeZone;
use zkratka_commerce::time::Timestamp;

/// Formats a time in the machine's time zone, and names the zone: `2026-11-27 09:02:00 CET`.
#[must_use]
pub fn local_time(at: Timestamp) -> String {
    let moment = jiff::Timestamp::from_millisecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    let local = moment.to_zoned(TimeZone::system());
    local.strftime("%Y-%m-%d %H:%M:%S %Z").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.12] A time without its zone is read as another one.
    #[test]
    fn a_time_names_its_zone() {
        let told = local_time(Timestamp(0));
        let (time, zone) = told.rsplit_once(' ').unwrap();
        assert_eq!(time.len(), "1970-01-01 00:00:00".len(), "{told}");
        let system = TimeZone::system();
        let zones = system.to_offset_info(jiff::Timestamp::UNIX_EPOCH);
        assert_eq!(zone, zones.abbreviation());
    }
}
