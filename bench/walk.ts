import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { request } from 'undici'
import { pagesOf, PLAN_SETTINGS, type PlanNode } from '../apps/api/src/testing/statement-plans.ts'
import { openBenchDatabase } from './bench-database.ts'
import { startBenchmarked } from './benchmarked.ts'
import { listQuestions } from './questions.ts'
import { openSamples } from './samples.ts'

const SLOW_MS = 5

const SETTINGS = { ...PLAN_SETTINGS, 'auto_explain.log_min_duration': String(SLOW_MS) }

interface Plan extends PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Loops': number
  Plans?: Plan[]
}

interface Execution {
  ms: number
  text: string
  plan: Plan
}

/** One line per node: its relation, total rows, and 8 kB pages read, including child nodes. */
const linesOf = (plan: Plan, depth = 1): string[] => [
  [
    `${'  '.repeat(depth)}${plan['Node Type']}`,
    plan['Relation Name'] ?? '',
    plan['Index Name'] ?? '',
    `rows ${Math.round(plan['Actual Rows'] * plan['Actual Loops'])}`,
    `pages ${pagesOf(plan)}`,
  ]
    .filter(Boolean)
    .join(' '),
  ...(plan.Plans ?? []).flatMap((part) => linesOf(part, depth + 1)),
]

const executionsIn = (log: string): Execution[] =>
  [...log.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g)].map(([, ms, json = '']) => {
    const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Plan }
    return { ms: Number(ms), text: text.replace(/\s+/g, ' ').trim(), plan }
  })

const applySettings = async (connectionString: string, isOn: boolean) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const database = client.escapeIdentifier(client.database ?? '')
  for (const [name, value] of Object.entries(SETTINGS))
    await client.query(
      `load 'auto_explain'; alter database ${database} ${isOn ? `set ${name} = '${value}'` : `reset ${name}`}`,
    )
  await client.end()
}

/** Calls all reads as Admin and two Doctors, and prints the slowest statements with their plans. */
export const walk = async (dataDir: string): Promise<void> => {
  const database = await openBenchDatabase(dataDir)
  await applySettings(database.connectionString, true)
  await database.stop()
  const logFile = path.join(dataDir, 'postgres.log')
  const benchmarked = await startBenchmarked(dataDir)
  const source = await openSamples(benchmarked.connectionString)
  try {
    const start = statSync(logFile).size
    const { samples } = source
    const ids = {
      patient: String(samples.patientIds[0]),
      activity: String(samples.patientIds[0]),
      report: String(samples.reportIds[0]),
      delivery: String(samples.reportIds[0]),
      lab: String(samples.lab),
      user: String(samples.userIds.doctor),
    }
    const refused = new Map<number, number>()
    const questions = listQuestions(ids)
    for (const who of ['admin', 'doctor', 'doctorOfSmallLab'] as const) {
      const cookie = `session=${await source.openSession(who)}`
      for (const { method, address, body } of questions) {
        const answer = await request(benchmarked.product.origin + address, {
          method,
          headers: {
            cookie,
            ...(body && { 'content-type': 'application/json', origin: benchmarked.product.origin }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        // Seeded reports have no files, so the export of a patient with all files fails.
        await answer.body.dump().catch(() => {})
        if (answer.statusCode >= 400)
          refused.set(answer.statusCode, (refused.get(answer.statusCode) ?? 0) + 1)
      }
    }
    const log = readFileSync(logFile).subarray(start).toString()
    const kinds = new Map<string, Execution[]>()
    for (const execution of executionsIn(log)) {
      // Pages of a list differ only in their numbers.
      const kind = execution.text.replace(/\b\d+\b/g, '0')
      kinds.set(kind, [...(kinds.get(kind) ?? []), execution])
    }
    const slowest = [...kinds.values()]
      .map((all) => all.toSorted((one, other) => other.ms - one.ms))
      .toSorted(([one], [other]) => (other?.ms ?? 0) - (one?.ms ?? 0))
    for (const all of slowest) {
      const [{ ms, text, plan }] = all as [Execution]
      const times = `${all.length} times over ${SLOW_MS} ms`
      console.log(`\n${ms.toFixed(1)} ms at most, ${pagesOf(plan)} pages, ${times}: ${text}`)
      console.log(linesOf(plan).join('\n'))
    }
    const answers = [...refused].map(([status, count]) => `${count} with ${status}`)
    console.log(
      `\n${slowest.length} statements over ${SLOW_MS} ms in ${3 * questions.length} requests (${answers.join(', ') || 'all answered'})`,
    )
  } finally {
    await source.close()
    await applySettings(benchmarked.connectionString, false)
    await benchmarked.stop()
  }
}
