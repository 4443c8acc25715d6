/**
 * `npm test`: every check that a release needs, cheap ones first, stopping at the first that fails (`--keep-going` runs
 * the rest all the same). Ends with one line, `N passed, N failed`, over the tests of Vitest and Playwright.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findPostgresPrograms } from './external-postgres.mjs'
import { requireNode } from './node-version.mjs'
import { endWithNpm } from './parent.mjs'
import { REPOSITORY } from './repository.mjs'
import { describe, npmRun, runSteps } from './run-steps.mjs'

requireNode()
endWithNpm()

const RESULTS = path.join(REPOSITORY, '.cache/test-results')
const VITEST_RESULTS = path.join(RESULTS, 'vitest.json')
const EXTERNAL_RESULTS = path.join(RESULTS, 'vitest-external.json')
const PLAYWRIGHT_RESULTS = path.join(RESULTS, 'playwright.json')

const vitestStep = (name, script, results, env) => ({
  name,
  command: npmRun(script, '--reporter=default', '--reporter=json', `--outputFile.json=${results}`),
  env,
  usesAllCores: true,
  results,
  count: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
})

const hasExternalPostgres = Boolean(process.env.TEST_DATABASE_URL || findPostgresPrograms())

const STEPS = [
  // The longest of the steps that run side by side. Without a cache: typed rules depend on other files as well.
  { name: 'Lint', command: npmRun('lint') },
  { name: 'Types', command: npmRun('typecheck') },
  { name: 'Formatting', command: npmRun('format:check') },
  { name: 'Import rules', command: npmRun('check:imports') },
  { name: 'Unused code and dependencies', command: npmRun('check:unused') },
  { name: 'Versions of dependencies', command: npmRun('check:dependencies') },
  { name: 'Requirements and their tests', command: npmRun('trace') },
  { name: 'Build and weight of the web application', command: npmRun('check:budget') },
  // On the embedded database, whatever the environment says.
  vitestStep('Unit and API tests', 'test:unit', VITEST_RESULTS, { TEST_DATABASE_URL: '' }),
  ...(hasExternalPostgres
    ? [vitestStep('API tests on an external PostgreSQL', 'test:external', EXTERNAL_RESULTS)]
    : []),
  {
    name: 'Browser tests',
    command: npmRun('test:e2e', '--reporter=list,json'),
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

/** The tests of a step; a step that fails otherwise than by its tests counts as one failure. */
const countTests = ({ step, hasFailed }) => {
  let counted = { passed: 0, failed: 0 }
  try {
    if (step.results) counted = step.count(JSON.parse(readFileSync(step.results, 'utf8')))
  } catch {
    console.error(`${step.name} left no results`)
  }
  const { passed, failed, flaky = 0 } = counted
  return { passed, failed: Math.max(failed, hasFailed ? 1 : 0), flaky }
}

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

const start = Date.now()
const ended = await runSteps(STEPS, { keepGoing: process.argv.includes('--keep-going') })

const counts = ended.map(countTests)
const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
console.log(`\n${ended.map(describe).join('\n')}`)
console.log(`${((Date.now() - start) / 1000).toFixed(0)} s in all`)
const left = STEPS.length - ended.length
if (left > 0) console.log(`${left} further ${left === 1 ? 'step was' : 'steps were'} not run to the end`)
if (sum('flaky') > 0) console.log(`\n${sum('flaky')} passed at the second try only: fix them`)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0
