import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { systemErrorCode } from './errors.ts'

export interface ProcessIdentity {
  pid: number
  /** The boot and PID namespace (container) that the number belongs to. */
  space: string
  startedAt: string
}

const run = promisify(execFile)

export async function ownIdentity(): Promise<ProcessIdentity> {
  return {
    pid: process.pid,
    space: await processSpace(),
    startedAt: (await processStart(process.pid)) ?? 'unknown',
  }
}

async function processSpace(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname())
  const pidNamespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return `${boot.trim()} ${pidNamespace}`.trim()
}

/** For comparison only; undefined when there is no such process. */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    // The name in brackets may contain blanks and brackets. A zombie (Z) counts as gone.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields?.[0] === 'Z' ? undefined : fields?.[19]
  }
  const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim() || undefined
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemErrorCode(error) === 'EPERM'
  }
}

export async function processCommand(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.replaceAll('\0', ' ').trim()
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}
