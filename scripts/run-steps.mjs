import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { REPOSITORY } from './repository.mjs'

const isWindows = process.platform === 'win32'

export const npmRun = (script, ...args) => [
  'npm',
  'run',
  '--silent',
  script,
  ...(args.length > 0 ? ['--', ...args] : []),
]

const running = new Set()

const stop = (child, signal) => {
  try {
    if (isWindows) child.kill(signal)
    else if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // The process has ended.
  }
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of running) stop(child, signal)
    process.exit(130)
  })

/** Streams the output of commands that use all cores; prints other output when the command ends. */
const run = ({ command: [program, ...args], env, usesAllCores }) =>
  new Promise((resolve) => {
    const output = []
    const stream = usesAllCores ? 'inherit' : 'pipe'
    const child = spawn(program, args, {
      cwd: REPOSITORY,
      env: { ...process.env, ...env },
      stdio: ['ignore', stream, stream],
      // npm is a .cmd file on Windows.
      shell: isWindows,
      // A separate process group, so that a signal reaches every process of the step.
      detached: !isWindows,
    })
    running.add(child)
    const end = (code) => {
      running.delete(child)
      resolve({ code, output: Buffer.concat(output).toString() })
    }
    for (const part of [child.stdout, child.stderr]) part?.on('data', (bytes) => output.push(bytes))
    child.once('error', () => end(1))
    child.once('close', (code) => end(code ?? 1))
  })

/**
 * Runs single-core steps first, one per core at a time, then the steps that use all cores one after another. By
 * default, the first failure stops the rest. Returns the finished steps in order: `{ step, hasFailed, seconds }`.
 */
export const runSteps = async (steps, { keepGoing }) => {
  const ended = new Map()
  let hasAnyFailed = false
  const isOver = () => hasAnyFailed && !keepGoing

  const runStep = async (step) => {
    if (isOver()) return
    if (step.usesAllCores) console.log(`\n━━ ${step.name} ━━`)
    const start = Date.now()
    const { code, output } = await run(step)
    // Stopped because another step failed.
    if (isOver()) return
    const seconds = (Date.now() - start) / 1000
    const hasFailed = code !== 0
    ended.set(step, { step, hasFailed, seconds })
    if (!step.usesAllCores) console.log(`\n━━ ${step.name} ━━\n${output.trimEnd()}`)
    console.log(describe(ended.get(step)))
    hasAnyFailed ||= hasFailed
    if (isOver()) for (const child of running) stop(child, 'SIGTERM')
  }
  const workThrough = async (waiting) => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step)
  }

  const ofOneCore = steps.filter(({ usesAllCores }) => !usesAllCores)
  await Promise.all(Array.from({ length: availableParallelism() }, () => workThrough(ofOneCore)))
  await workThrough(steps.filter(({ usesAllCores }) => usesAllCores))
  return steps.flatMap((step) => ended.get(step) ?? [])
}

export const describe = ({ step, hasFailed, seconds }) =>
  `${hasFailed ? '✗' : '✓'} ${step.name} (${seconds.toFixed(1)} s)`
