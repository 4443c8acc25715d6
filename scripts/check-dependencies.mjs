/**
 * `npm run check:dependencies` checks every package.json of the repository: workspaces use the same version range of a
 * shared dependency, root tools are listed in the root only, and every range is bounded. `npm run check:unused` checks
 * that each workspace lists exactly what it imports.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from './repository.mjs'

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
const ROOT = '.'

/** `*`, `latest`, `x` and the empty range accept any version. */
const isRange = (range) => /\d/.test(range)

/** Problems in a list of `{ folder, manifest }`, one line each. */
const findProblems = (manifests) => {
  const entries = manifests.flatMap(({ folder, manifest }) =>
    KINDS.flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}).map(([name, range]) => ({ folder, kind, name, range })),
    ),
  )
  const problems = entries
    .filter(({ range }) => !isRange(range))
    .map(
      ({ folder, name, range }) => `${folder}: ${name} has the range "${range}", which accepts any version`,
    )
  for (const name of new Set(entries.map((entry) => entry.name))) {
    const found = entries.filter((entry) => entry.name === name)
    const folders = found.map(({ folder }) => folder)
    if (new Set(folders).size < folders.length) problems.push(`${name} is listed twice in one package.json`)
    if (folders.includes(ROOT) && folders.length > 1)
      problems.push(`${name} is a tool of the root, and listed again in ${folders.slice(1).join(', ')}`)
    if (new Set(found.map(({ range }) => range)).size > 1)
      problems.push(`${name}: ${found.map(({ folder, range }) => `${range} in ${folder}`).join(', ')}`)
  }
  return problems
}

const readManifest = (folder) =>
  JSON.parse(readFileSync(path.join(REPOSITORY, folder, 'package.json'), 'utf8'))

const foldersOf = (pattern) =>
  pattern.endsWith('/*')
    ? readdirSync(path.join(REPOSITORY, pattern.slice(0, -2))).map((name) => `${pattern.slice(0, -1)}${name}`)
    : [pattern]

const readManifests = () =>
  [ROOT, ...readManifest(ROOT).workspaces.flatMap(foldersOf)]
    .filter((folder) => existsSync(path.join(REPOSITORY, folder, 'package.json')))
    .map((folder) => ({ folder, manifest: readManifest(folder) }))

/** Checks planted problems in every run, so that a broken check fails. */
const provesItself = () =>
  findProblems([
    { folder: ROOT, manifest: { devDependencies: { tool: '^1.0.0' } } },
    { folder: 'one', manifest: { dependencies: { shared: '^1.0.0', tool: '^1.0.0', any: '*' } } },
    {
      folder: 'two',
      manifest: { dependencies: { shared: '^2.0.0' }, devDependencies: { shared: '^2.0.0' } },
    },
  ]).length === 4

const manifests = readManifests()
const problems = provesItself() ? findProblems(manifests) : ['The check does not find planted problems']
for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log(`The dependencies of ${manifests.length} packages agree`)
process.exitCode = problems.length > 0 ? 1 : 0
