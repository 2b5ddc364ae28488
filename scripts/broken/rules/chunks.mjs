import { built, embed } from '../proofs.mjs';

const BUILT = 'web/built';

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'The chunks as they are built, and copies of them',
  entries: [
    {
      rule: 'an error is known whichever copy of the code made it',
      broken: 'each copy knows its own errors only',
      file: 'web/base/branded-error.ts',
      find: 'brand: Brand,',
      replace: 'name: Brand, brand = (name + Math.random()) as Brand,',
      // The build refuses two copies of an error class, but a page can still load two versions of the script.
      noticedBy: embed(
        'web/base/branded-error.test.ts',
        'knows an error that another copy of this module made',
      ),
    },
    {
      rule: 'errors are told apart across chunks',
      broken: 'none is known',
      file: 'web/base/branded-error.ts',
      find: '?.brand === brand',
      replace: '?.brand === error',
      // The titles of the tests of failed merchant validations begin with these rows.
      noticedBy: built(`${BUILT}/sheet-faults.test.ts`, '[4.11] [7.08]'),
    },
    {
      rule: 'Apple Pay forgets the buyer after an order, too',
      broken: 'only where there is none',
      file: 'web/embed/flows/sheet/ending.ts',
      find: '!isNeeded || forgetsBuyer',
      replace: '!isNeeded',
      noticedBy: built(`${BUILT}/sheet-ways.test.ts`, 'sends each call once, from a'),
    },
    {
      rule: 'a session that has ended cancels its calls, and answers nothing but its end',
      broken: 'calls go on',
      file: 'web/embed/flows/sheet/ending.ts',
      find: 'this.#aborting.abort();',
      replace: '',
      noticedBy: built(`${BUILT}/sheet-leaving.test.ts`, 'the buyer closes the sheet'),
    },
    {
      rule: 'a call is repeated when the server says',
      broken: 'always after a second',
      file: 'web/embed/cart/post.ts',
      find: 'asked >= 0 ? asked : ',
      replace: '',
      noticedBy: built(`${BUILT}/press.test.ts`, '429, come again in 2 s'),
    },
  ],
};
