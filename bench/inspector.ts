import { WebSocket } from 'undici'

interface Target {
  webSocketDebuggerUrl: string
}

/** Connects to a Node process that was started with `--inspect`. */
export const openInspector = async (
  port: number,
): Promise<{ heapAfterCollection(): Promise<number>; close(): void }> => {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Target[]
  const [target] = targets
  if (!target) throw new Error('The inspector names no target')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('The inspector does not answer')))
  })
  let last = 0
  const call = (method: string) =>
    new Promise<{ usedSize?: number }>((resolve) => {
      const id = ++last
      const listen = (event: { data: unknown }) => {
        const answer = JSON.parse(String(event.data)) as { id?: number; result?: { usedSize?: number } }
        if (answer.id !== id) return
        socket.removeEventListener('message', listen)
        resolve(answer.result ?? {})
      }
      socket.addEventListener('message', listen)
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    /** Heap bytes of the main thread after a full garbage collection. */
    async heapAfterCollection() {
      // Weakly referenced objects need a second collection.
      await call('HeapProfiler.collectGarbage')
      await call('HeapProfiler.collectGarbage')
      return (await call('Runtime.getHeapUsage')).usedSize ?? 0
    },
    close: () => socket.close(),
  }
}
