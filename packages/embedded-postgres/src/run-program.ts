import { spawn } from 'node:child_process'
import type { ServerAccount } from './server-account.ts'

export interface ProgramResult {
  exitCode: number | null
  output: string
}

export function spawnOptions(account: ServerAccount) {
  return {
    // The PostgreSQL account may lack access to the current working directory.
    cwd: '/',
    // An empty environment: this program's has secrets, and PG* variables would redirect the programs.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(account.mustSwitch ? { uid: account.uid, gid: account.gid } : {}),
  }
}

/** Rejects only when the program cannot be started. */
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
