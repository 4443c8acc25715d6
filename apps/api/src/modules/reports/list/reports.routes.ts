import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { sendCsv } from '../../../http/csv-response.ts'
import { callerOf, serve, serveFile } from '../../../http/serve.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import { filterText } from '../../activity/list-views.ts'
import type { AmendmentService } from '../versions/amendment.service.ts'
import type { PatientMatchService } from '../patient-match/patient-match.service.ts'
import type { PatientProposalService } from '../patient-match/patient-proposal.service.ts'
import type { PublishingService } from '../publishing/publishing.service.ts'
import { REPORT_EXPORT } from './report-csv.ts'
import type { ReportService } from './reports.service.ts'
import type { ReassignmentService } from '../publishing/reassignment.service.ts'

export const reportRoutes = (
  app: FastifyInstance,
  services: {
    reports: ReportService
    publishing: PublishingService
    amendments: AmendmentService
    reassignments: ReassignmentService
    patientMatches: PatientMatchService
    patientProposals: PatientProposalService
    activity: ActivityService
  },
): void => {
  const { reports, publishing, amendments, reassignments, patientMatches, patientProposals, activity } =
    services
  serve(app, contract.reports.list, async ({ query }, request) => {
    const caller = callerOf(request)
    const list = await reports.list(caller, query)
    const { page } = list.pagination
    const rows = list.data.length
    activity.recordList(caller, {
      action: 'report.list',
      what: 'Listed reports',
      filter: filterText(query),
      page,
      rows,
    })
    return list
  })
  serve(app, contract.reports.getById, async ({ params }, request) => ({
    data: await reports.get(callerOf(request), params.reportId),
  }))
  serve(app, contract.reports.listOfPatient, async ({ params }, request) => {
    const caller = callerOf(request)
    const data = await reports.listOfPatient(caller, params.patientId)
    activity.recordList(caller, {
      action: 'report.list',
      what: `Listed the reports of patient ZL-${params.patientId}`,
      object: { type: 'patient', id: params.patientId },
      rows: data.length,
    })
    return { data }
  })
  serve(app, contract.reports.publish, async ({ params, body }, request) => ({
    message: SUCCESS.reportPublished,
    data: await publishing.publish(callerOf(request), params.patientId, body),
  }))
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
  serve(app, contract.reports.withdraw, async ({ params, body }, request) => {
    await publishing.withdraw(callerOf(request), params.id, body)
    return { message: SUCCESS.reportWithdrawn }
  })
  serve(app, contract.reports.amend, async ({ params, body }, request) => ({
    message: SUCCESS.reportAmended,
    data: await amendments.amend(callerOf(request), params.id, body),
  }))
  serve(app, contract.reports.reassign, async ({ params, body }, request) => ({
    message: SUCCESS.reportReassigned,
    data: await reassignments.reassign(callerOf(request), params.id, body),
  }))
  serve(app, contract.reports.listVersions, async ({ params }, request) => {
    const caller = callerOf(request)
    const data = await reports.listVersions(caller, params.id)
    activity.recordList(caller, {
      action: 'report.list',
      what: `Listed the versions of report #${params.id}`,
      object: { type: 'report', id: params.id },
      rows: data.length,
    })
    return { data }
  })
  serve(app, contract.reports.listReaders, async ({ params }, request) => {
    const { readers, total } = await reports.listReaders(callerOf(request), params.id)
    return { data: readers, totalReaders: total }
  })
  serveFile(app, contract.reports.exportCsv, ({ query }, request, reply) => {
    const caller = callerOf(request)
    const filter = filterText(query)
    return sendCsv(reply, {
      ...REPORT_EXPORT,
      batches: reports.exportAll(caller, query),
      record: () =>
        activity.record(caller, {
          action: 'data.export',
          summary: filter === '' ? 'Exported the list of reports' : `Exported the list of reports: ${filter}`,
        }),
    })
  })
}
