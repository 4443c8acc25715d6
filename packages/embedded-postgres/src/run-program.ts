import { spawn } from 'node:child_process'
import type { ServerAccount } from './server-account.ts'

export interface ProgramResult {
  exitCode: number | null
  output: string
}

/** How every PostgreSQL program is started. */
export function spawnOptions(account: ServerAccount) {
  return {
    // The account that runs PostgreSQL may not be allowed into the folder this program was started from.
    cwd: '/',
    // Nothing of this program's environment: it has secrets, and PG* variables would redirect the programs.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(account.mustSwitch ? { uid: account.uid, gid: account.gid } : {}),
  }
}

/** Runs a program as the given account and returns its output. Rejects when it cannot be started. */
export function runProgram(path: string, args: string[], account: ServerAccount): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, { ...spawnOptions(account), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ exitCode, output: output.trim() }))
  })
}
