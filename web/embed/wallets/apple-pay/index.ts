export { createApplePay as createAdapter } from './adapter.ts';
