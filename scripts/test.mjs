/**
 * `npm test`: the tests for every change, cheap checks first. `npm run test:release` adds the files named
 * `*.release.*`, the tests tagged `@release`, and the API on an external PostgreSQL; it requires all programs that
 * tests use (`bash .ci/install`), whereas `npm test` skips and lists such tests.
 *
 * Stops at the first failure (`--keep-going` runs the rest). Ends with one line, `N passed, N failed, N skipped`, for
 * the tests of Vitest and Playwright.
 *
 * `npm run verify` is `--only verify`, for every commit: the checks and the unit tests without a database.
 * `npm run verify -- --changed` checks what differs from the main branch only: types, lint, imports, and the tests that
 * import it, with a database too. `--only
 * checks|unit|external|browser` runs one group of steps, and `--shard 1/3` a third of its tests:
 * `.github/workflows/test.yml` uses them to spread the run over several machines.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgresPrograms } from './external-postgres.mjs'
import { endWithNpm, requireNode } from './process.mjs'
import { REPOSITORY } from './repository.mjs'
import { describe, npmRun, runSteps } from './run-steps.mjs'

requireNode()
endWithNpm()

const { values: options } = parseArgs({
  options: {
    release: { type: 'boolean' },
    'keep-going': { type: 'boolean' },
    only: { type: 'string' },
    shard: { type: 'string' },
    changed: { type: 'boolean' },
  },
})
const isRelease = options.release ?? false
const shard = options.shard ? [`--shard=${options.shard}`] : []

const RESULTS = path.join(REPOSITORY, '.cache/test-results')
const VITEST_RESULTS = path.join(RESULTS, 'vitest.json')
const EXTERNAL_RESULTS = path.join(RESULTS, 'vitest-external.json')
const PLAYWRIGHT_RESULTS = path.join(RESULTS, 'playwright.json')

const RELEASE_FILES = ['--exclude', '**/*.release.test.ts']
const RELEASE_SPECS = ['--grep-invert', String.raw`\.release\.spec\.ts|@release`]

/** The group of `npm run verify`, whose unit tests are part of those of `npm test`. */
const ONLY_VERIFY = 'verify'

const vitestStep = ({ name, group, script, results, env, projects = [], files = [] }) => ({
  name,
  groups: [group],
  command: npmRun(
    script,
    ...files,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...projects.map((project) => `--project=${project}`),
    ...(isRelease ? [] : RELEASE_FILES),
    ...shard,
  ),
  env: { ...env, RELEASE_TESTS: isRelease ? '1' : '' },
  usesAllCores: true,
  results,
  count: ({ numPassedTests, numFailedTests, testResults }) => {
    const results = testResults.flatMap(({ assertionResults }) => assertionResults)
    const retried = results.filter(
      ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0,
    )
    for (const { fullName, failureMessages } of retried)
      console.log(`\nPassed at the second try: ${fullName}\n${failureMessages.join('\n')}`)
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      flaky: retried.length,
      skipped: results.filter(({ status }) => status === 'skipped').map(({ fullName }) => fullName),
    }
  },
})

const hasExternalPostgres = Boolean(process.env.TEST_DATABASE_URL || findPostgresPrograms())
if (isRelease && !hasExternalPostgres && (options.only ?? 'external') === 'external') {
  console.error('A release needs PostgreSQL 15: bash .ci/install postgres, or set TEST_DATABASE_URL.')
  process.exit(1)
}

const CHECKS = [
  { name: 'Versions of dependencies', command: npmRun('check:dependencies') },
  // `npm run verify` formats instead.
  { name: 'Formatting', groups: ['checks'], command: npmRun('format:check') },
  { name: 'Requirements and their tests', command: npmRun('trace') },
  { name: 'Unused code and dependencies', command: npmRun('check:unused') },
  { name: 'Import rules', command: npmRun('check:imports') },
  { name: 'Types', command: npmRun('typecheck') },
  { name: 'Lint', command: npmRun('lint') },
  { name: 'Build and weight of the web application', command: npmRun('check:budget') },
]

const git = (...args) =>
  execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Since the branch left main, or since the last commit on main itself. */
