import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../../http/serve.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import type { PatientMatchService } from '../patient-match/patient-match.service.ts'
import type { PatientProposalService } from '../patient-match/patient-proposal.service.ts'
import type { AmendmentService } from '../versions/amendment.service.ts'
import type { PublishingService } from './publishing.service.ts'
import { publishedAnswer } from '../release/release.routes.ts'
import type { ReassignmentService } from './reassignment.service.ts'

interface Services {
  publishing: PublishingService
  amendments: AmendmentService
  reassignments: ReassignmentService
  patientMatches: PatientMatchService
  patientProposals: PatientProposalService
  activity: ActivityService
}

export const publishingRoutes = (app: FastifyInstance, services: Services): void => {
  const { publishing, amendments, reassignments, patientMatches, patientProposals, activity } = services
  serve(app, contract.reports.checkFile, async ({ body }, request) => {
    const caller = callerOf(request)
    const data = await patientMatches.check(caller, body)
    activity.recordList(caller, {
      action: 'patient.check',
      what: `Compared a file with patient ZL-${body.patientId}`,
      object: { type: 'patient', id: body.patientId },
      rows: 1 + data.candidates.length,
    })
    return { data }
  })
  serve(app, contract.reports.proposePatients, async ({ body }, request) => {
    const caller = callerOf(request)
    const data = await patientProposals.propose(caller, body.fileUrl)
    activity.recordList(caller, {
      action: 'patient.check',
      what: 'Looked for the patient named in a file',
      rows: data.candidates.length,
    })
    return { data }
  })
  serve(app, contract.reports.publish, async ({ params, body }, request, reply) =>
    publishedAnswer(
      reply,
      await publishing.publish(callerOf(request), params.patientId, body),
      SUCCESS.reportPublished,
    ),
  )
  serve(app, contract.reports.amend, async ({ params, body }, request, reply) =>
    publishedAnswer(reply, await amendments.amend(callerOf(request), params.id, body), SUCCESS.reportAmended),
  )
  serve(app, contract.reports.withdraw, async ({ params, body }, request) => {
    await publishing.withdraw(callerOf(request), params.id, body)
    return { message: SUCCESS.reportWithdrawn }
  })
  serve(app, contract.reports.reassign, async ({ params, body }, request, reply) =>
    publishedAnswer(
      reply,
      await reassignments.reassign(callerOf(request), params.id, body),
      SUCCESS.reportReassigned,
    ),
  )
}
