/**
 * `npm run trace`: which requirements of docs/requirements.tsv are cited by a test. Fails when one is neither cited nor
 * listed with a reason in docs/requirements-not-tested.md, and when a test cites an unknown one.
 * requirement-citations.mjs defines what counts as a citation.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from './repository.mjs'
import { findCitations } from './requirement-citations.mjs'

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
if (needless.length > 0) console.log(`\nNot needed in docs/requirements-not-tested.md: ${listOf(needless)}`)
console.log(
  `\n${requirements.length - missing.length} of ${requirements.length} requirements are cited or excused`,
)
process.exitCode = missing.length + unknown.length + needless.length > 0 ? 1 : 0
