/**
 * `npm run dev`: the API with reload on 8080 and Vite on 5173 in one terminal, with demo data and sign-ins (`DEMO=0`
 * for a separate installation). Ctrl-C stops both, and each stops when the other does.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { endWithNpm, readEnvFile, requireNode } from './process.mjs'
import { REPOSITORY } from './repository.mjs'

requireNode()
endWithNpm()
await readEnvFile()

const program = (file) => path.join(REPOSITORY, 'node_modules', file)
const env = {
  ...process.env,
  PORT: '8080',
  HOST: process.env.HOST || '127.0.0.1',
  DEMO: process.env.DEMO ?? '1',
  WEB_ORIGINS: 'http://localhost:5173',
  // Links in emails open the pages with hot reload.
  APP_URL: process.env.APP_URL ?? 'http://localhost:5173',
  FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
}

const PROGRAMS = [
  {
    name: 'api',
    args: [program('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'apps/api/src/server.ts'],
  },
  {
    name: 'web',
    args: [program('vite/bin/vite.js'), '--port', '5173', '--strictPort', '--clearScreen', 'false'],
    cwd: 'apps/web',
  },
]

const printWithPrefix = (stream, name) => {
  createInterface({ input: stream }).on('line', (line) => console.log(`${name} │ ${line}`))
}

let isStopping = false
const children = PROGRAMS.map(({ name, args, cwd = '.' }) => {
  // Detached from the terminal's Ctrl-C: each program signals its own children, and a second signal would abort the
  // server's shutdown.
  const child = spawn(process.execPath, args, {
    cwd: path.join(REPOSITORY, cwd),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  printWithPrefix(child.stdout, name)
  printWithPrefix(child.stderr, name)
  child.once('exit', (code) => {
    if (!isStopping) console.log(`${name} │ ended with exit code ${code}`)
    stop(code ?? 1)
  })
  return child
})

function stop(exitCode) {
  if (isStopping) return
  isStopping = true
  process.exitCode = exitCode
  for (const child of children) {
    if (child.exitCode === null) child.kill('SIGINT')
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
