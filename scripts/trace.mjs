/**
 * `npm run trace`: lists the requirements of docs/requirements.tsv that tests cite. Fails when one is neither cited nor
 * listed with a reason in docs/requirements-not-tested.md, when a test cites an unknown one, and when two have one id.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { REPOSITORY } from './repository.mjs'

const FOLDERS = ['apps', 'packages', 'reliability', 'scripts', 'tests']
const BROWSER_TESTS = 'tests/e2e/'
const NOT_SOURCES = new Set(['node_modules', 'dist', 'coverage'])

const isTestFile = (file) =>
  /\.test\.tsx?$/.test(file) || (file.startsWith(BROWSER_TESTS) && file.endsWith('.ts'))

const filesUnder = (folder) =>
  readdirSync(path.join(REPOSITORY, folder), { withFileTypes: true })
    .filter((entry) => !NOT_SOURCES.has(entry.name))
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesUnder(name) : [name]
    })

/** String literals of test titles and of tables that generate titles; comments do not count. */
const textsIn = (file) => {
  const content = readFileSync(path.join(REPOSITORY, file), 'utf8')
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest)
  const texts = []
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}

const BRACKET = /\[([A-Z][A-Z0-9\-., ]*\d)\]/g
const CITATION = /^([A-Z][A-Z0-9-]*)-(\d+)(?:\.\.(\d+))?$/

/** Expands a citation: `VAL-USER-04`, or `VAL-USER-01..07` for all from 01 to 07. */
const idsOf = (citation) => {
  const [, area, first, last = first] = CITATION.exec(citation) ?? []
  if (!area) return []
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => Number(first) + index)
  return numbers.map((number) => `${area}-${String(number).padStart(first.length, '0')}`)
}

/** Every id in square brackets in a string of a test file: `{ id, file, isBrowserTest }`. */
const findCitations = () =>
  FOLDERS.flatMap(filesUnder)
    .filter(isTestFile)
    .flatMap((file) =>
      textsIn(file)
        .flatMap((text) => [...text.matchAll(BRACKET)])
        .flatMap(([, ids]) => ids.split(/[\s,]+/))
        .flatMap(idsOf)
        .map((id) => ({ id, file, isBrowserTest: file.startsWith(BROWSER_TESTS) })),
    )

const readDocument = (name) => {
  const file = path.join(REPOSITORY, 'docs', name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

const requirements = readDocument('requirements.tsv')
  .split('\n')
  .slice(1)
  .filter((row) => row.includes('\t'))
  .map((row) => {
    const [id, , area, how] = row.split('\t')
    return { id, area, how }
  })
const knownIds = new Set(requirements.map(({ id }) => id))
const seriesOf = (id) => id.slice(0, id.lastIndexOf('-'))
const nextFree = (id) => {
  const series = seriesOf(id)
  const numbers = requirements
    .filter((row) => seriesOf(row.id) === series)
    .map((row) => row.id.split('-').at(-1))
  return `${series}-${String(Math.max(...numbers) + 1).padStart(numbers[0].length, '0')}`
}
const repeated = requirements.map(({ id }) => id).filter((id, index, ids) => ids.indexOf(id) !== index)
const wordOf = (id) => id.split('-')[0]
const knownWords = new Set([...knownIds].map(wordOf))

// One line each: "- LAND-01: the reason".
const excused = new Set(
  [...readDocument('requirements-not-tested.md').matchAll(/^- ([A-Z][A-Z0-9-]*-\d+): *\S/gm)].map(
    ([, id]) => id,
  ),
)

// Brackets also contain lookalikes such as UTF-8.
const citations = findCitations().filter(({ id }) => knownWords.has(wordOf(id)))
const cited = new Set(citations.map(({ id }) => id))
const citedInBrowser = new Set(citations.filter((one) => one.isBrowserTest).map(({ id }) => id))

const listOf = (ids) => [...new Set(ids)].join(' ')

const printArea = (area) => {
  const rows = requirements.filter((row) => row.area === area)
  const uncited = rows.filter(({ id }) => !cited.has(id))
  const missing = uncited.filter(({ id }) => !excused.has(id))
  const counts = `${area.padEnd(16)}${String(rows.length - uncited.length).padStart(4)} of ${rows.length} cited`
  const withReason = uncited.length - missing.length
  console.log(
    counts +
      (withReason > 0 ? `, ${withReason} not tested with a reason` : '') +
      (missing.length > 0 ? `, not cited: ${listOf(missing.map(({ id }) => id))}` : ''),
  )
}
for (const area of new Set(requirements.map((row) => row.area))) printArea(area)

const missing = requirements.filter(({ id }) => !cited.has(id) && !excused.has(id))
const unknown = citations.filter(({ id }) => !knownIds.has(id))
const needless = [...excused].filter((id) => cited.has(id) || !knownIds.has(id))
const onlyElsewhere = requirements.filter(
  ({ id, how }) => how === 'browser' && cited.has(id) && !citedInBrowser.has(id),
)

if (onlyElsewhere.length > 0)
  console.log(
    `\nWarning: ${onlyElsewhere.length} requirements to be seen in a browser are cited by other tests only: ` +
      listOf(onlyElsewhere.map(({ id }) => id)),
  )
for (const { id, file } of unknown) console.log(`\n${file} cites ${id}, which is not a requirement`)
for (const id of repeated) console.log(`\n${id} is given twice; the next free one is ${nextFree(id)}`)
if (needless.length > 0) console.log(`\nNot needed in docs/requirements-not-tested.md: ${listOf(needless)}`)
console.log(
  `\n${requirements.length - missing.length} of ${requirements.length} requirements are cited or excused`,
)
process.exitCode = missing.length + unknown.length + needless.length + repeated.length > 0 ? 1 : 0
