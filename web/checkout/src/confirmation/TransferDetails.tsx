import type { ReactNode } from 'react';
import type { BankTransferData } from '../bootstrap/data.ts';
import { formatMoney } from '../format/money.ts';
import { CopyButton } from './CopyButton.tsx';
import { svgDataUrl } from './svg-url.ts';

/** Everything for a bank transfer: the code to scan, and the same in writing. */
export function TransferDetails({
  payment,
  currency,
}: {
  readonly payment: BankTransferData;
  readonly currency: string;
}): ReactNode {
  return (
    <div className="co-transfer">
      {payment.qrSvg === null ? null : (
        <figure className="co-transfer__code">
          <img
            src={svgDataUrl(payment.qrSvg)}
            alt="QR kód s údaji pro platbu, stejnými jako v textu"
            width="208"
            height="208"
          />
          <figcaption>{codeName(payment)}: naskenujte v&nbsp;aplikaci své banky</figcaption>
        </figure>
      )}
      <div className="co-transfer__facts">
        <p>{explanation(payment)}</p>
        {payment.due === null ? null : <p className="co-transfer__due">{payment.due}</p>}
        <dl className="co-facts">
          <Fact label="Částka" value={formatMoney(payment.amount, currency)} copy={plain(payment.amount)} />
          {payment.account === null ? null : (
            <Fact label="Číslo účtu" value={payment.account} copy={payment.account} />
          )}
          <Fact label="Variabilní symbol" value={payment.variableSymbol} copy={payment.variableSymbol} />
          <Fact label="IBAN" value={grouped(payment.iban)} copy={payment.iban.replaceAll(/\s/gu, '')} />
          {payment.message === null ? null : (
            <Fact label="Zpráva pro příjemce" value={payment.message} copy={payment.message} />
          )}
        </dl>
      </div>
    </div>
  );
}

const codeName = ({ epc }: BankTransferData): string => (epc === null ? 'QR Platba' : 'Evropský QR kód');

function explanation({ qrSvg, epc }: BankTransferData): string {
  if (qrSvg === null) {
    return 'QR kód vytváříme jen pro platby v\u00a0korunách a\u00a0eurech. Zaplaťte prosím podle údajů níže.';
  }
  return epc === null
    ? 'Zaplaťte prosím převodem. Všechny údaje jsou i v\u00a0QR kódu, stačí ho naskenovat.'
    : 'Zaplaťte prosím převodem. Všechny údaje jsou i v\u00a0QR kódu. Pokud ho aplikace vaší banky nepřečte, opište je.';
}

function Fact({
  label,
  value,
  copy,
}: {
  readonly label: string;
  readonly value: string;
  readonly copy: string;
}): ReactNode {
  return (
    <div className="co-facts__row">
      <dt>{label}</dt>
      <dd>
        <span className="co-facts__value">{value}</span>
        <CopyButton text={copy} what={label} />
      </dd>
    </div>
  );
}

/** `1290.00` -> `1290`, `1290.50` -> `1290,50`: as Czech banking applications take it. */
function plain(amount: string): string {
  return amount.replace(/\.00$/u, '').replace('.', ',');
}

/** An account number in groups of four, as on statements. */
function grouped(iban: string): string {
  return iban.replaceAll(/\s/gu, '').replaceAll(/(.{4})(?=.)/gu, '$1 ');
}
