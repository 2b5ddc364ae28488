export { looks } from 'virtual:looks/apple_pay';
export { views } from 'virtual:views/apple_pay';
export { createApplePay as createAdapter } from './adapter.ts';
