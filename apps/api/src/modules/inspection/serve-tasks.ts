import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { UNREADABLE, type ProcessTask, type TaskByPath } from './inspection.ts'
import { loadPdfEngine } from './pdf-engine.ts'

/** In a thread, because the main thread may be busy: ends this process when the service was killed. */
const endWithService = () => {
  const program =
    'const service = process.ppid; ' +
    "setInterval(() => process.ppid === service || process.kill(process.pid, 'SIGKILL'), 1000)"
  new Worker(program, { eval: true, execArgv: [], env: {} }).unref()
}

/** A buffer may be larger than the file, which the parsers take as a whole. */
const exclusive = (content: Uint8Array): Uint8Array =>
  content.byteLength === content.buffer.byteLength ? content : new Uint8Array(content)

/** The task with its content; undefined when the file cannot be read. */
const withContent = async <Task extends ProcessTask>(
  task: Task | TaskByPath<Task>,
): Promise<Task | undefined> => {
  if ('content' in task) return { ...task, content: exclusive(task.content) }
  const { path, ...rest } = task
  const content = await readFile(path).catch(() => undefined)
  if (!content) return undefined
  // A view, because methods of Node's buffers differ from those that parsers expect.
  const bytes = exclusive(new Uint8Array(content.buffer, content.byteOffset, content.byteLength))
  // The same task, which differs from the received one in this field only.
  return { ...rest, content: bytes } as unknown as Task
}

/**
 * Listens for files in a child process and reports that it is ready.
 * @param load what every task needs, loaded before the process is ready
 */
export const serveTasks = async <Task extends ProcessTask>(
  work: (task: Task) => Promise<unknown>,
  load: () => Promise<unknown> = loadPdfEngine,
): Promise<void> => {
  endWithService()
  await load()
  const answer = async (received: Task | TaskByPath<Task>) => {
    const task = await withContent(received)
    process.send?.(task ? await work(task) : UNREADABLE)
  }
  process.on('message', (task) => void answer(task as Task | TaskByPath<Task>))
  process.once('disconnect', () => process.exit())
  process.send?.('ready')
}
