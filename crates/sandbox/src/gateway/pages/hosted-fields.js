// The hosted fields. They run in a sandboxed frame of an opaque origin: the shop's page cannot read them, and all that
// leaves this frame is a one-time session, the card's network and its last four digits.
'use strict';

(() => {
  const DEADLINE_MS = 10_000;
  const FIELDS = ['number', 'expiry', 'cvc', 'name'];
  const MISSING = {
    number: 'Zadejte číslo karty.',
    expiry: 'Zadejte platnost karty.',
    cvc: 'Zadejte kód CVC ze zadní strany karty.',
    name: 'Zadejte jméno, které je na kartě.',
  };
  const INVALID = {
    number: 'Číslo karty není správné. Zkontrolujte ho prosím.',
    expiry: 'Platnost není správná, nebo karta už neplatí. Zadejte ji jako MM/RR.',
    cvc: 'Kód CVC má tři číslice (u karet American Express čtyři).',
    name: 'Zadejte jméno tak, jak je na kartě.',
  };
  const UNREACHABLE = 'Platební bránu se nepodařilo kontaktovat. Zkuste to prosím znovu.';

  const form = document.getElementById('card');
  const status = document.getElementById('status');
  const picker = document.getElementById('test-card');
  const chosen = document.getElementById('test-card-chosen');
  const choices = document.getElementById('test-cards');
  const brand = document.getElementById('brand');
  const input = Object.fromEntries(FIELDS.map((name) => [name, document.getElementById(name)]));

  // The parent's origin is unknown here; the policy of this page lets only the shop hold it.
  const tell = (message) => window.parent.postMessage(message, '*');

  const digits = (text) => text.replace(/\D/g, '');

  function passesLuhn(number) {
    let sum = 0;
    for (let index = 0; index < number.length; index += 1) {
      const digit = Number(number[number.length - 1 - index]);
      const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
      sum += index % 2 === 0 ? digit : doubled;
    }
    return sum % 10 === 0;
  }

  function isFuture(expiry) {
    const parts = digits(expiry);
    if (parts.length !== 4) return false;
    const month = Number(parts.slice(0, 2));
    const year = 2000 + Number(parts.slice(2));
    const now = new Date();
    const months = year * 12 + month - 1 - (now.getFullYear() * 12 + now.getMonth());
    return month >= 1 && month <= 12 && months >= 0 && months <= 240;
  }

  // As the gateway reads numbers, from the digits that are there so far.
  const BRANDS = [
    ['Visa', /^4/],
    ['Mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
    ['American Express', /^3[47]/],
    ['Maestro', /^(?:5[06-9]|6\d)/],
  ];

  const brandOf = (number) => BRANDS.find(([, digit]) => digit.test(number))?.[0] ?? '';

  const isAmex = () => brandOf(digits(input.number.value)) === 'American Express';

  function showBrand() {
    brand.textContent = brandOf(digits(input.number.value));
  }

  const valid = {
    number: (value) => {
      const number = digits(value);
      return number.length >= 13 && number.length <= 19 && passesLuhn(number);
    },
    expiry: isFuture,
    cvc: (value) => new RegExp(isAmex() ? '^\\d{4}$' : '^\\d{3}$').test(value.trim()),
    name: (value) => value.trim().length >= 2 && /\p{L}/u.test(value) && !/\d/.test(value),
  };

  function fault(name) {
    const value = input[name].value;
    if (value.trim() === '') return MISSING[name];
    return valid[name](value) ? '' : INVALID[name];
  }

  function show(name, message) {
    document.getElementById(`${name}-error`).textContent = message;
    if (message === '') input[name].removeAttribute('aria-invalid');
    else input[name].setAttribute('aria-invalid', 'true');
  }

  function refuse(names, message) {
    for (const name of names) show(name, message(name));
    const first = FIELDS.find((name) => names.includes(name));
    if (first !== undefined) input[first].focus();
    tell({ type: 'zkratka:invalid', fields: names });
  }

  function group(text) {
    const number = digits(text).slice(0, 19);
    return number.replace(/(.{4})(?=.)/g, '$1 ');
  }

  function slash(text) {
    const parts = digits(text).slice(0, 4);
    return parts.length > 2 ? `${parts.slice(0, 2)}/${parts.slice(2)}` : parts;
  }

  // Formats while typing without throwing the cursor to the end: it stays behind as many digits as before.
  function formatted(field, format) {
    field.addEventListener('input', () => {
      const before = digits(field.value.slice(0, field.selectionStart ?? 0)).length;
      const text = format(field.value);
      if (text === field.value) return;
      field.value = text;
      let position = 0;
      for (let seen = 0; position < text.length && seen < before; position += 1) {
        if (/\d/.test(text[position])) seen += 1;
      }
      field.setSelectionRange(position, position);
    });
  }

  let busy = false;

  async function submit() {
    if (busy) return;
    status.textContent = '';
    const faults = FIELDS.filter((name) => {
      const message = fault(name);
      show(name, message);
      return message !== '';
    });
    if (faults.length > 0) {
      refuse(faults, fault);
      return;
    }
    busy = true;
    try {
      const values = FIELDS.map((name) => [name, input[name].value.trim()]);
      const response = await fetch('sessions', {
        method: 'POST',
        // A form, so that no preflight is needed.
        body: new URLSearchParams(values),
        credentials: 'omit',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      const answer = await response.json();
      if (response.status === 422) {
        refuse(answer.fields, (name) => INVALID[name]);
      } else if (response.ok) {
        const { session, network, lastFour } = answer;
        tell({ type: 'zkratka:session', session, network, lastFour });
      } else {
        throw new Error(String(response.status));
      }
    } catch {
      status.textContent = UNREACHABLE;
      tell({ type: 'zkratka:error', message: UNREACHABLE });
    } finally {
      busy = false;
    }
  }

  formatted(input.number, group);
  formatted(input.expiry, slash);
  input.number.addEventListener('input', showBrand);
  for (const name of FIELDS) {
    // A fault shown is taken back as soon as it is mended, and shown when a filled-in field is left.
    input[name].addEventListener('input', () => {
      if (input[name].hasAttribute('aria-invalid')) show(name, fault(name));
    });
    input[name].addEventListener('blur', () => {
      if (input[name].value.trim() !== '') show(name, fault(name));
    });
  }
  function fill(option) {
    input.number.value = group(option.value);
    input.expiry.value = '12/34';
    input.cvc.value = '123';
    input.name.value = 'Jana Testovací';
    for (const name of FIELDS) show(name, '');
    showBrand();
    chosen.replaceChildren(...option.nextElementSibling.cloneNode(true).childNodes);
  }

  function open() {
    choices.hidden = false;
    picker.setAttribute('aria-expanded', 'true');
    (choices.querySelector('input:checked') ?? choices.querySelector('input')).focus();
  }

  function close() {
    if (choices.contains(document.activeElement)) picker.focus();
    choices.hidden = true;
    picker.setAttribute('aria-expanded', 'false');
  }

  // Browsers click the radio that an arrow reaches: it chooses, and the list stays open.
  let isByArrow = false;

  picker.addEventListener('click', () => (choices.hidden ? open() : close()));
  picker.addEventListener('keydown', (event) => event.key === 'Escape' && close());
  choices.addEventListener('keydown', (event) => {
    isByArrow = event.key.startsWith('Arrow');
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'Enter' || event.key === 'Escape') close();
  });
  choices.addEventListener('keyup', () => {
    isByArrow = false;
  });
  choices.addEventListener('change', ({ target }) => fill(target));
  choices.addEventListener('click', ({ target }) => {
    if (target.matches('input') && !isByArrow) close();
  });
  form.addEventListener('submit', (event) => event.preventDefault());

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent) return;
    if (event.data !== null && typeof event.data === 'object' && event.data.type === 'zkratka:submit') {
      void submit();
    }
  });
  new ResizeObserver(() => {
    tell({
      type: 'zkratka:height',
      height: Math.ceil(document.documentElement.getBoundingClientRect().height),
    });
  }).observe(document.documentElement);
  tell({ type: 'zkratka:ready' });
})();
