// @vitest-environment node
import { describe, expect, it } from 'vitest';
import * as constants from './constants.ts';

/** The specification's table, as far as the embed has come. */
const TABLE = {
  BUTTON_HEIGHT_MIN_PX: 25,
  BUTTON_HEIGHT_MAX_PX: 55,
  BUTTON_HEIGHT_DEFAULT_PX: 44,
  PRODUCT_BUTTON_MIN_WIDTH_PX: 150,
  ROW_GAP_PX: 8,
  CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS: 1000,
  MODAL_MAX_WIDTH_PX: 383,
  MODAL_CONTENT_MAX_HEIGHT_VH: 50,
  CART_CLIENT_RETRIES_MIN: 0,
  CART_CLIENT_RETRIES_MAX: 3,
  CART_CLIENT_RETRY_STATUSES: [429, 503],
  CART_CLIENT_RETRY_WAIT_MS: 1000,
  LINES_FETCHED: 10,
  LINES_FETCHED_LIMITED: 50,
  DELIVERY_GROUPS_FETCHED: 10,
  AUTHORIZATION_TIMEOUT_MS: 27_000,
  DELIVERY_UPDATE_LOOP_TIMEOUT_MS: 20_000,
  PAYMENT_UPDATE_LOOP_TIMEOUT_MS: 10_000,
  PAYMENT_UPDATE_LOOP_WAIT_MS: 500,
  LOCALE: 'cs',
  DELIVERY_PROMISE_RETRIES: 15,
  DELIVERY_PROMISE_RETRY_WAIT_MS: 200,
  PROMISE_BADGE_HIDDEN_WIDTH_PX: 338,
  SDK_LOAD_RETRIES: 3,
  SDK_LOAD_RETRY_WAIT_MS: 200,
  INITIAL_ESTIMATED_TOTAL_MINOR: 1,
  INITIAL_PENDING_TOTAL_MINOR: 100,
  WALLET_SDK_TIMEOUT_MS: 2000,
  CART_BUTTON_HEIGHT_HORIZONTAL_PX: 42,
  CART_BUTTON_HEIGHT_VERTICAL_PX: 54,
  CART_ROW_MIN_WIDTHS_PX: [100, 210, 320, 430, 540],
  NARROW_SCREEN_PX: 750,
  DARK_BACKGROUND_LUMINANCE: 70,
  VISIBILITY_THRESHOLD: 0.1,
} as const;

describe('constants', () => {
  it.each(Object.entries(TABLE))('[9.01] %s is %j', (name, value) => {
    expect(constants[name as keyof typeof TABLE]).toEqual(value);
  });

  it('[9.01] there is no constant that is neither in the table nor said not to be', () => {
    const ours = [
      'CART_CREATION_DEADLINE_MS',
      'REDIRECT_REUSE_MS',
      'SUBMISSION_REPEAT_WAIT_MS',
      'SUBMISSION_THROTTLED_WAIT_MAX_MS',
      'REMOVAL_DEADLINE_MS',
      'COMPLETION_GRACE_MS',
      'SHEET_ABANDONED_MS',
      'SHEET_OPTIONS_MAX',
      'CART_REFRESH_DEADLINE_MS',
      'CART_FORM_POST_WAIT_MS',
      'POLICY_DEADLINE_MS',
      'LANGUAGE',
    ];
    expect(Object.keys(constants).sort()).toEqual([...Object.keys(TABLE), ...ours].sort());
  });
});