const changedSteps = () => {
  const [base] = git('merge-base', 'HEAD', 'main')
  const changed = [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  const styles = changed.filter((name) => name.endsWith('.css'))
  const scripts = changed.filter((name) => /\.(tsx?|mjs)$/.test(name))
  const inCommon = new Set(['Requirements and their tests', 'Import rules', 'Types'])
  return [
    ...CHECKS.filter(({ name }) => inCommon.has(name)),
    ...(scripts.length > 0 ? [{ name: 'Lint', command: ['npx', 'oxlint', ...scripts] }] : []),
    ...(styles.length > 0 ? [{ name: 'Styles', command: ['npx', 'stylelint', ...styles] }] : []),
    vitestStep({
      name: 'Tests of what changed',
      script: 'test:unit',
      results: VITEST_RESULTS,
      files: ['--changed', base, '--passWithNoTests'],
    }),
  ]
}

const STEPS = [
  ...CHECKS.map((step) => ({ groups: ['checks', ONLY_VERIFY], ...step })),
  vitestStep({
    name: 'Unit tests without a database',
    group: ONLY_VERIFY,
    script: 'test:unit',
    results: VITEST_RESULTS,
    // Several excluded projects would select each other.
    projects: ['contract', 'web', 'api-unit'],
  }),
  // Always on the embedded database.
  vitestStep({
    name: 'Unit and API tests',
    group: 'unit',
    script: 'test:unit',
    results: VITEST_RESULTS,
    env: { TEST_DATABASE_URL: '' },
  }),
  ...(isRelease && hasExternalPostgres
    ? [
        vitestStep({
          name: 'API tests on an external PostgreSQL',
          group: 'external',
          script: 'test:external',
          results: EXTERNAL_RESULTS,
          files: ['.postgres.'],
        }),
      ]
    : []),
  {
    name: 'Browser tests',
    groups: ['browser'],
    command: npmRun('test:e2e', '--reporter=list,json', ...(isRelease ? [] : RELEASE_SPECS), ...shard),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_RESULTS },
    usesAllCores: true,
    results: PLAYWRIGHT_RESULTS,
    count: ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      flaky: stats.flaky,
    }),
  },
]

/** A step that fails without test counts is one failure. */
const countTests = ({ step, hasFailed }) => {
  let counted = { passed: 0, failed: 0 }
  try {
    if (step.results) counted = step.count(JSON.parse(readFileSync(step.results, 'utf8')))
  } catch {
    console.error(`${step.name} left no results`)
  }
  const { passed, failed, flaky = 0, skipped = [] } = counted
  return { passed, failed: Math.max(failed, hasFailed ? 1 : 0), flaky, skipped }
}

const chosen = options.changed
  ? changedSteps()
  : STEPS.filter(({ groups }) => (options.only ? groups.includes(options.only) : groups[0] !== ONLY_VERIFY))
if (chosen.length === 0) {
  const groups = [...new Set(STEPS.flatMap(({ groups: names }) => names))].join(', ')
  console.error(`There are no steps "${options.only}", only ${groups}.`)
  process.exit(1)
}
if (options.shard && (!options.only || options.only === 'checks')) {
  console.error('--shard needs --only with a group of tests: unit, external or browser.')
  process.exit(1)
}

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

const start = Date.now()
const ended = await runSteps(chosen, { keepGoing: options['keep-going'] })

const counts = ended.map(countTests)
const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
console.log(`\n${ended.map(describe).join('\n')}`)
console.log(`${((Date.now() - start) / 1000).toFixed(0)} s in all`)
const left = chosen.length - ended.length
if (left > 0) console.log(`${left} further ${left === 1 ? 'step was' : 'steps were'} not run to the end`)
if (sum('flaky') > 0) console.log(`\n${sum('flaky')} passed at the second try only: fix them`)
const skipped = [...new Set(counts.flatMap((count) => count.skipped))]
if (skipped.length > 0) {
  const remedy = 'programs are missing on this machine (bash .ci/install)'
  console.log(`\n${isRelease ? 'A release skips no test' : 'Skipped'}: ${remedy}\n${skipped.join('\n')}`)
}
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${skipped.length} skipped`)
process.exitCode = sum('failed') > 0 || (isRelease && skipped.length > 0) ? 1 : 0
