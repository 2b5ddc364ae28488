export { createMetaPay as createAdapter } from './adapter.ts';

export { views } from 'virtual:views/facebook_pay';
