/** The script that a storefront loads, as a deferred module. */
import { defineElements } from './define.ts';

defineElements();
