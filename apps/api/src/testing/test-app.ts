import type { TrustedProxies } from '../http/scrape-access.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hash } from '@node-rs/argon2'
import { USER_TYPES, type Role } from '@zelab/contract'
import { pino, type Logger } from 'pino'
import { buildApp } from '../app.ts'
import { createFileProcesses } from '../start/platform.ts'
import { systemClock, type Clock } from '../core/context.ts'
import { asApplication } from '../platform/database/application-role.ts'
import { createNotificationListener } from '../platform/notifications.ts'
import { createDatabase } from '../platform/database/create-database.ts'
import type { TrafficLimits } from '../http/traffic-limits.ts'
import { createReplica, type Replica, type ReplicaLimits } from '../platform/database/replica.ts'
import { createDiskStorage } from '../platform/file-storage/disk-storage.ts'
import type { FileStorage } from '../platform/file-storage/file-storage.ts'
import type { SealConfig } from '../platform/pdf-seal/open-seal-key.ts'
import type { ViewLimits } from '../modules/activity/view-recorder.ts'
import { createMailer } from '../platform/mailer.ts'
import { createSmsGateway } from '../platform/create-sms-gateway.ts'
import type { SmsGateway } from '../platform/sms-gateway.ts'
import { createOutbound, type TlsIdentity } from '../platform/outbound/outbound.ts'
import { createMetrics, type Metrics } from '../platform/metrics/metrics.ts'
import type { VirusScanner } from '../platform/virus-scanner.ts'
import { createEncryption } from '../platform/encryption.ts'
import type { UploadQuota } from '../modules/files/upload/upload-quota.service.ts'
import { startJobQueues } from '../start/job-queues.ts'
import type { Module } from '../core/module.ts'
import { openBackupPlace } from '../modules/backups/backup-place.ts'
import { createServices, type Services } from '../services.ts'
import { ApiClient } from './api-client.ts'
import { inspectRows, inspectRowsOfCopy } from './checked-rows.ts'
import { serializeAndCompare } from './compared-serializer.ts'
import { createLooseDatabase, type LooseDatabase } from './loose-database.ts'
import { watchWrites } from './recorded-writes.ts'
import { stopAtEnd } from './stop-at-end.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export const TEST_PASSWORD = 'Secret@123'
export const TEST_TIME_ZONE = 'Asia/Dubai'

/** Shared by the applications of a worker's test files: starting them takes half a second of CPU time. */
const fileProcesses = createFileProcesses()

