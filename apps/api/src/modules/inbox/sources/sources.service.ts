import path from 'node:path'
import {
  can,
  INBOX_SOURCES_MAX,
  inboxSourceForm,
  USER_TYPES,
  VALIDATION,
  type InboxSource,
  type InboxSourceChanges,
  type InboxSourceFields,
  type InboxSources,
  type Saved,
} from '@zelab/contract'
import { z } from 'zod'
import type { Context } from '../../../core/context.ts'
import { conflict, invalidField, notFound, refusedField } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { isUniqueViolation, type Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import type { LabService } from '../../labs/labs.service.ts'
import {
  changeSettings,
  readSavedSettings,
  withChanges,
  type Seen,
} from '../../settings/settings-updates.service.ts'
import { isAddressOrNetwork } from '../../../platform/address-list.ts'
import {
  countSources,
  findPublishers,
  findSourceFolders,
  findSources,
  insertSource,
  lockSources,
  markSourceRemoved,
  readFailingSources,
  updateSource,
  type SourceFields,
} from './sources.repository.ts'

/** Doctors and Technicians. The Admin has no lab. */
const PUBLISHING_ROLES = USER_TYPES.filter(
  ({ name }) => name !== 'Admin' && can(name, 'reports:publish'),
).map(({ id }) => id)

const folderBelow = (root: string, typed: string): string | undefined => {
  const full = path.resolve(root, typed.replaceAll('\\', '/').replace(/^\/+/, ''))
  const below = path.relative(root, full)
  return below === '' || below.startsWith('..') || path.isAbsolute(below) ? undefined : below
}

const isWithin = (one: string, other: string) => one === other || one.startsWith(`${other}${path.sep}`)

/** All fields after a change that names some of them. */
const fieldsAfter = (stored: InboxSource, changes: InboxSourceChanges): InboxSourceFields => {
  const { kind, name, isOn, publishesAutomatically, publisher, folder, certificate, addresses, charset } =
    stored
  const common = { kind, name, isOn, publishesAutomatically, publisherId: publisher?.id ?? null }
  const ofKind = kind === 'folder' ? { folder } : { certificate, addresses, charset }
  const fields = z.safeParse(
    inboxSourceForm,
    withChanges<Record<string, unknown>>({ ...common, ...ofKind }, changes),
  )
  if (fields.success) return fields.data
  const [issue] = fields.error.issues
  throw invalidField(issue?.path.join('.') ?? '', issue?.message ?? VALIDATION.invalid)
}

const sectionOf = (labId: number) => ({ labId, section: 'inbox sources' })

export const createInboxSourceService = ({
  database,
  labs,
  inboxRoot: root,
  hl7Port,
}: Pick<Context, 'database' | 'hl7Port' | 'inboxRoot'> & { labs: LabService }) => {
  const checkPublisher = async (tx: Queryable, labId: number, publisherId: number) => {
    const publishers = await findPublishers(tx, labId, PUBLISHING_ROLES)
    if (!publishers.some(({ id }) => id === publisherId))
      throw refusedField('publisherId', 'INBOX_PUBLISHER_UNSUITABLE')
  }

  /** Rejects equal and nested folders, because their sources would take files from each other. */
  const freeFolder = async (tx: Queryable, typed: string, exceptId?: number): Promise<string> => {
    if (root === undefined) throw refusedField('folder', 'INBOX_FOLDERS_NOT_SET_UP')
    const folder = folderBelow(root, typed)
    if (folder === undefined) throw refusedField('folder', 'INBOX_FOLDER_OUTSIDE')
    const others = (await findSourceFolders(tx)).filter(({ id }) => id !== exceptId)
    if (others.some((other) => isWithin(other.folder, folder) || isWithin(folder, other.folder)))
      throw refusedField('folder', 'INBOX_FOLDER_TAKEN')
    return folder
  }

  const checked = async (
    tx: Queryable,
    labId: number,
    fields: InboxSourceFields,
    {
      exceptId,
      keepsPublisher = false,
      keptFolder,
    }: { exceptId?: number; keepsPublisher?: boolean; keptFolder?: string | null } = {},
  ): Promise<SourceFields> => {
    const { kind, name, isOn, publishesAutomatically, publisherId } = fields
    if (typeof publisherId === 'number' && !keepsPublisher) await checkPublisher(tx, labId, publisherId)
    const common = { kind, name, isOn, publishesAutomatically, publisherId }
    if (kind === 'folder') {
      const folder = keptFolder ?? (await freeFolder(tx, fields.folder ?? '', exceptId))
      return { ...common, folder, certificate: null, addresses: [], charset: null }
    }
    const addresses = fields.addresses ?? []
    if (!addresses.every(isAddressOrNetwork)) throw invalidField('addresses', VALIDATION.inboxAddress)
    const { certificate = null, charset } = fields
    return { ...common, folder: null, certificate, addresses, charset }
  }

  const refuseTaken = (error: unknown): never => {
    if (isUniqueViolation(error, 'inbox_sources_certificate'))
      throw refusedField('certificate', 'INBOX_CERTIFICATE_TAKEN')
    throw isUniqueViolation(error, 'inbox_sources_folder')
      ? refusedField('folder', 'INBOX_FOLDER_TAKEN')
      : error
  }

  const find = async (db: Queryable, labId: number, id: number): Promise<InboxSource> => {
    const source = (await findSources(db, labId)).find((one) => one.id === id)
    if (!source) throw notFound('INBOX_SOURCE_NOT_FOUND')
    return source
  }

  const record = (tx: Queryable, caller: Caller, labId: number, summary: string) =>
    recordActivity(tx, caller, {
      action: 'inbox.source',
      object: { type: 'lab', id: labId },
      labId,
      summary,
    })

  return {
    async list(caller: Caller, labId: number): Promise<Saved<InboxSources>> {
      await labs.get(caller, labId)
      return readSavedSettings(database, sectionOf(labId), async () => {
        const [sources, publishers] = await Promise.all([
          findSources(database, labId),
          findPublishers(database, labId, PUBLISHING_ROLES),
        ])
        return { sources, publishers, root: root ?? null, hl7Port: hl7Port ?? null }
      })
    },

    async add(caller: Caller, labId: number, fields: InboxSourceFields): Promise<InboxSource> {
      await labs.get(caller, labId)
      const id = await database
        .transaction((tx) =>
          runIdempotent(tx, caller, async () => {
            await lockSources(tx)
            if ((await countSources(tx, labId)) >= INBOX_SOURCES_MAX) throw conflict('INBOX_SOURCE_LIMIT')
            const source = await checked(tx, labId, fields)
            const added = await insertSource(tx, labId, source)
            await record(tx, caller, labId, `Added the inbox source ${source.name}`)
            return added
          }),
        )
        .catch(refuseTaken)
      return find(database, labId, id)
    },

    async update(
      caller: Caller,
      { labId, id }: { labId: number; id: number },
      { updatedAt, ...changes }: InboxSourceChanges & Seen,
    ): Promise<Saved<InboxSource>> {
      await labs.get(caller, labId)
      const change = async (tx: Queryable) => {
        await lockSources(tx)
        const stored = await find(tx, labId, id)
        if (changes.kind !== undefined && changes.kind !== stored.kind)
          throw notFound('INBOX_SOURCE_NOT_FOUND')
        const fields = fieldsAfter(stored, changes)
        // A publisher who became unsuitable stays while nothing is published by them.
        const keepsPublisher =
          changes.publisherId === undefined && !(fields.isOn && fields.publishesAutomatically)
        const keptFolder = changes.folder === undefined ? stored.folder : null
        const source = await checked(tx, labId, fields, { exceptId: id, keepsPublisher, keptFolder })
        if (!(await updateSource(tx, { labId, id }, source))) throw notFound('INBOX_SOURCE_NOT_FOUND')
        await record(tx, caller, labId, `Changed the inbox source ${source.name}`)
        return {}
      }
      const saved = await database
        .transaction((tx) => changeSettings(tx, sectionOf(labId), updatedAt, () => change(tx)))
        .catch(refuseTaken)
      return { ...(await find(database, labId, id)), ...saved }
    },

    failing: (tx: Queryable): Promise<{ failing: number; longestSeconds: number }> => readFailingSources(tx),

    async remove(caller: Caller, { labId, id }: { labId: number; id: number }): Promise<void> {
      await labs.get(caller, labId)
      await database.transaction(async (tx) => {
        const name = await markSourceRemoved(tx, { labId, id })
        if (name === undefined) throw notFound('INBOX_SOURCE_NOT_FOUND')
        await record(tx, caller, labId, `Removed the inbox source ${name}`)
      })
    },
  }
}
export type InboxSourceService = ReturnType<typeof createInboxSourceService>
