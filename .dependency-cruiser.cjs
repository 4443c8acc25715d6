/** Who may import whom (ARCHITECTURE.md), checked by `npm run check:imports`. */
const DATABASE = '^apps/api/src/platform/database/'
const REPOSITORY = '[.]repository[.]ts$'
const TEST_CODE = '[.]test[.]tsx?$|^(apps|packages)/[^/]+/src/testing/|^reliability/'

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-few-packages',
      comment: 'The contract is the bottom of the house: both sides stand on it.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: TEST_CODE },
      to: { pathNot: '^packages/contract/|node_modules/(zod|libphonenumber-js)/' },
    },
    {
      name: 'packages-know-no-application',
      comment: 'A package could serve another product.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^(apps|packages|bench|reliability|tests)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'web-never-imports-api',
      comment: 'The two applications share the contract and nothing else.',
      severity: 'error',
      from: { path: '^apps/(web|api)/' },
      to: { path: '^apps/(web|api)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'routes-go-through-services',
      comment:
        'A route names an endpoint and a service function; rules live in services, SQL in repositories.',
      severity: 'error',
      from: { path: '[.]routes[.]ts$' },
      to: { path: `${REPOSITORY}|${DATABASE}` },
    },
    {
      name: 'only-repositories-touch-the-database',
      comment: 'SQL lives in repositories, which take the lab scope first, so that no query forgets it.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/', pathNot: `${REPOSITORY}|${TEST_CODE}` },
      // A service may begin a transaction, hand it on and tell a double from other failures: database.ts says how.
      // That it asks nothing of the database itself is a lint rule. row-schema.ts, columns.ts and table-rights.ts describe rows and tables.
      to: { path: DATABASE, pathNot: `${DATABASE}(columns|database|row-schema|table-rights)[.]ts$` },
    },
    {
      name: 'repositories-are-private-to-their-module',
      comment: "Another module's records are reached through its service.",
      severity: 'error',
      from: { path: '^apps/api/src/modules/([^/]+)/', pathNot: TEST_CODE },
      to: { path: `^apps/api/src/modules/[^/]+/.*${REPOSITORY}`, pathNot: '^apps/api/src/modules/$1/' },
    },
    {
      name: 'only-routes-import-http',
      comment: 'HTTP is one way to reach the services: jobs, commands and tests are others.',
      severity: 'error',
      from: { path: '^apps/api/src/(core|modules|platform)/', pathNot: `[.]routes[.]ts$|${TEST_CODE}` },
      to: { path: '^apps/api/src/http/' },
    },
    {
      name: 'only-the-start-reads-settings',
      comment: 'The start hands each part its own settings.',
      severity: 'error',
      from: { path: '^apps/api/src/(core|http|modules|platform)/', pathNot: TEST_CODE },
      to: { path: '^apps/api/src/config/' },
    },
    {
      name: 'http-knows-no-module',
      comment: 'A module hands its services to its routes.',
      severity: 'error',
      from: { path: '^apps/api/src/http/', pathNot: TEST_CODE },
      to: { path: '^apps/api/src/modules/' },
    },
    {
      name: 'core-knows-no-module',
      comment: 'What every module needs (caller, lab scope, errors, pages) is below all of them.',
      severity: 'error',
      from: { path: '^apps/api/src/core/', pathNot: TEST_CODE },
      to: { path: '^apps/api/src/modules/' },
    },
    {
      name: 'platform-knows-nothing-above',
      comment: 'The platform could serve any product.',
      severity: 'error',
      from: { path: '^apps/api/src/platform/', pathNot: TEST_CODE },
      to: { path: '^apps/api/src/(core|modules)/' },
    },
    {
      name: 'features-do-not-import-features',
      comment: 'A route composes features; a feature can be removed without touching another.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: {
        path: '^apps/web/src/(features|routes|shell)/',
        pathNot: '^apps/web/src/features/$1/',
      },
    },
    {
      name: 'ui-and-lib-know-no-feature',
      comment: 'routes -> features and shell -> entities -> ui -> lib.',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|lib)/', pathNot: TEST_CODE },
      to: { path: '^apps/web/src/(entities|features|routes|shell)/' },
    },
    {
      name: 'lib-is-the-ground',
      comment: 'It imports nothing else of the application.',
      severity: 'error',
      from: { path: '^apps/web/src/lib/', pathNot: TEST_CODE },
      to: { path: '^apps/web/src/(?!lib/)' },
    },
    {
      name: 'entities-know-no-feature',
      comment: 'A patient and a report are shown by several features.',
      severity: 'error',
      from: { path: '^apps/web/src/entities/' },
      to: { path: '^apps/web/src/(features|routes|shell)/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      // The generated route tree and the router that registers it name each other's types.
      from: { pathNot: '[.]gen[.]ts$' },
      to: { circular: true, viaOnly: { pathNot: '[.]gen[.]ts$' } },
    },
    {
      name: 'no-barrels',
      comment: 'A name is imported from the file that owns it. Only a package has an index.',
      severity: 'error',
      from: { path: '^apps/|^packages/', pathNot: '^packages/[^/]+/src/index[.]ts$' },
      to: { dependencyTypes: ['export'] },
    },
    {
      name: 'production-code-imports-no-test-code',
      comment: 'What only tests need is not shipped.',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: TEST_CODE },
      to: { path: TEST_CODE },
    },
    {
      name: 'bucket-client-is-loaded-when-needed',
      comment: 'It takes time and memory to load, and most installations keep their files on the disk.',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: TEST_CODE },
      to: { path: '@aws-sdk/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
