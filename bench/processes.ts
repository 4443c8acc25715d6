import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const START_MS = 60_000
const END_WITH_PARENT = new URL('../scripts/end-with-parent.mjs', import.meta.url).href

export const startProgram = async (options: {
  name: string
  args: string[]
  env: Record<string, string>
  healthAddress: string
}): Promise<{ pid: number; stop(): Promise<void> }> => {
  const child: ChildProcess = spawn(process.execPath, ['--import', END_WITH_PARENT, ...options.args], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const until = Date.now() + START_MS
  while (
    !(await fetch(options.healthAddress).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${options.name} did not start`)
    await sleep(100)
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export interface Usage {
  cpuSeconds: number
  memoryMb: number
}

const TICKS_PER_SECOND = 100

const statOf = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name may contain spaces: the fields begin after its closing bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [own, system, endedOwn, endedSystem] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ]
  return { parent: Number(fields[1]), ticks: own + system, ticksOfEnded: endedOwn + endedSystem }
}

const memoryOf = (pid: number) => {
  // Private memory only, because PostgreSQL's processes share their buffers.
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
}

const usageOf = (pids: number[]): Usage => {
  let cpuSeconds = 0
  let memoryMb = 0
  for (const pid of pids)
    try {
      cpuSeconds += statOf(pid).ticks / TICKS_PER_SECOND
      memoryMb += memoryOf(pid)
    } catch {
      // A backend process that has ended.
    }
  return { cpuSeconds, memoryMb: Math.round(memoryMb) }
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        return statOf(candidate).parent === pid
      } catch {
        return false
      }
    })

export const nodeUsage = (pid: number): Usage => usageOf([pid])
/** Includes backend processes that have ended; otherwise, the CPU time would drop. */
export const postgresUsage = (postmaster: number): Usage => {
  const running = usageOf([postmaster, ...childrenOf(postmaster)])
  const { ticksOfEnded } = statOf(postmaster)
  return { ...running, cpuSeconds: running.cpuSeconds + ticksOfEnded / TICKS_PER_SECOND }
}
