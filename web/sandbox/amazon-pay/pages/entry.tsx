/** The script of the emulated Amazon's pages: `choose` and `pay`. */
import { createRoot } from 'react-dom/client';
import { adoptPageStyles } from '../../common/adopt-styles.ts';
import { settingsIn } from '../addresses.ts';
import { AmazonPage } from './AmazonPage.tsx';
import { loadSession } from './load-session.ts';

adoptPageStyles('amazon-pay');

const { searchParams } = new URL(location.href);
const CHANGES = ['changeAddress', 'changePayment'] as const;

const load = loadSession({
  settings: settingsIn(location.hash),
  id: searchParams.get('amazonCheckoutSessionId'),
  replaceAddress: (query) => {
    history.replaceState(null, '', `${location.pathname}?${query}`);
  },
});

const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(
  <AmazonPage
    kind={location.pathname.endsWith('/pay') ? 'pay' : 'choose'}
    change={CHANGES.find((each) => each === searchParams.get('changeAction')) ?? null}
    load={load}
    navigate={(url) => {
      location.assign(url);
    }}
  />,
);

// A page that the browser kept still shows the request that left it.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