/** Saves 15 ms of CPU time per sign-in; `password-hasher.unit.test.ts` covers the product's parameters. */
const QUICK_HASH = { memoryCost: 64, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined

export interface TestUser {
  id: number
  email: string
  role: Role
  labId: number | null
}

export interface TestLab {
  id: number
  name: string
}

let serial = 0
export const nextNumber = (): number => ++serial

export interface TestApp {
  origin: string
  database: LooseDatabase
  connectionString: string
  storage: FileStorage
  services: Services
  modules: readonly Module[]
  metrics: Metrics
  replica: Replica | undefined
  dataDir: string
  routeTree: string
  client(): ApiClient
  createLab(name?: string): Promise<TestLab>
  createUser(role: Role, lab?: TestLab | null): Promise<TestUser>
  signedIn(role: Role, lab?: TestLab): Promise<ApiClient & { user: TestUser }>
  stop(): Promise<void>
}

export interface TestAppOptions {
  /** Defaults to the outbox folder. */
  smtpUrl?: string
  smsGateway?: SmsGateway
  smsReceiptSecret?: string
  withJobs?: boolean
  /** Listens for notifications and caches sessions like the product; by default, every request reads the session. */
  withChanges?: boolean
  appUrl?: string
  isAppUrlSet?: boolean
  storage?: (disk: FileStorage) => FileStorage
  scanner?: VirusScanner
  metricsToken?: string
  trustProxy?: TrustedProxies
  traffic?: Partial<TrafficLimits>
  uploadQuota?: Partial<UploadQuota>
  inboxRoot?: string
  hl7Port?: number
  hl7Out?: TlsIdentity
  hl7CertFile?: string
  /** Addresses of other systems may be in these networks; by default, only public ones. */
  outboundNetworks?: string[]
  /** Certificates that other systems may have instead of public ones. */
  outboundCa?: string
  database?: TestDatabase
  secret?: Buffer
  auditHeadFile?: string
  viewLimits?: Partial<ViewLimits>
  seal?: SealConfig
  publicUrl?: string
  clock?: Clock
  logger?: Logger
  /** Uses this installation, which outlives the app, instead of a new one. */
  installation?: { connectionString: string; dataDir: string }
  replica?: ReplicaLimits & { connectionString: string }
}

export const TEST_SECRET = Buffer.alloc(32, 7)

const openInstallation = async ({
  connectionString,
  dataDir,
}: NonNullable<TestAppOptions['installation']>) => {
  const database = createLooseDatabase({ connectionString, poolSize: 4, logger: { warn() {} } })
  return { database, connectionString, dataDir, drop: () => database.close() }
}

const makeInstallation = async (database: TestDatabase | undefined) => {
  const made = database ?? (await createTestDatabase())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'zelab-test-app-'))
  return {
    ...made,
    dataDir,
    async drop() {
      await made.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const startTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const { database, connectionString, dataDir, drop } = options.installation
    ? await openInstallation(options.installation)
    : await makeInstallation(options.database)
  // The product runs as the application role; tests inspect the database as the owner.
  const productDatabase = createDatabase({
    connectionString: asApplication(connectionString, { isEmbedded: false }),
    poolSize: 4,
    logger: { warn() {} },
    inspectRows: options.installation || options.database ? inspectRows : inspectRowsOfCopy,
  })
  const disk = await createDiskStorage(path.join(dataDir, 'files'))
  const logger = options.logger ?? pino({ level: 'silent' })
  const appUrl = options.appUrl ?? 'http://reports.test'
  const notifications = options.withChanges
    ? createNotificationListener({ connectionString, logger: { warn() {} } })
    : undefined
  const metrics = createMetrics()
  const replica =
    options.replica &&
    createReplica({
      primary: productDatabase,
      connectionString: asApplication(options.replica.connectionString, { isEmbedded: false }),
      poolSize: 4,
      logger: { info() {}, warn() {} },
      limits: options.replica,
    })
  replica?.start()
  const backupPlace = await openBackupPlace(dataDir)
  const platform = {
    database: productDatabase,
    replica,
    notifications,
    storage: options.storage?.(disk) ?? disk,
    scanner: options.scanner,
    fileProcesses,
    mailer: createMailer({
      smtpUrl: options.smtpUrl,
      from: 'Zelab <no-reply@zelab.test>',
      outbox: path.join(dataDir, 'outbox'),
    }),
    smsGateway: options.smsGateway ?? createSmsGateway(undefined),
    smsReceiptSecret: options.smsReceiptSecret,
    metrics,
    clock: options.clock ?? systemClock,
    encryption: createEncryption(options.secret ?? TEST_SECRET),
    auditHeadFile: options.auditHeadFile,
    viewLimits: options.viewLimits,
    reportFailure: (error: unknown, what: string) => logger.error({ err: error }, what),
    appUrl,
    isAppUrlSet: options.isAppUrlSet ?? true,
    publicUrl: options.publicUrl ?? appUrl,
    seal: options.seal,
    defaultTimeZone: TEST_TIME_ZONE,
    // The test machine may have a small disk.
    uploadQuota: { reserveBytes: 0, ...options.uploadQuota },
    inboxRoot: options.inboxRoot,
    hl7Port: options.hl7Port,
    hl7Out: options.hl7Out,
    outbound: createOutbound(options.outboundNetworks ?? [], { ca: options.outboundCa }),
    diskFolders: { data: dataDir },
    hl7CertFile: options.hl7CertFile,
    proposedBackups: {
      place: backupPlace,
      setup: { schedule: '0 22 * * *', keep: 2, isEncrypted: false },
    },
    build: { version: 'test' },
  }
  const { services, modules } = createServices(platform)
  notifications?.start()
  const app = await buildApp({
    config: {
      appUrl,
      publicUrl: platform.publicUrl,
      isAppUrlSet: platform.isAppUrlSet,
      trustProxy: options.trustProxy ?? false,
      webOrigins: [],
      metricsToken: options.metricsToken,
    },
    platform,
    services,
    modules,
    ...(options.logger && { logger }),
    serializer: serializeAndCompare,
    traffic: options.traffic,
  })
  watchWrites(app)
  const routeTree = app.printRoutes({ commonPrefix: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const jobs = options.withJobs
    ? await startJobQueues({ connectionString, modules, metrics, logger })
    : undefined

  const createLab = async (name = `Lab ${nextNumber()}`): Promise<TestLab> => {
    const { id } = await database.one<{ id: number }>(
      "insert into labs (name, address_line1, city) values ($1, '1 Test Street', 'Dubai') returning id",
      [name],
    )
    return { id, name }
  }

  const createUser = async (role: Role, lab?: TestLab | null): Promise<TestUser> => {
    const isLabless = role === 'Admin' || role === 'Patient'
    const labId = isLabless ? null : (lab ?? (await createLab())).id
    const email = `${role.toLowerCase()}${nextNumber()}@zelab.test`
    passwordHash ??= hash(TEST_PASSWORD, QUICK_HASH)
    const { id } = await database.one<{ id: number }>(
      `insert into users (full_name, email, phone, password_hash, user_type_id, lab_id)
       values ($1, $2, '+971500000000', $3, $4, $5) returning id`,
      [`${role} Person`, email, await passwordHash, USER_TYPES.find((type) => type.name === role)?.id, labId],
    )
    return { id, email, role, labId }
  }

  return {
    origin,
    database,
    connectionString,
    storage: disk,
    services,
    modules,
    metrics,
    replica,
    dataDir,
    routeTree,
    client: () => new ApiClient(origin, new URL(appUrl).origin),
    createLab,
    createUser,
    async signedIn(role, lab) {
      const user = await createUser(role, lab)
      const client = new ApiClient(origin, new URL(appUrl).origin)
      const { status } = await client.post('/auth/user/login', { email: user.email, password: TEST_PASSWORD })
      if (status !== 200) throw new Error(`The test user could not sign in: ${status}`)
      return Object.assign(client, { user })
    },
    async stop() {
      await jobs?.stop()
      await app.close()
      await services.activity.flush()
      await notifications?.stop()
      await replica?.close()
      await productDatabase.close()
      await drop()
    },
  }
}

/** Until the end of the test file: await it at the top. */
export const useTestApp = (options?: TestAppOptions): Promise<TestApp> => stopAtEnd(startTestApp(options))
