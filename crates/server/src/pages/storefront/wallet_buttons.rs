//! The page that shows every form of the wallets' buttons.

use crate::app::SharedApp;
use crate::pages::failure::Failure;
use crate::pages::render::page;
use crate::pages::view::PageView;
use crate::pages::visitor::Visitor;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::json;

/// The path, among the policies' pages. Menus and the sitemap do not name it.
pub const WALLET_BUTTONS: &str = "/policies/tlacitka-penezenek";

/// `GET /policies/tlacitka-penezenek`, in test mode only.
pub async fn wallet_buttons(
    State(app): State<SharedApp>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let view = PageView {
        title: "Tlačítka peněženek",
        kind: "policy",
        description: "",
        path: WALLET_BUTTONS,
    };
    let visitor = Visitor::browsing(&app, &headers).await;
    page(&app, "wallet_buttons.html", view, Some(&visitor), json!({}))
}
