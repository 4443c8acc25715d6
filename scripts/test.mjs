/**
 * `npm test`: every check in order, cheap ones first, stopping at the first that fails (`--keep-going` runs the rest
 * all the same). Ends with one line, `N passed, N failed`, over the tests of Vitest and Playwright.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findPostgresPrograms } from './external-postgres.mjs'
import { requireNode } from './node-version.mjs'
import { endWithNpm } from './parent.mjs'
import { REPOSITORY } from './repository.mjs'

requireNode()
endWithNpm()

const RESULTS = path.join(REPOSITORY, '.cache/test-results')
const VITEST_RESULTS = path.join(RESULTS, 'vitest.json')
const EXTERNAL_RESULTS = path.join(RESULTS, 'vitest-external.json')
const PLAYWRIGHT_RESULTS = path.join(RESULTS, 'playwright.json')

const npmRun = (script, ...args) => [
  'npm',
  'run',
  '--silent',
  script,
  ...(args.length > 0 ? ['--', ...args] : []),
]

const vitestStep = (name, script, results, env) => ({
  name,
  command: npmRun(script, '--reporter=default', '--reporter=json', `--outputFile.json=${results}`),
  env,
  results,
  count: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
})

const hasExternalPostgres = Boolean(process.env.TEST_DATABASE_URL || findPostgresPrograms())

const STEPS = [
  { name: 'Types', command: npmRun('typecheck') },
  { name: 'Lint', command: npmRun('lint') },
  { name: 'Formatting', command: npmRun('format:check') },
  { name: 'Import rules', command: npmRun('check:imports') },
  { name: 'Unused code and dependencies', command: npmRun('check:unused') },
  // On the embedded database, whatever the environment says.
  vitestStep('Unit and API tests', 'test:unit', VITEST_RESULTS, { TEST_DATABASE_URL: '' }),
  ...(hasExternalPostgres
    ? [vitestStep('API tests on an external PostgreSQL', 'test:external', EXTERNAL_RESULTS)]
    : []),
  { name: 'Build', command: npmRun('build') },
  { name: 'Weight of the web application', command: npmRun('check:budget') },
  {
    name: 'Browser tests',
    command: npmRun('test:e2e', '--reporter=list,json'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_RESULTS },
    results: PLAYWRIGHT_RESULTS,
    count: ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      flaky: stats.flaky,
    }),
  },
  { name: 'Requirements and their tests', command: npmRun('trace') },
]

const isWindows = process.platform === 'win32'

let running
const run = ([program, ...args], env) =>
  new Promise((resolve) => {
    running = spawn(program, args, {
      cwd: REPOSITORY,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      // npm is a .cmd file on Windows.
      shell: isWindows,
      // A process group of its own, so that a signal reaches all that the step started.
      detached: !isWindows,
    })
    running.once('error', () => resolve(1))
    running.once('exit', (code) => resolve(code ?? 1))
  })

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (isWindows) running?.kill(signal)
    else if (running?.exitCode === null) process.kill(-running.pid, signal)
    process.exit(130)
  })

/** The tests of a step; a step that fails otherwise than by its tests counts as one failure. */
const countTests = (step, hasFailed) => {
  let counted = { passed: 0, failed: 0 }
  try {
    if (step.results) counted = step.count(JSON.parse(readFileSync(step.results, 'utf8')))
  } catch {
    console.error(`${step.name} left no results`)
  }
  const { passed, failed, flaky = 0 } = counted
  return { passed, failed: Math.max(failed, hasFailed ? 1 : 0), flaky }
}

const keepGoing = process.argv.includes('--keep-going')
const total = { passed: 0, failed: 0, flaky: 0 }
const summary = []
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

for (const step of STEPS) {
  console.log(`\n━━ ${step.name} ━━`)
  const start = Date.now()
  const hasFailed = (await run(step.command, step.env)) !== 0
  const { passed, failed, flaky } = countTests(step, hasFailed)
  total.passed += passed
  total.failed += failed
  total.flaky += flaky
  const line = `${hasFailed ? '✗' : '✓'} ${step.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`
  summary.push(line)
  console.log(line)
  if (hasFailed && !keepGoing) break
}

console.log(`\n${summary.join('\n')}`)
const left = STEPS.length - summary.length
if (left > 0) console.log(`${left} further ${left === 1 ? 'step was' : 'steps were'} not run`)
if (total.flaky > 0) console.log(`\n${total.flaky} passed at the second try only: mend them`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
