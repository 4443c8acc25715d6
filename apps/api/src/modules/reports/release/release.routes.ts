import { contract, SUCCESS, type AwaitsRelease } from '@zelab/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { workSignalOf } from '../../../http/long-work.ts'
import { callerOf, serve, serveFile } from '../../../http/serve.ts'
import { isWholeFileSent, sendStoredFile } from '../../../http/stored-file-response.ts'
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
  message: string,
): { message: string; data: Data } | { message: string; data: AwaitsRelease } => {
  if (!('unreleasedId' in data)) return { message, data }
  void reply.code(202)
  return { message: SUCCESS.reportAwaitsRelease, data }
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
  serve(app, endpoints.getReleaseSettings, async ({ params }, request) => ({
    data: await releaseSettings.get(callerOf(request), params.id),
  }))
  serve(app, endpoints.updateReleaseSettings, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await releaseSettings.update(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.list, async ({ query }, request) => {
    const caller = callerOf(request)
    const found = await releaseWorklist.list(caller, query)
    activity.recordList(caller, {
      action: 'release.list',
      what: LISTED[query.list],
      page: found.pagination.page,
      rows: found.data.length,
    })
    return found
  })
  serve(app, endpoints.getCounts, async (_, request) => ({
    data: await releaseWorklist.count(callerOf(request)),
  }))
  serve(app, endpoints.getById, async ({ params }, request) => {
    const caller = callerOf(request)
    const data = await releaseWorklist.find(caller, params.id)
    activity.recordView(caller, {
      action: 'release.open',
      object: { type: 'patient', id: data.patient.id },
      summary: `Looked at report A-${data.id} of patient ZL-${data.patient.id}`,
    })
    return { data }
  })
  serveFile(app, endpoints.readFile, async ({ params }, request, reply) => {
    const caller = callerOf(request)
    const file = await releaseWorklist.findFile(caller, params.id)
    await activity.record(caller, {
      action: 'release.open',
      object: { type: 'patient', id: file.patientId },
      summary: `Opened the file of report A-${params.id} of patient ZL-${file.patientId}`,
    })
    const stored = { ...file, reportId: null, reportTitle: null, isWithdrawn: false, isCurrent: null }
    const answer = await sendStoredFile(request, reply, stored, (part) => files.open(stored, part))
    if (isWholeFileSent(request, reply)) await releaseWorklist.markOpened(caller, params.id, file)
    return answer
  })
  serve(app, endpoints.release, async ({ params, body }, request) => ({
    message: SUCCESS.reportReleased,
    data: { reportId: await releases.release(callerOf(request), params.id, body) },
  }))
  serve(app, endpoints.releaseMany, async ({ body }, request) => ({
    data: await releases.releaseMany(callerOf(request), body.items, workSignalOf(request)),
  }))
  serve(app, endpoints.sendBack, async ({ params, body }, request) => ({
    message: SUCCESS.reportSentBack,
    data: await returns.sendBack(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.correct, async ({ params, body }, request) => ({
    message: SUCCESS.reportCorrected,
    data: await returns.correct(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.takeOver, async ({ params, body }, request) => ({
    message: SUCCESS.reportTakenOver,
    data: await returns.takeOver(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.discard, async ({ params, body }, request) => ({
    message: SUCCESS.reportDiscarded,
    data: await returns.discard(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.suspend, async ({ params, body }, request) => ({
    message: SUCCESS.reportSuspended,
    data: await suspensions.suspend(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.lift, async ({ params, body }, request) => ({
    message: SUCCESS.suspensionLifted,
    data: await suspensions.lift(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.review, async ({ params, body }, request) => ({
    message: SUCCESS.releaseReviewed,
    data: await releases.review(callerOf(request), params.id, body),
  }))
}
