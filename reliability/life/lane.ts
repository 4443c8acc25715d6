import { createHash } from 'node:crypto'
import type { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { pdfBytes } from '../../apps/api/src/testing/test-records.ts'
import { ask } from './requests.ts'
import type { Difference } from './findings.ts'
import { nextNumber, one, pick } from './people.ts'
import type { Senders } from './senders.ts'
import type { Named } from './trails.ts'
import type { Share, World } from './world.ts'

export const ROLES = ['doctor', 'colleague', 'technician', 'receptionist'] as const
export type Role = (typeof ROLES)[number]

/** The staff of one lab and the Admins, signed in at one process. */
export type Team = Record<Role | 'admin' | 'secondAdmin', ApiClient>

/** One person at work: chooses among the records of a share, at either process. */
export interface Lane {
  world: World
  share: Share
  random: () => number
  team: Team
  senders: Senders
  note(text: string, ...records: Named[]): void
  /** A difference that is seen at once. */
  find(difference: Difference): void
}

/** Half of the choices are about recent records. */
const RECENT = 10
export const choose = <One>({ random }: Lane, list: readonly One[]): One | undefined =>
  pick(random, random() < 0.5 ? list.slice(-RECENT) : list)

export const chance = ({ random }: Lane, share: number): boolean => random() < share

/** A Doctor or Technician. */
export const publisher = ({ random }: Lane): 'doctor' | 'colleague' | 'technician' =>
  one(random, ['doctor', 'colleague', 'technician'] as const)

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** A new file and its SHA-256. */
export const uploadNew = async (client: ApiClient): Promise<{ fileUrl: string; sha256: string }> => {
  const content = Buffer.concat([pdfBytes(1), Buffer.from(`%${nextNumber()}\n`)])
  const sha256 = sha256Of(content)
  const form = new FormData()
  form.append('reportFile', new Blob([new Uint8Array(content)]), 'result.pdf')
  const { fileUrl } = await ask(client, 'POST', '/report/uploadReportFile', form)
  return { fileUrl: fileUrl as string, sha256 }
}

export const newTitle = (): string => `Result ${nextNumber()}`
