//! What a merchant can set.

use super::goods::GoodsName;
use super::network::Network;
use crate::webhook_secret::WebhookSecret;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use url::Url;
use zkratka_commerce::gift_card::GiftCardCode;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::Mode;
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::rules::ShopRules;
use zkratka_store::StorePlace;
use zkratka_wallets::apple_pay::merchant_validation::Identity;
use zkratka_wallets::apple_pay::{Certificate, MerchantKey};
use zkratka_wallets::google_pay::{AuthJwtSigner, DecryptionKey, Protocol, RootKeys};

/// Everything in the file, checked.
#[derive(Clone, Debug)]
pub struct Config {
    /// `[server]`
    pub server: Server,
    /// `[store]`
    pub store: StoreSettings,
    /// `[shop]`
    pub shop: Shop,
    /// `[storefront]`
    pub storefront: Storefront,
    /// `[catalogue]`
    pub catalogue: CatalogueSettings,
    /// `[carrier]`, where a way of delivery takes its price from it.
    pub carrier: Option<CarrierSettings>,
    /// `[[gift_cards]]`
    pub gift_cards: Vec<GiftCardSettings>,
    /// Every name of goods in the file: each should be of something in the catalogue.
    pub goods_names: Vec<GoodsName>,
    /// `[payments]`
    pub payments: Payments,
    /// `[captcha]`
    pub captcha: CaptchaSettings,
    /// `[wallets]`
    pub wallets: WalletSettings,
    /// `[[order_webhooks]]` that are switched on.
    pub order_webhooks: Vec<OrderWebhook>,
    /// `[limits]`
    pub limits: Limits,
    /// `[tax]`, `[[delivery]]`, `[payments]` and the limits of a cart, as the rules need them.
    pub rules: ShopRules,
}

/// `[server]`
#[derive(Clone, Debug)]
pub struct Server {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// Scheme, host and port that buyers see; no slash at the end.
    pub public_origin: String,
    /// Proxies whose `X-Forwarded-*` headers are believed.
    pub trusted_proxies: Vec<Network>,
    /// Test or live.
    pub mode: Mode,
    /// How much is logged.
    pub log: tracing::Level,
}

/// `[store]`
#[derive(Clone, Debug)]
pub struct StoreSettings {
    /// Where everything is kept.
    pub place: StorePlace,
    /// Days after which an untouched cart is deleted.
    pub cart_days: u32,
    /// Days after which events of orders are deleted.
    pub event_days: u32,
}

/// `[shop]`
#[derive(Clone, Debug)]
pub struct Shop {
    /// Number that elements carry as `shop-id`.
    pub id: u64,
    pub name: String,
    /// What it is, in one line.
    pub tagline: String,
    /// E-mail for buyers.
    pub email: String,
    /// Telephone for buyers.
    pub phone: String,
    pub company: String,
    /// Company number (IČO).
    pub company_id: String,
    /// VAT number (DIČ).
    pub vat_id: String,
    /// Address on one line.
    pub address: String,
    /// Account for transfers, Czech form.
    pub bank_account: String,
    /// The same account as IBAN.
    pub iban: String,
}

/// `[storefront]`
#[derive(Clone, Debug)]
pub struct Storefront {
    /// Token that the cart API asks for. Public: it stands in every page.
    pub access_token: String,
    /// Origins of other storefronts that may call the cart API.
    pub allowed_origins: Vec<String>,
    /// Folder of a theme of one's own.
    pub theme: Option<PathBuf>,
}

/// `[catalogue]`
#[derive(Clone, Debug)]
pub struct CatalogueSettings {
    /// Feeds imported at start.
    pub import: Vec<PathBuf>,
}

/// `[carrier]`
#[derive(Clone, Debug)]
pub struct CarrierSettings {
    /// Where prices are asked for; none: the emulated carrier inside this server.
    pub url: Option<Url>,
    /// How long it may take to answer.
    pub deadline: Duration,
    /// How long a price is kept.
    pub quote_lifetime: Duration,
    /// Answers kept in memory.
    pub cached_quotes: usize,
    /// The country that parcels leave from.
    pub origin_country: String,
    /// The postal code that they leave from.
    pub origin_zip: String,
}

/// `[captcha]`
#[derive(Clone, Debug)]
pub struct CaptchaSettings {
    /// Of whom it is demanded.
    pub demand: CaptchaDemand,
    /// After how many submitted carts from one address; 0: any number.
    pub submits: u32,
    /// After how many failed payments from one address; 0: any number.
    pub failures: u32,
    /// How long those are counted.
    pub window: Duration,
    /// Zero bits that the work must show.
    pub difficulty: u32,
    /// What signs challenges; none: something that this server makes up.
    pub secret: Option<SharedSecret>,
}

/// Of whom a captcha is demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptchaDemand {
    /// Of nobody.
    Never,
    /// Of addresses from which much was submitted or failed.
    Suspicious,
    /// Of everybody.
    Always,
}

/// One of `[[gift_cards]]`
#[derive(Clone, Debug)]
pub struct GiftCardSettings {
    pub code: GiftCardCode,
    /// What can be paid with it, minor units.
    pub amount: MinorUnits,
}

/// `[payments]`
#[derive(Clone, Debug)]
pub struct Payments {
    /// Whether gift cards pay.
    pub gift_cards: bool,
    /// How long a submit waits for the gateway before the rest goes on in the background.
    pub inline_deadline: Duration,
    /// How long a buyer has for a challenge.
    pub challenge: Duration,
    /// `[payments.sandbox]`
    pub sandbox: Sandbox,
}

