import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { workerProgram } from '../../platform/worker-program.ts'
import type { InspectionResult, InspectionTask } from './inspection.ts'

/** A larger young generation was not faster and took 35 MB more. */
const SEMI_SPACE_MB = 4
/** Loading the parsers takes a second; a process that does not get ready is given up. */
const START_LIMIT_MS = 30_000
const CPU_CHECK_MS = 100
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Starts a process and waits until it is ready. */
export const startProcess = (heapMb: number): Promise<ChildProcess> => {
  const child = fork(workerProgram(import.meta.url, 'inspection'), [], {
    execArgv: [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${SEMI_SPACE_MB}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A Ctrl-C in the terminal ends the service, which finishes its uploads first.
    detached: true,
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
  // Resolves when the process is ready; rejects when its program does not start.
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

/** Ends a process, busy or not, and waits until its memory is free. */
export const endProcess = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return
  child.ref()
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Processor time of the main thread; 0 on other systems than Linux. */
const cpuMsOf = ({ pid }: ChildProcess): number => {
  try {
    const line = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1')
    // Fields after the name, which may contain anything: user and system time are the 12th and 13th.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    // The process has just ended, or this is another system, where the wall time is the limit.
    return 0
  }
}

/** The result for a file that ends its process: too slow, too much memory, a crashed parser. */
const fatal = ({ mediaType }: InspectionTask): InspectionResult => ({
  problem: mediaType === 'application/pdf' ? 'PDF_DAMAGED' : 'IMAGE_DAMAGED',
})

export interface InspectionBounds {
  cpuLimitMs: number
  /** Applies in addition to the processor time: a busy machine may give a process none. */
  wallLimitMs: number
}

/** Inspects one file. A process that is not reusable afterwards must be ended. Rejects when the signal aborts. */
export const runOn = (
  child: ChildProcess,
  task: InspectionTask,
  { cpuLimitMs, wallLimitMs }: InspectionBounds,
  signal: AbortSignal | undefined,
): Promise<{ result: InspectionResult; isReusable: boolean }> =>
  new Promise((resolve, reject) => {
    const cpuBefore = cpuMsOf(child)
    const startedAt = performance.now()
    const stop = () => {
      clearInterval(timer)
      signal?.removeEventListener('abort', cancel)
      child.removeAllListeners('message').removeAllListeners('exit')
    }
    const settle = (result: InspectionResult, isReusable: boolean) => {
      stop()
      resolve({ result, isReusable })
    }
    const fail = () => settle(fatal(task), false)
    const cancel = () => {
      stop()
      reject(signal?.reason as Error)
    }
    const timer = setInterval(() => {
      if (cpuMsOf(child) - cpuBefore > cpuLimitMs || performance.now() - startedAt > wallLimitMs) fail()
    }, CPU_CHECK_MS)
    if (signal?.aborted) return cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    child.once('message', (result) => settle(result as InspectionResult, true))
    child.once('exit', fail)
    if (hasEnded(child)) return fail()
    child.send(task, (error) => {
      if (error) fail()
    })
  })
