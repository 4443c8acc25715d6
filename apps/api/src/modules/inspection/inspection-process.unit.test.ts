import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const isRunning = (pid: number) => {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

it('ends with the service, also when the service is killed and a file keeps it busy [SAFE-28]', async () => {
  const program = fileURLToPath(new URL('../../testing/busy-inspection.ts', import.meta.url))
  const service = spawn(process.execPath, ['--import', 'tsx', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(service.stdout), 'line')) as [string]
  const pid = Number(line)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(isRunning(pid)).toBe(true)
  service.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})
