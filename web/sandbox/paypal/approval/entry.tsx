/** The script of the page in PayPal's window. */
import { createRoot } from 'react-dom/client';
import { sheetStyles } from '../../common/sheet-styles.ts';
import { tellOpener } from '../messages.ts';
import { Approval } from './Approval.tsx';
import { pageStyles } from '../../common/page-styles.ts';
import type { ApprovalSubjectId } from './subject.ts';

const { searchParams } = new URL(location.href);
const nameOf = (kind: ApprovalSubjectId['kind']): ApprovalSubjectId | null => {
  const id = searchParams.get(kind);
  return id === null ? null : { kind, id };
};

const opener = searchParams.get('opener') ?? location.origin;

const styles = new CSSStyleSheet();
styles.replaceSync(`${sheetStyles}${pageStyles}`);
document.adoptedStyleSheets = [styles];

const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(
  <Approval
    name={nameOf('order') ?? nameOf('agreement')}
    isVenmo={searchParams.get('funding') === 'venmo'}
    answer={(answer) => {
      tellOpener(answer, opener);
    }}
  />,
);
