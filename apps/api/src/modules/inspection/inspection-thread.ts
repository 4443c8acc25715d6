import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { InspectionResult, InspectionTask } from './inspection.ts'

/** A larger young generation was not faster and took 35 MB more per thread. */
const YOUNG_MB = 12
const CPU_CHECK_MS = 100
/** Linux counts a thread's time in hundredths of a second. */
const TICK_MS = 10

export interface InspectionThread {
  worker: Worker
  /** The operating system's thread id, where available. */
  systemId: number | null
}

/** The bundle has the worker as a second file; tests and development run it from source. */
export const startThread = (heapMb: number): Promise<InspectionThread> => {
  const isSource = import.meta.url.endsWith('.ts')
  const program = isSource ? './inspection-from-source.mjs' : './inspection.worker.js'
  const worker = new Worker(new URL(program, import.meta.url), {
    name: 'inspection',
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: 4 },
    env: {},
    execArgv: [],
  })
  // Resolves when the thread is ready; rejects when its program does not start.
  return new Promise((resolve, reject) => {
    worker.once('message', (systemId: number | null) => {
      worker.removeAllListeners('error').removeAllListeners('exit')
      resolve({ worker, systemId })
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The inspection thread did not start')))
  })
}

/** Processor time of the thread; elsewhere than on Linux its active time. */
const cpuMsOf = ({ worker, systemId }: InspectionThread): number => {
  try {
    if (systemId !== null) {
      const line = readFileSync(`/proc/self/task/${systemId}/stat`, 'latin1')
      // Fields after the name, which may contain anything: user and system time are the 12th and 13th.
      const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS
    }
  } catch {
    // The thread has just ended, or this is another system.
  }
  return worker.performance.eventLoopUtilization().active
}

/** The result for a file that ends its thread: too slow, too much memory, a crashed parser. */
const fatal = ({ mediaType }: InspectionTask): InspectionResult => ({
  problem: mediaType === 'application/pdf' ? 'PDF_DAMAGED' : 'IMAGE_DAMAGED',
})

export interface InspectionBounds {
  cpuLimitMs: number
  /** Applies in addition to the processor time: a busy machine may give a thread none. */
  wallLimitMs: number
}

/**
 * Inspects one file. A thread that is not alive afterwards must be terminated. Rejects when the signal
 * aborts.
 */
export const runOn = (
  thread: InspectionThread,
  task: InspectionTask,
  { cpuLimitMs, wallLimitMs }: InspectionBounds,
  signal: AbortSignal | undefined,
): Promise<{ result: InspectionResult; isAlive: boolean }> => {
  const { worker } = thread
  return new Promise((resolve, reject) => {
    const cpuBefore = cpuMsOf(thread)
    const startedAt = performance.now()
    const stop = () => {
      clearInterval(timer)
      signal?.removeEventListener('abort', cancel)
      worker.removeAllListeners('message').removeAllListeners('exit')
    }
    const settle = (result: InspectionResult, isAlive: boolean) => {
      stop()
      resolve({ result, isAlive })
    }
    const cancel = () => {
      stop()
      reject(signal?.reason as Error)
    }
    const timer = setInterval(() => {
      if (cpuMsOf(thread) - cpuBefore > cpuLimitMs || performance.now() - startedAt > wallLimitMs)
        settle(fatal(task), false)
    }, CPU_CHECK_MS)
    if (signal?.aborted) return cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    worker.once('message', (result: InspectionResult) => settle(result, true))
    // Not removed: a terminated thread may emit its error later.
    worker.on('error', () => settle(fatal(task), false))
    worker.once('exit', () => settle(fatal(task), false))
    worker.postMessage(task, [task.content.buffer as ArrayBuffer])
  })
}
