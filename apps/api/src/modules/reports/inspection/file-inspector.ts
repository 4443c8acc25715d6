import { Worker } from 'node:worker_threads'
import type { InspectionResult, InspectionTask } from './inspection.ts'

export interface FileInspector {
  /** Starts a thread where none is ready: a file is about to arrive. */
  prepare(): void
  /**
   * @param read gives the content once it is this file's turn, few are held in memory at once, in memory of its own,
   *   which moves to the thread as a whole
   */
  inspect(file: FileToInspect): Promise<InspectionResult>
}

type FileToInspect = Omit<InspectionTask, 'content'> & { read: () => Promise<Uint8Array> }

/** Others wait on the disk. */
const MOST_AT_ONCE = 2
const TIME_LIMIT_MS = 20_000
/** A thread that has nothing to do keeps the parser ready for this long, one beside it for less: each holds 70 MB. */
const IDLE_MS = 10_000
const SPARE_IDLE_MS = 3_000
const HEAP_MB = 384
/** Larger ones made no file faster and each thread 35 MB larger. */
const YOUNG_MB = 12

/** The bundle has the thread's program as a second file; tests and development run it from its source. */
const startThread = (heapMb: number): Worker => {
  const isSource = import.meta.url.endsWith('.ts')
  const program = isSource ? './inspection-from-source.mjs' : './inspection.worker.js'
  return new Worker(new URL(program, import.meta.url), {
    name: 'inspection',
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: 4 },
    env: {},
    execArgv: [],
  })
}

/** Resolves when the thread waits for files; rejects when its program does not even start. */
const started = (thread: Worker) =>
  new Promise<Worker>((resolve, reject) => {
    thread.once('message', () => {
      thread.removeAllListeners('error').removeAllListeners('exit')
      resolve(thread)
    })
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The thread that looks into files did not start')))
  })

/** What a file gets that ends its thread: too slow, too much memory, a parser that gives up. */
const fatal = ({ mediaType }: InspectionTask): InspectionResult => ({
  problem: mediaType === 'application/pdf' ? 'pdfDamaged' : 'imageDamaged',
})

const runOn = (thread: Worker, task: InspectionTask, timeLimitMs: number) =>
  new Promise<{ result: InspectionResult; isAlive: boolean }>((resolve) => {
    const settle = (result: InspectionResult, isAlive: boolean) => {
      clearTimeout(timer)
      thread.removeAllListeners('message').removeAllListeners('exit')
      resolve({ result, isAlive })
    }
    const timer = setTimeout(() => settle(fatal(task), false), timeLimitMs)
    thread.once('message', (result: InspectionResult) => settle(result, true))
    // Stays: an ended thread may report why later on.
    thread.on('error', () => settle(fatal(task), false))
    thread.once('exit', () => settle(fatal(task), false))
    thread.postMessage(task, [task.content.buffer as ArrayBuffer])
  })

/** Looks into uploads in threads that end when a file takes too long or too much memory. */
export const createFileInspector = ({
  timeLimitMs = TIME_LIMIT_MS,
  heapMb = HEAP_MB,
} = {}): FileInspector => {
  const idle: { thread: Worker; ending: NodeJS.Timeout }[] = []
  const waiting: (() => void)[] = []
  let running = 0
  let preparing: Promise<void> | undefined

  const takeThread = async (): Promise<Worker> => {
    if (idle.length === 0) await preparing
    const spare = idle.pop()
    if (!spare) return started(startThread(heapMb))
    clearTimeout(spare.ending)
    spare.thread.removeAllListeners('error').removeAllListeners('exit')
    spare.thread.ref()
    return spare.thread
  }
  const keepThread = (thread: Worker) => {
    // Never a reason for the process to stay.
    thread.unref()
    const forget = () => {
      const index = idle.findIndex((spare) => spare.thread === thread)
      if (index !== -1) clearTimeout(idle.splice(index, 1)[0]?.ending)
    }
    thread.once('exit', forget)
    const ending = setTimeout(
      () => {
        forget()
        void thread.terminate()
      },
      idle.length === 0 ? IDLE_MS : SPARE_IDLE_MS,
    ).unref()
    idle.push({ thread, ending })
  }

  return {
    prepare() {
      if (preparing || running > 0 || idle.length > 0) return
      // What keeps a thread from starting is told to the file that needs it.
      preparing = started(startThread(heapMb))
        .then(keepThread, () => {})
        .finally(() => (preparing = undefined))
    },

    async inspect({ read, ...file }) {
      if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        const task = { ...file, content: await read() }
        const thread = await takeThread()
        const { result, isAlive } = await runOn(thread, task, timeLimitMs)
        if (isAlive) keepThread(thread)
        else await thread.terminate()
        return result
      } finally {
        // Whoever waits longest takes this place over.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
