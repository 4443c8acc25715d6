import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { figuresOf, runLoad, type Figures, type RequestSource } from './load.ts'
import { nodeUsage } from './processes.ts'
import { round, type Operation } from './requests.ts'
import { BENCH_PASSWORD, benchEmail } from './seed/people.ts'

const WATCHERS = { connections: 4, durationMs: 4_000 }

const watch = async (origin: string, source: RequestSource): Promise<Figures> =>
  figuresOf([await runLoad(origin, source, WATCHERS)])

const keepSigningIn = (origin: string, labs: readonly number[], atOnce: number) => {
  const lab = round(labs)
  let isOver = false
  let done = 0
  const worker = async () => {
    const credentials = { email: benchEmail('Doctor', lab()), password: BENCH_PASSWORD }
    while (!isOver) {
      const answer = await request(`${origin}/api/v1/auth/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify(credentials),
      })
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`A sign-in was answered ${answer.statusCode}`)
      done += 1
    }
  }
  const startedAt = performance.now()
  const workers = Promise.all(Array.from({ length: atOnce }, worker))
  return async () => {
    isOver = true
    await workers
    return Math.round((done * 10_000) / (performance.now() - startedAt)) / 10
  }
}

const openSlowClients = async (origin: string, path: string, cookie: string, count: number) => {
  const { hostname, port } = new URL(origin)
  const sockets: Socket[] = []
  const timers: NodeJS.Timeout[] = []
  for (let index = 0; index < count; index++) {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`)
    socket.pause()
    timers.push(setInterval(() => void socket.read(4096), 500))
    sockets.push(socket)
    if (index % 50 === 49) await sleep(100)
  }
  return () => {
    timers.forEach(clearInterval)
    sockets.forEach((socket) => socket.destroy())
  }
}

export interface ScenarioResult {
  name: string
  /** The operation that is measured alone and beside the load. */
  measured: string
  quiet: Figures
  busy: Figures
  note: string
}

export const printScenario = ({ name, measured, quiet, busy, note }: ScenarioResult): void =>
  console.log(
    `${name}: ${measured} ${quiet.perSecond}/s, p99 ${quiet.p99} ms alone, ` +
      `${busy.perSecond}/s, p99 ${busy.p99} ms beside, ` +
      `ratio ${(busy.perSecond / quiet.perSecond).toFixed(2)} (${note})`,
  )

export const runScenarios = async (options: {
  origin: string
  pid: number
  cookie: string
  labs: readonly number[]
  largeFile: string
  reading: Operation
}): Promise<ScenarioResult[]> => {
  const { origin, labs, reading } = options
  const quiet = await watch(origin, reading.product)

  const stopSignIns = keepSigningIn(origin, labs, 50)
  await sleep(500)
  const besideSignIns = await watch(origin, reading.product)
  const signInsPerSecond = await stopSignIns()

  await sleep(1_000)
  const before = nodeUsage(options.pid).memoryMb
  const closeSlow = await openSlowClients(origin, options.largeFile, options.cookie, 500)
  await sleep(2_000)
  const besideSlow = await watch(origin, reading.product)
  const after = nodeUsage(options.pid).memoryMb
  closeSlow()

  const results: ScenarioResult[] = [
    {
      name: '50 sign-ins at once',
      measured: reading.name,
      quiet,
      busy: besideSignIns,
      note: `${signInsPerSecond} sign-ins a second`,
    },
    {
      name: '500 slow clients on 10 MB',
      measured: reading.name,
      quiet,
      busy: besideSlow,
      note: `memory of Node ${before} MB before, ${after} MB with them`,
    },
  ]
  results.forEach(printScenario)
  return results
}
