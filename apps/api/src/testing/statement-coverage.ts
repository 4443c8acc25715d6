import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { addressOf, API_BASE, contract, type Endpoint } from '@zelab/contract'
import type { TestProject } from 'vitest/node'
import { WITHOUT_ENTRY } from './recorded-writes.ts'

export const RECORDED_WRITES = 'recorded-writes.txt'

const API = path.resolve(import.meta.dirname, '../..')
// Methods with a row schema, as opposed to the driver's own `query`. The replica runs the primary's statements.
const CALL =
  /(?<!\b(?:client|connection|pool|replica|queryable))\s*\.(query|one|maybeOne|insertedId|findIds|countRows)\(/g

/** Functions whose statements run in another process than the tests. */
const SENT_ELSEWHERE: Readonly<Record<string, string>> = {
  insertRun: 'A backup is made by the backup worker or by `npm run backup`.',
  countFiles: 'Asked by `npm run verify:data`.',
}

/** Call sites such as `src/modules/labs/labs.repository.ts:12:23`. */
const callSitesIn = (file: string, source: string): string[] =>
  [...source.matchAll(CALL)].flatMap((call) => {
    const before = source.slice(0, call.index + call[0].indexOf('.') + 1)
    const [, name = ''] = [...before.matchAll(/^export const (\w+)/gm)].at(-1) ?? []
    if (SENT_ELSEWHERE[name]) return []
    const lines = before.split('\n')
    return `${file}:${lines.length}:${(lines.at(-1) ?? '').length + 1}`
  })

const isProductCode = (file: string) =>
  file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing/')

const listCallSites = async (): Promise<string[]> => {
  const files = (await readdir(path.join(API, 'src'), { recursive: true })).filter(isProductCode).sort()
  const sites = await Promise.all(
    files.map(async (file) =>
      callSitesIn(`src/${file}`, await readFile(path.join(API, 'src', file), 'utf8')),
    ),
  )
  return sites.flat()
}

/** Endpoints for which a test must have seen a log entry in the transaction of a change. */
export const listRecordedWrites = (): string[] =>
  Object.values(contract)
    .flatMap((group): Endpoint[] => Object.values(group))
    .filter(({ method, changesNothing }) => method !== 'GET' && !changesNothing)
    .map((endpoint) => `${endpoint.method} ${addressOf(endpoint).replace(API_BASE, '')}`)
    .filter((name) => !(name in WITHOUT_ENTRY))

/** Of a release on an external PostgreSQL, the tests named `postgres` run: every statement is sent by one of them. */
const isExternal = () => Boolean(process.env.TEST_DATABASE_URL)

const isWholeRun = async (project: TestProject): Promise<boolean> => {
  if (!process.env.RELEASE_TESTS) return false
  const { testFiles } = await project.globTestFiles(isExternal() ? ['.postgres.'] : undefined)
  const run = project.vitest.state.getFiles().filter((file) => file.projectName === project.name)
  return (
    project.config.testNamePattern === undefined &&
    run.length === testFiles.length &&
    run.every((file) => file.result?.state === 'pass')
  )
}

/** Statements that no test compared with their schema, and writes without a log entry; after complete runs only. */
export const findUncheckedStatements = async (
  project: TestProject,
  callSitesFolder: string,
): Promise<string[]> => {
  if (!(await isWholeRun(project))) return []
  const seen = new Set<string>()
  for (const name of await readdir(callSitesFolder))
    for (const site of (await readFile(path.join(callSitesFolder, name), 'utf8')).split('\n')) seen.add(site)
  const expected = [...(await listCallSites()), ...(isExternal() ? [] : listRecordedWrites())]
  return expected.filter((site) => !seen.has(site))
}
