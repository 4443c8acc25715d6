import type { Lab, LabOverview, LabStaffMember, Pagination } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { conflict, notFound } from '../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../core/caller.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { readTotalledPage } from '../../core/pagination.ts'
import { countLabStaff, findLabStaff, readLabCapabilities, readLabCounts } from './lab-page.repository.ts'
import {
  deleteLab,
  findLab,
  findLabs,
  findSignInProviders,
  insertLab,
  lockLab,
  updateLab,
  type LabChanges,
  type NewLab,
} from './labs.repository.ts'

const refuseTakenName = (error: unknown): never => {
  throw isUniqueViolation(error, 'labs_name_key') ? conflict('LAB_NAME_TAKEN', 'name') : error
}

export const createLabService = ({ database }: Pick<Context, 'database'>) => ({
  list: (caller: Caller): Promise<Lab[]> => findLabs(labScopeOf(caller), database),

  async get(caller: Caller, id: number): Promise<Lab> {
    const lab = await findLab(labScopeOf(caller), database, id)
    if (!lab) throw notFound('LAB_NOT_FOUND')
    return lab
  },

  async getOverview(caller: Caller, id: number): Promise<LabOverview> {
    const lab = await findLab(labScopeOf(caller), database, id)
    if (!lab) throw notFound('LAB_NOT_FOUND')
    const [counts, capabilities] = await Promise.all([
      readLabCounts(database, id),
      readLabCapabilities(database, id),
    ])
    return { lab, ...counts, capabilities }
  },

  async listStaff(
    caller: Caller,
    id: number,
    { search, ...query }: { page: number; limit: number; search: string },
  ): Promise<{ data: LabStaffMember[]; pagination: Pagination }> {
    if (!(await findLab(labScopeOf(caller), database, id))) throw notFound('LAB_NOT_FOUND')
    return readTotalledPage(
      query,
      () => countLabStaff(database, id, search),
      (page) => findLabStaff(database, id, page, search),
    )
  },

  create: (caller: Caller, fields: NewLab): Promise<Lab> =>
    database
      .transaction(async (tx) => {
        const lab = await insertLab(tx, fields)
        await recordActivity(tx, caller, {
          action: 'lab.create',
          object: { type: 'lab', id: lab.id },
          labId: lab.id,
          summary: `Added the lab ${lab.name}`,
        })
        return lab
      })
      .catch(refuseTakenName),

  /** @param seen `updatedAt` of the lab as loaded; a different value is a conflict */
  update: (caller: Caller, id: number, changes: LabChanges, seen?: string): Promise<Lab> =>
    database
      .transaction(async (tx) => {
        const stored = await lockLab(tx, id)
        if (stored && seen !== undefined && Date.parse(seen) !== Date.parse(stored.updatedAt))
          throw conflict('RECORD_CHANGED')
        const lab = await updateLab(tx, id, changes)
        if (!lab) throw notFound('LAB_NOT_FOUND')
        await recordActivity(tx, caller, {
          action: 'lab.update',
          object: { type: 'lab', id },
          labId: id,
          summary: `Changed the lab ${lab.name}`,
        })
        return lab
      })
      .catch(refuseTakenName),

  remove: (caller: Caller, id: number): Promise<void> =>
    database
      .transaction(async (tx) => {
        const providers = await findSignInProviders(tx, id)
        if (!(await deleteLab(tx, id))) throw notFound('LAB_NOT_FOUND')
        await recordActivity(tx, caller, {
          action: 'lab.delete',
          object: { type: 'lab', id },
          summary: `Deleted lab ${id}${providers.map((name) => `, with the sign-in provider ${name}`).join('')}`,
        })
      })
      .catch((error: unknown) => {
        throw isForeignKeyViolation(error) ? conflict('LAB_IN_USE') : error
      }),
})
export type LabService = ReturnType<typeof createLabService>
