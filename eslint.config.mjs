import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** What plain scripts may use of the platform. */
const browserGlobals = [
  'AbortController',
  'AbortSignal',
  'CustomEvent',
  'Event',
  'FormData',
  'HTMLElement',
  'Intl',
  'IntersectionObserver',
  'MutationObserver',
  'ResizeObserver',
  'URLSearchParams',
  'clearTimeout',
  'document',
  'fetch',
  'history',
  'localStorage',
  'location',
  'matchMedia',
  'requestAnimationFrame',
  'sessionStorage',
  'setTimeout',
  'window',
];

export default defineConfig(
  globalIgnores([
    'target*/',
    'web/dist/',
    'web/dist-sandbox/',
    'data/',
    'test-results/',
    'playwright-report/',
  ]),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [
      eslint.configs.recommended,
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
    ],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
        {
          selector: 'AssignmentExpression[left.property.name=/^(innerHTML|outerHTML)$/]',
          message: 'A Trusted Types sink: build nodes instead.',
        },
        {
          selector:
            "CallExpression[callee.property.name=/^(insertAdjacentHTML|setHTMLUnsafe|write|writeln)$/][callee.object.name='document']",
          message: 'A Trusted Types sink: build nodes instead.',
        },
      ],
    },
  },
  {
    files: ['web/**/*.tsx'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    rules: {
      // The strict content security policy blocks style attributes.
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='style']",
          message: 'Use a class: the content security policy blocks style attributes.',
        },
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'A Trusted Types sink: render elements instead.',
        },
      ],
    },
  },
  {
    // Tests put pages together from HTML, and ask for the element types they know to be there.
    files: ['web/**/*.test.{ts,tsx}', 'web/*/test/**/*.{ts,tsx}', 'web/e2e/**/*.ts'],
    rules: {
      'no-restricted-syntax': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
    },
  },
  {
    // Playwright tries a failing test again whatever it says, and with another seed it would pass.
    files: ['web/e2e/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { name: 'fast-check', message: 'No random input here.' }] },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [eslint.configs.recommended],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        performance: 'readonly',
      },
    },
  },
  {
    // Plain scripts that browsers load as they are.
    files: ['themes/**/*.js', 'crates/**/*.js'],
    languageOptions: { globals: Object.fromEntries(browserGlobals.map((name) => [name, 'readonly'])) },
  },
  {
    // Scripts that observe pages: parts of them run in a browser. TypeScript knows every name that they use.
    files: ['web/bench/**/*.{js,mjs}'],
    rules: { 'no-undef': 'off' },
  },
);
