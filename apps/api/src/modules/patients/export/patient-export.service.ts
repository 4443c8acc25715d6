import type { Readable } from 'node:stream'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { PatientService } from '../directory/patients.service.ts'
import type { SettingsService } from '../../settings/settings.service.ts'
import { findExportedSending } from './sending-export.repository.ts'
import type { PatientRecord } from './patient-record.ts'
import { archiveRecord } from './patient-archive.ts'
import { findExportedReports, findExportedVisits, findLabOfRecord } from './patient-export.repository.ts'

export const createPatientExportService = ({
  database,
  clock,
  storage,
  publicUrl,
  patients,
  settings,
}: Pick<Context, 'database' | 'clock' | 'storage' | 'publicUrl'> & {
  patients: PatientService
  settings: SettingsService
}) => {
  const loadRecord = async (caller: Caller, idInPath: number): Promise<PatientRecord> => {
    const scope = labScopeOf(caller)
    const patient = await patients.find(caller, idInPath)
    const lab = await findLabOfRecord(scope, database, patient.id)
    if (!lab) throw notFound('PATIENT_NOT_FOUND')
    const { productName } = await settings.brand()
    return database.transaction(async (tx) => {
      const reports = await findExportedReports(scope, tx, patient.id)
      const visits = await findExportedVisits(tx, patient.id)
      const sending = await findExportedSending(tx, patient.id)
      await recordActivity(
        tx,
        caller,
        {
          action: 'patient.export',
          object: { type: 'patient', id: patient.id },
          summary: `Exported the record of patient ZL-${patient.id} with ${reports.length} reports`,
          labId: lab.id,
        },
        ...reports.map(({ id }) => ({
          action: 'report.download' as const,
          object: { type: 'report' as const, id },
          summary: `Downloaded the file of report #${id} with the patient's record`,
          labId: lab.id,
        })),
      )
      const exportedAt = clock.now().toISOString()
      return { exportedAt, productName, publicUrl, patient, lab, reports, sending, visits }
    })
  }
  return {
    /**
     * Aborts if a file differs from the published one.
     * @param expectSession rejects after a sign-out, which aborts the export
     */
    async exportRecord(
      caller: Caller,
      idInPath: number,
      expectSession: () => Promise<void>,
    ): Promise<{ patientId: number; archive: Readable }> {
      // Fails with a status code now. After its start, the archive can only be aborted.
      await storage.check()
      const record = await loadRecord(caller, idInPath)
      return {
        patientId: record.patient.id,
        archive: archiveRecord(record, async ({ fileName }) => {
          await expectSession()
          return storage.open(fileName)
        }),
      }
    },
  }
}
export type PatientExportService = ReturnType<typeof createPatientExportService>
