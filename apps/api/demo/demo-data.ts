import { Readable } from 'node:stream'
import { ADMIN_USER_TYPE_ID } from '@zelab/contract'
import { createDatabase } from '../src/platform/database/create-database.ts'
import type { Database, Queryable } from '../src/platform/database/database.ts'
import { idRow } from '../src/platform/database/row-schema.ts'
import { hashPassword } from '../src/platform/password-hasher.ts'
import { newFileName } from '../src/platform/file-storage/file-name.ts'
import { storeFile, type FileStorage } from '../src/platform/file-storage/file-storage.ts'
import { letterScan, smearPhoto } from './demo-pictures.ts'
import { findDemoLinkBirthday, insertDeliveries } from './demo-deliveries.ts'
import { insertCriticalResults, insertReleases } from './demo-releases.ts'
import { insertVisits } from './demo-visits.ts'
import { resultSheet } from './demo-pdf.ts'
import { describeSignIns } from './sign-in-table.ts'
import {
  CITIES,
  createDice,
  DEMO_ADMIN,
  DEMO_LABS,
  DEMO_PASSWORD,
  DEMO_REPORT_TYPES,
  DEMO_STAFF,
  FAMILY_NAMES,
  GIVEN_NAMES,
  REMARKS,
  STREETS,
  type Dice,
} from './demo-people.ts'

const PATIENTS = 60
const REPORTS = 200
const DAYS_BACK = 120

const idOf = async (tx: Queryable, text: string, values: unknown[]) => (await tx.one(idRow, text, values)).id

const insertStaff = async (tx: Queryable, labIds: number[]) => {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const insert = (name: string, email: string, typeId: number, labId: number | null, phone: string) =>
    idOf(
      tx,
      `insert into users (full_name, email, phone, password_hash, user_type_id, lab_id, created_at)
       values ($1, $2, $3, $4, $5, $6, now() - interval '150 days') returning id`,
      [name, email, phone, passwordHash, typeId, labId],
    )
  await insert(DEMO_ADMIN.name, DEMO_ADMIN.email, ADMIN_USER_TYPE_ID, null, '+971500000001')
  const staffOfLab = new Map<number, Record<string, number>>()
  for (const [index, lab] of DEMO_LABS.entries()) {
    const labId = labIds[index] as number
    const people: Record<string, number> = {}
    for (const [position, { userTypeId, role, names }] of DEMO_STAFF.entries())
      people[role] = await insert(
        names[index] as string,
        `${role}@${lab.slug}.example`,
        userTypeId,
        labId,
        `+9715012345${index}${position}`,
      )
    staffOfLab.set(labId, people)
  }
  return staffOfLab
}

interface DemoPatient {
  id: number
  labId: number
  labName: string
  fullName: string
  dateOfBirth: string
  daysAgo: number
}

const turnsAdultSoon = () => {
  const birthday = new Date(Date.now() + 21 * 86_400_000)
  birthday.setUTCFullYear(birthday.getUTCFullYear() - 18)
  return birthday.toISOString().slice(0, 10)
}

