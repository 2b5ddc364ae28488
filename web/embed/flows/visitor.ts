import { cookie } from '../../base/cookie.ts';
import { visitorConsent } from './consent.ts';

/** Whether visits may be counted. Unknown consent counts as refused. */
export const mayCount = (): boolean => visitorConsent()?.analytics === true;

/** The ID that counts this browser's visits; null if it has none. */
export const visitorId = (): string | null => cookie('_shopify_y') ?? null;
