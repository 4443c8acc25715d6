import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/api/src/testing/free-port.ts'

const SHIPPED = fileURLToPath(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url))

export interface Haproxy {
  origin: string
  using(server: 'one' | 'two'): Promise<void>
  /** Requests that met a closed process and were retried on another one or failed. */
  missed(): Promise<number>
  stop(): Promise<void>
}

/** Uses `deploy/haproxy` without TLS, on other ports and with shorter check intervals. */
export const startHaproxy = async (folder: string, ports: { one: number; two: number }): Promise<Haproxy> => {
  const port = await freePort()
  const socket = path.join(folder, 'haproxy.sock')
  const file = path.join(folder, 'haproxy.cfg')
  const shipped = await readFile(SHIPPED, 'utf8')
  await writeFile(
    file,
    shipped
      .replace(/^ {2}bind :443 .*$/m, '')
      .replace('bind :80', `bind 127.0.0.1:${port}`)
      .replace(/^.*redirect scheme https.*$/m, '')
      .replace(/^ {2}log .*$/gm, '')
      .replace(/\/run\/haproxy\/admin\.sock.*/, socket)
      .replaceAll('127.0.0.1:8081', `127.0.0.1:${ports.one}`)
      .replaceAll('127.0.0.1:8082', `127.0.0.1:${ports.two}`)
      .replace('inter 1s', 'inter 100ms'),
  )
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-10_000)))

  const statisticsOf = async (server: string) => {
    const connection = connect(socket)
    connection.on('error', () => {})
    connection.end('show stat\n')
    const [names = '', ...rows] = (await text(connection).catch(() => '')).split('\n')
    const values = rows.find((row) => row.startsWith(`zelab,${server},`))?.split(',') ?? []
    return Object.fromEntries(names.split(',').map((name, index) => [name, values[index]]))
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    async using(server) {
      while ((await statisticsOf(server)).status !== 'UP') {
        if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${output}`)
        await sleep(100)
      }
    },
    async missed() {
      const { econ, wretr, wredis } = await statisticsOf('BACKEND')
      return Number(econ) + Number(wretr) + Number(wredis)
    },
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
