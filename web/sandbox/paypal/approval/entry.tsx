/** The script of the page in PayPal's window. */
import { createRoot } from 'react-dom/client';
import { adoptPageStyles } from '../../common/adopt-styles.ts';
import { tellOpener } from '../messages.ts';
import { Approval } from './Approval.tsx';
import type { ApprovalSubjectId } from './subject.ts';

const { searchParams } = new URL(location.href);
const nameOf = (kind: ApprovalSubjectId['kind']): ApprovalSubjectId | null => {
  const id = searchParams.get(kind);
  return id === null ? null : { kind, id };
};

const opener = searchParams.get('opener') ?? location.origin;

const isVenmo = searchParams.get('funding') === 'venmo';
if (isVenmo) document.title = document.title.replace('PayPal', 'Venmo');
adoptPageStyles(isVenmo ? 'venmo' : 'paypal');

const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(
  <Approval
    name={nameOf('order') ?? nameOf('agreement')}
    isVenmo={isVenmo}
    answer={(answer) => {
      tellOpener(answer, opener);
    }}
  />,
);
