import comments from '@eslint-community/eslint-plugin-eslint-comments'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import explained from './eslint-rules/explained-casts.js'

const TESTS = ['**/*.test.{ts,tsx}', 'tests/e2e/**/*.ts', '{apps,packages}/*/src/testing/**/*.{ts,tsx}']

/** Every test that is written also runs: nothing is switched off, nothing switches the others off. */
const noSwitchedTests = {
  selector:
    ':matches(MemberExpression[object.name=/^(it|test|describe|suite)$/], MemberExpression[object.object.name="test"])' +
    '[property.name=/^(only|skip|todo|fixme|skipIf|runIf)$/]',
  message: 'Every test runs: fix or remove it instead.',
}

/** The contract's index is the one barrel (`packages/contract`). */
const noBarrels = {
  selector: ':matches(ExportAllDeclaration, ExportNamedDeclaration[source])',
  message: 'Import from the file that owns the name instead of passing names on.',
}

/** A service may hold a transaction, but what is asked of the database stands in a repository. */
const noSqlOutsideRepositories = {
  selector: 'CallExpression[callee.property.name=/^(query|one|maybeOne|execute)$/]',
  message: 'SQL lives in repositories, which take the lab scope first.',
}

/** Every text that a person reads stands in a catalogue (docs/decisions/0018-text-catalogs.md). */
const WORD = '/[A-Za-z\\u0600-\\u06ff]{2}/'
const SPOKEN_PROPS =
  '/^(aria-label|aria-roledescription|alt|title|label|placeholder|description|subtitle|subtext|hint|lead|header|' +
  'message|text|nothingFoundMessage|.+Label|.+Text)$/'
const textOutsideCatalogue = (selector) => ({
  selector,
  message: 'Texts stand in the catalogue of the folder: texts.ts.',
})
const noTextsOutsideCatalogues = [
  textOutsideCatalogue(`JSXText[value=${WORD}]`),
  // What stands between tags, and its two ways.
  ...['Literal', 'TemplateElement'].flatMap((node) => {
    const value =
      node === 'Literal' ? `Literal[value=${WORD}]` : `TemplateLiteral > TemplateElement[value.raw=${WORD}]`
    const shown = ':matches(JSXElement, JSXFragment) > JSXExpressionContainer'
    const ways = '> :matches(ConditionalExpression, LogicalExpression)'
    return [`${shown} > ${value}`, `${shown} ${ways} > ${value}`].map(textOutsideCatalogue)
  }),
  // What a part is told to say.
  textOutsideCatalogue(`JSXAttribute[name.name=${SPOKEN_PROPS}] > Literal[value=${WORD}]`),
  textOutsideCatalogue(`JSXAttribute[name.name=${SPOKEN_PROPS}] TemplateElement[value.raw=${WORD}]`),
  textOutsideCatalogue(`Property[key.name=${SPOKEN_PROPS}] > Literal.value[value=${WORD}]`),
  textOutsideCatalogue(
    `Property[key.name=${SPOKEN_PROPS}] > TemplateLiteral.value > TemplateElement[value.raw=${WORD}]`,
  ),
  // A word that begins like a sentence, or several words; not what is compared, thrown, or a name of something.
  textOutsideCatalogue(
    ':not(BinaryExpression, NewExpression, ImportDeclaration, TSLiteralType, JSXAttribute, PropertyDefinition)' +
      ' > Literal[value=/^[A-Z][a-z]+( .*)?[a-z.?!]$/]',
  ),
]

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '**/coverage/',
    '**/*.gen.ts',
    '.cache/',
    'data/',
    'bench/tmp/',
    'test-results/',
    'playwright-report/',
  ]),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            '*.config.ts',
            'apps/*/vitest.config.ts',
            'apps/api/vitest.unit.config.ts',
            'packages/*/vitest.config.ts',
          ],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // An async function may fulfil an interface, or make a refusal reject instead of throw.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Event handlers of React may be async; what they do with errors is the query client's matter.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allow: ['URL', 'URLSearchParams'] },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs,ts,tsx}'],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-control-regex': 'error',
      'no-empty': 'error',
      'max-lines': ['error', { max: 300 }],
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    // Each exception from a rule carries its reason.
    files: ['apps/**/*.{ts,tsx}', 'packages/**/*.ts', 'tests/**/*.ts'],
    plugins: { comments, explained },
    rules: {
      'comments/require-description': 'error',
      'comments/disable-enable-pair': 'error',
      'comments/no-unlimited-disable': 'error',
      'explained/explained-casts': 'error',
    },
  },
  {
    files: ['apps/**/*.{ts,tsx}', 'packages/**/*.ts'],
    ignores: ['apps/api/src/server.ts', 'apps/api/src/cli/**'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['apps/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', noBarrels] },
  },
  {
    files: ['apps/api/src/modules/**/*.ts'],
    ignores: ['**/*.repository.ts'],
    rules: { 'no-restricted-syntax': ['error', noBarrels, noSqlOutsideRepositories] },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: ['**/texts.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', noBarrels, ...noTextsOutsideCatalogues] },
  },
  {
    files: TESTS,
    rules: {
      'max-lines': ['error', { max: 400 }],
      'no-restricted-syntax': ['error', noSwitchedTests, noBarrels],
      // Answers of a server under test are looked at with assertions, not with types.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // The first parameter of a Playwright fixture must be an object pattern, empty or not. The fixtures pass
    // Playwright's expect on beside their own test, as one import for every spec.
    files: ['tests/e2e/**/*.ts'],
    rules: { 'no-empty-pattern': 'off', 'no-restricted-syntax': ['error', noSwitchedTests] },
  },
)
