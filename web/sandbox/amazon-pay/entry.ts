/** `checkout.js` of the sandbox: replaces Amazon's script and defines the same global. */
import { pageAddresses } from './addresses.ts';
import { createPay } from './pay.ts';

interface Global {
  amazon?: { Pay?: unknown };
}

const shared = globalThis as Global;
const Pay = createPay({
  pages: pageAddresses(),
  navigate: (url) => {
    location.assign(url);
  },
});
// Other Amazon scripts use the same global name.
shared.amazon = { ...shared.amazon, Pay };
