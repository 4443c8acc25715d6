import { Worker } from 'node:worker_threads'
import type { ProcessTask } from './inspection.ts'
import { loadPdfEngine } from './pdf-engine.ts'

/** In a thread, because the main thread may be busy: ends this process when the service was killed. */
const endWithService = () => {
  const program =
    'const service = process.ppid; ' +
    "setInterval(() => process.ppid === service || process.kill(process.pid, 'SIGKILL'), 1000)"
  new Worker(program, { eval: true, execArgv: [], env: {} }).unref()
}

/** The message's buffer may be larger than the file, which the parsers take as a whole. */
const withExclusiveBuffer = <Task extends ProcessTask>(task: Task): Task => {
  const { content } = task
  return content.byteLength === content.buffer.byteLength ? task : { ...task, content: content.slice() }
}

/** Listens for files in a child process and reports that it is ready. */
export const serveTasks = async <Task extends ProcessTask>(
  work: (task: Task) => Promise<unknown>,
): Promise<void> => {
  endWithService()
  await loadPdfEngine()
  process.on('message', (task) => {
    void work(withExclusiveBuffer(task as Task)).then((result) => process.send?.(result))
  })
  process.once('disconnect', () => process.exit())
  process.send?.('ready')
}
