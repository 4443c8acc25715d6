import type { FastifyInstance } from 'fastify'
import type { JobHandler } from '../platform/jobs.ts'

/**
 * Jobs of different kinds do not wait for each other: each process has a queue for each. Users wait for messages, an
 * SMS gateway may be silent for 15 seconds for each SMS, and a backup can occupy a slot of the upkeep for hours. Files
 * are rendered one at a time: a second job would only occupy a slot. Systems of others may take a minute for
 * each change.
 */
export const JOB_KINDS = { messages: 3, sms: 3, files: 1, upkeep: 3, integrations: 8 } as const

export interface Job {
  kind: keyof typeof JOB_KINDS
  /** A line of the crontab; the handler gets no payload. */
  at?: string
  /** Sends notices to staff: pauses while a restored installation holds them. */
  isNotice?: boolean
  run: JobHandler
}

export const EVERY_MINUTE = '* * * * *'

export interface Module<Services extends object = object> {
  services: Services
  routes?: (app: FastifyInstance) => unknown
  /** Keys are task names. A task keeps its name, because jobs of an earlier version may be queued. */
  jobs?: Record<string, Job>
  /** Called before the jobs stop. */
  stop?: () => void
}

export const defineModule = <Services extends object>(module: Module<Services>): Module<Services> => module

interface Composition<Given extends object> {
  services: Given
  modules: Module[]
  /** A module uses the services of those before it. */
  add<Services extends object>(create: (given: Given) => Module<Services>): Composition<Given & Services>
}

export const compose = <Given extends object>(given: Given, modules: Module[] = []): Composition<Given> => ({
  services: given,
  modules,
  add(create) {
    const module = create(given)
    return compose({ ...given, ...module.services }, [...modules, module])
  },
})
