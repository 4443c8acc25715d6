import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export const processesBelow = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`)
      } catch {
        return false
      }
    })

export const sendSignal = (pids: number[], signal: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      // The process has exited.
    }
}

/** Repeats the signal, because a process may start others while it is being killed. */
export const killAll = async (
  folder: string,
  isSpared: (pid: number) => boolean = () => false,
): Promise<void> => {
  const find = () => processesBelow(folder).filter((pid) => !isSpared(pid))
  for (let pids = find(); pids.length > 0; pids = find()) {
    sendSignal(pids, 'SIGKILL')
    await sleep(20)
  }
}

const GUARD = `
  cat >/dev/null
  for round in 1 2 3 4 5; do
    find /proc -maxdepth 2 -name cwd -lname "$1/*" -printf '%h\\n' 2>/dev/null | sed s,/proc/,, | xargs -r kill -9
    sleep 0.1
  done
  rm -rf "$1"`

/** Kills all processes below a folder and removes it when this process ends, even by SIGKILL. */
export const guardFolder = (folder: string): { end(): Promise<void> } => {
  const guard = spawn('bash', ['-c', GUARD, 'guard', folder], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  return {
    async end() {
      if (guard.exitCode !== null) return
      const ended = once(guard, 'exit')
      guard.stdin.end()
      await ended
    },
  }
}
