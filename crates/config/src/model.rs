//! The settings, as types.

mod amazon_pay;
mod mail;
mod meta_pay;
mod tracking;

pub use amazon_pay::{AmazonNotifications, AmazonPayConfig, AmazonProductType, BuyWithPrimeConfig};
pub use mail::{BUYERS, MailEncryption, MailLogin, MailServer, MailSettings};
pub use meta_pay::MetaPayConfig;
pub use tracking::{TrackingPage, TrackingPages};

use super::goods::GoodsName;
use super::network::Network;
use crate::webhook_secret::WebhookSecret;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use url::Url;
use zkratka_commerce::gift_card::GiftCardCode;
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::order::Mode;
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::payment::{Wallet, WalletSet};
use zkratka_commerce::rules::ShopRules;
use zkratka_gift_cards::KeyRing;
use zkratka_store::StorePlace;
use zkratka_wallets::apple_pay::merchant_validation::Identity;
use zkratka_wallets::apple_pay::{Certificate, MerchantKey};
use zkratka_wallets::google_pay::{AuthJwtSigner, DecryptionKey, Protocol, RootKeys};

/// The whole configuration, checked.
#[derive(Clone, Debug)]
pub struct Config {
    /// `[server]`
    pub server: Server,
    /// `[store]`
    pub store: StoreSettings,
    /// `[retention]`
    pub retention: Retention,
    /// `[shop]`
    pub shop: Shop,
    /// `[storefront]`
    pub storefront: Storefront,
    /// `[catalogue]`
    pub catalogue: CatalogueSettings,
    /// `[carrier]`; `None` if no delivery method uses it.
    pub carrier: Option<CarrierSettings>,
    /// `[shop_wallet]`; `None` if the shop offers no wallet of its own.
    pub shop_wallet: Option<ShopWalletSettings>,
    /// `[company_register]`; `None` if the checkout asks no register.
    pub company_register: Option<CompanyRegisterSettings>,
    /// `[[gift_cards]]`
    pub gift_cards: Vec<GiftCardSettings>,
    /// `[gift_card_codes]`. Empty only in live mode.
    pub gift_card_codes: KeyRing,
    /// Every name of goods in the file. Each should match goods in the catalogue.
    pub goods_names: Vec<GoodsName>,
    /// `[payments]`
    pub payments: Payments,
    /// `[captcha]`
    pub captcha: CaptchaSettings,
    /// `[wallets]`
    pub wallets: WalletSettings,
    /// `[mail]`; `None` if it is disabled.
    pub mail: Option<MailSettings>,
    /// `[[tracking]]`
    pub tracking: TrackingPages,
    /// The enabled `[[order_webhooks]]`.
    pub order_webhooks: Vec<OrderWebhook>,
    /// `[limits]`
    pub limits: Limits,
    /// `[tax]`, `[[delivery]]`, `[payments]` and the cart's limits, as the rules in `commerce` need them.
    pub rules: ShopRules,
}

/// `[server]`
#[derive(Clone, Debug)]
pub struct Server {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// Scheme, host and port that buyers see; no slash at the end.
    pub public_origin: String,
    /// Proxies whose `X-Forwarded-*` headers the server trusts.
    pub trusted_proxies: Vec<Network>,
    pub mode: Mode,
    /// Where to report a vulnerability, as a URI; it goes into `/.well-known/security.txt`.
    pub security_contact: Option<String>,
    /// The lowest level that is logged.
    pub log: tracing::Level,
}

/// `[store]`
#[derive(Clone, Debug)]
pub struct StoreSettings {
    /// The database.
    pub place: StorePlace,
    /// Days after which an unchanged cart is deleted.
    pub cart_days: u32,
    /// Days after which order events are deleted.
    pub event_days: u32,
}

/// `[retention]`: days after which personal data are erased; `None`: they are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// From attempts that made no order.
    pub attempt_days: Option<u32>,
    pub order_days: Option<u32>,
    /// Days during which an order's own link shows the buyer's data; `None`: for ever.
    pub status_page_days: Option<u32>,
    /// Ids of gateways' notifications.
    pub notification_days: Option<u32>,
}