const insertPatients = async (
  tx: Queryable,
  labIds: number[],
  staff: Map<number, Record<string, number>>,
  dice: Dice,
) => {
  const patients: DemoPatient[] = []
  for (let index = 0; index < PATIENTS; index++) {
    const which = dice.roll() < 0.5 ? 0 : dice.roll() < 0.6 ? 1 : 2
    const labId = labIds[which] as number
    const gender = dice.roll() < 0.5 ? 'FEMALE' : 'MALE'
    const fullName = `${dice.pick(GIVEN_NAMES[gender])} ${dice.pick(FAMILY_NAMES)}`
    const year = 1938 + Math.floor(dice.roll() * 85)
    const rolledDate = `${year}-0${1 + Math.floor(dice.roll() * 9)}-${10 + Math.floor(dice.roll() * 18)}`
    // The first patient of the first lab is a minor with a guardian.
    const isMinor = which === 0 && !patients.some((patient) => patient.labId === labId)
    const dateOfBirth = isMinor ? turnsAdultSoon() : rolledDate
    const hasAddress = dice.roll() < 0.75
    const daysAgo = Math.floor((1 - index / PATIENTS) * DAYS_BACK)
    const slug = fullName.toLowerCase().replaceAll(' ', '.')
    const id = await idOf(
      tx,
      `insert into patients (lab_id, registered_by, full_name, emr_id, email, phone, date_of_birth, gender,
                             address_line1, city, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() - make_interval(days => $11, mins => $12),
               now() - make_interval(days => $11, mins => $12)) returning id`,
      [
        labId,
        staff.get(labId)?.['receptionist'],
        fullName,
        dice.roll() < 0.6 ? `EMR-${20000 + index * 7}` : null,
        dice.roll() < 0.9 ? `${slug}@mail.example` : null,
        `+97155${String(1000000 + Math.floor(dice.roll() * 8999999))}`,
        dateOfBirth,
        gender,
        hasAddress ? dice.pick(STREETS) : null,
        hasAddress ? dice.pick(CITIES) : null,
        daysAgo,
        10 + Math.floor(dice.roll() * 500),
      ],
    )
    patients.push({ id, labId, labName: DEMO_LABS[which].name, fullName, dateOfBirth, daysAgo })
  }
  return patients
}

const contentOf = async (
  kind: string,
  typeTitle: string,
  patient: DemoPatient,
  daysAgo: number,
  dice: Dice,
) => {
  if (kind === 'jpg') return { content: smearPhoto(dice), mediaType: 'image/jpeg' }
  if (kind === 'png') return { content: letterScan(dice), mediaType: 'image/png' }
  const takenOn = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const sheet = {
    labName: patient.labName,
    typeTitle,
    patientName: patient.fullName,
    dateOfBirth: patient.dateOfBirth,
    takenOn,
  }
  return { content: await resultSheet(sheet, dice), mediaType: 'application/pdf' }
}

const insertReports = async (
  tx: Queryable,
  storage: FileStorage,
  typeIds: number[],
  patients: DemoPatient[],
  staff: Map<number, Record<string, number>>,
  dice: Dice,
) => {
  for (let index = 0; index < REPORTS; index++) {
    const patient = patients[Math.floor(dice.roll() ** 0.8 * patients.length)] as DemoPatient
    const which = dice.roll() < 0.85 ? Math.floor(dice.roll() * 5) : 5 + Math.floor(dice.roll() * 2)
    const type = DEMO_REPORT_TYPES[which] as (typeof DEMO_REPORT_TYPES)[number]
    const daysAgo = Math.floor(patient.daysAgo * (1 - index / REPORTS))
    const { content, mediaType } = await contentOf(type.kind, type.title, patient, daysAgo, dice)
    const name = newFileName(`.${type.kind}`)
    const { sizeBytes, sha256 } = await storeFile(storage, name, Readable.from([content]))
    const people = staff.get(patient.labId) ?? {}
    const uploadedBy = people[dice.roll() < 0.7 ? 'technician' : 'doctor']
    const at = `now() - make_interval(days => $9, mins => $10)`
    await tx.execute(
      `with f as (
         insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by, created_at)
         values ($1, $2, $3, $4, $5, $6, ${at}) returning id
       )
       insert into reports (lab_id, patient_id, report_type_id, title, remark, file_id, uploaded_by, created_at)
       select $7, $8, $11, $12, $13, f.id, $6, ${at} from f`,
      [
        name,
        `${type.title.toLowerCase().replaceAll(' ', '-')}.${type.kind}`,
        mediaType,
        sizeBytes,
        sha256,
        uploadedBy,
        patient.labId,
        patient.id,
        daysAgo,
        Math.floor(dice.roll() * 600),
        typeIds[which],
        `${type.title} ${dice.pick(['– routine', '– follow-up', '– first visit', ''])}`.trim(),
        dice.pick(REMARKS),
      ],
    )
  }
}

