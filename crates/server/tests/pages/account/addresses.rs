//! Tests the form for an address of the account, and names of passkeys.

use super::browser::{
    Browser, FOREIGN, JANA, PETR, account, delivered, later, open_at, save_address, store,
};
use super::changes::add_passkey;
use crate::order_page::clock;
use crate::support::Shop;
use reqwest::StatusCode;
use zkratka_commerce::hex;
use zkratka_store::{MAX_ADDRESSES, SavedAddress};

const FORM: &str = "/account/address";
const GOOD: [(&str, &str); 7] = [
    ("first_name", " Jana "),
    ("last_name", "Nováková"),
    ("address1", "Dlouhá 12"),
    ("city", "Praha"),
    ("zip", "11000"),
    ("country", "CZ"),
    ("phone", "777 123 456"),
];

/// The good address with these fields changed.
fn with<'f>(changes: &[(&'f str, &'f str)]) -> Vec<(&'f str, &'f str)> {
    let kept = GOOD.into_iter();
    let kept = kept.filter(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
    kept.chain(changes.iter().copied()).collect()
}

async fn addresses(shop: &Shop, email: &str) -> Vec<SavedAddress> {
    let owner = account(shop, email).await.expect("an account").id;
    store(shop)
        .accounts()
        .addresses_of(owner)
        .await
        .expect("the store")
}

/// [5.09] [7.16] An owner types an address, which is tidied as in the checkout, changes it, and hears of both by e-mail.
#[tokio::test]
async fn owners_type_and_change_addresses() {
    let shop = Shop::open_demo().await;
    let mut jana = Browser::new(&shop);
    assert_eq!(
        jana.get(FORM).await.leads_to(),
        "/account?return_to=%2Faccount%2Faddress"
    );
    assert_eq!(jana.post(FORM, &GOOD).await.leads_to(), "/account");
    jana.sign_in(JANA).await;
    jana.get(FORM).await.says("Nová adresa");
    let kept = jana.post(FORM, &GOOD).await;
    jana.get(kept.leads_to()).await.says("Změna je uložená.");
    let saved = addresses(&shop, JANA).await;
    assert_eq!(saved.len(), 1);
    assert_eq!(saved[0].address.first_name.as_deref(), Some("Jana"));
    assert_eq!(saved[0].address.zip.as_deref(), Some("110 00"));
    assert_eq!(saved[0].address.phone.as_deref(), Some("+420777123456"));
    delivered(&shop, JANA).await;
    jana.get("/sandbox/mail").await.says("Nová uložená adresa");

    let id = hex::encode(&saved[0].id.0);
    let form = jana.get(&format!("{FORM}?id={id}")).await;
    form.says("Úprava adresy");
    form.says("value=\"Dlouhá 12\"");
    let changed = with(&[("address1", "Krátká 1"), ("id", &id)]);
    jana.post(FORM, &changed).await.leads_to();
    let now = addresses(&shop, JANA).await;
    assert_eq!(now.len(), 1);
    assert_eq!(now[0].address.address1.as_deref(), Some("Krátká 1"));
}

/// [5.09] [B.02] Faults stand beside their fields, and what was typed stays.
#[tokio::test]
async fn a_wrong_address_comes_back_with_its_faults() {
    let shop = Shop::open_demo().await;
    let mut jana = Browser::new(&shop);
    jana.sign_in(JANA).await;
    for (changes, name, fault) in [
        (vec![("zip", "1")], "zip", "Zadejte platné PSČ."),
        (vec![("last_name", " ")], "last_name", "Zadejte příjmení."),
        (vec![("country", "ZZ")], "country", "Vyberte platnou zemi."),
        (
            vec![("country", "KP"), ("zip", "")],
            "country",
            "Vyberte platnou zemi.",
        ),
        (vec![("city", "<b>Praha</b>")], "city", "značky HTML"),
    ] {
        let page = jana.post(FORM, &with(&changes)).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        page.says(fault);
        page.says(&format!("id=\"adresa-{name}-chyba\""));
        page.says("value=\"Dlouhá 12\"");
        page.says_nothing_of("<b>Praha");
    }
    let other = with(&[("country", "DE"), ("step", "country"), ("zip", "x")]);
    let page = jana.post(FORM, &other).await;
    assert_eq!(page.status, StatusCode::OK);
    page.says("value=\"Dlouhá 12\"");
    page.says_nothing_of("chyba");
    assert_eq!(addresses(&shop, JANA).await, []);
}

