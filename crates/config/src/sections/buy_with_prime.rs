//! Reads `[wallets.buy_with_prime]`.

use super::amazon_pay::store_id;
use crate::goods::GoodsKind;
use crate::model::{AmazonPayConfig, BuyWithPrimeConfig, ProviderAt};
use crate::reader::{Reader, Reported};
use zkratka_commerce::address::country_name;

/// Amazon's name for no membership.
const NO_MEMBERSHIP: &str = "NONE";

/// Amazon's name of a membership.
fn membership(text: &str) -> Result<String, ()> {
    let is_name = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let is_named = !text.is_empty() && text.bytes().all(is_name) && text != NO_MEMBERSHIP;
    is_named.then(|| text.to_owned()).ok_or(())
}

/// Returns `Ok(None)` if it is disabled. `amazon_pay` is the account that it pays to; its error is a fault of that section.
pub(crate) fn buy_with_prime(
    reader: &Reader<'_>,
    amazon_pay: Result<&Option<AmazonPayConfig>, &Reported>,
) -> Result<Option<BuyWithPrimeConfig>, Reported> {
    let enabled = reader.flag("enabled");
    let store_id = store_id(reader);
    let tags = reader.goods("tags", GoodsKind::Tag);
    let skus = reader.goods("skus", GoodsKind::Sku);
    let countries = reader.parsed_list("countries", |text| {
        country_name(text).map(|_| text.to_owned()).ok_or(())
    });
    let requires_membership = reader.flag("requires_membership");
    let memberships = reader.parsed_list("memberships", membership);
    if !enabled.ok_or(Reported)? {
        return Ok(None);
    }
    let read = || {
        Some(BuyWithPrimeConfig {
            store_id: store_id?,
            tags: tags?,
            skus: skus?,
            countries: countries?,
            requires_membership: requires_membership?,
            memberships: memberships?,
        })
    };
    let settings = read().ok_or(Reported)?;
    let refuse = |key: &str, problem: &str| {
        reader.fault(key, problem);
        Err(Reported)
    };
    if settings.tags.is_empty() && settings.skus.is_empty() {
        return refuse(
            "tags",
            "marks no goods, and neither does skus, so Buy with Prime could sell nothing: write a tag or a unit",
        );
    }
    if settings.countries.is_empty() {
        return refuse(
            "countries",
            "names no country, so Buy with Prime could sell to nobody: write \"US\"",
        );
    }
    if settings.requires_membership && settings.memberships.is_empty() {
        return refuse(
            "memberships",
            "names no membership although requires_membership is true, so Buy with Prime could sell to nobody: write a name, or requires_membership = false",
        );
    }
    let Some(account) = amazon_pay.map_err(|_reported| Reported)? else {
        return refuse(
            "enabled",
            "needs Amazon Pay, through which Prime members pay: write enabled = true in [wallets.amazon_pay]",
        );
    };
    if settings.store_id.is_empty() {
        let store_id = account.store_id.clone();
        return Ok(Some(BuyWithPrimeConfig {
            store_id,
            ..settings
        }));
    }
    if account.at == ProviderAt::Emulation {
        return refuse(
            "store_id",
            "needs your own account in [wallets.amazon_pay]: leave it empty to use the emulation",
        );
    }
    Ok(Some(settings))
}
