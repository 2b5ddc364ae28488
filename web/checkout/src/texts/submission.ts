import type { Submission, SubmitStep } from '../flow/state.ts';
import { BUSY_FAULT, NETWORK_FAULT, SERVER_FAULT } from './general.ts';

/** What the shopper reads while an order is on its way. */
export const STEP_TEXTS: Readonly<Record<SubmitStep, { title: string; text: string }>> = {
  saving: { title: 'Kontrolujeme objednávku…', text: 'Ověřujeme adresu, dopravu a cenu.' },
  card: { title: 'Ověřujeme kartu…', text: 'Předáváme údaje platební bráně.' },
  payment: { title: 'Zpracováváme platbu…', text: 'Nezavírejte prosím tuto stránku.' },
  submitting: { title: 'Zpracováváme platbu…', text: 'Nezavírejte prosím tuto stránku.' },
  captcha: {
    title: 'Ověřujeme objednávku…',
    text: 'Vaše zařízení řeší malou úlohu, která nás chrání před stroji. Trvá to chvilku, nic není třeba dělat.',
  },
  waiting: {
    title: 'Ještě chvilku…',
    text: 'Právě nakupuje hodně lidí najednou. Vaše objednávka čeká ve frontě, nic není třeba dělat.',
  },
  confirming: {
    title: 'Zpracováváme platbu…',
    text: 'Čekáme na potvrzení banky. Nezavírejte prosím tuto stránku.',
  },
  slow: {
    title: 'Zpracováváme platbu…',
    text: 'Potvrzení trvá déle než obvykle. Nechte prosím stránku otevřenou, výsledek se ukáže sám.',
  },
  unreachable: {
    title: 'Obnovujeme spojení…',
    text: 'Platba se zpracovává, jen se nám nedaří zjistit výsledek. Zkoušíme to znovu.',
  },
};

export const FAILURE_TEXTS: Readonly<Record<Extract<Submission, { kind: 'failed' }>['reason'], string>> = {
  network: NETWORK_FAULT,
  busy: BUSY_FAULT,
  server: SERVER_FAULT,
};

export const UNKNOWN_OUTCOME =
  'Objednávku jsme odeslali, ale nedorazila odpověď. Zjistěte prosím výsledek tlačítkem níže. Nemusíte se bát, podruhé se objednávka neodešle.';
