import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { csvOf } from '../../../core/csv-line.ts'
import { sendCsv } from '../../../http/csv-response.ts'
import { serve, serveFile, serveList, timeZoneOf } from '../../../http/serve.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import { filterText } from '../../activity/list-views.ts'
import type { PatientDuplicateService } from '../directory/patient-duplicates.service.ts'
import { PATIENT_COLUMNS } from '../directory/patient-csv.ts'
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
  serve(app, contract.patients.update, ({ params, body, caller }, request) =>
    patientRecords.update(caller, params.id, body, timeZoneOf(request)),
  )
  serveList(
    app,
    contract.patients.listChanges,
    ({ params }) => ({
      action: 'patient.list',
      what: `Listed the changes of patient ZL-${params.id}`,
      object: { type: 'patient', id: params.id },
    }),
    ({ params, caller }) => patientRecords.listChanges(caller, params.id),
  )
  serve(app, contract.patients.remove, ({ params, caller }) => patientRecords.remove(caller, params.id))
  serve(app, contract.patients.getRetention, ({ params, caller }) => retention.find(caller, params.id))
  serve(app, contract.patients.placeHold, ({ params, body, caller }) =>
    retention.placeHold(caller, params.id, body.reason),
  )
  serve(app, contract.patients.liftHold, ({ params, body, caller }) =>
    retention.liftHold(caller, params.id, body.reason),
  )
  serveList(
    app,
    contract.patients.findDuplicates,
    ({ body }) => ({
      action: 'patient.check',
      what: 'Checked for possible duplicates',
      filter: filterText(body),
    }),
    ({ body, caller }) => patientDuplicates.find(caller, body),
  )
  serveList(
    app,
    contract.patients.previewMerge,
    ({ body }) => ({
      action: 'patient.check',
      what: 'Compared two patients before a merge',
      filter: filterText(body),
      rows: 2,
    }),
    ({ body, caller }) => patientMerges.preview(caller, body),
  )
  serve(app, contract.patients.merge, ({ body, caller }) => patientMerges.merge(caller, body))
  serveList(
    app,
    contract.patients.listMerges,
    ({ params }) => ({
      action: 'patient.list',
      what: `Listed the merges of patient ZL-${params.id}`,
      object: { type: 'patient', id: params.id },
    }),
    ({ params, caller }) => patientMerges.list(caller, params.id),
  )
  serve(app, contract.patients.undoMerge, ({ params, caller }) => patientMerges.undo(caller, params.id))
  serveFile(app, contract.patients.exportCsv, ({ query, caller }, _, reply) => {
    return sendCsv(reply, {
      fileName: 'patients.csv',
      ...csvOf(PATIENT_COLUMNS, patients.exportAll(caller, query)),
      record: () => activity.record(caller, { action: 'data.export', summary: 'Exported the patients list' }),
    })
  })
}