/// `[shop]`
#[derive(Clone, Debug)]
pub struct Shop {
    /// The number in the `shop-id` attribute of the elements.
    pub id: u64,
    pub name: String,
    /// What the shop is, in one line.
    pub tagline: String,
    /// The e-mail address for buyers.
    pub email: String,
    /// The telephone number for buyers.
    pub phone: String,
    pub company: String,
    /// Company number (IČO).
    pub company_id: String,
    /// VAT number (DIČ).
    pub vat_id: String,
    /// The address, on one line.
    pub address: String,
    /// The account for bank transfers, in Czech form.
    pub bank_account: String,
    /// The same account as IBAN.
    pub iban: String,
    /// The account for transfers in euros, as IBAN; empty: the same account.
    pub iban_eur: String,
}

/// The account to which a buyer pays by bank transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransferAccount<'a> {
    /// In Czech form; `None`: known as IBAN only.
    pub number: Option<&'a str>,
    pub iban: &'a str,
}

impl Shop {
    /// The account for a transfer in this currency.
    #[must_use]
    pub fn transfer_account(&self, currency: Currency) -> TransferAccount<'_> {
        if currency == Currency::EUR && !self.iban_eur.is_empty() && self.iban_eur != self.iban {
            return TransferAccount {
                number: None,
                iban: &self.iban_eur,
            };
        }
        TransferAccount {
            number: Some(self.bank_account.as_str()).filter(|number| !number.is_empty()),
            iban: &self.iban,
        }
    }

    /// The name that the seller's bank knows.
    #[must_use]
    pub fn legal_name(&self) -> &str {
        if self.company.trim().is_empty() {
            &self.name
        } else {
            &self.company
        }
    }
}

/// `[storefront]`
#[derive(Clone, Debug)]
pub struct Storefront {
    /// The token for the cart API. It is public: every page contains it.
    pub access_token: String,
    /// Origins of other storefronts that may call the cart API.
    pub allowed_origins: Vec<String>,
    /// The folder of the merchant's own theme.
    pub theme: Option<PathBuf>,
}

/// `[catalogue]`
#[derive(Clone, Debug)]
pub struct CatalogueSettings {
    /// Feeds to import at start.
    pub import: Vec<PathBuf>,
    /// The folder with the files that buyers download.
    pub downloads: Option<PathBuf>,
}

/// `[carrier]`
#[derive(Clone, Debug)]
pub struct CarrierSettings {
    /// The URL that returns prices. If `None`, the emulated carrier inside this server answers.
    pub url: Option<Url>,
    /// How long a request waits for the carrier's answer.
    pub deadline: Duration,
    /// How long a price is valid.
    pub quote_lifetime: Duration,
    /// Greatest number of answers kept in memory.
    pub cached_quotes: usize,
    /// The country from which parcels are sent.
    pub origin_country: String,
    /// The postal code from which parcels are sent.
    pub origin_zip: String,
}

/// `[company_register]`
#[derive(Clone, Debug)]
pub struct CompanyRegisterSettings {
    /// The URL of the service. If `None`, the emulated register inside this server answers.
    pub url: Option<Url>,
    /// How long a request waits for the register's answer.
    pub deadline: Duration,
    /// How long an answer is kept.
    pub lifetime: Duration,
}

/// `[shop_wallet]`
#[derive(Clone, Debug)]
pub struct ShopWalletSettings {
    /// At most 12 letters.
    pub name: String,
    /// Where buyers reach the wallet's pages, as browsers write it.
    pub origin: String,
    /// Whether the button shows a buyer whom the wallet knows the card that pays.
    pub is_personalised: bool,
    /// Whether the card appears only after a moment.
    pub is_delayed: bool,
    /// What codes are checked with. If `None`, the server generates one.
    pub secret: Option<SharedSecret>,
}

/// `[captcha]`
#[derive(Clone, Debug)]
pub struct CaptchaSettings {
    /// Which buyers must solve a captcha.
    pub demand: CaptchaDemand,
    /// Number of submitted carts from one address after which a captcha is required; 0: no limit.
    pub submits: u32,
    /// Number of failed payments from one address after which a captcha is required; 0: no limit.
    pub failures: u32,
    /// How long submits and failures count.
    pub window: Duration,
    /// Number of leading zero bits in the proof of work.
    pub difficulty: u32,
    /// The secret that signs challenges. If `None`, the server generates one.
    pub secret: Option<SharedSecret>,
}

