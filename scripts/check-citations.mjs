/**
 * `npm run check:citations`: every citation leads somewhere. Decisions (`AMB-23`) and sections ("section 6") exist in
 * docs/specification, requirement ids in docs/requirements.tsv, and ADRs in docs/decisions, in one format and listed in
 * the index. Relative links of documents point to files. `npm run trace` compares test titles with the requirements.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from './repository.mjs'
import { listFiles } from './tracked-files.mjs'

const TEXT_FILE = /\.(?:ts|tsx|js|mjs|cjs|css|html|sql|md|tsv|yml|yaml|sh)$|(?:^|\/)Dockerfile$/
const SPECIFICATION = 'docs/specification'
const DECISIONS = 'docs/decisions'

const read = (file) => readFileSync(path.join(REPOSITORY, file), 'utf8')
const documentsIn = (folder) =>
  readdirSync(path.join(REPOSITORY, folder)).filter((name) => name.endsWith('.md'))

const specification = documentsIn(SPECIFICATION)
  .map((name) => read(`${SPECIFICATION}/${name}`))
  .join('\n')
const decisions = new Set([...specification.matchAll(/^### (AMB-\d+) \S/gm)].map(([, id]) => id))
const sections = new Set([...specification.matchAll(/^# Section (\d+): \S/gm)].map(([, number]) => number))
const records = documentsIn(DECISIONS).filter((name) => /^\d{4}-/.test(name))
const recordNumbers = new Set(records.map((name) => Number(name.slice(0, 4))))
const requirements = new Set(
  read('docs/requirements.tsv')
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t')[0])
    .filter(Boolean),
)
const wordOf = (id) => id.split('-')[0]
const requirementWords = new Set([...requirements].map(wordOf))

// A citation may continue on the next line, of a comment as well.
const GAP = String.raw`(?:[ \t]|\r?\n[ \t]*(?:\*|//|#|--)?[ \t]*)+`
const RULES = [
  { pattern: /\bAMB-\d+/g, exists: ([id]) => decisions.has(id) },
  {
    pattern: new RegExp(String.raw`\bsections?${GAP}(\d+)\b`, 'gi'),
    exists: ([, number]) => sections.has(number),
  },
  {
    pattern: new RegExp(String.raw`\bADRs?${GAP}(\d+)\b`, 'g'),
    exists: ([, number]) => recordNumbers.has(Number(number)),
  },
  {
    pattern: /\bdecisions\/(\d{4})(-[\w-]+\.md)?/g,
    exists: ([, number, rest]) =>
      rest ? records.includes(number + rest) : recordNumbers.has(Number(number)),
  },
  {
    pattern: /\b[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-\d{2,3}\b/g,
    exists: ([id]) => !requirementWords.has(wordOf(id)) || requirements.has(id),
  },
]

const brokenCitations = (text) =>
  RULES.flatMap(({ pattern, exists }) =>
    [...text.matchAll(pattern)].filter((match) => !exists(match)).map(([cited]) => cited),
  )

const RECORD_SECTIONS = ['Context', 'Decision', 'Consequences', 'Measurement']
const RECORD_HEAD =
  /^# (\d{4}): \S.*\n\n- Status: (?:accepted|superseded by \d{4})\n- Date: \d{4}-\d{2}-\d{2}\n/
const recordProblems = (name, text) => {
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  return [
    ...(RECORD_HEAD.exec(text)?.[1] === name.slice(0, 4) ? [] : ['begins otherwise than the format demands']),
    ...(headings.join() === RECORD_SECTIONS.join() ? [] : [`has the sections ${headings.join(', ')}`]),
  ].map((problem) => `${DECISIONS}/${name} ${problem}`)
}

const LINK = /\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g
const brokenLinks = (file, text) =>
  file.endsWith('.md')
    ? [...text.matchAll(LINK)]
        .map(([, target]) => target)
        .filter((target) => !existsSync(path.resolve(REPOSITORY, path.dirname(file), decodeURI(target))))
    : []

/** Each rule must notice its own mistake. Joined, so that this file cites nothing that is missing. */
const PLANTED = [
  ['AMB', '-999'],
  ['see section', ' 99'],
  ['ADR', ' 999'],
  ['ADR', '\n * 999'],
  ['decisions/', '0999'],
  ['decisions/', '0001-another-name.md'],
  ['SAFE', '-99'],
].map((parts) => parts.join(''))

const index = read(`${DECISIONS}/README.md`)
const problems = [
  ...PLANTED.filter((text) => brokenCitations(text).length === 0).map((text) => `not noticed: ${text}`),
  ...records
    .filter((name) => !index.includes(`](${name})`))
    .map((name) => `${DECISIONS}/README.md does not list ${name}`),
  ...records.flatMap((name) => recordProblems(name, read(`${DECISIONS}/${name}`))),
  ...listFiles()
    .filter((file) => TEXT_FILE.test(file))
    .flatMap((file) => {
      const text = read(file)
      return [
        ...brokenCitations(text).map((cited) => `${file} cites ${cited}, which does not exist`),
        ...brokenLinks(file, text).map((target) => `${file} links to ${target}, which does not exist`),
      ]
    }),
]
for (const problem of problems) console.error(problem)
if (problems.length === 0)
  console.log(
    `Citations lead somewhere: ${decisions.size} decisions, ${sections.size} sections, ${records.length} ADRs`,
  )
process.exitCode = problems.length > 0 ? 1 : 0
