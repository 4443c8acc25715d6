import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from '../embedded-postgres.ts'

export const APPLICATION = 'embedded-test'

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'))
  await chmod(folder, 0o755)
  return folder
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

export interface Messages {
  warnings: string[]
  errors: string[]
}

export async function startSmall(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres & Messages> {
  const messages: Messages = { warnings: [], errors: [] }
  const server = await startEmbeddedPostgres({
    dataDir,
    application: APPLICATION,
    settings: { shared_buffers: '32MB' },
    logger: {
      info() {},
      warn: (message) => messages.warnings.push(message),
      error: (message) => messages.errors.push(message),
    },
    ...options,
  })
  return { ...server, ...messages }
}

export interface CrashChild {
  process: ChildProcess
  acknowledged(): number
  kill(): Promise<void>
}

export async function startCrashChild(dataDir: string): Promise<CrashChild> {
  const script = fileURLToPath(new URL('./crash-child.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  let acknowledged = 0
  const lines = createInterface(child.stdout)
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      acknowledged = Number(line) || acknowledged
      if (acknowledged > 20) resolve()
    })
    child.once('exit', () => reject(new Error(errors)))
  })
  return {
    process: child,
    acknowledged: () => acknowledged,
    async kill() {
      const exited = once(child, 'close')
      child.kill('SIGKILL')
      await exited
    },
  }
}
