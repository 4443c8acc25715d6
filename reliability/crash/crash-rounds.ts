import path from 'node:path'
import {
  findEmbeddedDatabase,
  startEmbeddedDatabase,
} from '../../apps/api/src/platform/database/embedded-database.ts'
import { startFlakyProxy } from '../../apps/api/src/testing/flaky-proxy.ts'
import { TEST_BUCKET } from '../../apps/api/src/testing/s3/s3-server.ts'
import { startS3rver } from '../../apps/api/src/testing/s3/s3rver.ts'
import { faultsOfOne, connectionGone, mountSmall, oneAfterTheOther } from './faults.ts'
import { fillIn, prepareInstallation } from './installation.ts'
import { startProduct, type ProductProcess } from './product-process.ts'
import { startRetryingProxy } from './retrying-proxy.ts'
import { runRounds, type Length, type Outcome } from './rounds.ts'

/** One process with its own database and files in a folder, like `npm start`. */
export const crashOne = async (length: Length): Promise<Outcome> => {
  const installation = await prepareInstallation('one')
  const unmount = await mountSmall(installation.dataDir)
  const server = await startProduct(installation.settings, installation.hl7Settings)
  try {
    await server.ready()
    const connectionString = async () => {
      const found = await findEmbeddedDatabase(path.join(installation.dataDir, 'postgres'))
      if (!found) throw new Error('No database runs')
      return found
    }
    const installed = await fillIn(server.url, await connectionString(), installation)
    return await runRounds(
      {
        origin: server.url,
        servers: [server],
        faults: faultsOfOne({ ...installation, server, isSmallDisk: unmount !== undefined }),
        installed,
        checkSettings: installation.settings,
        connectionString,
        mails: installation.mail.received,
        sms: installation.sms.received,
      },
      length,
    )
  } finally {
    await server.stop()
    unmount?.()
    await installation.remove()
  }
}

/** Two processes behind a proxy, on one external database and one bucket. */
export const crashSeveral = async (length: Length): Promise<Outcome> => {
  const installation = await prepareInstallation('several')
  const postgres = await startEmbeddedDatabase({ dataDir: path.join(installation.folder, 'postgres') })
  const databaseLine = await startFlakyProxy(path.join(postgres.socketFolder, '.s.PGSQL.5432'))
  const bucket = await startS3rver()
  const bucketLine = await startFlakyProxy(bucket.origin)
  const bucketSettings = (endpoint: string) => ({
    STORAGE_URL: `s3://${TEST_BUCKET}/reports`,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
  })
  const databaseUrl = `postgresql://postgres@${databaseLine.origin.replace('http://', '')}/zelab`
  const servers: ProductProcess[] = []
  try {
    for (const number of [1, 2])
      servers.push(
        await startProduct(
          {
            ...installation.settings,
            ...bucketSettings(bucketLine.origin),
            ...{ DATABASE_URL: databaseUrl, DATABASE_SINGLE_LOGIN: 'true' },
            DATA_DIR: path.join(installation.folder, `data-${number}`),
          },
          installation.hl7Settings,
        ),
      )
    await Promise.all(servers.map((server) => server.ready()))
    const proxy = await startRetryingProxy(servers.map(({ url }) => url))
    try {
      return await runRounds(
        {
          origin: proxy.url,
          servers,
          faults: [
            oneAfterTheOther(servers),
            connectionGone('database gone', databaseLine),
            connectionGone('bucket gone', bucketLine),
          ],
          installed: await fillIn(proxy.url, postgres.connectionString, installation),
          checkSettings: {
            ...installation.settings,
            ...bucketSettings(bucket.origin),
            ...{ DATABASE_URL: postgres.connectionString, DATABASE_SINGLE_LOGIN: 'true' },
          },
          connectionString: () => Promise.resolve(postgres.connectionString),
          mails: installation.mail.received,
          sms: installation.sms.received,
        },
        length,
      )
    } finally {
      await proxy.stop()
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await databaseLine.stop()
    await bucketLine.stop()
    await bucket.stop()
    await postgres.stop()
    await installation.remove()
  }
}
