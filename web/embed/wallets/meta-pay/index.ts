export { createMetaPay as createAdapter } from './adapter.ts';

export { looks } from 'virtual:looks/facebook_pay';
export { views } from 'virtual:views/facebook_pay';
