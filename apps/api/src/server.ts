import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { existsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import packageFile from '../package.json' with { type: 'json' }
import { buildApp, readinessOf, recordingOf } from './app.ts'
import { ConfigError, type Config } from './config/config.ts'
import { openBackupPlace } from './modules/backups/backup-place.ts'
import { createBackupWorker } from './modules/backups/backup-worker.ts'
import { createFileProcesses, stopFileProcesses } from './start/platform.ts'
import { openKey } from './modules/installation/installation-key.ts'
import { createRecoveryWatch, recoveryJobs } from './modules/installation/recovery-watch.ts'
import { findInstallation } from './modules/installation/installation.repository.ts'
import { openPulse } from './platform/file-storage/storage-marker.ts'
import { openFiles } from './start/open-file-storage.ts'
import { createMllpServer } from './modules/inbox/hl7/mllp-server.ts'
import { createCodeReader } from './modules/inbox/matching/code-reader.ts'
import { createFolderWatcher } from './modules/inbox/folders/folder-watcher.ts'
import { readSettings } from './config/read-settings.ts'
import { startJobQueues } from './start/job-queues.ts'
import { AppError } from './core/app-error.ts'
import { createServices, type Services } from './services.ts'
import { systemClock } from './core/context.ts'
import { APPLICATION_RIGHTS } from './database-tables.ts'
import { asApplication, grantApplicationRights, loginOf } from './platform/database/application-role.ts'
import { createNotificationListener } from './platform/notifications.ts'
import { createDatabase } from './platform/database/create-database.ts'
import { createReplica } from './platform/database/replica.ts'
import { migrate, isMigrated, lastMigrationIn } from './platform/database/migrate.ts'
import { startEmbeddedDatabase } from './platform/database/embedded-database.ts'
import { migrateJobs } from './platform/jobs.ts'
import { createLogger, logConsole } from './platform/logger.ts'
import { createMailer } from './platform/mailer.ts'
import { createSmsGateway } from './platform/create-sms-gateway.ts'
import { measureIntake } from './modules/inbox/intake/intake-metrics.ts'
import { createOutbound } from './platform/outbound/outbound.ts'
import { createMetrics, measureProcess } from './platform/metrics/metrics.ts'
import { createClamdScanner } from './platform/virus-scanner.ts'
import { createEncryption } from './platform/encryption.ts'
import { createShutdownHooks, abortOnSignals } from './start/shutdown.ts'
import { describeListening, listen, listenHl7 } from './start/listening.ts'
import { findLaterProblems, prepareDataFolder, waitForDatabase } from './start/start-checks.ts'
import { describeStartFailure } from './start/start-failure.ts'
import { backupJobs } from './modules/backups/backups.routes.ts'

const { version: VERSION } = packageFile

const fromHere = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Starts everything in order. If `stopSignal` aborts meanwhile, everything started so far is stopped. */
const start = async (config: Config, stopSignal: AbortSignal) => {
  const logger = createLogger(config.logLevel)
  logConsole(logger)
  const metrics = createMetrics()
  measureProcess(metrics)
  const isEmbedded = config.databaseUrl === undefined
  await prepareDataFolder(config.dataDir, { isPassedThrough: isEmbedded && process.getuid?.() === 0 })
  for (const problem of await findLaterProblems(config)) logger.error(problem)
  const shutdown = createShutdownHooks(logger, stopSignal)
  try {
    let connectionString = config.databaseOwnerUrl
    if (connectionString) await shutdown.unlessShutdown(waitForDatabase(connectionString, { say }))
    else {
      const postgres = await startEmbeddedDatabase({ dataDir: path.join(config.dataDir, 'postgres'), logger })
      shutdown.add(() => postgres.stop())
      connectionString = postgres.connectionString
    }
    stopSignal.throwIfAborted()
    const migrations = fromHere('../migrations')
    await shutdown.unlessShutdown(migrate({ connectionString, directory: migrations, logger }))
    await shutdown.unlessShutdown(migrateJobs(connectionString))
    const { databaseUrl = connectionString } = config
    const login = databaseUrl === connectionString ? undefined : loginOf(databaseUrl)
    const hasRole = await grantApplicationRights(connectionString, APPLICATION_RIGHTS, logger, login)
    const database = createDatabase({
      connectionString: hasRole ? asApplication(databaseUrl, { isEmbedded }) : databaseUrl,
      isPrimaryOnly: true,
      logger,
      onWait: (seconds) => metrics.connectionWaits.observe(seconds),
      ...(config.databasePoolSize && { poolSize: config.databasePoolSize }),
    })
    shutdown.add(() => database.close())
    const replica = config.databaseReadUrl
      ? createReplica({
          primary: database,
          connectionString: hasRole
            ? asApplication(config.databaseReadUrl, { isEmbedded: false })
            : config.databaseReadUrl,
          poolSize: config.databasePoolSize,
          logger,
        })
      : undefined
    shutdown.add(() => replica?.close() ?? Promise.resolve())
    replica?.start()
    const notifications = createNotificationListener({ connectionString: databaseUrl, logger })
    shutdown.add(() => notifications.stop())
    const secret = await openKey(database, config)
    const storage = await openFiles(database, config.storage, logger)
    shutdown.add(() => storage.close())
    const pulse = await openPulse(config.storage, async () => (await findInstallation(database))?.id)
    shutdown.add(() => Promise.resolve(pulse.close()))
    const schema = await lastMigrationIn(migrations)
    const { folder, schedule, keep, passphrase } = config.backup
    const place = folder === undefined ? await openBackupPlace(config.dataDir) : undefined
    const backupFolder = folder ?? place?.folder
    const fileProcesses = createFileProcesses()
    const platform = {
      database,
      replica,
      notifications,
      storage,
      fileProcesses,
      scanner: config.clamdUrl ? createClamdScanner(config.clamdUrl) : undefined,
      mailer: createMailer({
        smtpUrl: config.smtpUrl,
        from: config.mailFrom,
        outbox: path.join(config.dataDir, 'outbox'),
      }),
      smsGateway: createSmsGateway(config.sms.gateway),
      smsReceiptSecret: config.sms.receiptSecret,
      seal: config.seal,
      metrics,
      clock: systemClock,
      encryption: createEncryption(secret),
      auditHeadFile: config.auditHeadFile,
      reportFailure: (error: unknown, what: string) => logger.error({ err: error }, what),
      appUrl: config.appUrl,
      isAppUrlSet: config.isAppUrlSet,
      publicUrl: config.publicUrl,
      uploadQuota: config.uploadQuota,
      inboxRoot: config.folders.root,
      hl7Port: config.hl7?.port,
      hl7CertFile: config.hl7?.certFile,
      hl7Out: config.hl7Out,
      outbound: createOutbound(config.outboundNetworks),
      defaultTimeZone: config.timeZone,
      diskFolders: { data: config.dataDir, ...(backupFolder && { backups: backupFolder }) },
      proposedBackups: place && {
        place,
        setup: { schedule, keep, isEncrypted: passphrase !== undefined },
      },
      build: { version: VERSION, schema, node: process.version },
    }
    const { services, modules } = createServices(platform)
    notifications.start()
    // A tool beside the server, loaded only when it is wanted.
    const demo = config.isDemo ? await import('../demo/demo-data.ts') : undefined
    const { publicUrl } = config
    const signIns =
      demo &&
      (await shutdown.unlessShutdown(demo.fillInDemoData({ connectionString, storage, publicUrl }, say)))
    const firstAdmin = config.isDemo ? undefined : await createFirstAdmin(services, config)
    const backupsIn = (target: string) =>
      createBackupWorker({
        ...platform,
        connectionString,
        secret,
        settings: { ...config.backup, folder: target },
        onFailure: (error) => logger.error({ err: error }, 'a backup failed'),
      })
    const backups = backupFolder === undefined ? undefined : backupsIn(backupFolder)
    if (folder !== undefined) await backups?.publishSetup()
    const recovery = createRecoveryWatch({ ...platform, pulse })
    await recovery.check()
    const jobs = await startJobQueues({
      connectionString,
      modules: [
        ...modules,
        recoveryJobs(recovery),
        ...(backups ? [backupJobs(services.backups, backups, place?.id)] : []),
      ],
      metrics,
      isHeld: services.heldSendings.isHeld,
      logger,
    })
    shutdown.add(() => jobs.stop())
    // After the last request. Unfinished file jobs are restarted by another process or the next start.
    shutdown.add(() => Promise.resolve(stopFileProcesses(fileProcesses)))

    const readiness = readinessOf(platform, {
      schema: { check: () => isMigrated(database, schema) },
      ...recordingOf(services),
      queue: { check: () => jobs.check(), isOptional: true },
    })
    const webRoot = fromHere('../../web/dist')
    const app = await buildApp({
      config,
      platform,
      services,
      modules,
      readiness,
      traffic: config.traffic,
      logger,
      webRoot: existsSync(path.join(webRoot, 'index.html')) ? webRoot : undefined,
    })
    shutdown.add(async () => {
      await app.close()
      await services.activity.record('system', { action: 'service.stop', summary: 'The service stopped' })
      await services.activity.flush()
    })
    const folders = createFolderWatcher({
      database,
      intake: measureIntake(services.intake, 'folder', metrics),
      uploadLimitMb: services.uploadLimitMb,
      ...config.folders,
      logger,
    })
    shutdown.add(() => folders.stop())
    const codes = createCodeReader({
      database,
      rematching: services.rematching,
      onFailure: (error) => logger.warn({ err: error }, 'the barcodes of a file could not be read'),
    })
    shutdown.add(() => codes.stop())
    shutdown.add(async () => {
      readiness.stop()
      if (config.stopDelaySeconds > 0) await sleep(config.stopDelaySeconds * 1000)
    })
    stopSignal.throwIfAborted()
    await services.activity.record('system', { action: 'service.start', summary: 'The service started' })
    await listen(app, config)
    if (config.hl7) {
      const hl7 = createMllpServer({
        settings: config.hl7,
        messages: services.hl7Messages,
        logger,
        clock: systemClock,
      })
      shutdown.add(() => hl7.stop())
      await listenHl7(hl7, config.hl7)
    }
    folders.start()
    codes.start()
    say(`\nZelab is ready at ${config.appUrl}`)
    say(describeListening(app.addresses(), config))
    if (firstAdmin) {
      say(`\nThis is a new installation in ${config.dataDir}. If you expected another one, check DATA_DIR.`)
      showFirstAdmin(firstAdmin)
    }
    if (signIns) say(signIns)
  } catch (error) {
    await shutdown.runAll()
    throw error
  }
  return shutdown.runAll
}

const createFirstAdmin = (services: Services, { firstAdmin }: Config) =>
  services.users.createFirstAdmin(firstAdmin).catch((error: unknown) => {
    throw error instanceof AppError ? new ConfigError([`ADMIN_PASSWORD: ${error.message}`]) : error
  })

/** Printed once, when the first Admin is created; a configured password is not repeated. */
const showFirstAdmin = (admin: { email: string; password: string; isGenerated: boolean }) => {
  say('\nThe first Admin was created. Sign in with')
  say(`  Email     ${admin.email}`)
  say(`  Password  ${admin.isGenerated ? admin.password : '(the one in ADMIN_PASSWORD)'}`)
  if (admin.isGenerated) say('  This password is not shown again.')
  say('')
}

/** With much memory, V8 collects garbage that survived minor collections only at several times the live data. */
const limitHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=50')

const run = async () => {
  const stopSignal = abortOnSignals()
  limitHeapGrowth()
  try {
    const stop = await start(readSettings(), stopSignal)
    if (!stopSignal.aborted) await once(stopSignal, 'abort')
    await stop()
    process.exit(0)
  } catch (error) {
    if (stopSignal.aborted && error === stopSignal.reason) process.exit(0)
    process.stderr.write(`Zelab could not start.\n${describeStartFailure(error)}\n`)
    process.exit(1)
  }
}

if (process.argv.includes('--version')) say(VERSION)
else void run()
