import { contract, type AwaitsRelease } from '@zelab/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { workSignalOf } from '../../../http/long-work.ts'
import { serve, serveFile, serveList } from '../../../http/serve.ts'
import { isPrefetch, isWholeFileSent, sendStoredFile } from '../../../http/stored-file-response.ts'
import type { ByteRange } from '../../../platform/file-storage/file-storage.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { ReleaseSettingsService } from './release-settings.service.ts'
import type { ReleaseService } from './release.service.ts'
import type { ReturnService } from './returns.service.ts'
import type { SuspensionService } from './suspension.service.ts'
import type { ReleaseWorklist } from './worklist.service.ts'

/** 202 for a report that awaits release. */
export const publishedAnswer = <Data extends object>(
  reply: FastifyReply,
  data: Data | AwaitsRelease,
): Data | AwaitsRelease => {
  if ('unreleasedId' in data) void reply.code(202)
  return data
}

const LISTED = {
  awaiting: 'Listed reports that await release',
  sentBack: 'Listed reports that were sent back',
  own: 'Listed own reports that await release',
  review: 'Listed reports released alone on duty',
} as const

export const releaseRoutes = (
  app: FastifyInstance,
  {
    releases,
    returns,
    suspensions,
    releaseWorklist,
    releaseSettings,
    files,
    activity,
  }: {
    releases: ReleaseService
    returns: ReturnService
    suspensions: SuspensionService
    releaseWorklist: ReleaseWorklist
    releaseSettings: ReleaseSettingsService
    files: ReportFileService
    activity: ActivityService
  },
): void => {
  const endpoints = contract.release
  serve(app, endpoints.getReleaseSettings, ({ params, caller }) => releaseSettings.get(caller, params.id))
  serve(app, endpoints.updateReleaseSettings, ({ params, body, caller }) =>
    releaseSettings.update(caller, params.id, body),
  )
  serveList(
    app,
    endpoints.list,
    ({ query }) => ({ action: 'release.list', what: LISTED[query.list] }),
    ({ query, caller }) => releaseWorklist.list(caller, query),
  )
  serve(app, endpoints.getCounts, ({ caller }) => releaseWorklist.count(caller))
  serve(app, endpoints.getById, async ({ params, caller }) => {
    const data = await releaseWorklist.open(caller, params.id)
    activity.recordView(caller, {
      action: 'release.open',
      object: { type: 'patient', id: data.patient.id },
      summary: `Looked at report A-${data.id} of patient ZL-${data.patient.id}`,
    })
    return data
  })
  serveFile(app, endpoints.readFile, async ({ params, caller }, request, reply) => {
    const file = await releaseWorklist.findFile(caller, params.id)
    const stored = { ...file, reportId: null, reportTitle: null, isWithdrawn: false, isCurrent: null }
    /** Called before the first byte, only when bytes are sent. */
    const record = (part: ByteRange | undefined) => {
      const whole = isPrefetch(request) ? 'Prefetched the file' : 'Opened the file'
      return activity.record(caller, {
        action: 'release.open',
        object: { type: 'patient', id: file.patientId },
        summary: `${part ? 'Read a part of the file' : whole} of report A-${params.id} of patient ZL-${file.patientId}`,
      })
    }
    const answer = await sendStoredFile(request, reply, stored, async (part) => {
      const chunks = await files.open(stored, part)
      if (request.method !== 'HEAD')
        await record(part).catch((error: unknown) => {
          chunks.close()
          throw error
        })
      return chunks
    })
    if (isWholeFileSent(request, reply)) await releaseWorklist.markOpened(caller, params.id, file)
    return answer
  })
  serve(app, endpoints.release, async ({ params, body, caller }) => ({
    reportId: await releases.release(caller, params.id, body),
  }))
  serve(app, endpoints.releaseMany, ({ body, caller }, request) =>
    releases.releaseMany(caller, body.items, workSignalOf(request)),
  )
  serve(app, endpoints.sendBack, ({ params, body, caller }) => returns.sendBack(caller, params.id, body))
  serve(app, endpoints.correct, ({ params, body, caller }) => returns.correct(caller, params.id, body))
  serve(app, endpoints.takeOver, ({ params, body, caller }) => returns.takeOver(caller, params.id, body))
  serve(app, endpoints.discard, ({ params, body, caller }) => returns.discard(caller, params.id, body))
  serve(app, endpoints.suspend, ({ params, body, caller }) => suspensions.suspend(caller, params.id, body))
  serve(app, endpoints.lift, ({ params, body, caller }) => suspensions.lift(caller, params.id, body))
  serve(app, endpoints.review, ({ params, body, caller }) => releases.review(caller, params.id, body))
}
