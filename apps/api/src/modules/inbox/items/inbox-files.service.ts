import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import type { ReadableFile } from '../../files/readable-file.ts'
import { findItemFile, markItemOpened } from './inbox-files.repository.ts'

export const createInboxFileService = ({
  database,
  activity,
}: Pick<Context, 'database'> & { activity: Pick<ActivityService, 'recordView'> }) => ({
  async find(caller: Caller, itemId: number): Promise<ReadableFile> {
    const file = await findItemFile(labScopeOf(caller), database, itemId)
    if (!file) throw notFound('FILE_NOT_FOUND')
    activity.recordView(caller, {
      action: 'inbox.view',
      object: { type: 'lab', id: file.labId },
      labId: file.labId,
      summary: `Opened the file of inbox item #${itemId}`,
    })
    return file
  },

  markOpened: (caller: Caller, itemId: number): Promise<void> =>
    markItemOpened(database, itemId, caller.user.id),
})
export type InboxFileService = ReturnType<typeof createInboxFileService>
