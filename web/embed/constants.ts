/**
 * Every number of the specification's table of constants that the embed uses, once, under the table's own name.
 * Styles are generated from the same values.
 */

/** Button height: 25 to 55 px; default 44 px (wrapper). */
export const BUTTON_HEIGHT_MIN_PX = 25;
export const BUTTON_HEIGHT_MAX_PX = 55;
export const BUTTON_HEIGHT_DEFAULT_PX = 44;

/** Product-page button minimum width. */
export const PRODUCT_BUTTON_MIN_WIDTH_PX = 150;

/** Retailer pay wallet minimum width. */
export const RETAILER_BUTTON_MIN_WIDTH_PX = 140;

/** Analytics library polling of the retailer-membership wallet: every 100 ms, up to 7000 ms. */
export const ANALYTICS_POLL_MS = 100;
export const ANALYTICS_TIMEOUT_MS = 7000;

/** Row gap. */
export const ROW_GAP_PX = 8;

/** Custom element definition timeout. */
export const CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS = 1000;

/** Wallet SDK load timeout. */
export const WALLET_SDK_TIMEOUT_MS = 2000;

/** Button heights in the cart: horizontal and vertical grid. */
export const CART_BUTTON_HEIGHT_HORIZONTAL_PX = 42;
export const CART_BUTTON_HEIGHT_VERTICAL_PX = 54;

/** How wide a cart must be for that many buttons in one row; six or more always stack. */
export const CART_ROW_MIN_WIDTHS_PX: readonly number[] = [100, 210, 320, 430, 540];

/** Screens under this width are narrow; buttons share no row there. */
export const NARROW_SCREEN_PX = 750;

/** Dark-background threshold: luminance below 70, of 255. */
export const DARK_BACKGROUND_LUMINANCE = 70;

/** Visibility threshold: the share of a button that must be in view. */
export const VISIBILITY_THRESHOLD = 0.1;

/** Not in the table: how long the cart may take to answer after it was changed. */
export const CART_REFRESH_DEADLINE_MS = 5000;

/** Not in the table: how long after a posted form to check the cart, if the page is still open. */
export const CART_FORM_POST_WAIT_MS = 1000;

/** Modal: maximum width and content maximum height. */
export const MODAL_MAX_WIDTH_PX = 383;
export const MODAL_CONTENT_MAX_HEIGHT_VH = 50;

/** Cart client retries: 0 to 3; on 429 and 503; default wait 1000 ms, up to 3. */
export const CART_CLIENT_RETRIES_MIN = 0;
export const CART_CLIENT_RETRIES_MAX = 3;
export const CART_CLIENT_RETRY_STATUSES: readonly number[] = [429, 503];
export const CART_CLIENT_RETRY_WAIT_MS = 1000;

/** Lines fetched (50 in the limited query); delivery groups 10. */
export const LINES_FETCHED = 10;
export const LINES_FETCHED_LIMITED = 50;
export const DELIVERY_GROUPS_FETCHED = 10;

/** Search-engine-company wallet authorization timeout. */
export const AUTHORIZATION_TIMEOUT_MS = 27_000;

/** Delivery update loop timeout. */
export const DELIVERY_UPDATE_LOOP_TIMEOUT_MS = 20_000;

/** Payment update loop timeout: 10 s (500 ms wait). */
export const PAYMENT_UPDATE_LOOP_TIMEOUT_MS = 10_000;
export const PAYMENT_UPDATE_LOOP_WAIT_MS = 500;

/** Locale: fixed to Czech. */
export const LOCALE = 'cs';
/** Not in the table: the same as the API spells it. */
export const LANGUAGE = 'CS';

/** Not in the table: how long one cart creation may take, retries included, before the shopper gets a dialog. */
export const CART_CREATION_DEADLINE_MS = 20_000;

/** Not in the table: how long a second click reuses the cart of a redirect that is still under way. */
export const REDIRECT_REUSE_MS = 10_000;

/** Delivery promise fetch retries: 15 times at 200 ms. */
export const DELIVERY_PROMISE_RETRIES = 15;
export const DELIVERY_PROMISE_RETRY_WAIT_MS = 200;

/** Delivery-promise badge hides at container width 338 px or less. */
export const PROMISE_BADGE_HIDDEN_WIDTH_PX = 338;

/** Wallet SDK loads: 3 retries, 200 ms apart. */
export const SDK_LOAD_RETRIES = 3;
export const SDK_LOAD_RETRY_WAIT_MS = 200;

/** Not in the table: how long a wallet's logo may take; then its name stands in for it. */
export const LOGO_DEADLINE_MS = 5000;

/** Initial estimated total of the search-engine-company wallet's sheet: 0.01. */
export const INITIAL_ESTIMATED_TOTAL_MINOR = 1;

/** Initial total of the mobile wallet's sheet: pending 1.00. */
export const INITIAL_PENDING_TOTAL_MINOR = 100;

/** Not in the table: how long to wait before a submission whose answer was lost is repeated, with the same token. */
export const SUBMISSION_REPEAT_WAIT_MS = 1000;

/** Not in the table: the longest wait before a throttled submission is repeated, whatever moment the server names. */
export const SUBMISSION_THROTTLED_WAIT_MAX_MS = 5000;

/** Not in the table: the deadline for removing personal data, which runs in the background. */
export const REMOVAL_DEADLINE_MS = 10_000;

/** Not in the table: how long a sheet may take to close after an order before the page leaves without it. */
export const COMPLETION_GRACE_MS = 3000;

/** Not in the table: how long a sheet with a final error may stay open before the page allows the next purchase. */
export const SHEET_ABANDONED_MS = 60_000;

/** Not in the table: how many combinations of several groups' delivery options a sheet offers. */
export const SHEET_OPTIONS_MAX = 30;

/** How long the subscription policy may take; the dialog shows a skeleton meanwhile. */
export const POLICY_DEADLINE_MS = 10_000;

/** Shop-wallet button default width. */
export const SHOP_WALLET_BUTTON_WIDTH_PX = 260;

/** Personalised iframe minimum button width. */
export const PERSONALISED_MIN_WIDTH_PX = 170;

/** Call-to-action font size range: 10 to 18. */
export const PERSONALISED_FONT_MIN_PX = 10;
export const PERSONALISED_FONT_MAX_PX = 18;

/** Animation delay. */
export const PERSONALISED_DELAY_MS = 500;

/** Not in the table: how long the wallet may take to say whether it knows the browser. */
export const PERSONALISED_ANSWER_MS = 10_000;

/** Not in the table: how long the animation may take; a hidden tab never says that it has ended. */
export const PERSONALISED_ANIMATION_MS = 1000;
