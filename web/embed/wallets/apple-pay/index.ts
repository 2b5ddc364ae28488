export { views as faces } from 'virtual:views/apple_pay';
export { createApplePay as createAdapter } from './adapter.ts';
