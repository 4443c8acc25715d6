import type {
  ExpectedVisit,
  Patient,
  PatientDeliveryChoice,
  PatientListQuery,
  PatientRow,
  RegisterPatient,
  PatientFilter,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { conflict, forbidden, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller, listReaderOf } from '../../../core/caller.ts'
import type { TotalledRows } from '../../../core/pagination.ts'
import { type Queryable, pipelined } from '../../../platform/database/database.ts'
import type { PatientPorts } from '../patient-ports.ts'
import { recordActivity, type ActivityService } from '../../activity/activity.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import { insertFirstChoice } from '../record/delivery-choice.ts'
import { checkBirthday } from './birth-date-check.ts'
import { refuseUnresolvedDuplicates } from './unresolved-duplicates.ts'
import { findPatientsAfter, type ExportedPatient } from './patient-list-export.repository.ts'
import { valuesOfRegistration } from './patient-values.ts'
import { findPatientRows } from './patient-search.repository.ts'
import { findIdentified, listPatients, type PatientList } from './patient-list.ts'
import {
  findPatients,
  findLabOfPatient,
  findPatient,
  findPatientsByPhone,
  lockPatientLab,
  insertPatient,
  type PatientOrder,
} from './patients.repository.ts'
import { findSimilarNames } from './similar-names.repository.ts'

const EXPORT_BATCH = 1000

export const createPatientService = ({
  database,
  readList,
  clock,
  timeZone,
  listReports,
  addVisit,
  activity,
}: Pick<Context, 'database' | 'readList' | 'clock' | 'timeZone'> &
  Pick<PatientPorts, 'listReports' | 'addVisit'> & { activity: ActivityService }) => {
  const find = async (caller: Caller, id: number): Promise<PatientRow> => {
    const patient = await findPatient(labScopeOf(caller), database, id)
    if (!patient) throw notFound('PATIENT_NOT_FOUND')
    return patient
  }

  return {
    async list(caller: Caller, query: PatientListQuery): Promise<PatientList> {
      const reader = listReaderOf(caller, await timeZone())
      return readList(caller, (db) => listPatients(reader, db, query))
    },

    newest: (caller: Caller, limit: number): Promise<TotalledRows<PatientRow>> =>
      findPatients(
        labScopeOf(caller),
        database,
        { sortBy: 'createdAt', sortOrder: 'desc' },
        { limit, offset: 0 },
      ),

    async *exportAll(caller: Caller, query: PatientFilter & PatientOrder): AsyncGenerator<PatientRow[]> {
      const reader = listReaderOf(caller, await timeZone())
      const identified = await readList(caller, (db) => findIdentified(reader, db, query))
      if (identified) {
        yield identified
        return
      }
      let after: ExportedPatient | undefined
      let hits = 0
      for (;;) {
        const batch = { limit: EXPORT_BATCH, after }
        const rows = await readList(caller, (db) => findPatientsAfter(reader, db, query, batch))
        if (rows.length > 0) yield rows.map(({ patient }) => patient)
        hits += rows.length
        if (rows.length < EXPORT_BATCH) break
        after = rows.at(-1)
      }
      const similar = await readList(caller, async (db) =>
        findPatientRows(reader.scope, db, await findSimilarNames(reader, db, query, hits)),
      )
      if (similar.length > 0) yield similar
    },

    find,

    async findLab(caller: Caller, id: number): Promise<number> {
      const labId = await findLabOfPatient(labScopeOf(caller), database, id)
      if (labId === undefined) throw notFound('PATIENT_NOT_FOUND')
      return labId
    },

    async get(caller: Caller, idInPath: number): Promise<Patient> {
      const patient = await find(caller, idInPath)
      const { id } = patient
      activity.recordView(caller, {
        action: 'patient.view',
        object: { type: 'patient', id },
        summary: `Looked at patient ZL-${id}`,
      })
      return { ...patient, reports: await listReports(caller, id) }
    },

    async lockPatient(tx: Queryable, caller: Caller, id: number): Promise<number> {
      const patient = await lockPatientLab(labScopeOf(caller), tx, id)
      if (!patient) throw notFound('PATIENT_NOT_FOUND')
      if (patient.isMerged) throw conflict('PATIENT_MERGED')
      return patient.labId
    },

    /** Never reveals patients of other labs (AMB-52). */
    findByPhone: (caller: Caller, phone: string): Promise<{ id: number; fullName: string }[]> =>
      findPatientsByPhone(labScopeOf(caller), database, phone),

    /** @param callersTimeZone the IANA zone of the caller's browser, if known */
    async register(
      caller: Caller,
      {
        differentFrom,
        delivery,
        visit,
        ...fields
      }: RegisterPatient & {
        differentFrom?: number[] | undefined
        delivery?: PatientDeliveryChoice | undefined
        visit?: ExpectedVisit | undefined
      },
      callersTimeZone?: string,
    ): Promise<PatientRow> {
      const { lab } = caller.user
      // The Admin has no lab (section 6). No user would see a patient without a lab.
      if (!lab) throw forbidden('ADMIN_HAS_NO_LAB')
      await checkBirthday(fields.dob, { clock, timeZone }, callersTimeZone)
      let registered: PatientRow | undefined
      const id = await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const duplicateCheck = refuseUnresolvedDuplicates(tx, lab.id, fields, differentFrom)
          // The check must not find the new patient. Without a check, only the lock comes first.
          if (differentFrom) await duplicateCheck
          const [, patient] = await pipelined(
            duplicateCheck,
            insertPatient(tx, {
              labId: lab.id,
              registeredBy: caller.user.id,
              ...valuesOfRegistration(fields),
            }),
          )
          if (delivery)
            await insertFirstChoice(tx, { patientId: patient.id, by: caller.user.id, ...delivery })
          await recordActivity(tx, caller, {
            action: 'patient.create',
            object: { type: 'patient', id: patient.id },
            summary: `Registered patient ZL-${patient.id}`,
          })
          if (visit) await addVisit(tx, caller, { patientId: patient.id, labId: lab.id }, visit)
          registered = patient
          return patient.id
        }),
      )
      return registered ?? find(caller, id)
    },
  }
}
export type PatientService = ReturnType<typeof createPatientService>
