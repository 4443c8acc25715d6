/**
 * `npm run verify`: run before every commit. Types, lint, format, import rules, and the unit tests that need no
 * database.
 */
import { requireNode } from './node-version.mjs'
import { endWithNpm } from './parent.mjs'
import { describe, npmRun, runSteps } from './run-steps.mjs'

requireNode()
endWithNpm()

const STEPS = [
  { name: 'Lint', command: npmRun('lint') },
  { name: 'Types', command: npmRun('typecheck') },
  {
    name: 'Unit tests without a database',
    // Several excluded projects would select each other.
    command: npmRun('test:unit', '--project', 'contract', '--project', 'web', '--project', 'api-unit'),
  },
  { name: 'Formatting', command: npmRun('format:check') },
  { name: 'Import rules', command: npmRun('check:imports') },
  { name: 'Versions of dependencies', command: npmRun('check:dependencies') },
  { name: 'Citations', command: npmRun('check:citations') },
  { name: 'Wording', command: npmRun('check:wording') },
  { name: 'Commit subjects', command: npmRun('check:commits') },
]

const start = Date.now()
const ended = await runSteps(STEPS, { keepGoing: true })
console.log(`\n${ended.map(describe).join('\n')}`)
console.log(`${((Date.now() - start) / 1000).toFixed(0)} s in all`)
process.exitCode = ended.some(({ hasFailed }) => hasFailed) ? 1 : 0
