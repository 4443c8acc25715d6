import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { sendCsv } from '../../../http/csv-response.ts'
import { callerOf, serve, serveFile } from '../../../http/serve.ts'
import { timeZoneOf } from '../../../http/time-zone-header.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import { filterText } from '../../activity/list-views.ts'
import type { PatientDuplicateService } from '../directory/patient-duplicates.service.ts'
import { PATIENT_HEADINGS, patientCells } from '../directory/patient-csv.ts'
import type { PatientMergeService } from './patient-merge.service.ts'
import type { PatientRecordService } from './patient-records.service.ts'
import type { PatientService } from '../directory/patients.service.ts'
import type { RetentionService } from './retention.service.ts'

interface PatientRecordServices {
  patients: PatientService
  patientRecords: PatientRecordService
  patientDuplicates: PatientDuplicateService
  patientMerges: PatientMergeService
  retention: RetentionService
  activity: ActivityService
}

export const patientRecordRoutes = (app: FastifyInstance, services: PatientRecordServices): void => {
  const { patients, patientRecords, patientDuplicates, patientMerges, retention, activity } = services
  serve(app, contract.patients.update, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await patientRecords.update(callerOf(request), params.id, body, timeZoneOf(request)),
  }))
  serve(app, contract.patients.listChanges, async ({ params }, request) => {
    const caller = callerOf(request)
    const data = await patientRecords.listChanges(caller, params.id)
    activity.recordList(caller, {
      action: 'patient.list',
      what: `Listed the changes of patient ZL-${params.id}`,
      object: { type: 'patient', id: params.id },
      rows: data.length,
    })
    return { data }
  })
  serve(app, contract.patients.remove, async ({ params }, request) => {
    await patientRecords.remove(callerOf(request), params.id)
    return { message: SUCCESS.patientDeleted }
  })
  serve(app, contract.patients.getRetention, async ({ params }, request) => ({
    data: await retention.find(callerOf(request), params.id),
  }))
  serve(app, contract.patients.placeHold, async ({ params, body }, request) => ({
    message: SUCCESS.holdPlaced,
    data: await retention.placeHold(callerOf(request), params.id, body.reason),
  }))
  serve(app, contract.patients.liftHold, async ({ params, body }, request) => ({
    message: SUCCESS.holdLifted,
    data: await retention.liftHold(callerOf(request), params.id, body.reason),
  }))
  serve(app, contract.patients.findDuplicates, async ({ body }, request) => {
    const caller = callerOf(request)
    const data = await patientDuplicates.find(caller, body)
    activity.recordList(caller, {
      action: 'patient.check',
      what: 'Checked for possible duplicates',
      filter: filterText(body),
      rows: data.length,
    })
    return { data }
  })
  serve(app, contract.patients.previewMerge, async ({ body }, request) => {
    const caller = callerOf(request)
    const data = await patientMerges.preview(caller, body)
    activity.recordList(caller, {
      action: 'patient.check',
      what: 'Compared two patients before a merge',
      filter: filterText(body),
      rows: 2,
    })
    return { data }
  })
  serve(app, contract.patients.merge, async ({ body }, request) => ({
    message: SUCCESS.patientsMerged,
    data: await patientMerges.merge(callerOf(request), body),
  }))
  serve(app, contract.patients.listMerges, async ({ params }, request) => {
    const caller = callerOf(request)
    const data = await patientMerges.list(caller, params.id)
    activity.recordList(caller, {
      action: 'patient.list',
      what: `Listed the merges of patient ZL-${params.id}`,
      object: { type: 'patient', id: params.id },
      rows: data.length,
    })
    return { data }
  })
  serve(app, contract.patients.undoMerge, async ({ params }, request) => ({
    message: SUCCESS.mergeUndone,
    data: await patientMerges.undo(callerOf(request), params.id),
  }))
  serveFile(app, contract.patients.exportCsv, ({ query }, request, reply) => {
    const caller = callerOf(request)
    return sendCsv(reply, {
      fileName: 'patients.csv',
      headings: PATIENT_HEADINGS,
      cellsOf: patientCells,
      batches: patients.exportAll(caller, query),
      record: () => activity.record(caller, { action: 'data.export', summary: 'Exported the patients list' }),
    })
  })
}
