import { spawnSync } from 'node:child_process'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FlakyProxy } from '../../apps/api/src/testing/flaky-proxy.ts'
import { postmasterPid } from '@zelab/embedded-postgres'
import type { Pace } from './pace.ts'
import type { ProductProcess } from './product-process.ts'

export interface Fault {
  name: string
  workMs?: number
  happen(pace: Pace): Promise<void>
}

const AWAY_MS = 1500
const away = () => sleep(AWAY_MS / 2 + Math.random() * AWAY_MS)

const killPostgres = async (dataDir: string) => {
  const pid = await postmasterPid(path.join(dataDir, 'postgres'))
  if (pid) process.kill(pid, 'SIGKILL')
}

const cutFor = async (line: FlakyProxy) => {
  line.transforms.toServer = (_, { cut }) => {
    cut()
    return undefined
  }
  line.cutAll()
  await away()
  line.transforms.toServer = undefined
  line.cutAll()
}

/** Mounts a file system small enough to fill; undefined without permission. */
export const mountSmall = async (folder: string): Promise<(() => void) | undefined> => {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=755', 'tmpfs', folder])
  return mounted.status === 0 ? () => void spawnSync('umount', ['-l', folder]) : undefined
}

const fill = async (file: string) => {
  const handle = await open(file, 'w')
  try {
    for (const chunk of [Buffer.alloc(4 * 1024 * 1024), Buffer.alloc(4096), Buffer.alloc(1)])
      while (
        await handle.write(chunk).then(
          ({ bytesWritten }) => bytesWritten === chunk.length,
          () => false,
        )
      );
  } finally {
    await handle.close()
  }
}

const diskFull = (dataDir: string): Fault => ({
  name: 'disk full',
  async happen() {
    const ballast = path.join(dataDir, 'ballast')
    await fill(ballast)
    await away()
    await rm(ballast)
  },
})

const folderGone = (dataDir: string): Fault => ({
  name: 'storage gone',
  async happen() {
    const files = path.join(dataDir, 'files')
    await rename(files, `${files}.away`)
    await away()
    await rm(files, { recursive: true, force: true })
    await rename(`${files}.away`, files)
  },
})

export const connectionGone = (name: string, line: FlakyProxy): Fault => ({
  name,
  happen: () => cutFor(line),
})

export const faultsOfOne = (installation: {
  server: ProductProcess
  dataDir: string
  mailLine: FlakyProxy
  smsLine: FlakyProxy
  isSmallDisk: boolean
}): Fault[] => {
  const { server, dataDir, mailLine, smsLine } = installation
  return [
    { name: 'node', happen: () => server.kill() },
    { name: 'postgres', happen: () => killPostgres(dataDir) },
    {
      name: 'node, postgres',
      async happen() {
        await Promise.all([killPostgres(dataDir), server.kill()])
      },
    },
    folderGone(dataDir),
    connectionGone('SMTP gone', mailLine),
    connectionGone('SMS gone', smsLine),
    ...(installation.isSmallDisk ? [diskFull(dataDir)] : []),
  ]
}

const BUSY_MS = 1000

/** Kills each process in turn; the service as a whole stays available. */
export const oneAfterTheOther = (servers: ProductProcess[]): Fault => ({
  name: 'one of two',
  async happen(pace) {
    for (const [index, server] of servers.entries()) {
      if (index > 0) {
        pace.busy()
        await sleep(BUSY_MS)
      }
      await server.kill()
      await sleep(BUSY_MS)
      // Starting takes much longer than the failover.
      pace.calm()
      await server.ready()
    }
  },
})
