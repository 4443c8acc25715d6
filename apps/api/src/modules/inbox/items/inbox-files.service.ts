import { notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import type { ReadableFile } from '../../files/readable-file.ts'
import { findItemFile } from './inbox-files.repository.ts'

interface Deps {
  database: Database
  activity: Pick<ActivityService, 'recordView'>
}

export const createInboxFileService = ({ database, activity }: Deps) => ({
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
})
export type InboxFileService = ReturnType<typeof createInboxFileService>
