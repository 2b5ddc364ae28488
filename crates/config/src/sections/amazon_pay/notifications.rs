//! Reads which notifications of Amazon Pay the server accepts.

use super::EMULATED;
use crate::emulated;
use crate::model::AmazonNotifications;
use crate::reader::{Reader, Reported};
use zkratka_wallets::amazon_pay::notification::SignatureVersion;

/// Digits of the number of an account at AWS.
const ACCOUNT_DIGITS: usize = 12;
/// AWS permits as many characters of a topic's name.
const LONGEST_NAME: usize = 256;

/// Returns `Ok(None)` if no topic is configured.
pub(super) fn notifications(reader: &Reader<'_>) -> Result<Option<AmazonNotifications>, Reported> {
    let topics = reader.parsed_list("notification_topics", |text| {
        region_of(text).map(|_| text.to_owned()).ok_or(())
    });
    let hosts = reader.parsed_list("notification_hosts", |text| {
        is_host(text).then(|| format!("https://{text}")).ok_or(())
    });
    let oldest_signature = reader.parsed("notification_signatures", |text| match text {
        "1" => Ok(SignatureVersion::V1),
        "2" => Ok(SignatureVersion::V2),
        _ => Err(()),
    });
    let confirms = reader.flag("confirm_subscription");
    let (topics, hosts) = (topics.ok_or(Reported)?, hosts.ok_or(Reported)?);
    let oldest_signature = oldest_signature.ok_or(Reported)?;
    let confirms = confirms.ok_or(Reported)?;
    if topics.iter().any(emulated::is_published) {
        reader.fault("notification_topics", EMULATED);
        return Err(Reported);
    }
    if topics.is_empty() {
        if !hosts.is_empty() {
            let problem =
                "has no effect without notification_topics: write the topic, or leave this empty";
            reader.fault("notification_hosts", problem);
            return Err(Reported);
        }
        return Ok(None);
    }
    let origins = if hosts.is_empty() {
        let regions = topics.iter().filter_map(|topic| region_of(topic));
        regions
            .map(|region| format!("https://sns.{region}.amazonaws.com"))
            .collect()
    } else {
        hosts
    };
    Ok(Some(AmazonNotifications {
        topics,
        origins,
        oldest_signature,
        confirms,
    }))
}

/// The region in a topic's ARN; `None` if the text is no ARN of a topic.
fn region_of(arn: &str) -> Option<&str> {
    let (region, rest) = arn.strip_prefix("arn:aws:sns:")?.split_once(':')?;
    let (account, name) = rest.split_once(':')?;
    let is_account =
        account.len() == ACCOUNT_DIGITS && account.bytes().all(|byte| byte.is_ascii_digit());
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let is_name = (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(fits);
    (is_region(region) && is_account && is_name).then_some(region)
}

/// Whether a host is SNS's of one region. AWS's usual pattern also accepts `sns.s3-us-west-2.amazonaws.com`, the name of a
/// storage bucket that anybody could own.
fn is_host(host: &str) -> bool {
    let region = host.strip_prefix("sns.");
    let region = region.and_then(|host| host.strip_suffix(".amazonaws.com"));
    region.is_some_and(is_region)
}

/// Whether a text is the name of a region, such as `eu-west-1` or `us-gov-west-1`.
fn is_region(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [country, places @ .., number] = parts.as_slice() else {
        return false;
    };
    let is_word = |part: &str| {
        (2..=16).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let is_number = number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit());
    country.len() == 2
        && is_word(country)
        && (1..=2).contains(&places.len())
        && places.iter().all(|part| is_word(part))
        && is_number
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.02] Only a host of SNS itself may publish certificates.
    #[test]
    fn hosts_are_exact() {
        for host in [
            "sns.eu-west-1.amazonaws.com",
            "sns.us-gov-west-1.amazonaws.com",
        ] {
            assert!(is_host(host), "{host}");
        }
        for host in [
            "sns.s3-us-west-2.amazonaws.com",
            "sns.amazonaws.com",
            "sns.eu-west-1.amazonaws.com.evil.example",
            "sns.eu-west-1.amazonaws.com:443",
            "https://sns.eu-west-1.amazonaws.com",
            "sns.eu-west-12.amazonaws.com",
            "sns.eu-1.amazonaws.com",
            "127.0.0.1:8090",
            "localhost",
            "",
        ] {
            assert!(!is_host(host), "{host}");
        }
    }

    #[test]
    fn a_topic_has_its_region() {
        let region = region_of("arn:aws:sns:eu-west-1:123456789012:A2EXAMPLE1XYZ9");
        assert_eq!(region, Some("eu-west-1"));
        for arn in [
            "arn:aws:sns:eu-west-1:12345678901:name",
            "arn:aws:sqs:eu-west-1:123456789012:name",
            "arn:aws:sns:eu-west-1:123456789012:",
            "arn:aws:sns:eu-west-1:123456789012:a b",
            "arn:aws:sns:s3-us-west-2:123456789012:name",
            "",
        ] {
            assert_eq!(region_of(arn), None, "{arn}");
        }
    }
}
