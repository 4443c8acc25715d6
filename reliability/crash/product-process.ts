import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/api/src/testing/free-port.ts'
import { ATTEMPT_MS, WAIT_MS } from '../../test-limits.ts'

const built = (program: string) =>
  fileURLToPath(new URL(`../../apps/api/dist/${program}.js`, import.meta.url))

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** A built server under a supervisor that restarts it whenever it ends. */
export interface ProductProcess {
  url: string
  hl7Port: number
  /** The last output of each exit without a kill or stop. */
  ownEnds(): string[]
  kill(): Promise<void>
  ready(): Promise<void>
  stop(): Promise<void>
  output(): string
}

export const startProduct = async (
  settings: Record<string, string>,
  hl7: Record<string, string>,
  folder?: string,
): Promise<ProductProcess> => {
  const listens = await freePort()
  const url = `http://127.0.0.1:${listens}`
  const hl7Port = await freePort()
  let output = ''
  let child: ChildProcess | undefined
  let isStopping = false
  let isKilled = false
  const ownEnds: string[] = []

  const run = () => {
    const started = spawn(process.execPath, ['--enable-source-maps', built('server')], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        NO_COLOR: '1',
        PORT: String(listens),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        HL7_PORT: String(hl7Port),
        HL7_HOST: '127.0.0.1',
        ...hl7,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: folder,
    })
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-200_000)))
    started.once('exit', (code, signal) => {
      if (isStopping) return
      const ownEnd = isKilled ? undefined : ownEnds.push(`ended with ${signal ?? code}`) - 1
      isKilled = false
      setTimeout(() => {
        // Output may arrive after the exit.
        if (ownEnd !== undefined) ownEnds[ownEnd] += `:\n${output.slice(-5000)}`
        if (!isStopping) run()
      }, 200)
    })
    child = started
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || hasEnded(child)) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  const isReady = () =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5 * ATTEMPT_MS) }).then(
      ({ ok }) => ok,
      () => false,
    )
  run()
  return {
    url,
    hl7Port,
    ownEnds: () => ownEnds,
    output: () => output,
    async kill() {
      isKilled = true
      await end('SIGKILL')
    },
    async ready() {
      const deadline = Date.now() + 2 * WAIT_MS
      while (!(await isReady())) {
        if (Date.now() > deadline) throw new Error(`The service did not become ready:\n${output}`)
        await sleep(50)
      }
    },
    async stop() {
      isStopping = true
      await end('SIGTERM')
    },
  }
}

export const runCheck = async (
  settings: Record<string, string>,
): Promise<{ isWhole: boolean; output: string }> => {
  const child = spawn(process.execPath, [built('verify-data')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { isWhole: code === 0, output }
}
