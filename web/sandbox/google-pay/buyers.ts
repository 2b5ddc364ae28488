import type { Choice } from '../common/ChoiceList.tsx';
import { countryName } from '../common/country-name.ts';
import type { Address } from './types.ts';

/** An invented buyer. */
export interface Buyer {
  readonly id: string;
  readonly email: string;
  readonly address: Address;
}

/** Invented buyers. Each shows a peculiarity of addresses of its country. */
export const BUYERS: readonly [Buyer, ...Buyer[]] = [
  {
    id: 'cz',
    email: 'jana.novakova@example.com',
    address: {
      name: 'Jana Nováková',
      address1: 'Veveří 102',
      address2: '2. patro',
      address3: '',
      locality: 'Brno',
      administrativeArea: '',
      countryCode: 'CZ',
      postalCode: '616 00',
      phoneNumber: '+420 601 123 456',
    },
  },
  {
    id: 'mononym',
    email: 'radka@example.com',
    address: {
      name: 'Radka',
      address1: 'Nerudova 7',
      address2: '',
      address3: '',
      locality: 'Plzeň',
      administrativeArea: '',
      countryCode: 'CZ',
      postalCode: '301 00',
      phoneNumber: '+420 602 234 567',
    },
  },
  {
    id: 'sk',
    email: 'peter.horvath@example.com',
    address: {
      name: 'Peter Horváth',
      address1: 'Hlavná 12',
      address2: '',
      address3: '',
      locality: 'Košice',
      administrativeArea: '',
      countryCode: 'SK',
      postalCode: '040 01',
      phoneNumber: '+421 905 123 456',
    },
  },
  {
    id: 'us',
    email: 'mary.smith@example.com',
    address: {
      name: 'Mary Ann Smith',
      address1: '500 Castro Street',
      address2: 'Apt 4',
      address3: '',
      locality: 'Mountain View',
      administrativeArea: 'CA',
      countryCode: 'US',
      postalCode: '94041',
      phoneNumber: '+1 650-253-0000',
    },
  },
  {
    id: 'ae',
    email: 'omar.haddad@example.com',
    address: {
      name: 'Omar Haddad',
      address1: 'Al Wasl Road 25',
      address2: '',
      address3: '',
      locality: '',
      administrativeArea: 'دبي',
      countryCode: 'AE',
      postalCode: '',
      phoneNumber: '+971 50 123 4567',
    },
  },
  {
    id: 'mx',
    email: 'lucia.gomez@example.com',
    address: {
      name: 'Lucía Gómez Ruiz',
      address1: 'Avenida Vallarta 1200',
      address2: 'Americana',
      address3: '',
      locality: 'Guadalajara',
      administrativeArea: 'Jalisco',
      countryCode: 'MX',
      postalCode: '44160',
      phoneNumber: '+52 33 1234 5678',
    },
  },
];

/** The buyer as a choice: name and place. */
export const buyerChoice = ({ id, address }: Buyer): Choice => ({
  id,
  text: address.name ?? '',
  detail: [address.locality || address.administrativeArea, countryName(address.countryCode)].join(', '),
});
