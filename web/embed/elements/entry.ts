/** What a storefront loads: a deferred module. */
import { defineElements } from './define.ts';

defineElements();
