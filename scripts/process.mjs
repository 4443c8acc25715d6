import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const REQUIRED = [20, 19]

/** Exits with a clear message instead of a syntax error when Node is too old. */
export const requireNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > REQUIRED[0] || (major === REQUIRED[0] && minor >= REQUIRED[1])) return
  console.error(
    `Node.js ${REQUIRED.join('.')} or newer is needed, and this is ${process.versions.node}.\n` +
      'Install a newer one from https://nodejs.org or with your version manager and try again.',
  )
  process.exit(1)
}

/** A # after a space begins a comment. */
const UNQUOTED_HASH = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(?:#|\s*(?!["'`])[^#]*[^\s#]#)/

const findCutValues = () =>
  readFileSync('.env', 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const name = UNQUOTED_HASH.exec(line)?.[1]
      return name ? [`line ${index + 1}: put the value of ${name} in quotes, ${name}='…#…'`] : []
    })

const SIGNALS = ['SIGINT', 'SIGTERM']

/** Ends with the exit code of the same command in a process with the present environment. */
const runAgain = () =>
  new Promise(() => {
    const args = [...process.execArgv, ...process.argv.slice(1)]
    const child = spawn(process.execPath, args, { stdio: 'inherit' })
    // The terminal sends SIGINT to both.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    child.once('exit', (code) => process.exit(code ?? 1))
  })

/** Reads `.env` in the working directory. The environment takes precedence. */
export const readEnvFile = async () => {
  if (!existsSync('.env')) return
  const problems = findCutValues()
  if (problems.length > 0) {
    console.error(
      `Please fix .env: a value without quotes ends at its first #.\n  - ${problems.join('\n  - ')}`,
    )
    process.exit(1)
  }
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  process.loadEnvFile('.env')
  // Node reads this setting only when a process starts.
  if (process.env.NODE_EXTRA_CA_CERTS && authorities === undefined) await runAgain()
}

const CHECK_MS = 500

/** A process without its parent would keep its port and its database. Raises the signal meant for the parent. */
export const endWithParent = () => {
  const parent = process.ppid
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_MS)
  check.unref()

  // The terminal signals the whole group; a second signal would abort the orderly shutdown.
  for (const signal of SIGNALS)
    process.once(signal, () => {
      clearInterval(check)
      const isHandled = process.listenerCount(signal) > 0
      if (!isHandled) process.kill(process.pid, signal)
    })
}

/** When npm is ended by a signal, its shell ends too, without forwarding the signal. */
export const endWithNpm = () => {
  if (process.env.npm_lifecycle_event) endWithParent()
}
