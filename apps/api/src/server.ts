import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { fillInDemoData } from './demo/demo-data.ts'
import { showDemoSignIns, showFirstAdmin } from './demo/sign-in-table.ts'
import { startRecurringJobs } from './recurring-jobs.ts'
import { createServices } from './services.ts'
import { systemClock } from './platform/clock.ts'
import { asApplication, grantApplicationRights } from './platform/database/application-role.ts'
import { createChangeFeed } from './platform/change-feed.ts'
import { createDatabase } from './platform/database/create-database.ts'
import { DatabaseUnavailableError } from './platform/database/database.ts'
import { migrate, MigrationError } from './platform/database/migrate.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import { EmbeddedPostgresError } from './platform/embedded-postgres/launcher-error.ts'
import { openStorage } from './platform/file-storage/open-storage.ts'
import { migrateJobs } from './platform/jobs.ts'
import { createMailer } from './platform/mailer.ts'
import { createClamdScanner } from './platform/virus-scanner/clamd-scanner.ts'
import { createSecretBox, loadSecret } from './platform/secret-box.ts'

const fromHere = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

const say = (text: string) => void process.stdout.write(`${text}\n`)

const start = async (config: Config) => {
  const logger = pino({ level: config.logLevel, base: null })
  await mkdir(config.dataDir, { recursive: true })
  const stops: (() => Promise<unknown>)[] = []
  const stopAll = async () => {
    // One that fails, the database being gone say, must not keep the others from stopping.
    for (const stop of stops.splice(0).reverse())
      await stop().catch((error: unknown) => logger.error({ err: error }, 'a part did not stop cleanly'))
  }
  try {
    let connectionString = config.databaseUrl
    if (!connectionString) {
      const postgres = await startEmbeddedPostgres({ dataDir: path.join(config.dataDir, 'postgres'), logger })
      stops.push(() => postgres.stop())
      connectionString = postgres.connectionString
    }
    await migrate({ connectionString, directory: fromHere('../migrations'), logger })
    await migrateJobs(connectionString)
    const hasRole = await grantApplicationRights(connectionString, logger)
    const isEmbedded = config.databaseUrl === undefined
    const database = createDatabase({
      connectionString: hasRole ? asApplication(connectionString, { isEmbedded }) : connectionString,
      logger,
      ...(config.databasePoolSize && { poolSize: config.databasePoolSize }),
    })
    stops.push(() => database.close())
    const changes = createChangeFeed({ connectionString, logger })
    stops.push(() => changes.stop())
    const storage = await openStorage(config.storage)
    stops.push(() => storage.close())
    await storage.check().catch((error: unknown) => {
      logger.error({ err: error }, 'the file storage does not answer: no report can be published or read')
    })
    const platform = {
      database,
      changes,
      storage,
      scanner: config.clamdUrl ? createClamdScanner(config.clamdUrl) : undefined,
      mailer: createMailer({
        smtpUrl: config.smtpUrl,
        from: config.mailFrom,
        outbox: path.join(config.dataDir, 'outbox'),
      }),
      clock: systemClock,
      secretBox: createSecretBox(await loadSecret(config.dataDir, config.secretKey)),
      onBackgroundFailure: (error: unknown, what: string) => logger.error({ err: error }, what),
      appUrl: config.appUrl,
      timeZone: config.timeZone,
    }
    const services = createServices(platform)
    changes.start()
    const demo = config.isDemo ? await fillInDemoData(platform, say) : undefined
    const firstAdmin = config.isDemo ? undefined : await services.users.createFirstAdmin(config.firstAdmin)
    const jobs = await startRecurringJobs({ connectionString, services, logger })
    stops.push(() => jobs.stop())

    const webRoot = fromHere('../../web/dist')
    const app = await buildApp({
      config,
      platform,
      services,
      logger,
      webRoot: existsSync(path.join(webRoot, 'index.html')) ? webRoot : undefined,
    })
    stops.push(async () => {
      await app.close()
      await services.activity.record('system', { action: 'service.stop', summary: 'The service stopped' })
      await services.activity.flush()
    })
    await services.activity.record('system', { action: 'service.start', summary: 'The service started' })
    await listen(app, config)
    say(`\nZelab is ready at ${config.appUrl}`)
    if (firstAdmin) showFirstAdmin(firstAdmin, say)
    if (demo) showDemoSignIns(demo, say)
  } catch (error) {
    await stopAll()
    throw error
  }
  return stopAll
}

/** A second signal ends the process at once. */
const stopOnSignal = (stop: () => Promise<void>) => {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

const READABLE_ERRORS = [ConfigError, MigrationError, EmbeddedPostgresError]

const describeStartFailure = (error: unknown) => {
  if (error instanceof DatabaseUnavailableError)
    return `The database does not answer: ${(error.cause as Error).message}. Please check DATABASE_URL and the server.`
  const isReadable = READABLE_ERRORS.some((kind) => error instanceof kind)
  return isReadable ? (error as Error).message : String((error as Error).stack)
}

const listen = async (app: FastifyInstance, { port, host }: Config) => {
  try {
    await app.listen({ port, host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new ConfigError([`PORT ${port} is used by another program: stop that one or set another PORT`])
  }
}

try {
  stopOnSignal(await start(readConfig(process.env)))
} catch (error) {
  process.stderr.write(`Zelab could not start.\n${describeStartFailure(error)}\n`)
  process.exit(1)
}
