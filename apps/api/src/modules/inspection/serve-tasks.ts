import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { UNREADABLE, type ProcessTask, type TaskByPath } from './inspection.ts'
import { loadPdfEngine } from './pdf-engine.ts'

/** Ends this process after the service was killed. Uses a thread, because the main thread may be busy. */
const endWithService = () => {
  const program =
    'const service = process.ppid; ' +
    "setInterval(() => process.ppid === service || process.kill(process.pid, 'SIGKILL'), 1000)"
  new Worker(program, { eval: true, execArgv: [], env: {} }).unref()
}

const exclusive = (content: Uint8Array): Uint8Array =>
  content.byteLength === content.buffer.byteLength ? content : new Uint8Array(content)

const withContent = async <Task extends ProcessTask>(
  task: Task | TaskByPath<Task>,
): Promise<Task | undefined> => {
  if ('content' in task) return { ...task, content: exclusive(task.content) }
  const { path, ...rest } = task
  const content = await readFile(path).catch(() => undefined)
  if (!content) return undefined
  // Parsers need a Uint8Array, because methods of Node's Buffer differ.
  const bytes = exclusive(new Uint8Array(content.buffer, content.byteOffset, content.byteLength))
  // TypeScript cannot infer that only this field differs.
  return { ...rest, content: bytes } as unknown as Task
}

/**
 * Runs in a child process.
 * @param load loads shared modules before the process reports that it is ready
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