/// [7.16] [B.02] Nobody reads or changes somebody else's address, from another site, by a forged id, or long after signing in.
#[tokio::test]
async fn addresses_are_their_owners() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut jana = Browser::new(&shop);
    jana.sign_in(JANA).await;
    let saved = save_address(&shop, JANA, "Dlouhá 12").await;
    let id = hex::encode(&saved.id.0);
    let mut petr = Browser::new(&shop);
    petr.sign_in(PETR).await;
    for forged in [id.as_str(), "", "x", "00", "../1"] {
        let form = petr.get(&format!("{FORM}?id={forged}")).await;
        assert_eq!(form.status, StatusCode::NOT_FOUND, "{forged}");
        form.says_nothing_of("Dlouhá");
    }
    let changed = with(&[("address1", "Zlá 1"), ("id", &id)]);
    let refused = petr.post(FORM, &changed).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    refused.says("Tuto adresu už");
    assert_eq!(addresses(&shop, JANA).await, [saved]);
    assert_eq!(addresses(&shop, PETR).await, []);
    delivered(&shop, JANA).await;
    petr.get("/sandbox/mail")
        .await
        .says_nothing_of("Nová uložená adresa");
    for headers in FOREIGN {
        let page = jana.post_with(FORM, &GOOD, headers).await;
        assert_eq!(page.status, StatusCode::FORBIDDEN, "{headers:?}");
    }
    later(&clock, 15);
    let stale = jana.post(FORM, &GOOD).await;
    assert_eq!(stale.status, StatusCode::FORBIDDEN);
    stale.says("přihlaste znovu");
    assert_eq!(addresses(&shop, JANA).await.len(), 1);
}

/// [B.02] An account keeps as many addresses as it may; the next one is refused, and what was typed stays.
#[tokio::test]
async fn a_full_account_keeps_no_other_address() {
    let shop = Shop::open_demo().await;
    let mut jana = Browser::new(&shop);
    jana.sign_in(JANA).await;
    for number in 0..MAX_ADDRESSES {
        let street = format!("Dlouhá {number}");
        jana.post(FORM, &with(&[("address1", &street)]))
            .await
            .leads_to();
    }
    let page = jana.post(FORM, &GOOD).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    page.says("Víc adres už účet neuloží");
    page.says("value=\"Nováková\"");
    let kept = addresses(&shop, JANA).await.len();
    assert_eq!(kept, usize::try_from(MAX_ADDRESSES).expect("a number"));
}

/// [B.02] An owner names passkeys; nobody else does.
#[tokio::test]
async fn owners_name_their_passkeys() {
    const PATH: &str = "/account/passkeys/name";
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut jana = Browser::new(&shop);
    jana.sign_in(JANA).await;
    add_passkey(&shop, JANA).await;
    let id = "09".repeat(20);
    let mut petr = Browser::new(&shop);
    petr.sign_in(PETR).await;
    petr.post(PATH, &[("id", &id), ("name", "Petrův")])
        .await
        .leads_to();
    petr.post(PATH, &[("id", "x"), ("name", "Petrův")])
        .await
        .leads_to();
    jana.get("/account").await.says("Telefon Jany");
    let empty = jana.post(PATH, &[("id", &id), ("name", " ")]).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    empty.says("jak se má přístupový klíč jmenovat");
    let named = jana
        .post(PATH, &[("id", &id), ("name", "<i>Klíč</i>  na stole")])
        .await;
    let page = jana.get(named.leads_to()).await;
    page.says("&lt;i&gt;Klíč&lt;/i&gt; na stole");
    page.says_nothing_of("Telefon Jany");
    later(&clock, 15);
    let stale = jana.post(PATH, &[("id", &id), ("name", "Jiný")]).await;
    assert_eq!(stale.status, StatusCode::FORBIDDEN);
}
