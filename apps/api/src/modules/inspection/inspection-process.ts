import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { ProcessTask, TaskByPath } from './inspection.ts'

/** A larger young generation is hardly faster and takes up to 35 MB more. */
const SEMI_SPACE_MB = 8
const START_LIMIT_MS = 30_000
const CPU_CHECK_MS = 100
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

const OUT_OF_MEMORY_SCORE = '500'

/** Lets Linux kill this process before the service when memory runs out. */
const yieldMemory = ({ pid }: ChildProcess) => {
  try {
    if (pid !== undefined) writeFileSync(`/proc/${pid}/oom_score_adj`, OUT_OF_MEMORY_SCORE)
  } catch {
    // Another system, or the process did not start.
  }
}

export const startProcess = (program: URL, heapMb: number): Promise<ChildProcess> => {
  const child = fork(program, [], {
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      `--max-semi-space-size=${SEMI_SPACE_MB}`,
      // Helper threads cost more than they save for so little garbage.
      '--single-threaded-gc',
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Ctrl-C in the terminal must reach only the service, which finishes its uploads first.
    detached: true,
  })
  yieldMemory(child)
  const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
  return new Promise<ChildProcess>((resolve, reject) => {
    child.once('message', () => {
      child.removeAllListeners('exit').removeAllListeners('error')
      // A later error shows as the end of the process.
      child.on('error', () => {})
      resolve(child)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The inspection process did not start')))
  }).finally(() => clearTimeout(limit))
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

export const endProcess = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return
  child.ref()
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Processor time of the main thread. 0 on systems other than Linux. */
const cpuMsOf = ({ pid }: ChildProcess): number => {
  try {
    const line = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1')
    // The name may contain anything. User and system time are the 12th and 13th fields after it.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}

const PAGE_BYTES = 4096

const memoryMbOf = ({ pid }: ChildProcess): number => {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]
    return (Number(pages) * PAGE_BYTES) / 1_000_000
  } catch {
    return 0
  }
}

export interface ProcessBounds {
  cpuLimitMs: number
  /** Needed besides the processor time, because a busy machine may give a process none. */
  wallLimitMs: number
  memoryLimitMb?: number
  niceness?: number
}

const lowerPriority = ({ pid }: ChildProcess, niceness: number) => {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // The process has ended.
  }
}

/**
 * Undefined if the process exceeded a bound or ended. The caller must then end it, as after a rejection. Rejects when
 * the signal aborts.
 */
export const runOn = <Result>(
  child: ChildProcess,
  task: ProcessTask | TaskByPath<ProcessTask>,
  { cpuLimitMs, wallLimitMs, memoryLimitMb = Infinity, niceness = 0 }: ProcessBounds,
  signal: AbortSignal | undefined,
): Promise<{ result: Result } | undefined> =>
  new Promise((resolve, reject) => {
    const cpuBefore = cpuMsOf(child)
    const startedAt = performance.now()
    const stop = () => {
      clearInterval(timer)
      signal?.removeEventListener('abort', cancel)
      child.removeAllListeners('message').removeAllListeners('exit')
    }
    const fail = () => {
      stop()
      resolve(undefined)
    }
    const cancel = () => {
      stop()
      reject(signal?.reason as Error)
    }
    const timer = setInterval(() => {
      const isTooSlow = cpuMsOf(child) - cpuBefore > cpuLimitMs || performance.now() - startedAt > wallLimitMs
      if (isTooSlow || memoryMbOf(child) > memoryLimitMb) fail()
    }, CPU_CHECK_MS)
    if (signal?.aborted) return cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    child.once('message', (result) => {
      stop()
      resolve({ result: result as Result })
    })
    child.once('exit', fail)
    if (hasEnded(child)) return fail()
    if (niceness > 0) lowerPriority(child, niceness)
    child.send(task, (error) => {
      if (error) fail()
    })
  })
