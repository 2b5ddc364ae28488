import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { bundle } from '../lib/bundle.js';

const entry = fileURLToPath(new URL('main.tsx', import.meta.url));

/** Bundles the storefront for browsers. */
export const buildStorefront = (): Promise<string> => bundle(entry, [react()]);
