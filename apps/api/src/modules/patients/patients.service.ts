import {
  isPossibleDateOfBirth,
  REFUSAL,
  todayIn,
  VALIDATION,
  type Pagination,
  type Patient,
  type PatientListQuery,
  type PatientRow,
  type RegisterPatient,
} from '@zelab/contract'
import { forbidden, invalidField, notFound } from '../../http/app-error.ts'
import { labScopeOf, type Caller } from '../../http/caller.ts'
import { offsetOf, paginate } from '../../http/pages.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { recordActivity, type ActivityService } from '../activity/activity.service.ts'
import type { ReportReadingService } from '../reports/report-reading.service.ts'
import {
  countPatients,
  findPatient,
  findPatients,
  findPatientsByPhone,
  holdPatientLab,
  insertPatient,
} from './patients.repository.ts'

/** Today in the configured zone, or in the caller's own where it is already tomorrow there (AMB-44). */
const latestToday = (timeZone: string, callersTimeZone: string | undefined, now: Date): string => {
  const here = todayIn(timeZone, now)
  try {
    const there = callersTimeZone ? todayIn(callersTimeZone, now) : here
    return there > here ? there : here
  } catch {
    return here
  }
}

export const createPatientService = ({
  database,
  clock,
  timeZone,
  reports,
  activity,
}: {
  database: Database
  clock: Clock
  timeZone: string
  reports: ReportReadingService
  activity: ActivityService
}) => {
  const find = async (caller: Caller, id: number): Promise<PatientRow> => {
    const patient = await findPatient(labScopeOf(caller), database, id)
    if (!patient) throw notFound(REFUSAL.patientNotFound)
    return patient
  }

  return {
    async list(
      caller: Caller,
      query: PatientListQuery,
    ): Promise<{ data: PatientRow[]; pagination: Pagination }> {
      const scope = labScopeOf(caller)
      const pagination = paginate(query, await countPatients(scope, database, query, timeZone))
      const data = await findPatients(scope, database, query, timeZone, query, {
        limit: pagination.limit,
        offset: offsetOf(pagination),
      })
      return { data, pagination }
    },

    /** A patient in the caller's scope. */
    find,

    /** The patient for the page, with the reports; goes on record as a view. */
    async get(caller: Caller, id: number): Promise<Patient> {
      const patient = await find(caller, id)
      activity.recordView(caller, {
        action: 'patient.view',
        object: { type: 'patient', id },
        summary: `Looked at patient ZL-${id}`,
      })
      return { ...patient, reports: await reports.listInPatient(caller, id) }
    },

    /** The lab of a patient in the caller's scope; the patient stays until the transaction ends. */
    async holdLab(tx: Queryable, caller: Caller, id: number): Promise<number> {
      const labId = await holdPatientLab(labScopeOf(caller), tx, id)
      if (labId === undefined) throw notFound(REFUSAL.patientNotFound)
      return labId
    },

    /** Patients of the caller's lab with this number; another lab's are never told (AMB-52). */
    findByPhone: (caller: Caller, phone: string): Promise<{ id: number; fullName: string }[]> =>
      findPatientsByPhone(labScopeOf(caller), database, phone),

    /** @param callersTimeZone the IANA zone that the caller's browser reports, if any */
    async register(caller: Caller, fields: RegisterPatient, callersTimeZone?: string): Promise<PatientRow> {
      const { lab } = caller.user
      // Section 6: the Admin has no lab, and a patient without lab would be seen by none.
      if (!lab) throw forbidden(REFUSAL.adminHasNoLab)
      if (!isPossibleDateOfBirth(fields.dob, latestToday(timeZone, callersTimeZone, clock.now())))
        throw invalidField('dob', VALIDATION.dateOfBirth)
      return database.transaction(async (tx) => {
        const patient = await insertPatient(tx, {
          labId: lab.id,
          registeredBy: caller.user.id,
          fullName: fields.fullName,
          emrId: fields.emrId ?? null,
          email: fields.email ?? null,
          phone: fields.phone,
          dateOfBirth: fields.dob,
          gender: fields.gender ?? null,
          line1: fields.address.line1 ?? null,
          city: fields.address.city ?? null,
          registrationType: fields.registrationType ?? null,
        })
        await recordActivity(tx, caller, {
          action: 'patient.create',
          object: { type: 'patient', id: patient.id },
          summary: `Registered patient ZL-${patient.id}`,
        })
        return patient
      })
    },
  }
}
export type PatientService = ReturnType<typeof createPatientService>
