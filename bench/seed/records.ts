import { randomBytes } from 'node:crypto'
import { newVerificationCode } from '../../apps/api/src/modules/verification/verification-codes.service.ts'
import { CITIES, FAMILY_NAMES, GIVEN_NAMES, REPORT_TITLES, STREETS } from './names.ts'
import { receptionistOf, technicianOf } from './people.ts'
import { createRandom, type Random } from './random.ts'

export interface SeedSize {
  patients: number
  reports: number
  labs: number
}

const DAY = 86_400_000
const SPAN = 3 * 365 * DAY

const timeOf = (index: number, total: number, now: number) =>
  new Date(now - SPAN + Math.floor((index / total) * SPAN)).toISOString()

/** One lab has a quarter of all records; the others share the rest in decreasing parts. */
const labOf = (random: Random, labs: number) =>
  labs === 1 || random.next() < 0.25 ? 1 : 2 + Math.floor(random.next() ** 1.5 * (labs - 1))

const LONGEST_NAME = 30

export const PATIENT_COLUMNS =
  'id, lab_id, full_name, emr_id, email, phone, date_of_birth, gender, address_line1, city, registration_type, registered_by, created_at, updated_at'

/** @param labs receives the lab of each patient, indexed by id */
export function* patientRows(size: SeedSize, labs: Uint16Array, now: number) {
  const random = createRandom(1)
  for (let id = 1; id <= size.patients; id++) {
    const labId = labOf(random, size.labs)
    labs[id] = labId
    const name = `${random.skewed(GIVEN_NAMES)} ${random.skewed(FAMILY_NAMES)}`.slice(0, LONGEST_NAME)
    const isComplete = random.next() < 0.8
    const birth = new Date(now - Math.floor(random.next() * 85 * 365 * DAY)).toISOString().slice(0, 10)
    const at = timeOf(id, size.patients, now)
    yield [
      id,
      labId,
      name,
      random.next() < 0.6 ? `EMR-${100_000 + id}` : null,
      isComplete ? `p${id}@mail.example` : null,
      `+9715${random.below(10)}${String(random.below(10_000_000)).padStart(7, '0')}`,
      birth,
      isComplete ? random.one(['MALE', 'FEMALE', 'OTHER']) : null,
      isComplete ? `${random.below(400)} ${random.one(STREETS)}` : null,
      isComplete ? random.one(CITIES) : null,
      random.next() < 0.3 ? 'Walk-in' : null,
      receptionistOf(labId),
      at,
      at,
    ] as const
  }
}

export const FILE_COLUMNS =
  'id, name, original_name, media_type, size_bytes, sha256, uploaded_by, created_at, report_id'
export const REPORT_COLUMNS =
  'id, lab_id, patient_id, report_type_id, title, remark, file_id, uploaded_by, created_at'

const patientsByLab = (size: SeedSize, labs: Uint16Array) => {
  const lists = Array.from({ length: size.labs + 1 }, () => [] as number[])
  for (let id = 1; id <= size.patients; id++) lists[labs[id] as number]?.push(id)
  return lists
}

export function* fileRows(size: SeedSize, labOfReport: Uint16Array, now: number) {
  const salt = randomBytes(16).toString('hex')
  for (let id = 1; id <= size.reports; id++)
    yield [
      id,
      `${salt}${String(id).padStart(11, '0')}.pdf`,
      'report.pdf',
      'application/pdf',
      200_000,
      `\\x${id.toString(16).padStart(64, '0')}`,
      technicianOf(labOfReport[id] as number),
      timeOf(id, size.reports, now),
      id,
    ] as const
}

/** @param labOfReport receives the lab of each report, indexed by id */
export function* reportRows(size: SeedSize, labs: Uint16Array, labOfReport: Uint16Array, now: number) {
  const random = createRandom(2)
  const lists = patientsByLab(size, labs)
  for (let id = 1; id <= size.reports; id++) {
    const labId = labOf(random, size.labs)
    const known = lists[labId] as number[]
    const patientId = known[random.below(Math.max(1, Math.floor((id / size.reports) * known.length)))] ?? 1
    labOfReport[id] = labId
    const type = 1 + Math.floor(random.next() ** 2 * REPORT_TITLES.length)
    yield [
      id,
      labId,
      patientId,
      type,
      REPORT_TITLES[type - 1] as string,
      random.next() < 0.3 ? 'Within the reference range' : null,
      id,
      technicianOf(labId),
      timeOf(id, size.reports, now),
    ] as const
  }
}

export const CODE_COLUMNS = 'code, report_id, version'

/** Without these codes, a job would write them during the benchmark. */
export function* codeRows(size: SeedSize) {
  for (let id = 1; id <= size.reports; id++) yield [newVerificationCode(), id, 1]
}
