import type { Choice } from '../common/ChoiceList.tsx';
import { countryName } from '../common/country-name.ts';
import type { Contact } from './types.ts';

/** An invented buyer. */
export interface Buyer {
  readonly id: string;
  readonly contact: Contact;
}

const buyer = (id: string, contact: Contact): Buyer => ({ id, contact });

/** Invented buyers. Each shows a peculiarity of contacts of its country. */
export const BUYERS: readonly [Buyer, ...Buyer[]] = [
  buyer('cz', {
    givenName: 'Jana',
    familyName: 'Nováková',
    emailAddress: 'jana.novakova@example.com',
    phoneNumber: '+420 601 123 456',
    addressLines: ['Veveří 102', '2. patro'],
    locality: 'Brno',
    administrativeArea: '',
    postalCode: '616 00',
    countryCode: 'CZ',
  }),
  buyer('sk', {
    givenName: 'Peter',
    familyName: 'Horváth',
    emailAddress: 'peter.horvath@example.com',
    phoneNumber: '+421 905 123 456',
    addressLines: ['Hlavná 12'],
    locality: 'Košice',
    administrativeArea: '',
    postalCode: '040 01',
    countryCode: 'SK',
  }),
  // One name only. The telephone number is not assigned.
  buyer('mononym', {
    givenName: 'Radka',
    familyName: '',
    emailAddress: 'radka@example.com',
    phoneNumber: '+420 602 234 567',
    addressLines: ['Nerudova 7'],
    locality: 'Plzeň',
    administrativeArea: '',
    postalCode: '301 00',
    countryCode: 'CZ',
  }),
  // A shop can refuse this address only after the buyer's consent: before that it does not see the street.
  buyer('emoji', {
    givenName: 'Tomáš',
    familyName: 'Veselý',
    emailAddress: 'tomas.vesely@example.com',
    phoneNumber: '+420 603 345 678',
    addressLines: ['Radostná 😀 5'],
    locality: 'Olomouc',
    administrativeArea: '',
    postalCode: '779 00',
    countryCode: 'CZ',
  }),
  buyer('us', {
    givenName: 'Mary Ann',
    familyName: 'Smith',
    emailAddress: 'maryann.smith@example.com',
    phoneNumber: '+1 650-253-0000',
    addressLines: ['500 Castro Street', 'Apt 4'],
    locality: 'Mountain View',
    administrativeArea: 'CA',
    postalCode: '94041',
    countryCode: 'US',
  }),
  // The postal code field contains the district.
  buyer('hk', {
    givenName: 'Ka Yan',
    familyName: 'Chan',
    emailAddress: 'kayan.chan@example.com',
    phoneNumber: '+852 2123 4567',
    addressLines: ['12 Nathan Road', 'Flat 8B'],
    locality: 'Tsim Sha Tsui',
    administrativeArea: '',
    postalCode: 'Kowloon',
    countryCode: 'HK',
  }),
  // Older devices send UK.
  buyer('gb', {
    givenName: 'Oliver',
    familyName: 'Brown',
    emailAddress: 'oliver.brown@example.com',
    phoneNumber: '+44 20 7946 0958',
    addressLines: ['10 Baker Street'],
    locality: 'London',
    administrativeArea: '',
    postalCode: 'NW1 6XE',
    countryCode: 'UK',
  }),
  buyer('ae', {
    givenName: 'Omar',
    familyName: 'Haddad',
    emailAddress: 'omar.haddad@example.com',
    phoneNumber: '+971 50 123 4567',
    addressLines: ['Al Wasl Road 25'],
    locality: 'Dubai',
    subLocality: 'Jumeirah',
    administrativeArea: 'Dubai',
    postalCode: '',
    countryCode: 'AE',
  }),
  buyer('mx', {
    givenName: 'Lucía',
    familyName: 'Gómez Ruiz',
    emailAddress: 'lucia.gomez@example.com',
    phoneNumber: '+52 33 1234 5678',
    addressLines: ['Avenida Vallarta 1200'],
    locality: 'Guadalajara',
    subLocality: 'Americana',
    administrativeArea: 'Jalisco',
    postalCode: '44160',
    countryCode: 'MX',
  }),
  // Apple treats it as a country.
  buyer('pr', {
    givenName: 'Carmen',
    familyName: 'Rivera',
    emailAddress: 'carmen.rivera@example.com',
    phoneNumber: '+1 787-555-0134',
    addressLines: ['25 Calle Fortaleza'],
    locality: 'San Juan',
    administrativeArea: '',
    postalCode: '00901',
    countryCode: 'PR',
  }),
];

/** The buyer as a choice: name and place. */
export function buyerChoice({ id, contact }: Buyer): Choice {
  const { givenName, familyName, locality, countryCode = '' } = contact;
  return {
    id,
    text: [givenName, familyName].filter(Boolean).join(' '),
    detail: [locality, countryName(countryCode)].filter(Boolean).join(', '),
  };
}