const insertReadings = (tx: Queryable) =>
  tx.execute(
    `insert into activity_log (at, actor_id, actor_name, actor_role, lab_id, action, object_type, object_id, summary)
     select k.at, k.actor_id, k.full_name, k.role, k.lab_id, 'report.view', 'report', k.id,
            'Looked at report #' || k.id || ' of patient ZL-' || k.patient_id
       from (select r.id, r.patient_id, r.lab_id, u.id as actor_id, u.full_name, u.role,
                    r.created_at + interval '1 minute' * exp(8.6 * d.dice / 65536.0) as at
               from reports r
              cross join lateral (select ('x' || left(md5(r.id::text), 4))::bit(16)::integer as dice) d
               join lateral (select s.id, s.full_name, case s.user_type_id when 2 then 'Doctor' else 'Technician' end as role
                               from users s where s.lab_id = r.lab_id and s.id <> r.uploaded_by and s.user_type_id in (2, 3)
                              order by s.user_type_id, s.id limit 1) u on true
              where d.dice % 9 <> 0) k
      where k.at < now()
      order by k.at`,
  )

/**
 * Fills an empty database with three labs, their staff, patients and reports with real files, in one transaction. Only
 * the owner of the tables can backdate activity log entries.
 * @returns the sign-ins to print, also when the data already exists
 */
export const fillInDemoData = async (
  {
    connectionString,
    storage,
    publicUrl,
  }: { connectionString: string; storage: FileStorage; publicUrl: string },
  say: (text: string) => void,
): Promise<string> => {
  const database = createDatabase({ connectionString, poolSize: 1, logger: { warn() {} } })
  try {
    await fillIn(database, storage, say)
    return describeSignIns(publicUrl, await findDemoLinkBirthday(database))
  } finally {
    await database.close()
  }
}

const fillIn = async (database: Database, storage: FileStorage, say: (text: string) => void) => {
  const isFilled = await database.exists('select 1 from users limit 1')
  if (isFilled) return
  say('Filling in demo data …')
  const dice = createDice(20_260)
  await database.transaction(async (tx) => {
    const labIds: number[] = []
    for (const lab of DEMO_LABS)
      labIds.push(
        await idOf(
          tx,
          `insert into labs (name, address_line1, city, email, phone, created_at)
           values ($1, $2, $3, $4, $5, now() - interval '200 days') returning id`,
          [lab.name, lab.line1, lab.city, lab.email, lab.phone],
        ),
      )
    await tx.execute(
      "insert into lab_letterheads (lab_id, is_used, accreditation) values ($1, true, 'EIAC 15189-042')",
      [labIds[0]],
    )
    const typeIds: number[] = []
    for (const type of DEMO_REPORT_TYPES)
      typeIds.push(
        await idOf(tx, 'insert into report_types (title, description) values ($1, $2) returning id', [
          type.title,
          type.description,
        ]),
      )
    const staff = await insertStaff(tx, labIds)
    const patients = await insertPatients(tx, labIds, staff, dice)
    await insertReports(tx, storage, typeIds, patients, staff, dice)
    await insertReadings(tx)
    const [firstLab = 0] = labIds
    await insertDeliveries(tx, firstLab, staff.get(firstLab)?.['receptionist'] ?? 0)
    const lastLab = labIds.at(-1) ?? 0
    const lastStaff = staff.get(lastLab) ?? {}
    await insertVisits(tx, lastLab, lastStaff['receptionist'] ?? 0)
    await insertCriticalResults(tx, { labId: lastLab, staff: lastStaff })
    const thyroid = DEMO_REPORT_TYPES.findIndex(({ title }) => title === 'Thyroid Function')
    const { title, kind } = DEMO_REPORT_TYPES[thyroid] as (typeof DEMO_REPORT_TYPES)[number]
    await insertReleases(tx, {
      labId: lastLab,
      staff: lastStaff,
      storage,
      type: { id: typeIds[thyroid] ?? 0, title },
      drawSheet: async (patientId) => {
        const patient = patients.find(({ id }) => id === patientId) as DemoPatient
        return (await contentOf(kind, title, patient, 0, dice)).content
      },
    })
  })
}
