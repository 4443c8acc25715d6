import pg from 'pg'
import { runOnServer } from './database-server.ts'

/** PostgreSQL logs the plan of each statement as JSON. */
export const PLAN_SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
}

const SETTINGS = { ...PLAN_SETTINGS, 'auto_explain.log_level': 'notice' }

export interface PlanNode {
  'Actual Rows': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** Pages of 8 kB that a node and those below it read. */
export const pagesOf = (plan: PlanNode): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

export interface Execution {
  text: string
  pages: number
  rows: number
}

const executionIn = (notice: string): Execution | undefined => {
  const at = notice.indexOf('plan:\n')
  if (!notice.startsWith('duration:') || at < 0) return undefined
  const { 'Query Text': text, Plan: plan } = JSON.parse(notice.slice(at + 'plan:\n'.length)) as {
    'Query Text': string
    Plan: PlanNode
  }
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    pages: pagesOf(plan),
    rows: plan['Actual Rows'],
  }
}

/** @returns stops reporting */
export const watchStatements = async (
  connectionString: string,
  onExecution: (execution: Execution) => void,
): Promise<() => void> => {
  const { pathname } = new URL(connectionString)
  for (const [name, value] of Object.entries(SETTINGS))
    await runOnServer(
      connectionString,
      `load 'auto_explain'; alter database ${pathname.slice(1)} set ${name} = '${value}'`,
    )
  const client = pg.Client.prototype
  const emit = client.emit
  client.emit = function (this: pg.Client, event: string | symbol, ...args: unknown[]) {
    const [notice] = args as [{ message?: string } | undefined]
    const execution = event === 'notice' && notice?.message ? executionIn(notice.message) : undefined
    if (execution) onExecution(execution)
    return emit.call(this, event, ...args)
  }
  return () => {
    client.emit = emit
  }
}
