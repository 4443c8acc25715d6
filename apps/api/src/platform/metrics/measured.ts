import { Gauge } from 'prom-client'
import { REPLICA_STATES, type Replica } from '../database/replica.ts'
import { FileMissingError, StorageUnavailableError, type FileStorage } from '../file-storage/file-storage.ts'
import type { Mailer } from '../mailer.ts'
import { SmsRefusedError, UnconfirmedSmsError, type SmsGateway } from '../sms-gateway.ts'
import type { VirusScanner } from '../virus-scanner.ts'
import type { Metrics } from './metrics.ts'

const startStopwatch = (): (() => number) => {
  const start = performance.now()
  return () => (performance.now() - start) / 1000
}

export const measureMailer = (mailer: Mailer, { mails }: Metrics): Mailer => ({
  hasServer: mailer.hasServer,
  async send(mail) {
    try {
      await mailer.send(mail)
    } catch (error) {
      mails.inc({ outcome: 'failed' })
      throw error
    }
    mails.inc({ outcome: 'sent' })
  },
})

const smsOutcomeOf = (error: unknown) => {
  if (error instanceof SmsRefusedError) return 'refused'
  return error instanceof UnconfirmedSmsError ? 'unconfirmed' : 'failed'
}

export const measureSmsGateway = (gateway: SmsGateway, { sms }: Metrics): SmsGateway => ({
  hasGateway: gateway.hasGateway,
  async send(message) {
    try {
      await gateway.send(message)
    } catch (error) {
      sms.inc({ outcome: smsOutcomeOf(error) })
      throw error
    }
    sms.inc({ outcome: 'accepted' })
  },
})

export const measureScanner = (scanner: VirusScanner, { virusScans }: Metrics): VirusScanner => ({
  async scan(content) {
    const seconds = startStopwatch()
    try {
      const verdict = await scanner.scan(content)
      virusScans.observe({ outcome: verdict }, seconds())
      return verdict
    } catch (error) {
      virusScans.observe({ outcome: 'unavailable' }, seconds())
      throw error
    }
  },
})

const storageOutcomeOf = (error: unknown) => {
  if (error instanceof FileMissingError) return 'missing'
  return error instanceof StorageUnavailableError ? 'unavailable' : 'refused'
}

export const measureStorage = (storage: FileStorage, { storageOperations }: Metrics): FileStorage => {
  const measure = async <Result>(operation: string, work: Promise<Result>): Promise<Result> => {
    const seconds = startStopwatch()
    try {
      const result = await work
      storageOperations.observe({ operation, outcome: 'ok' }, seconds())
      return result
    } catch (error) {
      storageOperations.observe({ operation, outcome: storageOutcomeOf(error) }, seconds())
      throw error
    }
  }
  const noteReadFailure = (error: unknown, seconds: number) =>
    storageOperations.observe({ operation: 'read', outcome: storageOutcomeOf(error) }, seconds)
  return {
    async stage(name, content) {
      const staged = await measure('stage', storage.stage(name, content))
      return { ...staged, commit: () => measure('commit', staged.commit()) }
    },
    receiveTemporary: (content) => measure('stage', storage.receiveTemporary(content)),
    async open(name, range) {
      const seconds = startStopwatch()
      const content = await measure('open', storage.open(name, range))
      content.once('error', (error) => noteReadFailure(error, seconds()))
      return content
    },
    async openChunks(name, range) {
      const seconds = startStopwatch()
      const chunks = await measure('open', storage.openChunks(name, range))
      return {
        ...chunks,
        next: (buffer) =>
          chunks.next(buffer).catch((error: unknown) => {
            noteReadFailure(error, seconds())
            throw error
          }),
      }
    },
    find: (name) => measure('find', storage.find(name)),
    list: () => storage.list(),
    remove: (name) => measure('remove', storage.remove(name)),
    freeBytes: () => storage.freeBytes(),
    check: () => measure('check', storage.check()),
    close: () => storage.close(),
  }
}

export const measureReplica = (replica: Replica | undefined, { registry }: Metrics): void => {
  const registers = [registry]
  new Gauge({
    name: 'zelab_replica_state',
    help: '1 for what the read replica is: in_use, behind, silent or foreign',
    labelNames: ['state'],
    registers,
    collect() {
      const found = replica?.state()
      if (found) for (const state of REPLICA_STATES) this.set({ state }, Number(state === found))
    },
  })
  new Gauge({
    name: 'zelab_replica_lag_seconds',
    help: 'What was written so long ago is on the read replica',
    registers,
    collect() {
      this.set(replica?.lagSeconds() ?? 0)
    },
  })
}