/// Which buyers must solve a captcha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptchaDemand {
    /// No buyers.
    Never,
    /// Buyers at an address with many submits or failed payments.
    Suspicious,
    /// All buyers.
    Always,
}

/// One of `[[gift_cards]]`
#[derive(Clone, Debug)]
pub struct GiftCardSettings {
    pub code: GiftCardCode,
    /// The balance, in minor units.
    pub amount: MinorUnits,
}

/// `[payments]`
#[derive(Clone, Debug)]
pub struct Payments {
    /// Whether buyers can pay with gift cards.
    pub gift_cards: bool,
    /// How long a submit waits for the gateway before the attempt continues in the background.
    pub inline_deadline: Duration,
    /// How long a buyer has to complete a challenge.
    pub challenge: Duration,
    /// `[payments.sandbox]`
    pub sandbox: Sandbox,
}

/// `[payments.sandbox]`
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// The URL of a sandbox gateway that runs elsewhere.
    pub url: Option<String>,
    /// The secret that the shop and the gateway share. If there is no secret and no URL, the server generates a secret at
    /// start.
    pub secret: Option<SharedSecret>,
    /// The ledger's file, if the gateway runs inside this server.
    pub ledger: PathBuf,
}

impl Sandbox {
    /// The file of the emulated PayPal's orders, in the same folder as the card gateway's ledger.
    #[must_use]
    pub fn paypal_file(&self) -> PathBuf {
        self.ledger.with_file_name("sandbox-paypal.db")
    }

    /// The file of the emulated Amazon Pay's objects, in the same folder.
    #[must_use]
    pub fn amazon_pay_file(&self) -> PathBuf {
        self.ledger.with_file_name("sandbox-amazon-pay.db")
    }
}

/// A secret. `Debug` does not print it.
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
    /// `[wallets.apple_pay]`; `None` if it is disabled.
    pub apple_pay: Option<ApplePaySettings>,
    /// `[wallets.google_pay]`; `None` if it is disabled.
    pub google_pay: Option<GooglePaySettings>,
    /// `[wallets.paypal]`; `None` if it is disabled.
    pub paypal: Option<PayPalConfig>,
    /// `[wallets.meta_pay]`; `None` if it is disabled.
    pub meta_pay: Option<MetaPayConfig>,
    /// `[wallets.amazon_pay]`; `None` if it is disabled.
    pub amazon_pay: Option<AmazonPayConfig>,
    /// `[wallets.buy_with_prime]`; `None` if it is disabled.
    pub buy_with_prime: Option<BuyWithPrimeConfig>,
    /// The enabled wallet that products' pages try first.
    pub recommended: Option<Wallet>,
}

impl WalletSettings {
    /// The wallets that are enabled.
    pub(crate) fn enabled(&self) -> WalletSet {
        let all = Wallet::ALL.into_iter();
        all.filter(|wallet| self.has(*wallet)).collect()
    }

    const fn has(&self, wallet: Wallet) -> bool {
        match wallet {
            Wallet::ApplePay => self.apple_pay.is_some(),
            Wallet::GooglePay => self.google_pay.is_some(),
            Wallet::PayPal => self.paypal.is_some(),
            Wallet::MetaPay => self.meta_pay.is_some(),
            Wallet::AmazonPay => self.amazon_pay.is_some(),
        }
    }
}

/// `[wallets.paypal]`
#[derive(Clone, Debug)]
pub struct PayPalConfig {
    /// Which API the server calls.
    pub at: ProviderAt,
    /// The application's client id, which is public.
    pub client_id: String,
    pub secret: SharedSecret,
    /// PayPal's id of the merchant whom orders must pay.
    pub merchant_id: String,
    /// PayPal's id of the webhook. If `None`, the server accepts no notifications.
    pub webhook_id: Option<String>,
    /// The shop's name for buyers at PayPal.
    pub brand_name: String,
    /// Whether to offer Venmo to buyers in the United States who pay in dollars.
    pub venmo: bool,
}

/// Which API of a payment provider the server calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProviderAt {
    /// The emulation in this server.
    Emulation,
    /// The provider's own sandbox.
    Sandbox,
    /// The provider's live API.
    Live,
}

