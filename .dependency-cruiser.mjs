/** Dependencies point one way; docs/architecture.md draws the picture these rules check. */
const embed = '^web/embed/';

/** The rooms of the embed and what each may import besides itself. */
const rooms = {
  constants: [],
  i18n: [],
  dom: ['constants'],
  cart: ['constants'],
  wallets: ['constants', 'i18n', 'cart', 'dom'],
  flows: ['constants', 'i18n', 'cart', 'wallets'],
  ui: ['constants', 'i18n', 'dom', 'flows'],
  elements: ['constants', 'i18n', 'dom', 'cart', 'flows', 'wallets', 'ui'],
};

/** @param {string} room */
const pathOf = (room) => `${embed}${room}(/|\\.ts$)`;

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const directions = Object.entries(rooms).map(([room, allowed]) => ({
  name: `embed-${room}-direction`,
  comment: `${room} may import only: ${[room, ...allowed].join(', ')}`,
  severity: 'error',
  from: { path: pathOf(room), pathNot: '\\.test\\.tsx?$' },
  to: { path: embed, pathNot: [room, ...allowed].map(pathOf) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'not-to-test',
      severity: 'error',
      comment: 'Shipped code does not import tests.',
      from: { pathNot: '(\\.test\\.tsx?$)|(^web/[^/]+/test/)|(^web/testing/)|(^web/e2e/)' },
      to: { path: '(\\.test\\.tsx?$)|(^web/[^/]+/test/)|(^web/testing/)' },
    },
    ...directions,
    {
      name: 'built-tests-load-no-source',
      comment: 'They try what the build wrote: of the sources they may know types, and the data of tests.',
      severity: 'error',
      from: { path: '^web/built/' },
      to: {
        path: '^web/(base|embed)/',
        pathNot: `${embed}test/(api|apple-pay|cart-data|form|google-pay|product)\\.ts$`,
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    {
      name: 'test-data-loads-no-source',
      comment: 'The tests of what was built share it.',
      severity: 'error',
      from: { path: `${embed}test/(api|apple-pay|cart-data|form|google-pay|product)\\.ts$` },
      to: {
        path: '^web/(base|embed)/',
        pathNot: `${embed}test/`,
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    {
      name: 'base-imports-nothing',
      comment: 'What every room may use knows none of them.',
      severity: 'error',
      from: { path: '^web/base/', pathNot: '\\.test\\.tsx?$' },
      to: { pathNot: '^web/base/' },
    },
    {
      name: 'embed-chunks-only-lazily',
      comment: 'What the entry loads later stays out of it.',
      severity: 'error',
      from: { path: `${embed}(elements|flows|cart|wallets|dom|i18n)/`, pathNot: '\\.test\\.tsx?$' },
      to: {
        path: `${embed}(elements/(press|wallet|cart-wallets|delivery|subscription)\\.ts|flows/rates/index\\.ts|wallets/[^/]+/index\\.ts)$`,
        dynamic: false,
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    {
      name: 'embed-ui-only-rendered',
      comment: 'The build renders the React views; no storefront loads them.',
      severity: 'error',
      from: { path: embed, pathNot: `${embed}ui/|\\.test\\.tsx?$` },
      to: { path: `${embed}ui/` },
    },
    {
      name: 'embed-react-only-in-ui',
      severity: 'error',
      from: { path: embed, pathNot: `${embed}ui/|\\.test\\.tsx?$` },
      to: { path: 'node_modules/react(-dom)?/' },
    },
    {
      name: 'checkout-not-to-embed-internals',
      comment:
        'The checkout may import cart/, constants.ts and i18n/recurring.cs.ts of the embed, nothing else.',
      severity: 'error',
      from: { path: '^web/checkout/' },
      to: { path: embed, pathNot: `${embed}(cart/|constants\\.ts$|i18n/recurring\\.cs\\.ts$)` },
    },
    {
      name: 'embed-not-to-checkout',
      severity: 'error',
      from: { path: embed },
      to: { path: '^web/(checkout|e2e)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  },
};
