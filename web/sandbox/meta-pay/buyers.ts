import type { Choice } from '../common/ChoiceList.tsx';
import type { PaymentAddress } from '../../embed/wallets/meta-pay/types.ts';
import { countryName } from '../common/country-name.ts';

/** An address in the buyer's account: complete, but perhaps without a telephone number. */
export interface BuyerAddress extends PaymentAddress {
  readonly country: string;
  readonly recipient: string;
}

/** An invented buyer. */
export interface Buyer {
  readonly id: string;
  readonly email: string;
  readonly address: BuyerAddress;
}

/** Invented buyers. Each shows a peculiarity of addresses of its country. */
export const BUYERS: readonly [Buyer, ...Buyer[]] = [
  {
    id: 'cz',
    email: 'jana.novakova@example.com',
    address: {
      recipient: 'Jana Nováková',
      addressLine: ['Veveří 102', '2. patro'],
      city: 'Brno',
      region: '',
      postalCode: '616 00',
      country: 'CZ',
      phone: '+420 601 123 456',
    },
  },
  {
    id: 'sk',
    email: 'peter.horvath@example.com',
    address: {
      recipient: 'Peter Horváth',
      addressLine: ['Hlavná 12'],
      city: 'Košice',
      region: '',
      postalCode: '040 01',
      country: 'SK',
      phone: '+421 905 123 456',
    },
  },
  // Without a telephone number: a shop that needs one must ask for it.
  {
    id: 'de',
    email: 'anna.schmidt@example.com',
    address: {
      recipient: 'Anna Schmidt',
      addressLine: ['Torstraße 49'],
      city: 'Berlin',
      region: '',
      postalCode: '10119',
      country: 'DE',
    },
  },
  {
    id: 'us',
    email: 'mary.smith@example.com',
    address: {
      recipient: 'Mary Ann Smith',
      addressLine: ['500 Castro Street', 'Apt 4'],
      city: 'Mountain View',
      region: 'CA',
      postalCode: '94041',
      country: 'US',
      phone: '+1 650-253-0000',
    },
  },
];

/** The buyer as a choice: name and place. */
export const buyerChoice = ({ id, address: { recipient, city, country } }: Buyer): Choice => ({
  id,
  text: recipient,
  detail: [city, countryName(country)].filter(Boolean).join(', '),
});