/// `[wallets.apple_pay]`
#[derive(Clone, Debug)]
pub struct ApplePaySettings {
    /// The merchant identifier at Apple.
    pub merchant_id: String,
    /// The shop's name on the payment sheet.
    pub merchant_name: String,
    /// Who opens payment sheets and issues tokens.
    pub issuer: AppleIssuer,
    /// The Merchant Identity certificate and key, which authenticate the merchant to Apple.
    pub identity: Identity,
    /// Payment Processing certificates, at least one. The first is the one to register.
    pub certificates: Vec<Certificate>,
    pub keys: Vec<MerchantKey>,
    /// The root of the certificates that sign tokens.
    pub root: Certificate,
    /// The domain association file, by which Apple verifies that the merchant owns the domain.
    pub domain_association: Option<String>,
}

/// Who opens Apple Pay's payment sheets and issues its tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppleIssuer {
    /// The emulation in this server.
    Emulation,
    /// Apple; in test mode, Apple's sandbox.
    Apple,
}

/// `[wallets.google_pay]`
#[derive(Clone, Debug)]
pub struct GooglePaySettings {
    /// The merchant's id at Google.
    pub merchant_id: String,
    /// The shop's name on the payment sheet.
    pub merchant_name: String,
    /// Who decrypts the tokens.
    pub tokenization: Tokenization,
    /// The accepted token protocols, at least one. Browsers get the first.
    pub protocols: Vec<Protocol>,
    /// Signs the authorisation for an origin to open the payment sheet.
    pub auth_signer: AuthJwtSigner,
    /// The source of the keys that verify tokens.
    pub root_keys: RootKeySource,
    /// The URL of Google's script. If `None`, browsers load the emulated script from this server.
    pub sdk_url: Option<Url>,
    /// The environment that the page passes to the script.
    pub environment: GoogleEnvironment,
}

/// The source of the keys that verify Google Pay's tokens.
#[derive(Clone, Debug)]
pub enum RootKeySource {
    /// The keys of the emulation.
    Emulated(RootKeys),
    /// The keys at this URL.
    Published(Url),
}

/// Who decrypts the tokens.
#[derive(Clone, Debug)]
pub enum Tokenization {
    /// This server.
    Direct {
        /// Private keys, at least one. Browsers get the public key of the first.
        keys: Vec<DecryptionKey>,
    },
    /// The payment gateway.
    Gateway {
        /// The gateway's id at Google.
        gateway: String,
        /// The shop's id at the gateway.
        merchant: String,
    },
}

/// Google's environments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoogleEnvironment {
    /// Payments move no money.
    Test,
    /// Real cards and real money.
    Production,
}

/// One of `[[order_webhooks]]`
#[derive(Clone, Debug)]
pub struct OrderWebhook {
    /// The endpoint's permanent name.
    pub name: String,
    /// The endpoint's URL.
    pub url: Url,
    /// The secrets that sign messages, at least one.
    pub secrets: Vec<WebhookSecret>,
    /// The kinds of events to send, at least one.
    pub kinds: Vec<OrderEventKind>,
}

/// `[limits]`
#[derive(Clone, Debug)]
pub struct Limits {
    /// Greatest size of a request body, in bytes.
    pub body_bytes: usize,
    /// Greatest memory for all request bodies together, in bytes.
    pub body_memory: usize,
    /// How long a client may take to send a request body.
    pub body_timeout: Duration,
    /// How long the server may work on a request.
    pub request_timeout: Duration,
    /// How long a client may take to send request headers.
    pub header_timeout: Duration,
    /// Greatest number of connections at the same time.
    pub connections: usize,
    /// Greatest number of requests in work at the same time.
    pub requests: usize,
    /// Greatest number of payments at the gateway at the same time.
    pub attempts: usize,
    /// Greatest depth of a GraphQL document.
    pub query_depth: usize,
    /// Greatest cost of a GraphQL document.
    pub query_cost: u64,
    /// Greatest number of cached GraphQL documents.
    pub cached_documents: usize,
    /// Greatest memory for cached GraphQL documents, in bytes.
    pub cached_document_bytes: usize,
}
