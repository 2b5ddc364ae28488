/** The script of the page that PayPal's window shows. */
import { createRoot } from 'react-dom/client';
import { sheetStyles } from '../../common/sheet-styles.ts';
import { tellOpener } from '../messages.ts';
import { Approval } from './Approval.tsx';
import { pageStyles } from './page-styles.ts';

const { searchParams } = new URL(location.href);
const opener = searchParams.get('opener') ?? location.origin;

const styles = new CSSStyleSheet();
styles.replaceSync(`${sheetStyles}${pageStyles}`);
document.adoptedStyleSheets = [styles];

const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(
  <Approval
    orderId={searchParams.get('token')}
    isVenmo={searchParams.get('funding') === 'venmo'}
    answer={(answer) => {
      tellOpener(answer, opener);
    }}
  />,
);