/// `[payments.sandbox]`
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// A sandbox gateway that runs elsewhere.
    pub url: Option<String>,
    /// What shop and gateway share; made at start when neither is set and the gateway runs inside.
    pub secret: Option<SharedSecret>,
    /// Its ledger, when it runs inside.
    pub ledger: PathBuf,
}

/// A secret that does not show itself.
#[derive(Clone, PartialEq, Eq)]
pub struct SharedSecret(pub String);

impl std::fmt::Debug for SharedSecret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("SharedSecret(..)")
    }
}

/// `[wallets]`
#[derive(Clone, Debug)]
pub struct WalletSettings {
    /// `[wallets.apple_pay]`, where it is enabled.
    pub apple_pay: Option<ApplePaySettings>,
    /// `[wallets.google_pay]`, where it is enabled.
    pub google_pay: Option<GooglePaySettings>,
    /// `[wallets.paypal]`, where it is enabled.
    pub paypal: Option<PayPalConfig>,
}

/// `[wallets.paypal]`
#[derive(Clone, Debug)]
pub struct PayPalConfig {
    /// Who answers.
    pub at: PayPalAt,
    /// The application's public name.
    pub client_id: String,
    pub secret: SharedSecret,
    /// PayPal's name of the webhook; none: notifications are not believed.
    pub webhook_id: Option<String>,
    /// The shop as buyers read it at PayPal.
    pub brand_name: String,
    /// Whether Venmo is offered to buyers in the United States who pay in dollars.
    pub venmo: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayPalAt {
    /// This server's emulation.
    Emulation,
    /// PayPal's own sandbox.
    Sandbox,
    /// PayPal.
    Live,
}

/// `[wallets.apple_pay]`
#[derive(Clone, Debug)]
pub struct ApplePaySettings {
    /// Apple's name of the merchant.
    pub merchant_id: String,
    /// The name on the sheet.
    pub merchant_name: String,
    /// Who opens sheets and issues tokens.
    pub issuer: AppleIssuer,
    /// What proves the merchant to Apple.
    pub identity: Identity,
    /// Payment Processing certificates, never none; the first is the one to register.
    pub certificates: Vec<Certificate>,
    pub keys: Vec<MerchantKey>,
    /// What signs tokens leads to this certificate.
    pub root: Certificate,
    /// What Apple looks for to believe that the domain is the merchant's.
    pub domain_association: Option<String>,
}

/// Who opens Apple Pay's sheets and issues its tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppleIssuer {
    /// This server's emulation.
    Emulation,
    /// Apple: its sandbox in test mode.
    Apple,
}

/// `[wallets.google_pay]`
#[derive(Clone, Debug)]
pub struct GooglePaySettings {
    /// Google's name of the merchant.
    pub merchant_id: String,
    /// The name on the sheet.
    pub merchant_name: String,
    /// For whom tokens are encrypted.
    pub tokenization: Tokenization,
    /// The protocols in which tokens may come, never none; browsers are told the first.
    pub protocols: Vec<Protocol>,
    /// What signs which origin may open the sheet.
    pub auth_signer: AuthJwtSigner,
    /// The keys that tokens are verified with.
    pub root_keys: RootKeySource,
    /// The script; none: the emulated one of this server.
    pub sdk_url: Option<Url>,
    /// What the script is told.
    pub environment: GoogleEnvironment,
}

/// Where the keys come from that Google Pay's tokens are verified with.
#[derive(Clone, Debug)]
pub enum RootKeySource {
    /// The emulation's.
    Emulated(RootKeys),
    /// Published at this address.
    Published(Url),
}

/// For whom Google encrypts tokens.
#[derive(Clone, Debug)]
pub enum Tokenization {
    /// For this server.
    Direct {
        /// Private keys, never none; browsers get the first one's public half.
        keys: Vec<DecryptionKey>,
    },
    /// For the payment gateway.
    Gateway {
        /// The gateway's name at Google.
        gateway: String,
        /// The shop's name at the gateway.
        merchant: String,
    },
}

/// Google's environments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoogleEnvironment {
    /// No money is taken.
    Test,
    /// Real cards.
    Production,
}

/// One of `[[order_webhooks]]`
#[derive(Clone, Debug)]
pub struct OrderWebhook {
    /// Its lasting name.
    pub name: String,
    /// Where it is told.
    pub url: Url,
    /// What signs, never none.
    pub secrets: Vec<WebhookSecret>,
    /// What it is told of, never nothing.
    pub kinds: Vec<OrderEventKind>,
}

/// `[limits]`
#[derive(Clone, Debug)]
pub struct Limits {
    /// Greatest request body.
    pub body_bytes: usize,
    /// Bytes of request bodies held at the same time.
    pub body_memory: usize,
    /// How long a client may take to send a request's body.
    pub body_timeout: Duration,
    /// How long a request may take.
    pub request_timeout: Duration,
    /// How long a client may take to send its headers.
    pub header_timeout: Duration,
    /// Connections served at the same time.
    pub connections: usize,
    /// Requests worked on at the same time.
    pub requests: usize,
    /// Payments under way at the gateway at the same time.
    pub attempts: usize,
    /// Greatest depth of a GraphQL document.
    pub query_depth: usize,
    /// Greatest cost of a GraphQL document.
    pub query_cost: u64,
    /// Validated documents kept.
    pub cached_documents: usize,
    /// Bytes of validated documents kept.
    pub cached_document_bytes: usize,
}
