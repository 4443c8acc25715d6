/**
 * Part of `npm run lint`: layouts use logical sides (inline start and end), never left and right, so that right-to-left
 * languages need no separate style sheets.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from './repository.mjs'

const SOURCES = path.join(REPOSITORY, 'apps/web/src')

const IN_STYLES = [
  /(?:^|[\s;{])(?:left|right)\s*:/,
  /(?:margin|padding|border)-(?:left|right)(?:-\w+)?\s*:/,
  /border-(?:top|bottom)-(?:left|right)-radius\s*:/,
  /(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
  // A four-value shorthand whose second and fourth values differ.
  /(?:margin|padding|inset)\s*:\s*[^\s;()]+\s+([^\s;()]+)\s+[^\s;()]+\s+(?!\1\s*;)[^\s;()]+\s*;/,
]
const IN_SCRIPTS = [
  /\s(?:ml|mr|pl|pr)=[{"]/,
  /\b(?:margin|padding|border)(?:Left|Right)\b/,
  /\btextAlign: '(?:left|right)'/,
  /\bta="(?:left|right)"/,
]
const rulesFor = (file) => (file.endsWith('.css') ? IN_STYLES : /\.tsx?$/.test(file) ? IN_SCRIPTS : [])

const physicalLines = (file, text) =>
  text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), place: `${file}:${index + 1}` }))
    .filter(({ line }) => rulesFor(file).some((rule) => rule.test(line)))

/** Each rule must find its own mistake, so that a broken pattern fails. */
const PLANTED = [
  ['a.css', 'left: 50%;'],
  ['a.css', 'margin-left: 1rem;'],
  ['a.css', 'border-top-right-radius: 4px;'],
  ['a.css', 'text-align: right;'],
  ['a.css', 'padding: 0 1rem 0 2rem;'],
  ['a.tsx', '<Text ml="xs">'],
  ['a.tsx', 'style={{ paddingRight: 4 }}'],
  ['a.tsx', "style={{ textAlign: 'left' }}"],
  ['a.tsx', '<Text ta="right">'],
]
const ALLOWED = [
  ['a.css', 'margin-inline-start: 1rem; padding: 0 1rem 2rem 1rem; text-align: start;'],
  ['a.css', "[data-position='bottom-left'] {"],
  ['a.tsx', '<Tooltip position="right" label={left}>'],
]

const missed = PLANTED.filter(([file, line]) => physicalLines(file, line).length === 0)
const wrong = ALLOWED.filter(([file, line]) => physicalLines(file, line).length > 0)
const found = readdirSync(SOURCES, { recursive: true }).flatMap((file) =>
  rulesFor(file).length > 0 ? physicalLines(file, readFileSync(path.join(SOURCES, file), 'utf8')) : [],
)
const problems = [
  ...missed.map(([, line]) => `not noticed: ${line}`),
  ...wrong.map(([, line]) => `wrongly noticed: ${line}`),
  ...found.map(({ place, line }) => `${place}  ${line}`),
]
if (problems.length > 0) {
  console.error(`Sides are named by left and right, not by start and end:\n  ${problems.join('\n  ')}`)
  process.exitCode = 1
} else console.log('No layout names left or right')
