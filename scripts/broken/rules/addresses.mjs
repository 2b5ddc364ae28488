import { commerce } from '../proofs.mjs';

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'Companies and addresses',
  entries: [
    {
      rule: 'IČO: its check digit must match',
      broken: 'the check digit is ignored',
      file: 'crates/commerce/src/company.rs',
      find: '((11 - sum % 11) % 10 != check)',
      replace: 'false',
      noticedBy: commerce('a_company_number_checks_itself'),
    },
    {
      rule: 'IČO: required in the countries that have it',
      broken: 'required everywhere',
      file: 'crates/commerce/src/company.rs',
      find: 'let is_asked = country.is_some_and(|code| WITH_COMPANY_ID.contains(&code));',
      replace: 'let is_asked = true;',
      noticedBy: commerce('wrong_and_missing_numbers_are_found'),
    },
    {
      rule: 'addresses: a postal code fits its zone',
      broken: 'any does',
      file: 'crates/commerce/src/address/faults.rs',
      find: '(!is_zip_of_zone(zip, country, zone))',
      replace: 'false',
      noticedBy: commerce('zones_and_postal_codes_must_fit_each_other'),
    },
  ],
};
