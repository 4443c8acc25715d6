import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { asApplication } from '../apps/api/src/platform/database/application-role.ts'
import { findEmbeddedDatabase } from '../apps/api/src/platform/database/embedded-database.ts'
import { startProgram } from './processes.ts'

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))
const originOf = (port: number) => `http://127.0.0.1:${port}`

/** With fixed ports, a second run would measure the programs of the first. */
const findFreePorts = async () => {
  const servers = [createServer(), createServer(), createServer()] as const
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening')
  const [product, floor, files] = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) await once(server.close(), 'close')
  return { product, floor, files } as Record<'product' | 'floor' | 'files', number>
}

export const startBenchmarked = async (dataDir: string) => {
  const ports = await findFreePorts()
  const product = await startProgram({
    name: 'The product',
    args: [
      ...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []),
      path.join(REPOSITORY, 'apps/api/dist/server.js'),
    ],
    env: {
      DATA_DIR: dataDir,
      PORT: String(ports.product),
      APP_URL: originOf(ports.product),
      // At the default level, one log line per request would measure the terminal.
      LOG_LEVEL: 'warn',
      // The benchmark uploads more per minute than a technician's quota of unpublished files.
      UPLOAD_QUOTA_USER_MB: '1000000',
      UPLOAD_QUOTA_LAB_MB: '1000000',
      // Receivers of the benchmark listen on this machine.
      OUTBOUND_NETWORKS: '127.0.0.0/8, ::1/128',
    },
    healthAddress: `${originOf(ports.product)}/readyz`,
  })
  const folder = path.join(dataDir, 'postgres')
  const connectionString = await findEmbeddedDatabase(folder)
  if (!connectionString) throw new Error('The embedded database does not run')
  const postmaster = Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const floor = await startProgram({
    name: 'The floor',
    args: ['--import', 'tsx', path.join(REPOSITORY, 'bench/floor-server.ts')],
    env: {
      PORT: String(ports.floor),
      FLOOR_UPLOADS: path.join(dataDir, 'bench-uploads'),
      FLOOR_DATABASE_URL: asApplication(connectionString, { isEmbedded: true }),
    },
    healthAddress: `${originOf(ports.floor)}/healthz`,
  })
  const staticFolder = path.join(dataDir, 'bench-files')
  const files = await startProgram({
    name: 'The static floor',
    args: ['--import', 'tsx', path.join(REPOSITORY, 'bench/static-server.ts')],
    env: { PORT: String(ports.files), STATIC_FOLDER: staticFolder },
    healthAddress: `${originOf(ports.files)}/healthz`,
  })
  return {
    connectionString,
    postmaster,
    staticFolder,
    product: { origin: originOf(ports.product), pid: product.pid },
    floor: { origin: originOf(ports.floor), pid: floor.pid },
    files: { origin: originOf(ports.files), pid: files.pid },
    async stop() {
      await floor.stop()
      await files.stop()
      await product.stop()
    },
  }
}
