import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WAIT_MS } from '../../test-limits.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

export interface ProductServer {
  url: string
  dataDir: string
  logFile: string
  admin: { email: string; password: string }
  stop: () => Promise<void>
}

const findFreePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const isReady = async (url: string) => {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

const waitUntilReady = async (child: ChildProcess, url: string, logFile: string) => {
  const deadline = Date.now() + WAIT_MS
  while (!(await isReady(url))) {
    if (hasEnded(child)) throw new Error(`The server ended at once; its log is ${logFile}`)
    if (Date.now() > deadline) throw new Error(`The server was not ready in time; its log is ${logFile}`)
    await sleep(50)
  }
}

const stopChild = async (child: ChildProcess) => {
  if (hasEnded(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await Promise.race([ended, sleep(WAIT_MS / 4)])
  if (!hasEnded(child)) child.kill('SIGKILL')
}

/** Starts the product on its embedded database in a new data folder, isolated from the caller's environment. */
export const startProduct = async (
  name: string,
  settings: Record<string, string> = {},
): Promise<ProductServer> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), `zelab-${name}-`))
  // As root, the database runs under another account, which must be able to enter this folder.
  chmodSync(dataDir, 0o755)
  const logFile = path.join(REPOSITORY, 'test-results', `server-${name}.log`)
  mkdirSync(path.dirname(logFile), { recursive: true })

  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const admin = { email: 'admin@zelab.test', password: 'Zelab-e2e@2026' }
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--import', './scripts/end-with-parent.mjs', 'apps/api/dist/server.js'],
    {
      cwd: REPOSITORY,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        APP_URL: url,
        DATA_DIR: dataDir,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        LOG_LEVEL: 'info',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const log = createWriteStream(logFile)
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })

  const stop = async () => {
    await stopChild(child)
    log.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(child, url, logFile)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, dataDir, logFile, admin, stop }
}
