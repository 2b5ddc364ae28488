//! Servers that the tests control, and the settings of clients that call them.

use axum::Router;
use std::time::Duration;
use tokio::net::TcpListener;
use zkratka_payments::paypal::PayPalSettings;

/// The shop's merchant at PayPal.
pub(crate) const MERCHANT: &str = "MERCHANT2SHPX";

/// Serves the routes until the test ends. Returns their origin.
pub(crate) async fn serve(routes: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, routes).await });
    format!("http://{address}")
}

pub(crate) fn paypal_at(api: String) -> PayPalSettings {
    PayPalSettings {
        api,
        client_id: "id".to_owned(),
        secret: "tajné".to_owned().into(),
        merchant_id: MERCHANT.to_owned(),
        webhook_id: None,
        deadline: Duration::from_secs(5),
    }
}
